using AElf.Bench.Core.Files;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.Operations.Health;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Finds the runs in a manager's state folder, and removes old ones. Refuses a folder that another manager uses. Next:
/// <see cref="ClusterRun"/> has the files of one run.
/// </summary>
internal sealed class RunArchive : IDisposable
{
    private const int MaxEndedRuns = 20;
    private const string ProbeName = "probe.bin";

    // The size of a submission without a file.
    private const int ProbeBytes = 8 << 10;
    private static readonly TimeSpan ProbeAge = TimeSpan.FromSeconds(2);

    private readonly string root;
    private readonly FileStream held;
    private readonly EventLog events;
    private readonly RecentSample<string?> writeError;

    /// <summary>Opens and locks the folder. Creates a missing folder.</summary>
    /// <param name="events">Receives errors of files.</param>
    /// <exception cref="IOException">The folder cannot be created or written, or another manager uses it.</exception>
    public RunArchive(string root, EventLog events)
    {
        this.root = root;
        this.events = events;
        writeError = new RecentSample<string?>(Probe, TimeProvider.System, ProbeAge);
        FolderEntries.CreatePrivate(root);
        held = Hold(root);
        RemoveRemains();
    }

    /// <summary>Submitted runs that have not ended, newest log first. Quarantines unreadable runs.</summary>
    /// <exception cref="IOException">The folder cannot be read.</exception>
    public IReadOnlyList<ClusterRun> Unfinished()
    {
        var unfinished = Runs().Where(run => run.IsUnfinished).OrderByDescending(run => run.NewestWrite).ToList();
        foreach (var run in unfinished)
        {
            if (run.Damage() is { } damage)
            {
                events.NoteRun(run.Id, $"cannot be resumed: {run.Quarantine(damage)}");
            }
        }

        return unfinished.FindAll(run => run.IsUnfinished);
    }

    /// <summary>Runs that ended under an earlier manager, and must be watched for late writes.</summary>
    public IReadOnlyList<ClusterRun> Watched() => [.. Runs().Where(run => run.IsWatched)];

    /// <summary>A run of this id, ended or not; null if it is absent, and for a text that is not an id.</summary>
    public ClusterRun? Find(string run) =>
        RunId.TryParse(run, out _) && At(run) is { Stage: not RunStage.None } found ? found : null;

    /// <inheritdoc cref="ClusterRun.Save"/>
    public ClusterRun Save(SubmittedRun submitted, ReadOnlyMemory<byte> load, string store)
    {
        var run = At(submitted.Id);
        run.Save(submitted, load, store);
        return run;
    }

    /// <summary>Tests whether the files of a run can be written now.</summary>
    /// <returns>The error; null if they can.</returns>
    public string? WriteError() => writeError.Value;

    /// <summary>Removes the oldest ended runs above the maximum.</summary>
    /// <param name="isPending">Whether keys of a run must still be removed, which needs its log.</param>
    public void MakeRoom(Predicate<string> isPending)
    {
        var now = TimeProvider.System.GetUtcNow().UtcDateTime;
        foreach (var old in Runs().Where(run => run.Stage is RunStage.Ended)
            .OrderByDescending(run => EndedAt(run, now)).Skip(MaxEndedRuns)
            .Where(run => !isPending(run.Id)))
        {
            old.Remove();
        }
    }

    public void Dispose() => held.Dispose();

    private static FileStream Hold(string root)
    {
        try
        {
            var holding = new FileStreamOptions
            {
                Mode = FileMode.OpenOrCreate,
                Access = FileAccess.ReadWrite,
                Share = FileShare.None,
                UnixCreateMode = WholeFile.OwnerOnly,
            };
            return new FileStream(Path.Combine(root, "lock"), holding);
        }
        catch (IOException exception)
        {
            throw new IOException(
                $"the state folder '{root}' cannot be locked: {exception.Message} Another manager may use it; "
                    + "use another folder with --state",
                exception);
        }
    }

    // A time in the future was written before the clock was set back.
    private static DateTime EndedAt(ClusterRun run, DateTime now) =>
        Directory.GetLastWriteTimeUtc(run.Folder) is var ended && ended <= now ? ended : DateTime.MinValue;

    private ClusterRun At(string run) => new(Path.Combine(root, "runs", run), events, TimeProvider.System);

    private IEnumerable<ClusterRun> Runs()
    {
        var folder = Path.Combine(root, "runs");
        return Directory.Exists(folder)
            ? Directory.EnumerateDirectories(folder).Select(run => At(Path.GetFileName(run)))
            : [];
    }

    private string? Probe()
    {
        try
        {
            var path = Path.Combine(root, ProbeName);
            WholeFile.Replace(path, file => file.Write(new byte[ProbeBytes]), WholeFile.OwnerOnly);
            File.Delete(path);
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return exception.Message;
        }
    }

    /// <summary>
    /// Removes incomplete files of a killed manager, such as an incomplete submission. Keeps other folders without a
    /// submission, because they may belong to other programs.
    /// </summary>
    private void RemoveRemains()
    {
        foreach (var run in Runs().ToList())
        {
            WholeFile.RemoveRemains(run.Folder);
            if (Directory.EnumerateFileSystemEntries(run.Folder).All(
                entry => Path.GetFileName(entry) is ClusterRun.LoadName or ClusterRun.StageName))
            {
                run.Remove();
            }
        }
    }
}
