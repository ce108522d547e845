using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>Settings of a manager for one run, and for its workers.</summary>
public sealed record ManagerOptions
{
    /// <summary>The run's <see cref="RunName"/>. It is unique, also among runs with the same id.</summary>
    public required string Run { get; init; }

    /// <summary>
    /// Epochs and versions of the run are higher than this number. Another run with the same id starts elsewhere, so
    /// its late writes reach no key of this run.
    /// </summary>
    public int EpochsBefore { get; init; }

    /// <summary>The configuration of the run as text; a log with another text is refused.</summary>
    public string Configuration { get; init; } = string.Empty;

    /// <summary>
    /// The addresses of the store or of its proxies, <c>host:port</c>: workers must name one of them.
    /// </summary>
    public required IReadOnlyList<string> StoreAddresses { get; init; }

    public string Workload { get; init; } = string.Empty;

    /// <summary>Names and values of the run's settings, as submitted.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Settings { get; init; } = [];

    /// <summary>A proof of the load, encoded by the workload, which workers must reproduce; empty for none.</summary>
    public ReadOnlyMemory<byte> Proof { get; init; }

    /// <summary>Whether it is a control: workers execute it without their store.</summary>
    public bool IsControl { get; init; }

    /// <summary>
    /// The options of the run's control measurement: grants and reports over the wire with a log, for null actors,
    /// between other runs. It has no keys and is not resumed.
    /// </summary>
    public ManagerOptions ForControl() => this with { Run = RunName.ControlOf(Run), IsControl = true };

    public RunMembers Members { get; init; } = RunMembers.All;

    /// <summary>Lanes, routing, mailboxes, attempts. Each worker sets its own number of actors.</summary>
    public SchedulerOptions Scheduling { get; init; } = new();

    /// <summary>Heartbeat interval and acceptable pause.</summary>
    public ActorSystemOptions System { get; init; } = new();

    /// <summary>Maximum time of a round without any worker; then the run fails.</summary>
    public TimeSpan WorkerWait { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>Time-out of workers for opening the run, and for the measurements of a round.</summary>
    public TimeSpan ResultWait { get; init; } = TimeSpan.FromSeconds(14);

    /// <summary>Maximum bytes of work in one <see cref="Message.Assign"/>.</summary>
    public int MaxWorkBytes { get; init; } = 64 * 1024;

    internal Message.OpenRun Opening() =>
        new(Run, Workload, Settings, Scheduling.Actors.Lanes)
        {
            Proof = Proof,
            IsControl = IsControl,
            Dispatchers = Scheduling.Actors.Dispatchers,
            Actors = Members.MaxActors,
        };

    /// <summary>
    /// The message that ends the run at a worker. The worker shows the failure as text, without its kind.
    /// </summary>
    internal Message.CloseRun Closing(Problem? failure) => new(Run, failure?.ToString());
}

/// <summary>The purpose of a manager's timer.</summary>
public enum TimerKind
{
    /// <summary>A worker's silence; the subject is its incarnation.</summary>
    Deadline,

    /// <summary>The pause before a unit is granted again; the subject is the unit.</summary>
    Pause,

    /// <summary>A round has no workers; no subject.</summary>
    NoWorkers,

    /// <summary>The workers' measurements of a round; no subject.</summary>
    Results,

    /// <summary>The workers connect to the run's store; no subject.</summary>
    Opening,
}

/// <summary>Names a timer. Setting a timer again replaces it.</summary>
/// <param name="Subject">
/// An incarnation or a unit, depending on <see cref="TimerKind"/>; unused for other kinds.
/// </param>
public readonly record struct ManagerTimer(TimerKind Kind, long Subject);

/// <summary>An event that a manager handles.</summary>
public abstract record ManagerEvent
{
    private ManagerEvent()
    {
    }

    /// <summary>A message arrived.</summary>
    /// <param name="Connection">Connections are numbered in order of creation.</param>
    public sealed record Received(long Connection, Message Message) : ManagerEvent;

    /// <summary>A connection ended.</summary>
    /// <param name="Reason">Why, as a clause that follows the worker's name.</param>
    public sealed record Disconnected(long Connection, string Reason) : ManagerEvent;

    /// <summary>A timer expired.</summary>
    public sealed record TimerFired(ManagerTimer Timer) : ManagerEvent;

    /// <summary>Records are durable.</summary>
    /// <param name="Position">The highest durable position; all lower ones are durable too.</param>
    public sealed record Synced(long Position) : ManagerEvent;

    /// <summary>Seed the run before its first round.</summary>
    public sealed record BeginSeeding : ManagerEvent;

    /// <summary>
    /// Announces rounds: workers open the run, then <see cref="ManagerEffect.RunReady"/> follows, unless the run fails
    /// first. Without this event a round is executed too, but its time includes connecting.
    /// </summary>
    public sealed record Announce : ManagerEvent;

    /// <summary>
    /// Execute a round; the previous one is done and measured. After a restart all rounds are handed over again, from
    /// the first.
    /// </summary>
    /// <param name="Round">The round. It is called for each accepted attempt.</param>
    public sealed record Execute(IRound Round) : ManagerEvent;

    /// <summary>Ends the rounds, or gives up the run. A run without a round stays open in its log.</summary>
    /// <param name="Failure">Why it is given up; null after the last round.</param>
    public sealed record Close(Problem? Failure) : ManagerEvent;
}

/// <summary>An action for the host; the host executes the actions in order.</summary>
public abstract record ManagerEffect
{
    private ManagerEffect()
    {
    }

    /// <summary>Send a message; no effect after the end of the connection.</summary>
    public sealed record Send(long Connection, Message Message) : ManagerEffect;

    /// <summary>End a connection. <see cref="ManagerEvent.Disconnected"/> may follow.</summary>
    public sealed record Disconnect(long Connection) : ManagerEffect;

    /// <summary>
    /// Append a record to the log, make it durable soon, then raise <see cref="ManagerEvent.Synced"/>.
    /// </summary>
    /// <param name="Position">The record's place in the log, from 0.</param>
    public sealed record Append(long Position, LogRecord Record) : ManagerEffect;

    /// <summary>Set a timer; replaces a timer with the same name.</summary>
    /// <param name="After">Time from now.</param>
    public sealed record SetTimer(ManagerTimer Timer, TimeSpan After) : ManagerEffect;

    /// <summary>Stop a timer, if it is set.</summary>
    public sealed record CancelTimer(ManagerTimer Timer) : ManagerEffect;

    /// <summary>A worker was admitted. A running round may grant to it.</summary>
    public sealed record Joined(ClusterMember Worker) : ManagerEffect;

    /// <summary>A worker lost its membership.</summary>
    public sealed record Lost(ClusterMember Worker, string Reason) : ManagerEffect;

    /// <summary>A unit was granted again, after another attempt at it has ended.</summary>
    /// <param name="Grant">The unit and its new epoch.</param>
    /// <param name="From">The previous worker, in words.</param>
    /// <param name="To">The name of the new worker.</param>
    public sealed record Reassigned(Grant Grant, string From, string To) : ManagerEffect;

    /// <summary>An attempt that counted has failed.</summary>
    /// <param name="By">The worker of the attempt.</param>
    public sealed record AttemptFailed(string By, AttemptFailure Failure) : ManagerEffect;

    /// <summary>The run may be seeded, and the log contains this.</summary>
    /// <param name="Version">The version of the new keys; no key has it yet.</param>
    public sealed record SeedingLogged(int Version) : ManagerEffect;

    /// <summary>
    /// A round may be handed over: all workers have opened the run, or their time is over. Raised once for each
    /// <see cref="ManagerEvent.Announce"/>.
    /// </summary>
    public sealed record RunReady : ManagerEffect;

    /// <summary>All units of the round are done, and the log contains this durably.</summary>
    public sealed record RoundDone(long Round) : ManagerEffect;

    /// <summary>The measurements of the round are as complete as possible; the next round may be handed over.</summary>
    /// <param name="Round">The round's number; −1 if the run was given up.</param>
    /// <param name="Workers">The measurements of each worker that answered.</param>
    /// <param name="Unreported">Upper bound of operations of workers that did not answer.</param>
    public sealed record RoundMeasured(
        long Round, IReadOnlyList<WorkerRound> Workers, OperationCounts Unreported) : ManagerEffect
    {
        /// <summary>Names of the workers with grants that did not answer.</summary>
        public IReadOnlyList<string> Silent { get; init; } = [];
    }

    /// <summary>The run has failed permanently.</summary>
    /// <param name="Reason">Contains unit, epoch, item and step if known.</param>
    /// <param name="StoreLostData">Whether the store lost or damaged data.</param>
    public sealed record RunFailed(Problem Reason, bool StoreLostData) : ManagerEffect;
}

/// <summary>A manager's state: its members, the progress of the round, and stuck grants.</summary>
/// <param name="Round">The number of the executed round; −1 between rounds.</param>
/// <param name="Weight">Weight of its units, such as their number of transfers.</param>
/// <param name="UnitsDone">Units with an accepted attempt.</param>
/// <param name="Members">The members, in the order they joined.</param>
/// <param name="Idle">Grants without progress between two heartbeats, longest idle first.</param>
public sealed record ManagerView(
    string Run,
    long Round,
    long Weight,
    int Units,
    int UnitsDone,
    IReadOnlyList<MemberView> Members,
    IReadOnlyList<IdleGrant> Idle);

/// <summary>A worker as its manager knows it.</summary>
/// <param name="Health">The state of each actor at its last heartbeat; empty before the first.</param>
/// <param name="Credits">Maximum of grants at once.</param>
public sealed record MemberView(ClusterMember Worker, IReadOnlyList<ActorHealth> Health, int Grants, int Credits)
{
    /// <summary>Dispatchers of its actors; 0 without an open run.</summary>
    public int Dispatchers { get; init; }
}
