using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>Settings of a manager for one run, and for the workers that make it.</summary>
public sealed record ManagerOptions
{
    /// <summary>The run's <see cref="RunName"/>: no other run has it, not even one of the same id.</summary>
    public required string Run { get; init; }

    /// <summary>
    /// Epochs and versions of the run come after this one, so that late writes of another run of the same id, which
    /// starts elsewhere, reach no key of it.
    /// </summary>
    public int EpochsBefore { get; init; }

    /// <summary>The configuration of the run as text; a log with another one is refused.</summary>
    public string Configuration { get; init; } = string.Empty;

    /// <summary>
    /// The store's address, or those of the proxies before it, <c>host:port</c>: workers must name one of them.
    /// </summary>
    public required IReadOnlyList<string> StoreAddresses { get; init; }

    public string Workload { get; init; } = string.Empty;

    /// <summary>Names and texts of the settings of the run, as they were submitted.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Settings { get; init; } = [];

    /// <summary>What workers have to find in the load, encoded by the workload; empty for nothing.</summary>
    public ReadOnlyMemory<byte> Proof { get; init; }

    /// <summary>Whether it is a control, which workers execute without their store.</summary>
    public bool IsControl { get; init; }

    /// <summary>
    /// The options of the run's control measurement: grants and reports over the wire with a log, for null actors,
    /// between other runs. It has no keys, and is not resumed.
    /// </summary>
    public ManagerOptions ForControl() => this with { Run = RunName.ControlOf(Run), IsControl = true };

    public RunMembers Members { get; init; } = RunMembers.All;

    /// <summary>Lanes, routing, mailboxes, attempts; actors are the workers' affair.</summary>
    public SchedulerOptions Scheduling { get; init; } = new();

    /// <summary>Heartbeat interval and acceptable pause.</summary>
    public ActorSystemOptions System { get; init; } = new();

    /// <summary>How long a round waits without any worker before the run is failed.</summary>
    public TimeSpan WorkerWait { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Time-out of workers for opening the run, and for the measurements of a round.</summary>
    public TimeSpan ResultWait { get; init; } = TimeSpan.FromSeconds(14);

    /// <summary>The most bytes of work in one <see cref="Message.Assign"/>.</summary>
    public int MaxWorkBytes { get; init; } = 64 * 1024;

    internal Message.OpenRun Opening() =>
        new(Run, Workload, Settings, Scheduling.Actors.Lanes)
        {
            Proof = Proof,
            IsControl = IsControl,
            Dispatchers = Scheduling.Actors.Dispatchers,
            Actors = Members.MaxActors,
        };

    /// <summary>Ends the run at a worker, which shows why it failed and does not look at the kind.</summary>
    internal Message.CloseRun Closing(Problem? failure) => new(Run, failure?.ToString());
}

/// <summary>The purpose of a manager's timer.</summary>
public enum TimerKind
{
    /// <summary>A worker's silence; the subject is its incarnation.</summary>
    Deadline,

    /// <summary>The pause before a unit is granted again; the subject is the unit.</summary>
    Pause,

    /// <summary>A round without workers; no subject.</summary>
    NoWorkers,

    /// <summary>The workers' measurements of a round; no subject.</summary>
    Results,

    /// <summary>The workers' connecting to the run's store; no subject.</summary>
    Opening,
}

/// <summary>Names a timer. Setting one that is set replaces it.</summary>
/// <param name="Subject">
/// An incarnation or a unit, as <see cref="TimerKind"/> says; without meaning for the other kinds.
/// </param>
public readonly record struct ManagerTimer(TimerKind Kind, long Subject);

/// <summary>An event that a manager handles.</summary>
public abstract record ManagerEvent
{
    private ManagerEvent()
    {
    }

    /// <summary>A message came.</summary>
    /// <param name="Connection">Numbers connections in the order they were made.</param>
    public sealed record Received(long Connection, Message Message) : ManagerEvent;

    /// <summary>A connection ended.</summary>
    /// <param name="Reason">Why, as a clause after the worker's name.</param>
    public sealed record Disconnected(long Connection, string Reason) : ManagerEvent;

    /// <summary>A timer ran out.</summary>
    public sealed record TimerFired(ManagerTimer Timer) : ManagerEvent;

    /// <summary>Records are durable.</summary>
    /// <param name="Position">The highest position that is, with all below it.</param>
    public sealed record Synced(long Position) : ManagerEvent;

    /// <summary>Seed the run, before its first round.</summary>
    public sealed record BeginSeeding : ManagerEvent;

    /// <summary>
    /// Announces rounds: workers open the run, then <see cref="ManagerEffect.RunReady"/> follows, unless the run fails
    /// first. A round without this event is also executed, but includes the time of connecting.
    /// </summary>
    public sealed record Announce : ManagerEvent;

    /// <summary>
    /// Execute a round; the one before is done and measured. After a restart all rounds are handed over again, from the
    /// first.
    /// </summary>
    /// <param name="Round">The round. It is called for each accepted attempt.</param>
    public sealed record Execute(IRound Round) : ManagerEvent;

    /// <summary>
    /// No round will follow, or the run is given up. A run of which no round was handed over stays open in its log.
    /// </summary>
    /// <param name="Failure">Why it is given up; null after the last round.</param>
    public sealed record Close(Problem? Failure) : ManagerEvent;
}

/// <summary>An action that a manager wants done; actions are done in order.</summary>
public abstract record ManagerEffect
{
    private ManagerEffect()
    {
    }

    /// <summary>Send a message; nothing happens when the connection is gone.</summary>
    public sealed record Send(long Connection, Message Message) : ManagerEffect;

    /// <summary>End a connection. <see cref="ManagerEvent.Disconnected"/> need not follow.</summary>
    public sealed record Disconnect(long Connection) : ManagerEffect;

    /// <summary>Append a record to the log, make it durable soon, then say <see cref="ManagerEvent.Synced"/>.</summary>
    /// <param name="Position">The record's place in the log, the first being 0.</param>
    public sealed record Append(long Position, LogRecord Record) : ManagerEffect;

    /// <summary>Set a timer, in place of one of the same name.</summary>
    /// <param name="After">From now.</param>
    public sealed record SetTimer(ManagerTimer Timer, TimeSpan After) : ManagerEffect;

    /// <summary>Stop a timer, if it is set.</summary>
    public sealed record CancelTimer(ManagerTimer Timer) : ManagerEffect;

    /// <summary>A worker was admitted: a round that runs may grant to it.</summary>
    public sealed record Joined(ClusterMember Worker) : ManagerEffect;

    /// <summary>A worker lost its membership.</summary>
    public sealed record Lost(ClusterMember Worker, string Reason) : ManagerEffect;

    /// <summary>A unit was granted again, since another attempt at it is over.</summary>
    /// <param name="Grant">The unit and its new epoch.</param>
    /// <param name="From">The worker that had it before, in words.</param>
    /// <param name="To">The name of the worker that has it now.</param>
    public sealed record Reassigned(Grant Grant, string From, string To) : ManagerEffect;

    /// <summary>An attempt that counted failed.</summary>
    /// <param name="By">The worker it failed at.</param>
    public sealed record AttemptFailed(string By, AttemptFailure Failure) : ManagerEffect;

    /// <summary>The run may be seeded, and the log says so.</summary>
    /// <param name="Version">The version of the keys to write; never written before.</param>
    public sealed record SeedingLogged(int Version) : ManagerEffect;

    /// <summary>
    /// A round may be handed over: all workers have the run open, or have had their time. Once for each
    /// <see cref="ManagerEvent.Announce"/>.
    /// </summary>
    public sealed record RunReady : ManagerEffect;

    /// <summary>All units of the round are done, durably.</summary>
    public sealed record RoundDone(long Round) : ManagerEffect;

    /// <summary>The measurements of the round are as complete as possible; the next round may be handed over.</summary>
    /// <param name="Round">The round's number; −1 when the run was given up.</param>
    /// <param name="Workers">What each worker did; only those that answered.</param>
    /// <param name="Unreported">The most operations that workers may have asked of the store without answering.</param>
    public sealed record RoundMeasured(
        long Round, IReadOnlyList<WorkerRound> Workers, OperationCounts Unreported) : ManagerEffect
    {
        /// <summary>The workers that were granted something and did not answer, by name.</summary>
        public IReadOnlyList<string> Silent { get; init; } = [];
    }

    /// <summary>The run has failed and stays so.</summary>
    /// <param name="Reason">Names unit, epoch, item and step where there are any.</param>
    /// <param name="StoreLostData">Whether the store lost or damaged data.</param>
    public sealed record RunFailed(Problem Reason, bool StoreLostData) : ManagerEffect;
}

/// <summary>A manager's state: its members, how far the round is, and what does not move.</summary>
/// <param name="Round">The number of the round being executed; −1 between rounds.</param>
/// <param name="Weight">What its units weigh together, such as transfers.</param>
/// <param name="UnitsDone">Units of which an attempt was accepted.</param>
/// <param name="Members">The members, in the order they joined.</param>
/// <param name="Idle">Grants that made no progress from one heartbeat to the next, longest idle first.</param>
public sealed record ManagerView(
    string Run,
    long Round,
    long Weight,
    int Units,
    int UnitsDone,
    IReadOnlyList<MemberView> Members,
    IReadOnlyList<IdleGrant> Idle);

/// <summary>A worker as its manager sees it.</summary>
/// <param name="Health">The state of each actor, as its last heartbeat had it; empty before the first.</param>
/// <param name="Credits">The most grants it takes at once.</param>
public sealed record MemberView(ClusterMember Worker, IReadOnlyList<ActorHealth> Health, int Grants, int Credits)
{
    /// <summary>Dispatchers that serve its actors; 0 while it has no run open.</summary>
    public int Dispatchers { get; init; }
}
