using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Stores;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Watches ended runs that had a fault. A stopped worker or a lost connection may still write to removed keys.
/// Therefore the keys are removed again after all time-outs, and whenever a worker of the run comes back. Keys are
/// removed only between runs.
/// </summary>
internal sealed class LateWriteWatch : IDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(5);

    private readonly RunCleaner cleaner;
    private readonly RunArchive archive;
    private readonly ManagerHost host;
    private readonly EventLog eventLog;
    private readonly WatchedRuns watched;
    private readonly Lock gate = new();
    private readonly Lock removing = new();
    private readonly Timer timer;

    /// <summary>Begins to watch.</summary>
    /// <param name="eventLog">Notes removals.</param>
    /// <param name="timeOuts">The time after which all earlier operations have ended.</param>
    public LateWriteWatch(
        RunCleaner cleaner, RunArchive archive, ManagerHost host, EventLog eventLog, TimeSpan timeOuts)
    {
        this.cleaner = cleaner;
        this.archive = archive;
        this.host = host;
        this.eventLog = eventLog;
        watched = new WatchedRuns(timeOuts);
        eventLog.Joined = worker => Locked(runs => runs.OnJoined(worker.Incarnation, worker.Name, Now));
        timer = new Timer(_ => RemoveBetweenRuns(), state: null, Interval, Interval);
    }

    // Not the time of day: it may jump, and keys could be removed before pending writes have ended.
    private static TimeSpan Now => TimeProvider.System.GetElapsedTime(0);

    /// <summary>Whether a run is active; called on the timer's thread.</summary>
    public Func<bool> IsBusy { get; set; } = () => false;

    /// <summary>Watches an ended run whose keys were removed. Notes an error if its log cannot be read.</summary>
    public void Add(ClusterRun run)
    {
        try
        {
            HashSet<long> workers;
            using (var log = LogFile.Open(run.LogFile))
            {
                workers = [.. log.Records.OfType<LogRecord.Granted>().Select(granted => granted.Incarnation)];
            }

            Locked(runs => runs.Add(run.Id, workers, Now));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or LogException)
        {
            eventLog.NoteRun(run.Id, $"cannot be watched for late writes: {exception.Message}");
        }
    }

    /// <summary>Removes the keys that are due, unless a run is active.</summary>
    public void RemoveDue()
    {
        lock (removing)
        {
            // A store that does not answer for one run does not answer for the others.
            while (Locked(runs => runs.TakeDue(Now)) is var (run, reasons) && Remove(run, reasons))
            {
            }
        }
    }

    /// <summary>Whether keys of a run must be removed again, so that its log is needed.</summary>
    public bool IsPending(string run) => Locked(runs => runs.IsPending(run));

    /// <summary>Ends the watch; the logs stay for the next manager.</summary>
    public void Dispose()
    {
        eventLog.Joined = null;
        timer.Dispose();

        // A current removal uses the archive.
        lock (removing)
        {
            Locked(runs => runs.Clear());
        }
    }

    private void RemoveBetweenRuns()
    {
        if (!IsBusy() && removing.TryEnter())
        {
            try
            {
                RemoveDue();
            }
            finally
            {
                removing.Exit();
            }
        }
    }

    /// <summary>Removes the keys of a run again, and decides whether to continue the watch.</summary>
    /// <returns>Whether the store answered.</returns>
    private bool Remove(string run, string reasons)
    {
        try
        {
            if (archive.Find(run) is not { } kept)
            {
                // The archive has removed the run.
                Locked(runs => runs.Forget(run));
                return true;
            }

            cleaner.RemoveAgain(kept);
            eventLog.NoteRun(run, $"had its keys removed again: {reasons}");
            var members = host.Members.Select(member => member.Incarnation);
            if (Locked(runs => runs.TryEnd(run, members)))
            {
                kept.EndWatch();
            }
        }
        catch (StoreException)
        {
            Locked(runs => runs.Defer(run, reasons, Now + Pause));
            return false;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            eventLog.NoteRun(run, $"cannot have its keys removed again: {exception.Message}");
            Locked(runs => runs.Forget(run));
        }

        return true;
    }

    private void Locked(Action<WatchedRuns> use)
    {
        lock (gate)
        {
            use(watched);
        }
    }

    private T Locked<T>(Func<WatchedRuns, T> use)
    {
        lock (gate)
        {
            return use(watched);
        }
    }
}

/// <summary>
/// Decides when the keys of ended runs must be removed again because of late writes, and why. Uses no clock and no
/// store: callers pass times, with any origin.
/// </summary>
/// <param name="timeOuts">The time after which all earlier operations have ended.</param>
internal sealed class WatchedRuns(TimeSpan timeOuts)
{
    private readonly Dictionary<string, Watched> runs = new(StringComparer.Ordinal);

    /// <summary>Adds an ended run whose keys were removed.</summary>
    /// <param name="workers">The incarnations of the workers that received grants.</param>
    public void Add(string run, IReadOnlySet<long> workers, TimeSpan now)
    {
        runs[run] = new Watched(workers);
        runs[run].Remove("a late write is possible after a fault", now + timeOuts);
    }

    /// <summary>Handles a joined worker. It may have written until now to keys of its runs.</summary>
    public void OnJoined(long incarnation, string name, TimeSpan now)
    {
        foreach (var watched in runs.Values.Where(watched => watched.Workers.Contains(incarnation)))
        {
            watched.Remove($"worker {name} came back", now + timeOuts);
        }
    }

    /// <summary>Takes a run whose keys are due, with all reasons since its last removal; null if none is due.</summary>
    public (string Run, string Reasons)? TakeDue(TimeSpan now)
    {
        var (run, watched) = runs.FirstOrDefault(run => run.Value.Due <= now);
        return watched is null ? null : (run, watched.Take());
    }

    /// <summary>Returns a taken run. Its keys could not be removed, because the store did not answer.</summary>
    public void Defer(string run, string reasons, TimeSpan due) => runs[run].Remove(reasons, due);

    /// <summary>
    /// Ends the watch over a taken run whose keys were removed, if all of its workers are members. A member does
    /// nothing for an ended run; a worker that is away may.
    /// </summary>
    /// <param name="members">The incarnations of all members.</param>
    /// <returns>Whether the watch has ended.</returns>
    public bool TryEnd(string run, IEnumerable<long> members) =>
        !IsPending(run) && runs[run].Workers.IsSubsetOf(members) && runs.Remove(run);

    /// <summary>Whether keys of a run must be removed again.</summary>
    public bool IsPending(string run) => runs.TryGetValue(run, out var watched) && watched.Due < TimeSpan.MaxValue;

    public void Forget(string run) => runs.Remove(run);

    public void Clear() => runs.Clear();

    private sealed class Watched(IReadOnlySet<long> workers)
    {
        private readonly List<string> reasons = [];

        public IReadOnlySet<long> Workers { get; } = workers;

        public TimeSpan Due { get; private set; }

        public void Remove(string reason, TimeSpan due)
        {
            Due = due;
            reasons.Add(reason);
        }

        public string Take()
        {
            Due = TimeSpan.MaxValue;
            var all = string.Join("; ", reasons);
            reasons.Clear();
            return all;
        }
    }
}
