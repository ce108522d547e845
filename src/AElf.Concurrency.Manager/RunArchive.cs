using System.Text;
using System.Text.Json;
using AElf.Bench.Core.Files;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Where a manager keeps what must outlive it: for each run what was asked for, the log of grants, and the reports
/// until somebody has fetched them. One process holds the folder.
/// </summary>
internal sealed class RunArchive : IDisposable
{
    private const int MaxEndedRuns = 20;

    // What was asked for, under a name that says how far the run is: a rename needs no room on a full disk.
    private const string RequestName = "request.json";
    private const string OverName = "over.json";
    private const string EndedName = "ended.json";
    private const string AsideName = "aside.json";
    private const string StoppedName = "stopped.json";
    private const string LoadName = "load.bin";
    private const string LogName = "grants.log";
    private const string ControlName = "control.log";
    private const string ReportName = "report.json";
    private const string ConcludedName = "concluded.json";
    private const string ErrorName = "trouble.txt";

    private readonly string root;
    private readonly FileStream held;

    private RunArchive(string root, FileStream held)
    {
        this.root = root;
        this.held = held;
    }

    /// <summary>Makes the folder when it is not there, and holds it.</summary>
    /// <exception cref="IOException">It cannot be made or written, or another manager holds it.</exception>
    public static RunArchive Open(string root)
    {
        FolderEntries.CreatePrivate(root);
        try
        {
            var holding = new FileStreamOptions
            {
                Mode = FileMode.OpenOrCreate,
                Access = FileAccess.ReadWrite,
                Share = FileShare.None,
                UnixCreateMode = WholeFile.OwnerOnly,
            };
            return new RunArchive(root, new FileStream(Path.Combine(root, "lock"), holding));
        }
        catch (IOException exception)
        {
            throw new IOException(
                $"the state folder '{root}' cannot be held: {exception.Message} Another manager may use it; "
                    + "--state names another folder",
                exception);
        }
    }

    /// <summary>
    /// Runs that were submitted and have not ended, the one with the newest log first; one that cannot be read is set
    /// aside.
    /// </summary>
    /// <param name="damaged">Told which run was set aside, and why.</param>
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

    /// <summary>A run that was submitted and has not ended; null when there is none of that id.</summary>
    public RunSubmission? UnfinishedOf(string run) => IsUnfinished(FolderOf(run)) ? Read(FolderOf(run)) : null;

    /// <summary>The report of a submission whose run has ended; null when there is none.</summary>
    public byte[]? ReportOf(RunSubmission run) =>
        Find(run.Id) is { } kept && run.IsSameAs(kept) ? ReportOf(run.Id) : null;

    /// <summary>The report of a run that has ended, whoever submitted it; null when there is none.</summary>
    public byte[]? ReportOf(string run) =>
        File.Exists(FileOfReport(run)) ? File.ReadAllBytes(FileOfReport(run)) : null;

    /// <summary>
    /// Keeps the report of a run whose keys have yet to be removed. Where there is no room for it, the run is over all
    /// the same, and not to be gone on with when its keys may be gone.
    /// </summary>
    public void SaveConcluded(string run, byte[] report)
    {
        try
        {
            Keep(Path.Combine(FolderOf(run), ConcludedName), file => file.Write(report));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Rename(run, OverName);
        }
    }

    /// <summary>Whether a run is over, so that only its keys are to be removed.</summary>
    public bool IsOver(string run) =>
        File.Exists(Path.Combine(FolderOf(run), OverName)) || ConcludedOf(run) is not null;

    /// <summary>
    /// The report of a run that is over, and whose keys may not all be removed; null when there is none.
    /// </summary>
    public byte[]? ConcludedOf(string run)
    {
        var path = Path.Combine(FolderOf(run), ConcludedName);
        return File.Exists(path) ? File.ReadAllBytes(path) : null;
    }

    /// <summary>Why a run has no report and will have none; null when that is not so.</summary>
    public string? ErrorOf(string run)
    {
        var folder = FolderOf(run);
        var path = Path.Combine(folder, ErrorName);
        return File.Exists(path) ? File.ReadAllText(path)
            : File.Exists(Path.Combine(folder, AsideName)) ? $"run {run} was set aside in '{folder}'"
            : HasEnded(folder) && !File.Exists(Path.Combine(folder, ReportName))
                ? $"run {run} has ended, and its report could not be kept in '{folder}'"
            : IsStopped(folder)
                ? $"run {run} could not be made, and what may come late to its keys is waited for: try again in some "
                    + "seconds, or choose another --run-id"
            : null;
    }

    /// <summary>Keeps what there is of a run that cannot be gone on with.</summary>
    /// <returns>The trouble, and what is left where.</returns>
    public string Quarantine(string run, string error)
    {
        var whole = $"{error}; what there is of run {run} is kept in '{FolderOf(run)}'";
        Rename(run, AsideName);
        try
        {
            Keep(
                Path.Combine(FolderOf(run), ErrorName), file => file.Write(Encoding.UTF8.GetBytes(whole)));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The run is aside all the same, and its trouble told to whoever waits for it.
        }

        return whole;
    }

    /// <summary>A run of this id, ended or not; null when there is none.</summary>
    public RunSubmission? Find(string run) => RequestOf(FolderOf(run)) is null ? null : Read(FolderOf(run));

    /// <summary>Keeps a run that was not made, and may have left keys, until <see cref="EndWatch"/>.</summary>
    public void Stop(string run) => Rename(run, StoppedName);

    /// <summary>Runs that have ended and are to be watched for late writes, by a manager before this one.</summary>
    public IReadOnlyList<RunSubmission> Watched() =>
    [
        .. Runs().Where(folder =>
            IsStopped(folder) || (HasEnded(folder) && File.Exists(Path.Combine(folder, LogName)))).Select(Read),
    ];

    /// <summary>
    /// Nothing writes to the keys of a run any more: if it has ended, its log has done its work; if it was not made, it
    /// is forgotten.
    /// </summary>
    public void EndWatch(string run)
    {
        if (IsStopped(FolderOf(run)))
        {
            Remove(run);
        }
        else if (HasEnded(FolderOf(run)))
        {
            RemoveWork(run);
        }
    }

    /// <summary>Keeps what was asked for, in place of what there is of a run that never came to be.</summary>
    public void Save(RunSubmission run)
    {
        Remove(run.Id);
        var folder = FolderOf(run.Id);
        FolderEntries.CreatePrivate(folder);
        if (!run.Load.IsEmpty)
        {
            Keep(LoadOf(run.Id), file => file.Write(run.Load.Span));
        }

        Keep(
            Path.Combine(folder, RequestName),
            file => JsonSerializer.Serialize(
                file, new Request(run.Number, new(run.Settings, StringComparer.Ordinal), run.Store, run.Holder)));
    }

    /// <summary>The file of the run's report.</summary>
    public string FileOfReport(string run) => Path.Combine(FolderOf(run), ReportName);

    /// <summary>The file of the run's load, when one was sent.</summary>
    public string LoadOf(string run) => Path.Combine(FolderOf(run), LoadName);

    /// <summary>The file of the run's log.</summary>
    public string LogOf(string run) => Path.Combine(FolderOf(run), LogName);

    /// <summary>The file of the log of the run's control, which nobody reads again.</summary>
    public string ControlLogOf(string run) => Path.Combine(FolderOf(run), ControlName);

    /// <summary>
    /// Keeps the report; the log has done its work then. Where there is no room, the run has ended all the same, and
    /// what it leaves makes room for its report.
    /// </summary>
    /// <param name="run">The run.</param>
    /// <param name="report">Its report.</param>
    /// <param name="isWatched">Whether its log is kept until <see cref="EndWatch"/>.</param>
    /// <exception cref="IOException">The report is not kept.</exception>
    public void Finish(string run, byte[] report, bool isWatched)
    {
        var path = FileOfReport(run);
        try
        {
            Keep(path, file => file.Write(report));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Rename(run, EndedName);
            RemoveWork(run);
            Keep(path, file => file.Write(report));
        }

        if (!isWatched)
        {
            RemoveWork(run);
        }
    }

    /// <summary>Forgets the oldest runs that have ended, where there are many.</summary>
    /// <param name="isPending">Whether keys of a run are to be removed yet, which takes its log.</param>
    public void MakeRoom(Predicate<string> isPending)
    {
        var now = TimeProvider.System.GetUtcNow().UtcDateTime;
        foreach (var old in Runs().Where(HasEnded).OrderByDescending(folder => EndedAt(folder, now)).Skip(MaxEndedRuns)
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

    private static bool HasEnded(string folder) =>
        File.Exists(Path.Combine(folder, ReportName)) || File.Exists(Path.Combine(folder, EndedName));

    private static bool IsStopped(string folder) => File.Exists(Path.Combine(folder, StoppedName));

    private static bool IsUnfinished(string folder) =>
        RequestOf(folder) is { } request
            && Path.GetFileName(request) is RequestName or OverName
            && !HasEnded(folder)
            && !File.Exists(Path.Combine(folder, ErrorName));

    /// <summary>The file with what was asked for; null when there is none.</summary>
    private static string? RequestOf(string folder) =>
        new[] { RequestName, OverName, EndedName, AsideName, StoppedName }
            .Select(name => Path.Combine(folder, name)).FirstOrDefault(File.Exists);

    // What is of the future is older than the clock's last jump.
    private static DateTime EndedAt(string folder, DateTime now) =>
        Directory.GetLastWriteTimeUtc(folder) is var ended && ended <= now ? ended : DateTime.MinValue;

    private static DateTime NewestWrite(string folder) =>
        File.GetLastWriteTimeUtc(
            Path.Combine(folder, LogName) is var log && File.Exists(log) ? log : RequestOf(folder)!);

    private static RunSubmission Read(string folder)
    {
        var request = RequestOf(folder)!;
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

    private void Rename(string run, string name)
    {
        if (RequestOf(FolderOf(run)) is { } request)
        {
            File.Move(request, Path.Combine(FolderOf(run), name));
            FolderEntries.Sync(FolderOf(run));
        }
    }

    private void RemoveWork(string run)
    {
        File.Delete(LogOf(run));
        File.Delete(LoadOf(run));
        File.Delete(ControlLogOf(run));
        File.Delete(Path.Combine(FolderOf(run), ConcludedName));
    }

    private sealed record Request(
        ulong Submission, Dictionary<string, string>? Settings, string? Store, string? Holder);
}

/// <summary>A run as it was submitted.</summary>
/// <param name="Id">The run.</param>
/// <param name="Number">What tells this submission from another one of the same run.</param>
/// <param name="Settings">Names and texts of settings.</param>
/// <param name="Load">The file of its load; empty when the settings say it all.</param>
internal sealed record RunSubmission(
    string Id, ulong Number, IReadOnlyDictionary<string, string> Settings, ReadOnlyMemory<byte> Load)
{
    /// <summary>The store its keys are in, in words that tell it from another one.</summary>
    public string Store { get; init; } = "";

    /// <summary>What its lock in the store is held by, whichever process of this manager goes on with it.</summary>
    public string Holder { get; init; } = Guid.NewGuid().ToString("N");

    /// <summary>Whether it is the same submission, sent again.</summary>
    public bool IsSameAs(RunSubmission other) => (Id, Number) == (other.Id, other.Number);
}
