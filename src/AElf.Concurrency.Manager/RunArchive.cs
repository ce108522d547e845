using System.Text;
using System.Text.Json;
using AElf.Bench.Core.Files;

namespace AElf.Concurrency.Manager;

/// <summary>
/// A manager's files that must survive it: for each run the submission, the log of grants, and the report until it is
/// fetched. One process locks the folder.
/// </summary>
internal sealed class RunArchive : IDisposable
{
    private const int MaxEndedRuns = 20;
    private const int StageLength = 12;

    private const string RequestName = "request.json";
    private const string StageName = "stage.txt";
    private const string LoadName = "load.bin";
    private const string LogName = "grants.log";
    private const string RoundsName = "rounds.jsonl";
    private const string ControlName = "control.log";
    private const string ReportName = "report.json";
    private const string ConcludedName = "concluded.json";
    private const string ErrorName = "error.txt";

    private const string ProbeName = "probe.bin";

    // Of the size of a submission without a file.
    private const int ProbeBytes = 8 << 10;
    private static readonly TimeSpan ProbeAge = TimeSpan.FromSeconds(2);

    private readonly string root;
    private readonly FileStream held;
    private readonly Lock probing = new();
    private string? writeError;
    private long probedAt;

    private RunArchive(string root, FileStream held)
    {
        this.root = root;
        this.held = held;
    }

    /// <summary>Opens the folder, which is made when it is not there, and holds it.</summary>
    /// <exception cref="IOException">It cannot be made or written, or another manager holds it.</exception>
    public static RunArchive Open(string root)
    {
        FolderEntries.CreatePrivate(root);
        var archive = new RunArchive(root, Hold(root));
        archive.RemoveRemains();
        return archive;
    }

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

    /// <summary>
    /// Runs that were submitted and have not ended, the one with the newest log first. Quarantines those that cannot be
    /// read.
    /// </summary>
    /// <param name="damaged">Called with the id of a quarantined run, and the reason.</param>
    /// <exception cref="IOException">The folder cannot be read or written.</exception>
    public IReadOnlyList<RunSubmission> Unfinished(Action<string, string> damaged)
    {
        var unfinished = new List<RunSubmission>();
        foreach (var folder in Runs().Where(IsUnfinished).OrderByDescending(NewestWrite))
        {
            try
            {
                unfinished.Add(Read(folder));
            }
            catch (IOException exception)
            {
                var run = Path.GetFileName(folder);
                damaged(run, Quarantine(run, exception.Message));
            }
        }

        return unfinished;
    }

    /// <summary>A run that was submitted and has not ended; null for an unknown id.</summary>
    public RunSubmission? UnfinishedOf(string run) => IsUnfinished(FolderOf(run)) ? Read(FolderOf(run)) : null;

    /// <summary>The report of a submission whose run has ended; null if absent.</summary>
    public byte[]? ReportOf(RunSubmission run) =>
        Find(run.Id) is { } kept && run.IsSameAs(kept) ? ReportOf(run.Id) : null;

    /// <summary>The report of a run that has ended, whoever submitted it; null if absent.</summary>
    public byte[]? ReportOf(string run) =>
        File.Exists(FileOfReport(run)) ? File.ReadAllBytes(FileOfReport(run)) : null;

    /// <summary>
    /// Keeps the report of a run whose keys have yet to be removed. If the disk is full, the run is over without its
    /// report: it is not resumed, because its keys may be gone.
    /// </summary>
    public void SaveConcluded(string run, byte[] report)
    {
        try
        {
            Keep(Path.Combine(FolderOf(run), ConcludedName), file => file.Write(report));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            MoveTo(RunStage.Over, run);
        }
    }

    /// <summary>Tries whether a run's files could be written now.</summary>
    /// <returns>The error; null when they could.</returns>
    public string? WriteError()
    {
        lock (probing)
        {
            var now = TimeProvider.System.GetTimestamp();
            if (probedAt == 0 || TimeProvider.System.GetElapsedTime(probedAt, now) >= ProbeAge)
            {
                (probedAt, writeError) = (now, Probe());
            }

            return writeError;
        }
    }

    private string? Probe()
    {
        try
        {
            Keep(Path.Combine(root, ProbeName), file => file.Write(new byte[ProbeBytes]));
            File.Delete(Path.Combine(root, ProbeName));
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return exception.Message;
        }
    }

    /// <summary>Whether a run is over, so that only its keys remain to be removed.</summary>
    public bool IsOver(string run) => StageOf(FolderOf(run)) is RunStage.Over;

    /// <summary>The report of a run that is over, and whose keys may not all be removed; null if absent.</summary>
    public byte[]? ConcludedOf(string run)
    {
        var path = Path.Combine(FolderOf(run), ConcludedName);
        return File.Exists(path) ? File.ReadAllBytes(path) : null;
    }

    /// <summary>The reason why a run has no report and will have none; null when it may have one.</summary>
    public string? ErrorOf(string run)
    {
        var folder = FolderOf(run);
        var path = Path.Combine(folder, ErrorName);
        return StageOf(folder) switch
        {
            RunStage.Quarantined when File.Exists(path) => File.ReadAllText(path),
            RunStage.Quarantined => $"run {run} is quarantined in '{folder}'",
            RunStage.Ended when !File.Exists(FileOfReport(run)) =>
                $"run {run} has ended, but its report could not be written to '{folder}'",
            RunStage.Stopped =>
                $"run {run} failed to start, and late writes to its keys are still possible: try again in some "
                    + "seconds, or choose another --run-id",
            _ => null,
        };
    }

    /// <summary>Quarantines a run that cannot be resumed.</summary>
    /// <returns>The error, and where the files are.</returns>
    public string Quarantine(string run, string error)
    {
        var whole = $"{error}; the files of run {run} are in '{FolderOf(run)}'";
        MoveTo(RunStage.Quarantined, run);
        try
        {
            Keep(
                Path.Combine(FolderOf(run), ErrorName), file => file.Write(Encoding.UTF8.GetBytes(whole)));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The run stays quarantined; callers get the error from the return value.
        }

        return whole;
    }

    /// <summary>A run of this id, ended or not; null if absent.</summary>
    public RunSubmission? Find(string run) =>
        StageOf(FolderOf(run)) is RunStage.None ? null : Read(FolderOf(run));

    /// <summary>Keeps a run that was not made, and may have left keys, until <see cref="EndWatch"/>.</summary>
    public void Stop(string run) => MoveTo(RunStage.Stopped, run);

    /// <summary>Runs that ended under an earlier manager, and must be watched for late writes.</summary>
    public IReadOnlyList<RunSubmission> Watched() =>
    [
        .. Runs().Where(folder => StageOf(folder) switch
        {
            RunStage.Stopped => true,
            RunStage.Ended => File.Exists(Path.Combine(folder, LogName)),
            _ => false,
        }).Select(Read),
    ];

    /// <summary>
    /// Ends the watch over a run to whose keys nothing writes any more: the log of one that has ended is removed, and
    /// one that was not made is forgotten.
    /// </summary>
    public void EndWatch(string run)
    {
        switch (StageOf(FolderOf(run)))
        {
            case RunStage.Stopped:
                Remove(run);
                break;
            case RunStage.Ended:
                RemoveWork(run);
                break;
        }
    }

    /// <summary>Keeps a submission, in place of the files of a run that never came to be.</summary>
    public void Save(RunSubmission run)
    {
        Remove(run.Id);
        var folder = FolderOf(run.Id);
        FolderEntries.CreatePrivate(folder);
        if (!run.Load.IsEmpty)
        {
            Keep(LoadOf(run.Id), file => file.Write(run.Load.Span));
        }

        // The submission's file is written last: a run exists when it does.
        Keep(Path.Combine(folder, StageName), file => Write(RunStage.Submitted, file));
        Keep(
            Path.Combine(folder, RequestName),
            file => JsonSerializer.Serialize(
                file, new Request(run.Number, new(run.Settings, StringComparer.Ordinal), run.Store, run.Holder)));
    }

    public string FileOfReport(string run) => Path.Combine(FolderOf(run), ReportName);

    public string LoadOf(string run) => Path.Combine(FolderOf(run), LoadName);

    public string LogOf(string run) => Path.Combine(FolderOf(run), LogName);

    /// <summary>The file of the measurements of the run's rounds.</summary>
    public string RoundsOf(string run) => Path.Combine(FolderOf(run), RoundsName);

    /// <summary>The log file of the run's control; never read again.</summary>
    public string ControlLogOf(string run) => Path.Combine(FolderOf(run), ControlName);

    /// <summary>
    /// Keeps the report, and removes the log of a run that is not watched. If the disk is full, the run ends anyway,
    /// and unneeded files are removed to make room for its report.
    /// </summary>
    /// <param name="isWatched">Whether the log is kept until <see cref="EndWatch"/>.</param>
    /// <exception cref="IOException">The report was not kept.</exception>
    public void Finish(string run, byte[] report, bool isWatched)
    {
        var path = FileOfReport(run);
        try
        {
            Keep(path, file => file.Write(report));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            MoveTo(RunStage.Ended, run);
            RemoveWork(run, keepsLog: isWatched);
            Keep(path, file => file.Write(report));
        }

        if (!isWatched)
        {
            RemoveWork(run);
        }
    }

    /// <summary>Forgets the oldest runs that have ended, where there are many.</summary>
    /// <param name="isPending">Whether keys of a run are still to be removed, which needs its log.</param>
    public void MakeRoom(Predicate<string> isPending)
    {
        var now = TimeProvider.System.GetUtcNow().UtcDateTime;
        foreach (var old in Runs().Where(folder => StageOf(folder) is RunStage.Ended)
            .OrderByDescending(folder => EndedAt(folder, now)).Skip(MaxEndedRuns)
            .Where(folder => !isPending(Path.GetFileName(folder))))
        {
            Directory.Delete(old, recursive: true);
        }
    }

    /// <summary>Forgets a run that could not be made.</summary>
    public void Remove(string run)
    {
        if (Directory.Exists(FolderOf(run)))
        {
            Directory.Delete(FolderOf(run), recursive: true);
        }
    }

    public void Dispose() => held.Dispose();

    private static void Keep(string path, Action<Stream> write) => WholeFile.Replace(path, write, WholeFile.OwnerOnly);

    private static bool IsUnfinished(string folder) => StageOf(folder) is RunStage.Submitted or RunStage.Over;

    /// <summary>The stage of a run; a stored report is a stage.</summary>
    private static RunStage StageOf(string folder) =>
        !File.Exists(Path.Combine(folder, RequestName)) ? RunStage.None
        : File.Exists(Path.Combine(folder, ReportName)) ? RunStage.Ended
        : WrittenStage(folder) switch
        {
            RunStage.Submitted when File.Exists(Path.Combine(folder, ConcludedName)) => RunStage.Over,
            var written => written,
        };

    // A run whose stage cannot be read is not resumed.
    private static RunStage WrittenStage(string folder)
    {
        var path = Path.Combine(folder, StageName);
        return !File.Exists(path) ? RunStage.Submitted
            : Enum.TryParse<RunStage>(File.ReadAllText(path), out var stage) ? stage
            : RunStage.Quarantined;
    }

    // Every stage has the same length, so that the next one needs no room on a full disk.
    private static void Write(RunStage stage, Stream file) =>
        file.Write(Encoding.ASCII.GetBytes($"{stage,-StageLength}\n"));

    // A time in the future comes from before the clock's last jump.
    private static DateTime EndedAt(string folder, DateTime now) =>
        Directory.GetLastWriteTimeUtc(folder) is var ended && ended <= now ? ended : DateTime.MinValue;

    private static DateTime NewestWrite(string folder) =>
        File.GetLastWriteTimeUtc(
            Path.Combine(folder, LogName) is var log && File.Exists(log) ? log : Path.Combine(folder, RequestName));

    private static RunSubmission Read(string folder)
    {
        var request = Path.Combine(folder, RequestName);
        try
        {
            var asked = JsonSerializer.Deserialize<Request>(File.ReadAllBytes(request))
                ?? throw new JsonException("It holds nothing.");
            var load = Path.Combine(folder, LoadName);
            return new RunSubmission(
                Path.GetFileName(folder),
                asked.Submission,
                asked.Settings ?? [],
                File.Exists(load) ? File.ReadAllBytes(load) : default(ReadOnlyMemory<byte>))
            {
                Store = asked.Store ?? "",
                Holder = asked.Holder ?? "",
            };
        }
        catch (JsonException exception)
        {
            throw new IOException($"'{request}' is damaged: {exception.Message}", exception);
        }
    }

    private string FolderOf(string run) => Path.Combine(root, "runs", run);

    private IEnumerable<string> Runs()
    {
        var folder = Path.Combine(root, "runs");
        return Directory.Exists(folder) ? Directory.EnumerateDirectories(folder) : [];
    }

    // A run never goes back to an earlier stage.
    private void MoveTo(RunStage stage, string run)
    {
        var folder = FolderOf(run);
        if (StageOf(folder) is not RunStage.None and var before && before < stage)
        {
            using var file = new FileStream(Path.Combine(folder, StageName), FileMode.Open, FileAccess.Write);
            Write(stage, file);
            file.Flush(flushToDisk: true);
        }
    }

    /// <summary>
    /// Removes incomplete files of a killed manager, such as an incomplete submission. Keeps other folders without a
    /// submission, since they belong to others.
    /// </summary>
    private void RemoveRemains()
    {
        foreach (var folder in Runs().ToList())
        {
            WholeFile.RemoveRemains(folder);
            if (Directory.EnumerateFileSystemEntries(folder).All(
                entry => Path.GetFileName(entry) is LoadName or StageName))
            {
                Directory.Delete(folder, recursive: true);
            }
        }
    }

    /// <param name="keepsLog">Whether that stays which says what keys there may be: the log, and the load.</param>
    private void RemoveWork(string run, bool keepsLog = false)
    {
        if (!keepsLog)
        {
            File.Delete(LogOf(run));
            File.Delete(LoadOf(run));
        }

        File.Delete(RoundsOf(run));
        File.Delete(ControlLogOf(run));
        File.Delete(Path.Combine(FolderOf(run), ConcludedName));
    }

    private sealed record Request(
        ulong Submission, Dictionary<string, string>? Settings, string? Store, string? Holder);
}

/// <summary>The stage of a run in its manager's folder; a run only goes forward.</summary>
internal enum RunStage
{
    /// <summary>Unknown run.</summary>
    None,

    /// <summary>Waiting to be started or resumed.</summary>
    Submitted,

    /// <summary>Over; its keys remain to be removed.</summary>
    Over,

    /// <summary>It was not made, and may have left keys.</summary>
    Stopped,

    /// <summary>It cannot be resumed, and what there is of it is kept.</summary>
    Quarantined,

    Ended,
}

/// <summary>A run as it was submitted.</summary>
/// <param name="Number">Tells this submission from others of the same run.</param>
/// <param name="Load">The file of its load; empty when the settings say it all.</param>
internal sealed record RunSubmission(
    string Id, ulong Number, IReadOnlyDictionary<string, string> Settings, ReadOnlyMemory<byte> Load)
{
    /// <summary>The store with its keys, in words that tell it from others.</summary>
    public string Store { get; init; } = "";

    /// <summary>
    /// The holder of its lock in the store, the same for every process of this manager that resumes it.
    /// </summary>
    public string Holder { get; init; } = Guid.NewGuid().ToString("N");

    /// <summary>Whether it is the same submission, sent again.</summary>
    public bool IsSameAs(RunSubmission other) => (Id, Number) == (other.Id, other.Number);
}
