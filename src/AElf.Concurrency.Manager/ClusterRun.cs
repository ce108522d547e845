using System.Text;
using System.Text.Json;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Submitted;

namespace AElf.Concurrency.Manager;

/// <summary>
/// A run at the manager: its files in the state folder with its stage, and, while it is active, its state and its
/// followers. The files survive the manager: the submission, the log of grants, and the report until it is fetched.
/// Next: <see cref="RunArchive"/> finds runs, <see cref="RunQueue"/> orders them.
/// </summary>
/// <param name="folder">The run's folder, named by its id; it may be absent.</param>
/// <param name="events">Receives errors of files.</param>
/// <param name="clock">Measures the time since the last request for the run.</param>
internal sealed class ClusterRun(string folder, EventLog events, TimeProvider clock)
{
    /// <summary>The file of the load; absent if the settings describe the load.</summary>
    public const string LoadName = "load.bin";

    public const string StageName = "stage.txt";

    private const int StageLength = 12;
    private const string RequestName = "request.json";
    private const string ReportName = "report.json";
    private const string ConcludedName = "concluded.json";
    private const string ErrorName = "error.txt";

    // One benchmark follows a run. Ended connections that are not detected yet also count.
    private const int MaxFollowers = 64;

    // A benchmark waits for the same time until its manager returns.
    private static readonly TimeSpan MaxWithoutBenchmark = TimeSpan.FromSeconds(60);

    private readonly Lazy<Request> request = new(() => Read(Path.Combine(folder, RequestName)));
    private readonly Lock gate = new();
    private volatile Announced announced = new(new RunState.UnderWay(default));
    private int followers;

    // The clock's timestamp of the last request; 0 before the first check.
    private long askedAt;

    public string Id { get; } = Path.GetFileName(folder);

    public string Folder => folder;

    public RunId RunId => RunId.Parse(Id);

    /// <summary>Distinguishes this submission from others of the same run.</summary>
    /// <exception cref="IOException">The submission is damaged.</exception>
    public ulong Number => request.Value.Submission;

    public IReadOnlyDictionary<string, string> Settings => request.Value.Settings ?? [];

    /// <summary>The name and address of the store with its keys.</summary>
    public string Store => request.Value.Store ?? "";

    /// <summary>
    /// The holder of the run's lock in the store. A restarted manager that resumes the run has the same one.
    /// </summary>
    public string Holder => request.Value.Holder ?? "";

    public bool HasLoad => File.Exists(LoadFile);

    public string LoadFile => FileOf(LoadName);

    public string LogFile => FileOf("grants.log");

    /// <summary>The file of the measurements of the run's rounds.</summary>
    public string RoundsFile => FileOf("rounds.jsonl");

    /// <summary>The log file of the run's control; never read again.</summary>
    public string ControlLogFile => FileOf("control.log");

    public string ReportFile => FileOf(ReportName);

    /// <summary>The report of the run; null before it has ended.</summary>
    public byte[]? Report => BytesOf(ReportFile);

    /// <summary>The report of a run that is over, but whose keys may remain; null if absent.</summary>
    public byte[]? Concluded => BytesOf(FileOf(ConcludedName));

    /// <summary>The stage of the run; a stored report is a stage.</summary>
    public RunStage Stage => (File.Exists(FileOf(RequestName)), File.Exists(ReportFile), WrittenStage()) switch
    {
        (false, _, _) => RunStage.None,
        (_, true, _) => RunStage.Ended,
        (_, _, RunStage.Submitted) when File.Exists(FileOf(ConcludedName)) => RunStage.Over,
        (_, _, var written) => written,
    };

    public bool IsUnfinished => Stage is RunStage.Submitted or RunStage.Over;

    /// <summary>
    /// Whether late writes to the run's keys are possible, or were possible under an earlier manager.
    /// </summary>
    public bool IsWatched => Stage is RunStage.Stopped || (Stage is RunStage.Ended && File.Exists(LogFile));

    /// <summary>Why a run will never have a report; null if it may have one.</summary>
    public string? Error => Stage switch
    {
        RunStage.Quarantined when BytesOf(FileOf(ErrorName)) is { } error => Encoding.UTF8.GetString(error),
        RunStage.Quarantined => $"run {Id} is quarantined in '{folder}'",
        RunStage.Ended when !File.Exists(ReportFile) =>
            $"run {Id} has ended, but its report could not be written to '{folder}'",
        RunStage.Stopped =>
            $"run {Id} failed to start, and late writes to its keys are still possible: try again in some seconds, or "
                + "choose another --run-id",
        _ => null,
    };

    /// <summary>The time of the last record of the log; without records, of the submission.</summary>
    public DateTime NewestWrite => File.GetLastWriteTimeUtc(File.Exists(LogFile) ? LogFile : FileOf(RequestName));

    /// <summary>Whether an earlier manager began the run.</summary>
    public bool IsResumed { get; set; }

    public CancellationTokenSource Cancellation { get; } = new();

    public ProgressSnapshot Latest { get; private set; }

    /// <summary>The state of an active run.</summary>
    public RunState State
    {
        get => announced.State;
        set
        {
            lock (gate)
            {
                var before = announced;
                announced = new Announced(value);
                before.Changed.SetResult();
            }
        }
    }

    /// <summary>The state, and a task that completes when it changes; from any thread.</summary>
    public (RunState State, Task Changed) Moment => announced is { } now ? (now.State, now.Changed.Task) : default;

    /// <summary>The answer if there are too many followers.</summary>
    public RunState.Refused TooManyFollow => new(
        ExitCode.Environment, $"run {Id} has {MaxFollowers} followers already; ask for its report later");

    /// <summary>Whether a submission is that of this run, sent again.</summary>
    public bool IsOf(SubmittedRun submitted) => (Id, Number) == (submitted.Id, submitted.Submission);

    /// <summary>Stores a submission. Replaces the files of a run that never started.</summary>
    /// <exception cref="IOException">The files cannot be written.</exception>
    public void Save(SubmittedRun submitted, ReadOnlyMemory<byte> load, string store)
    {
        Remove();
        FolderEntries.CreatePrivate(folder);
        if (!load.IsEmpty)
        {
            Keep(LoadName, load);
        }

        // The submission's file is written last: its existence means that the run exists.
        Keep(StageName, BytesOf(RunStage.Submitted));
        Keep(RequestName, JsonSerializer.SerializeToUtf8Bytes(new Request(
            submitted.Submission,
            new(submitted.Settings, StringComparer.Ordinal),
            store,
            Guid.NewGuid().ToString("N"))));
    }

    /// <summary>Reads the submission.</summary>
    /// <returns>The error if the submission cannot be read; otherwise null.</returns>
    public string? Damage()
    {
        try
        {
            _ = request.Value;
            return null;
        }
        catch (IOException exception)
        {
            return exception.Message;
        }
    }

    /// <summary>
    /// Stores the report of a run before its keys are removed. If the disk is full, the run is over without a report:
    /// it is not resumed, because its keys may be gone.
    /// </summary>
    /// <exception cref="IOException">Neither the report nor the stage can be written.</exception>
    public void Conclude(byte[] report)
    {
        try
        {
            Keep(ConcludedName, report);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            MoveTo(RunStage.Over);
        }
    }

    /// <summary>
    /// Stores the report. Removes the log of a run that is not watched. If the disk is full, the run ends anyway, and
    /// unneeded files are removed to make room for its report.
    /// </summary>
    /// <param name="isWatched">Whether to keep the log until <see cref="EndWatch"/>.</param>
    /// <returns>The error if the report was not stored; otherwise null.</returns>
    public string? End(byte[] report, bool isWatched) => TryKeep("the report", () =>
    {
        try
        {
            Keep(ReportName, report);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            MoveTo(RunStage.Ended);
            RemoveWork(keepsLog: isWatched);
            Keep(ReportName, report);
        }

        if (!isWatched)
        {
            RemoveWork();
        }
    });

    /// <summary>Quarantines a run that cannot be resumed.</summary>
    /// <param name="keysLeft">The keys that may remain, with the call that removes them; null for none.</param>
    /// <returns>The error with the path of the files.</returns>
    public string Quarantine(string error, string? keysLeft = null)
    {
        var whole = $"{error}; the files of run {Id} are in '{folder}'{(keysLeft is null ? "" : $"; {keysLeft}")}";
        TryKeep("the error", () =>
        {
            MoveTo(RunStage.Quarantined);
            Keep(ErrorName, Encoding.UTF8.GetBytes(whole));
        });
        return whole;
    }

    /// <summary>Removes a run that did not start: at once, or after its watch if it may have left keys.</summary>
    /// <returns>Whether the run must be watched for late writes.</returns>
    public bool Forget(bool mayHaveLeftKeys) =>
        TryKeep("the stage", mayHaveLeftKeys ? () => MoveTo(RunStage.Stopped) : Remove) is null
            && mayHaveLeftKeys;

    /// <summary>
    /// Ends the watch over a run without late writes. Removes the log of a run that has ended, and all files of a run
    /// that did not start.
    /// </summary>
    public void EndWatch()
    {
        switch (Stage)
        {
            case RunStage.Stopped:
                Remove();
                break;
            case RunStage.Ended:
                RemoveWork();
                break;
        }
    }

    public void Remove()
    {
        if (Directory.Exists(folder))
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>
    /// Reports the progress to the followers, or the reason for a wait. Cancels a run whose benchmark is gone, so that
    /// others can start.
    /// </summary>
    public void SetProgress(ProgressSnapshot progress)
    {
        if (IsAlone(MaxWithoutBenchmark) && !Cancellation.IsCancellationRequested)
        {
            events.NoteRun(Id, $"is cancelled: its benchmark was away for {MaxWithoutBenchmark.TotalSeconds:0} s");
            Cancellation.Cancel();
        }

        Latest = progress;
        if (events.Outage.ReasonAt(progress.Committed) is { } reason)
        {
            SetWaiting(reason);
            return;
        }

        if (State is RunState.Waiting)
        {
            events.NoteRun(Id, "no longer waits");
        }

        State = new RunState.UnderWay(progress);
    }

    /// <summary>
    /// Reports the reason for waiting, once. A waiting run is not cancelled for lack of requests, because its keys can
    /// be removed only when it continues.
    /// </summary>
    public void SetWaiting(string reason)
    {
        var waiting = new RunState.Waiting(reason);
        if (!waiting.Equals(State))
        {
            State = waiting;
            events.NoteRun(Id, $"is {reason}");
        }
    }

    /// <summary>Adds a follower; false when there are too many.</summary>
    public bool TryFollow()
    {
        lock (gate)
        {
            if (followers == MaxFollowers)
            {
                return false;
            }

            Touched().followers++;
            return true;
        }
    }

    public void Leave()
    {
        lock (gate)
        {
            Touched().followers--;
        }
    }

    /// <summary>Records the time of a request for the run.</summary>
    public ClusterRun Touched()
    {
        Volatile.Write(ref askedAt, clock.GetTimestamp());
        return this;
    }

    /// <summary>Whether the last request for it is longer ago than <paramref name="time"/>.</summary>
    public bool IsAlone(TimeSpan time)
    {
        lock (gate)
        {
            if (askedAt == 0 || followers > 0)
            {
                Touched();
            }

            return clock.GetElapsedTime(askedAt) > time;
        }
    }

    /// <summary>Executes an action on the run's files, and reports its failure.</summary>
    /// <returns>The error; null without one.</returns>
    public string? TryKeep(string what, Action keep)
    {
        try
        {
            keep();
            return null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            var error = $"{what} cannot be written to the state folder: {exception.Message}";
            events.NoteError($"run {Id}: {error}");
            return error;
        }
    }

    private static byte[]? BytesOf(string path) => File.Exists(path) ? File.ReadAllBytes(path) : null;

    // All stages have the same length, so that a full disk has room for the next one.
    private static byte[] BytesOf(RunStage stage) => Encoding.ASCII.GetBytes($"{stage,-StageLength}\n");

    private static Request Read(string path)
    {
        try
        {
            return JsonSerializer.Deserialize<Request>(File.ReadAllBytes(path))
                ?? throw new JsonException("The value is null.");
        }
        catch (JsonException exception)
        {
            throw new IOException($"'{path}' is damaged: {JsonFault.Of(exception)}", exception);
        }
    }

    private string FileOf(string name) => Path.Combine(folder, name);

    private void Keep(string name, ReadOnlyMemory<byte> bytes) =>
        WholeFile.Replace(FileOf(name), file => file.Write(bytes.Span), WholeFile.OwnerOnly);

    // A run whose stage cannot be read is not resumed.
    private RunStage WrittenStage() => BytesOf(FileOf(StageName)) switch
    {
        null => RunStage.Submitted,
        var text when Enum.TryParse<RunStage>(Encoding.UTF8.GetString(text), out var stage) => stage,
        _ => RunStage.Quarantined,
    };

    // A run never goes back to an earlier stage.
    private void MoveTo(RunStage stage)
    {
        if (Stage is not RunStage.None and var before && before < stage)
        {
            using var file = new FileStream(FileOf(StageName), FileMode.Open, FileAccess.Write);
            file.Write(BytesOf(stage));
            file.Flush(flushToDisk: true);
        }
    }

    /// <param name="keepsLog">Whether to keep log and load, which list the possible keys.</param>
    private void RemoveWork(bool keepsLog = false)
    {
        if (!keepsLog)
        {
            File.Delete(LogFile);
            File.Delete(LoadFile);
        }

        File.Delete(RoundsFile);
        File.Delete(ControlLogFile);
        File.Delete(FileOf(ConcludedName));
    }

    private sealed record Request(
        ulong Submission, Dictionary<string, string>? Settings, string? Store, string? Holder);

    private sealed record Announced(RunState State)
    {
        public TaskCompletionSource Changed { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }
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

    /// <summary>Did not start, and may have left keys.</summary>
    Stopped,

    /// <summary>Cannot be resumed; its files are kept.</summary>
    Quarantined,

    Ended,
}
