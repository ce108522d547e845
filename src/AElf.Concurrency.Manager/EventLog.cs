using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Health;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;

namespace AElf.Concurrency.Manager;

/// <summary>Remembers and prints what happens at the manager.</summary>
internal sealed class EventLog(ConsoleLog announcer) : IClusterListener
{
    private const int MaxEvents = 200;

    private readonly Lock gate = new();
    private readonly Queue<ClusterEvent> events = [];
    private readonly List<ClusterMember> members = [];
    private volatile bool ending;

    /// <summary>What happened lately, oldest first.</summary>
    public IReadOnlyList<ClusterEvent> Events
    {
        get
        {
            lock (gate)
            {
                return [.. events];
            }
        }
    }

    /// <summary>What counts the same for exporters; null until there is one.</summary>
    public ClusterMetrics? Metrics { get; set; }

    /// <summary>Told, on the host's thread, of each worker that joins; null for nobody.</summary>
    public Action<ClusterMember>? Joined { get; set; }

    /// <summary>The manager ends: that its workers are lost by that is no news.</summary>
    public void End(string? run)
    {
        ending = true;
        Note(
            "ends",
            run is null
                ? "the manager ends"
                : $"the manager ends; run {run} stays in its state folder, "
                    + "and the next manager over that goes on with it");
    }

    /// <summary>A run is being made.</summary>
    public void RunBegan(string run, bool resumed) =>
        NoteRun(run, resumed ? "was not ended by the manager before this one: going on with it" : "began");

    /// <summary>A run has ended with a report.</summary>
    public void RunEnded(string run, Verdict verdict, IReadOnlyList<string> reasons)
    {
        Metrics?.RunEnded(verdict);
        NoteRun(
            run,
            $"ended: {verdict.ToString().ToLowerInvariant()}"
                + string.Concat(reasons.Take(1).Select(reason => $", {reason}")));
    }

    /// <summary>Something that concerns a run.</summary>
    public void NoteRun(string run, string what)
    {
        Remember("run", $"{run} {what}");
        announcer.Write($"run {run} {what}");
    }

    /// <summary>Something that went wrong outside a run.</summary>
    public void NoteError(string text) => Note("trouble", text);

    public void OnEffect(ManagerEffect effect)
    {
        switch (effect)
        {
            case ManagerEffect.Joined(var worker):
                Note(
                    "joined",
                    $"worker {worker.Name} joined: server {worker.Server}, "
                        + $"{ClusterText.Actors(worker.Actors)}, store {worker.Store}");
                Metrics?.WorkerJoined();
                members.Add(worker);
                Joined?.Invoke(worker);
                WriteSum();
                break;
            case ManagerEffect.Lost when ending:
                break;
            case ManagerEffect.Lost(var worker, var reason):
                Note("lost", $"worker {worker.Name} was lost: {reason}");
                Metrics?.WorkerLost();
                members.RemoveAll(member => member.Incarnation == worker.Incarnation);
                WriteSum();
                break;
            case ManagerEffect.AttemptFailed(var by, var failure):
                Metrics?.AttemptFailed();
                Remember("failed", $"{by}: {failure}");
                break;
            case ManagerEffect.Reassigned(var grant):
                Metrics?.Reassigned();
                Remember("again", $"unit {grant.Unit} was reassigned under epoch {grant.Epoch}");
                break;
            case ManagerEffect.RunFailed(var reason, _):
                Note("failed", $"the run has failed: {reason}");
                break;
            default:
                break;
        }
    }

    public void Synced(int records, TimeSpan time) => Metrics?.LogSynced(records, time);

    // Not each of them: whoever joins again and again must not fill the log. The status pages list them.
    private void WriteSum() => announcer.Write($"members: {ClusterText.Sum(members)}");

    private void Note(string kind, string text)
    {
        Remember(kind, text);
        announcer.Write(text);
    }

    private void Remember(string kind, string text)
    {
        lock (gate)
        {
            events.Enqueue(new ClusterEvent(TimeProvider.System.GetUtcNow(), kind, text));
            while (events.Count > MaxEvents)
            {
                events.Dequeue();
            }
        }
    }
}
