using System.Text;
using System.Text.Json;
using AElf.Bench.Core.Files;
using AElf.Concurrency.Manager.CommandLine;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Where a manager keeps what must outlive it: for each run what was asked for, the log of grants, and the reports
/// until somebody has fetched them. One process holds the folder.
/// </summary>
internal sealed class RunArchive : IDisposable
{
    private const int MaxFinishedRuns = 20;
    private const string RequestName = "request.json";
    private const string LoadName = "load.bin";
    private const string LogName = "grants.log";
    private const string ReportName = "report.json";
    private const string AuditedName = "audited.json";
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
        StateFolder.Create(root);
        try
        {
            var holding = new FileStreamOptions
            {
                Mode = FileMode.OpenOrCreate,
                Access = FileAccess.ReadWrite,
                Share = FileShare.None,
            };
            if (!OperatingSystem.IsWindows())
            {
                holding.UnixCreateMode = WholeFile.OwnerOnly;
            }

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

    /// <summary>Runs that were submitted and have not ended, oldest first.</summary>
    public IReadOnlyList<RunSubmission> Unfinished() =>
    [
        .. Runs()
            .Where(folder => File.Exists(Path.Combine(folder, RequestName)))
            .Where(folder => !File.Exists(Path.Combine(folder, ReportName))
                && !File.Exists(Path.Combine(folder, ErrorName)))
            .OrderBy(folder => File.GetLastWriteTimeUtc(Path.Combine(folder, RequestName)))
            .Select(Read),
    ];

    /// <summary>The report of a submission whose run has ended; null when there is none.</summary>
    public byte[]? ReportOf(RunSubmission run)
    {
        var folder = FolderOf(run.Id);
        var path = Path.Combine(folder, ReportName);
        return File.Exists(path) && Read(folder).Number == run.Number ? File.ReadAllBytes(path) : null;
    }

    /// <summary>Keeps the report of a run whose keys have yet to be removed.</summary>
    public void SaveAudited(string run, byte[] report) =>
        Keep(Path.Combine(FolderOf(run), AuditedName), file => file.Write(report));

    /// <summary>
    /// The report of a run that is proved, and whose keys may not all be removed; null when there is none.
    /// </summary>
    public byte[]? AuditedOf(string run)
    {
        var path = Path.Combine(FolderOf(run), AuditedName);
        return File.Exists(path) ? File.ReadAllBytes(path) : null;
    }

    /// <summary>Why a run was set aside; null when it was not.</summary>
    public string? ErrorOf(string run)
    {
        var path = Path.Combine(FolderOf(run), ErrorName);
        return File.Exists(path) ? File.ReadAllText(path) : null;
    }

    /// <summary>Keeps what there is of a run that cannot be gone on with.</summary>
    /// <returns>The trouble, and what is left where.</returns>
    public string Quarantine(string run, string error)
    {
        var whole = $"{error}; what there is of run {run} is kept in '{FolderOf(run)}', "
            + $"and keys that start with ab{run} may be left in the store";
        Keep(Path.Combine(FolderOf(run), ErrorName), file => file.Write(Encoding.UTF8.GetBytes(whole)));
        return whole;
    }

    /// <summary>Whether a run of this id has ended.</summary>
    public bool HasEnded(string run) => File.Exists(Path.Combine(FolderOf(run), ReportName));

    /// <summary>Keeps what was asked for, in place of an earlier run of this id.</summary>
    public void Save(RunSubmission run)
    {
        Remove(run.Id);
        var folder = FolderOf(run.Id);
        StateFolder.Create(folder);
        if (!run.Load.IsEmpty)
        {
            Keep(LoadOf(run.Id), file => file.Write(run.Load.Span));
        }

        Keep(
            Path.Combine(folder, RequestName),
            file => JsonSerializer.Serialize(file, new Request(run.Number, new(run.Settings, StringComparer.Ordinal))));
    }

    /// <summary>The file of the run's load, when one was sent.</summary>
    public string LoadOf(string run) => Path.Combine(FolderOf(run), LoadName);

    /// <summary>The file of the run's log.</summary>
    public string LogOf(string run) => Path.Combine(FolderOf(run), LogName);

    /// <summary>Keeps the report; the log has done its work then, and old runs make room.</summary>
    public void Finish(string run, byte[] report)
    {
        Keep(Path.Combine(FolderOf(run), ReportName), file => file.Write(report));
        File.Delete(LogOf(run));
        File.Delete(LoadOf(run));
        File.Delete(Path.Combine(FolderOf(run), AuditedName));
        var finished = Runs().Where(folder => File.Exists(Path.Combine(folder, ReportName)));
        foreach (var old in finished.OrderByDescending(Directory.GetLastWriteTimeUtc).Skip(MaxFinishedRuns))
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

    private string FolderOf(string run) => Path.Combine(root, "runs", run);

    private IEnumerable<string> Runs()
    {
        var folder = Path.Combine(root, "runs");
        return Directory.Exists(folder) ? Directory.EnumerateDirectories(folder) : [];
    }

    private RunSubmission Read(string folder)
    {
        var run = Path.GetFileName(folder);
        var request = Path.Combine(folder, RequestName);
        try
        {
            var asked = JsonSerializer.Deserialize<Request>(File.ReadAllBytes(request))
                ?? throw new JsonException("It holds nothing.");
            return new RunSubmission(
                run,
                asked.Submission,
                asked.Settings ?? [],
                File.Exists(LoadOf(run)) ? File.ReadAllBytes(LoadOf(run)) : default(ReadOnlyMemory<byte>));
        }
        catch (JsonException exception)
        {
            throw new IOException(
                $"'{request}' is damaged: {exception.Message} The run cannot be gone on with; "
                    + "remove its folder to give it up",
                exception);
        }
    }

    private sealed record Request(ulong Submission, Dictionary<string, string>? Settings);
}

/// <summary>A run as it was submitted.</summary>
/// <param name="Id">The run.</param>
/// <param name="Number">What tells this submission from another one of the same run.</param>
/// <param name="Settings">Names and texts of settings.</param>
/// <param name="Load">The file of its load; empty when the settings say it all.</param>
internal sealed record RunSubmission(
    string Id, ulong Number, IReadOnlyDictionary<string, string> Settings, ReadOnlyMemory<byte> Load);
