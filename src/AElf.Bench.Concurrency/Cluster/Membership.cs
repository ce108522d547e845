using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>A member of the cluster: a worker, its connection, and its last heartbeat.</summary>
internal sealed class ManagerMember(ClusterMember worker, long connection)
{
    private long received;

    public ClusterMember Worker { get; } = worker;

    public long Connection { get; } = connection;

    /// <summary>The worker in the scheduler; null if the run does not use it.</summary>
    public SchedulerWorker? Slot { get; set; }

    public long LastHeartbeat { get; private set; }

    /// <summary>Whether it received parts of its grants between its last two heartbeats.</summary>
    public bool IsReceiving { get; private set; }

    public IReadOnlyList<ActorHealth> Health { get; private set; } = [];

    /// <summary>Dispatchers of its actors at its last heartbeat.</summary>
    public int Dispatchers { get; private set; }

    /// <summary>Whether its last heartbeat named the run as open.</summary>
    public bool HasRun { get; set; }

    /// <summary>Heartbeats without the open run since the run was last announced.</summary>
    public int HeartbeatsWithoutRun { get; set; }

    /// <summary>Takes a newer heartbeat.</summary>
    /// <returns>The problem; null if it was accepted.</returns>
    public string? On(Message.Heartbeat heartbeat)
    {
        if (heartbeat.Actors.Count > Worker.Actors || heartbeat.Running.Any(grant => grant.Actor >= Worker.Actors))
        {
            return $"it reported on actors beyond its {Worker.Actors}";
        }

        LastHeartbeat = heartbeat.Number;
        IsReceiving = heartbeat.Received > received;
        received = heartbeat.Received;
        Health = heartbeat.Actors;
        Dispatchers = heartbeat.Dispatchers;
        if (Slot is { } slot)
        {
            slot.Credits = Math.Min(heartbeat.Credits, slot.MaxCredits);
        }

        return null;
    }
}

/// <summary>The result of a Hello.</summary>
/// <param name="Member">The member to welcome; null without one.</param>
/// <param name="Lost">
/// The member that the new one replaces, because the Hello came over another connection; null without one.
/// </param>
/// <param name="IsNew">Whether <paramref name="Member"/> joins by this Hello.</param>
internal readonly record struct Admission(ManagerMember? Member, ManagerMember? Lost, bool IsNew);

/// <summary>
/// Decides by heartbeats and deadlines which workers are members and which are dead. It knows no grants, so another
/// cluster engine can replace it.
/// </summary>
internal sealed class Membership(
    ActorSystemOptions system, IReadOnlyList<string> storeAddresses, List<ManagerEffect> effects)
{
    private const int MaxActors = 4096;
    private const int MaxLanes = 65_536;
    private const int MaxEndedConnections = 10_000;

    private readonly List<ManagerMember> members = [];
    private readonly Dictionary<string, long> endedConnections = new(StringComparer.Ordinal);

    /// <summary>The members, in the order they joined.</summary>
    public IReadOnlyList<ManagerMember> Members => members;

    /// <summary>The members that the run uses.</summary>
    public IEnumerable<ManagerMember> OfRun => members.Where(member => member.Slot is not null);

    /// <summary>The member with an incarnation; null if absent.</summary>
    public ManagerMember? Find(long incarnation) => members.Find(member => member.Worker.Incarnation == incarnation);

    /// <summary>The member of a connection; null if absent.</summary>
    public ManagerMember? On(long connection) => members.Find(member => member.Connection == connection);

    public Admission OnHello(long connection, Message.Hello hello)
    {
        var worker = hello.Worker;
        if (Refuse(hello) is { } refused)
        {
            effects.Add(new ManagerEffect.Send(connection, refused));
            return default;
        }

        var known = members.Find(member => string.Equals(member.Worker.Name, worker.Name, StringComparison.Ordinal));
        if (connection <= endedConnections.GetValueOrDefault(worker.Name, -1) || connection < known?.Connection)
        {
            // A late Hello over a closed connection.
            return default;
        }

        if (known is not null && known.Worker.Incarnation != worker.Incarnation)
        {
            effects.Add(new ManagerEffect.Send(connection, new Message.Rejected(
                worker.Incarnation, Refusal.Duplicate, $"another member is named {worker.Name}")));
            return default;
        }

        if (known?.Connection == connection)
        {
            return new Admission(known, Lost: null, IsNew: false);
        }

        var member = new ManagerMember(worker, connection);
        return new Admission(member, known, IsNew: true);
    }

    public void Add(ManagerMember member)
    {
        members.Add(member);
        effects.Add(new ManagerEffect.Joined(member.Worker));
    }

    public void Remove(ManagerMember member, string reason)
    {
        members.Remove(member);
        if (endedConnections.Count >= MaxEndedConnections)
        {
            // New names could arrive without end. A late Hello over a forgotten connection joins, and is lost after its
            // silence.
            endedConnections.Clear();
        }

        endedConnections[member.Worker.Name] = member.Connection;
        effects.Add(new ManagerEffect.CancelTimer(DeadlineOf(member)));
        effects.Add(new ManagerEffect.Disconnect(member.Connection));
        effects.Add(new ManagerEffect.Lost(member.Worker, reason));
    }

    /// <summary>Restarts the time of a member's silence after a message.</summary>
    public void WatchSilence(ManagerMember member) =>
        effects.Add(new ManagerEffect.SetTimer(DeadlineOf(member), system.AcceptableHeartbeatPause));

    /// <summary>The answer to a worker that has not joined.</summary>
    public static Message.Rejected NoMember(long incarnation) =>
        new(incarnation, Refusal.NotMember, "this worker is not a member");

    private static ManagerTimer DeadlineOf(ManagerMember member) => new(TimerKind.Deadline, member.Worker.Incarnation);

    private Message.Rejected? Refuse(Message.Hello hello)
    {
        var worker = hello.Worker;
        if (hello.Version != Message.ProtocolVersion)
        {
            return new Message.Rejected(worker.Incarnation, Refusal.Version,
                $"the worker speaks protocol version {hello.Version}, "
                    + $"the manager {Message.ProtocolVersion}: use the same build for both");
        }

        if (worker.Actors is < 1 or > MaxActors || worker.Lanes is < 1 or > MaxLanes)
        {
            return new Message.Rejected(worker.Incarnation, Refusal.Configuration,
                $"the worker has {worker.Actors} actors with {worker.Lanes} lanes each; "
                    + $"expected 1 to {MaxActors} actors with 1 to {MaxLanes} lanes");
        }

        return storeAddresses.Contains(worker.Store, StringComparer.Ordinal)
            ? null
            : new Message.Rejected(worker.Incarnation, Refusal.Configuration,
                $"the worker's store is at '{worker.Store}', "
                    + $"the manager's at '{string.Join("' or '", storeAddresses)}'");
    }
}
