using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Health;
using AElf.Bench.Concurrency.Cluster.Hosting;

namespace AElf.Concurrency.Manager;

/// <summary>Remembers and prints what happens at the manager.</summary>
internal sealed class ManagerJournal(Announcer announcer) : IManagerWatch
{
    private const int MostEvents = 200;

    private readonly Lock gate = new();
    private readonly Queue<ClusterEvent> events = [];
    private readonly List<ClusterMember> members = [];

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

    public void Happened(ManagerEffect effect)
    {
        switch (effect)
        {
            case ManagerEffect.Joined(var worker):
                Note("joined", $"worker {worker.Name} joined: server {worker.Server}, {worker.Actors} actors, store {worker.Store}");
                Metrics?.WorkerJoined();
                members.Add(worker);
                List();
                break;
            case ManagerEffect.Lost(var worker, var reason):
                Note("lost", $"worker {worker.Name} was lost: {reason}");
                Metrics?.WorkerLost();
                members.RemoveAll(member => member.Incarnation == worker.Incarnation);
                List();
                break;
            case ManagerEffect.AttemptFailed(var worker, var failure):
                Metrics?.AttemptFailed();
                Remember("failed", $"worker {worker}: {failure}");
                break;
            case ManagerEffect.GrantedAgain(var work):
                Metrics?.GrantedAgain();
                Remember("again", $"group {work.Group} was granted again under epoch {work.Epoch}");
                break;
            case ManagerEffect.RunFailed(var reason, _):
                Note("failed", $"the run has failed: {reason}");
                break;
            default:
                break;
        }
    }

    public void Synced(int records, TimeSpan time) => Metrics?.LogSynced(records, time);

    private void List()
    {
        announcer.Say($"members: {members.Count}, processes on {members.Select(member => member.Server).Distinct(StringComparer.Ordinal).Count()} servers, {members.Sum(member => member.Actors)} actors");
        foreach (var member in members)
        {
            announcer.Say($"  {member.Name}  server {member.Server}  {member.Actors} actors  store {member.Store}");
        }
    }

    private void Note(string kind, string text)
    {
        Remember(kind, text);
        announcer.Say(text);
    }

    private void Remember(string kind, string text)
    {
        lock (gate)
        {
            events.Enqueue(new ClusterEvent(TimeProvider.System.GetUtcNow(), kind, text));
            while (events.Count > MostEvents)
            {
                events.Dequeue();
            }
        }
    }
}
