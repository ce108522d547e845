using AElf.Bench.Core.Files;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.Operations.Health;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Decides which runs there are in a manager's state folder, and which are forgotten. Refuses a folder that another
/// manager holds. Next: <see cref="ClusterRun"/> has the files of one run.
/// </summary>
internal sealed class RunArchive : IDisposable
{
    private const int MaxEndedRuns = 20;
    private const string ProbeName = "probe.bin";

    // Of the size of a submission without a file.
    private const int ProbeBytes = 8 << 10;
    private static readonly TimeSpan ProbeAge = TimeSpan.FromSeconds(2);

    private readonly string root;
    private readonly FileStream held;
    private readonly EventLog events;
    private readonly RecentSample<string?> writeError;

    /// <summary>Opens the folder, which is made when it is not there, and holds it.</summary>
    /// <param name="events">Notes files that cannot be read or written.</param>
    /// <exception cref="IOException">It cannot be made or written, or another manager holds it.</exception>
    public RunArchive(string root, EventLog events)
    {
        this.root = root;
        this.events = events;
        writeError = new RecentSample<string?>(Probe, TimeProvider.System, ProbeAge);
        FolderEntries.CreatePrivate(root);
        held = Hold(root);
        RemoveRemains();
    }

    /// <summary>
    /// Runs that were submitted and have not ended, the one with the newest log first. Quarantines those that cannot be
    /// read.
    /// </summary>
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

    /// <summary>A run of this id, ended or not; null if absent.</summary>
    public ClusterRun? Find(string run) => At(run) is { Stage: not RunStage.None } found ? found : null;

    /// <inheritdoc cref="ClusterRun.Save"/>
    public ClusterRun Save(SubmittedRun submitted, ReadOnlyMemory<byte> load, string store)
    {
        var run = At(submitted.Id);
        run.Save(submitted, load, store);
        return run;
    }

    /// <summary>Tries whether a run's files could be written now.</summary>
    /// <returns>The error; null when they could.</returns>
    public string? WriteError() => writeError.Value;

    /// <summary>Forgets the oldest runs that have ended, where there are many.</summary>
    /// <param name="isPending">Whether keys of a run are still to be removed, which needs its log.</param>
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

    // A time in the future comes from before the clock's last jump.
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
    /// submission, since they belong to others.
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
