using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Operations.Health;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Concurrency.Manager;

/// <summary>Stores and prints the events of the manager.</summary>
internal sealed class EventLog(TextWriter output) : IClusterListener
{
    private const int MaxEvents = 200;
    private const string Warning = "warning: ";

    private readonly Lock gate = new();
    private readonly List<ClusterEvent> events = [];
    private readonly List<LostWorker> lost = [];
    private readonly Dictionary<string, ClusterEvent> givenAgain = new(StringComparer.Ordinal);
    private readonly List<ClusterMember> members = [];
    private volatile bool ending;

    /// <summary>Recent events, oldest first.</summary>
    public IReadOnlyList<ClusterEvent> Events => Copied(events);

    /// <summary>
    /// Workers that were lost since the last run began and have not rejoined, in the order of their loss.
    /// </summary>
    public IReadOnlyList<LostWorker> Lost => Copied(lost);

    /// <summary>What the current run waits for.</summary>
    public RunOutage Outage { get; init; } = new(TimeSpan.Zero, TimeProvider.System);

    /// <summary>Counts the events for exporters; null before it is set.</summary>
    public ClusterMetrics? Metrics { get; set; }

    /// <summary>Called on the host's thread for each worker that joins; may be null.</summary>
    public Action<ClusterMember>? Joined { get; set; }

    /// <summary>Notes that the manager ends. Ignores the loss of workers from now on.</summary>
    public void End(string? run)
    {
        ending = true;
        Note(
            "ends",
            run is null
                ? "the manager ends"
                : $"the manager ends; run {run} stays in the state folder, "
                    + "and the next manager over this folder resumes it");
    }

    public void RunBegan(string run, bool resumed)
    {
        lock (gate)
        {
            lost.Clear();
            givenAgain.Clear();
        }

        Outage.Reset();
        NoteRun(run, resumed ? "resumed after a manager restart" : "began");
    }

    public void RunEnded(RunReport report)
    {
        Metrics?.RunEnded(report.Verdict);
        NoteRun(
            $"{report.RunId}",
            $"ended: {(report.WasCancelled() ? "cancelled" : report.Verdict.ToString().ToLowerInvariant())}"
                + string.Concat(report.Reasons.Take(1).Select(reason => $", {reason}")));
    }

    public void NoteRun(string run, string what) => Note("run", $"{run} {what}", "run ");

    /// <summary>Notes something that went wrong outside a run.</summary>
    public void NoteError(string text) => Note("error", text, Warning);

    public void OnEffect(ManagerEffect effect)
    {
        switch (effect)
        {
            case ManagerEffect.Joined(var worker):
                Note(
                    "joined",
                    $"worker {worker.Name} joined: server {worker.Server}, "
                        + $"{Counted(worker.Actors, "actor")}, store {worker.Store}");
                Metrics?.WorkerJoined();
                members.Add(worker);
                NoteLost(worker.Name, now: null);
                Joined?.Invoke(worker);
                WriteSum();
                break;
            case ManagerEffect.Lost when ending:
                break;
            case ManagerEffect.Lost(var worker, var reason):
                Note("lost", $"worker {worker.Name} was lost: {reason}", Warning);
                Metrics?.WorkerLost();
                members.RemoveAll(member => member.Incarnation == worker.Incarnation);
                NoteLost(
                    worker.Name,
                    new LostWorker(TimeProvider.System.GetUtcNow(), worker.Name, worker.Server, reason));
                WriteSum();
                break;
            case ManagerEffect.AttemptFailed(var by, var failure):
                Metrics?.AttemptFailed();
                Remember("failed", $"{by}: {failure.Problem}");
                Outage.OnFailed(by, failure);
                break;
            case ManagerEffect.SetTimer({ Kind: TimerKind.NoWorkers }, var wait):
                Outage.OnNoWorker(Lost, wait);
                break;
            case ManagerEffect.CancelTimer({ Kind: TimerKind.NoWorkers }):
                Outage.OnWorker();
                break;
            case ManagerEffect.Reassigned(_, var from, var to):
                Metrics?.Reassigned();
                NoteGivenAgain(from, to);
                break;
            case ManagerEffect.RunFailed(var reason, _):
                Note("failed", $"the run failed: {reason}", Warning);
                Outage.Reset();
                break;
            default:
                break;
        }
    }

    public void Synced(int records, TimeSpan time) => Metrics?.LogSynced(records, time);

    // Prints the sum, not each member, so that a worker that joins repeatedly does not fill the log. The status pages
    // list the members.
    private void WriteSum()
    {
        var servers = members.Select(member => member.Server).Distinct(StringComparer.Ordinal).Count();
        output.WriteLine(members.Count == 0
            ? "members: no members"
            : $"members: {Counted(members.Count, "worker")} on {Counted(servers, "server")}, "
                + Counted(members.Sum(member => member.Actors), "actor"));
    }

    /// <summary>Stores an event, and prints it after a prefix.</summary>
    private void Note(string kind, string text, string prefix = "")
    {
        Remember(kind, text);
        output.WriteLine($"{prefix}{text}");
    }

    private void NoteLost(string name, LostWorker? now)
    {
        lock (gate)
        {
            lost.RemoveAll(worker => string.Equals(worker.Name, name, StringComparison.Ordinal));
            if (now is not null)
            {
                givenAgain.Clear();
                Append(lost, now);
            }
        }
    }

    // A lost worker leaves hundreds of groups. One event counts them until the next loss.
    private void NoteGivenAgain(string from, string to)
    {
        var how = string.Equals(from, to, StringComparison.Ordinal) ? "granted to it again" : "granted to others";
        var key = $"{from} {how}";
        lock (gate)
        {
            var before = givenAgain.GetValueOrDefault(key);
            var count = (before?.Count ?? 0) + 1;
            var groups = count == 1 ? "1 group" : FormattableString.Invariant($"{count:N0} groups");
            var first = before?.At ?? TimeProvider.System.GetUtcNow();
            var now = new ClusterEvent(first, "again", $"{groups} of {from} {how}") { Count = count };
            givenAgain[key] = now;
            if (before is not null && events.LastIndexOf(before) is >= 0 and var at)
            {
                events[at] = now;
            }
            else
            {
                Append(events, now);
            }
        }
    }

    private void Remember(string kind, string text)
    {
        lock (gate)
        {
            Append(events, new ClusterEvent(TimeProvider.System.GetUtcNow(), kind, text));
        }
    }

    private IReadOnlyList<T> Copied<T>(List<T> list)
    {
        lock (gate)
        {
            return [.. list];
        }
    }

    private static void Append<T>(List<T> to, T item)
    {
        to.Add(item);
        to.RemoveRange(0, Math.Max(0, to.Count - MaxEvents));
    }
}
