using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>Why a manager does not take a worker.</summary>
public enum Refusal
{
    /// <summary>The two speak different versions of the protocol.</summary>
    Version = 1,

    /// <summary>
    /// A worker of that name, of another incarnation, is a member. It may be dead without the manager knowing: trying
    /// again helps then.
    /// </summary>
    Duplicate = 2,

    /// <summary>The worker is configured for something else.</summary>
    Configuration = 3,

    /// <summary>The manager holds the worker for dead, or has been restarted: another Hello helps.</summary>
    NotMember = 4,
}

/// <summary>A worker of the cluster.</summary>
/// <param name="Name">Unique in the cluster, the same for every incarnation.</param>
/// <param name="Incarnation">A random number for each process.</param>
/// <param name="Lanes">The most jobs in flight inside one actor; a run may ask for fewer.</param>
/// <param name="Server">The host it runs on.</param>
/// <param name="Store">
/// The address of the store, or of the proxy before it, that its actors talk to; <c>host:port</c>.
/// </param>
/// <param name="Machine">
/// Identifies its machine, independently of the server's name, to attribute its CPU time to the run; empty if unknown.
/// </param>
public sealed record ClusterMember(
    string Name, long Incarnation, int Actors, int Lanes, string Server, string Store, string Machine = "");

/// <summary>One actor's state.</summary>
/// <param name="Committed">Commits since its process started.</param>
/// <param name="Waiting">Jobs in its mailbox.</param>
/// <param name="OldestAge">How long the oldest of them has waited.</param>
public readonly record struct ActorHealth(long Committed, int Waiting, TimeSpan OldestAge);

/// <summary>
/// A message between a manager and its workers: one of a closed set, safe to lose, to repeat, and to receive late or
/// out of order. One with an incarnation concerns that process of the worker alone.
/// </summary>
public abstract record Message
{
    /// <summary>The version of these messages and their meaning.</summary>
    public const int ProtocolVersion = 10;

    private Message()
    {
    }

    /// <summary>The incarnation of the worker that sends it; null for a manager's message.</summary>
    public long? Sender => this switch
    {
        Hello hello => hello.Worker.Incarnation,
        Heartbeat heartbeat => heartbeat.Incarnation,
        Done done => done.Incarnation,
        Failed failed => failed.Incarnation,
        Sample sample => sample.Incarnation,
        RoundResult result => result.Incarnation,
        _ => null,
    };

    /// <summary>Worker: asks to be a member. All it was granted before under the same incarnation is void.</summary>
    public sealed record Hello(int Version, ClusterMember Worker) : Message;

    /// <summary>Worker: is alive, with its progress.</summary>
    /// <param name="Number">Rising; a lower one that comes later means nothing.</param>
    /// <param name="Credits">The most grants it can hold at once; less what void grants still occupy.</param>
    /// <param name="Run">The run it has open, with all actors connected; empty for none.</param>
    /// <param name="Running">All grants it holds and may still report on.</param>
    public sealed record Heartbeat(
        long Incarnation,
        long Number,
        int Credits,
        string Run,
        IReadOnlyList<ActorHealth> Actors,
        IReadOnlyList<GrantProgress> Running) : Message
    {
        /// <summary>
        /// Grants, or parts of one, that this process has received, each counted once. While it rises, the wire is
        /// busy, and missing grants are not repeated.
        /// </summary>
        public long Received { get; init; }

        /// <summary>Dispatchers that serve its actors; 0 while no run is open.</summary>
        public int Dispatchers { get; init; }
    }

    /// <summary>
    /// Worker: attempts of which every write was acknowledged. Sent again until <see cref="Acknowledged"/>.
    /// </summary>
    /// <param name="Number">
    /// The report's, over <see cref="Done"/> and <see cref="Failed"/>, rising within the incarnation.
    /// </param>
    public sealed record Done(
        long Incarnation, long Number, string Run, long Round, IReadOnlyList<Attempt> Attempts) : Message;

    /// <summary>Worker: an attempt is over and not done. Sent again until <see cref="Acknowledged"/>.</summary>
    /// <param name="Number">As in <see cref="Done"/>.</param>
    /// <param name="Failure">Unit, epoch, step, item and reason.</param>
    public sealed record Failed(
        long Incarnation, long Number, string Run, long Round, AttemptFailure Failure) : Message;

    /// <summary>
    /// Worker, every slice: what its actors have committed. A lost message only loses a point of a curve.
    /// </summary>
    /// <param name="Committed">Committed since its last <see cref="RoundResult"/>, by all actors together.</param>
    public sealed record Sample(long Incarnation, string Run, long Committed) : Message;

    /// <summary>
    /// Worker: the measurements of a round. Answers each <see cref="RequestResult"/>; the same round gets the same
    /// figures, and an outdated round gets none.
    /// </summary>
    /// <param name="Stats">The work since the previous result, or since the run was opened.</param>
    public sealed record RoundResult(long Incarnation, string Run, long Round, RoundStats Stats) : Message;

    /// <summary>Manager: the worker is a member.</summary>
    /// <param name="Members">All members, in the order they joined.</param>
    /// <param name="HeartbeatInterval">How often the worker shall send a heartbeat.</param>
    /// <param name="AcceptableHeartbeatPause">Silence after which the manager holds the worker for dead.</param>
    public sealed record Welcome(
        long Incarnation,
        IReadOnlyList<ClusterMember> Members,
        TimeSpan HeartbeatInterval,
        TimeSpan AcceptableHeartbeatPause) : Message;

    /// <summary>Manager: the worker has not joined.</summary>
    /// <param name="Text">The reason in words: what was given and what would be right.</param>
    public sealed record Rejected(long Incarnation, Refusal Refusal, string Text) : Message;

    /// <summary>Manager: the run of the following grants.</summary>
    /// <param name="Run">The run whose keys are used.</param>
    /// <param name="Settings">Names and texts of the settings of the run, as they were submitted.</param>
    /// <param name="Lanes">Jobs in flight inside one actor, unless the worker has fewer.</param>
    public sealed record OpenRun(
        string Run, string Workload, IReadOnlyList<KeyValuePair<string, string>> Settings, int Lanes) : Message
    {
        /// <summary>What the worker has to find in the load, encoded by the workload; empty for nothing.</summary>
        public ReadOnlyMemory<byte> Proof { get; init; }

        /// <summary>
        /// Whether it is a control: actors report every unit done at once, and no store is touched.
        /// </summary>
        public bool IsControl { get; init; }

        /// <summary>Dispatchers in each worker (<see cref="ActorOptions.Dispatchers"/>).</summary>
        public int Dispatchers { get; init; }

        /// <summary>The most actors of a worker that the run uses.</summary>
        public int Actors { get; init; } = int.MaxValue;
    }

    /// <summary>
    /// Manager: a grant with its work, or a part of it; for one incarnation only; executed once however often it comes.
    /// </summary>
    /// <param name="Actor">The actor that shall execute it; −1 for any.</param>
    /// <param name="Grant">The job or unit, and the epoch.</param>
    /// <param name="Units">The units; empty but in the first part.</param>
    public sealed record Assign(
        long Incarnation,
        string Run,
        long Round,
        int Actor,
        Grant Grant,
        IReadOnlyList<int> Units,
        WorkPart Work) : Message;

    /// <summary>Manager: a grant is cancelled; ending it early only saves work.</summary>
    public sealed record Abort(long Incarnation, string Run, long Round, Grant Grant) : Message;

    /// <summary>Manager: a report was received and its changes are in the log; do not send it again.</summary>
    public sealed record Acknowledged(long Incarnation, long Number) : Message;

    /// <summary>
    /// Manager: requests the measurements of a round that is done, or of a cancelled run. Cancels all grants of this
    /// and earlier rounds. Answered when no operation of the run is in flight.
    /// </summary>
    /// <param name="Round">The round's number; −1 when the run was given up.</param>
    public sealed record RequestResult(string Run, long Round) : Message;

    /// <summary>Manager: the run is over.</summary>
    /// <param name="Failure">Why it failed; null when it did not.</param>
    public sealed record CloseRun(string Run, string? Failure) : Message;
}

/// <summary>A part of a grant's work: a large unit does not fit into one message.</summary>
/// <param name="Offset">Its first byte's place in the whole.</param>
/// <param name="Length">Bytes of the whole.</param>
public readonly record struct WorkPart(int Offset, int Length, ReadOnlyMemory<byte> Bytes);
