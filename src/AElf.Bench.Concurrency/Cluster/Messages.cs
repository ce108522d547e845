using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>Why a manager refuses a worker.</summary>
public enum Refusal
{
    /// <summary>Manager and worker have different versions of the protocol.</summary>
    Version = 1,

    /// <summary>
    /// Another incarnation with this name is a member. It may be dead, and the manager has not noticed it yet: then
    /// another try succeeds.
    /// </summary>
    Duplicate = 2,

    /// <summary>The worker has another configuration.</summary>
    Configuration = 3,

    /// <summary>The manager considers the worker dead, or was restarted: another Hello helps.</summary>
    NotMember = 4,
}

/// <summary>A worker of the cluster.</summary>
/// <param name="Name">Unique in the cluster; all incarnations of a worker have the same name.</param>
/// <param name="Incarnation">A random number for each process.</param>
/// <param name="Lanes">Maximum of jobs in flight inside one actor; a run may use fewer.</param>
/// <param name="Server">The host of the worker.</param>
/// <param name="Store">The address that its actors use, of the store or of a proxy before it; <c>host:port</c>.</param>
/// <param name="Machine">
/// Identifies its machine, independently of the server's name, to attribute CPU time to the run; empty if unknown.
/// </param>
public sealed record ClusterMember(
    string Name, long Incarnation, int Actors, int Lanes, string Server, string Store, string Machine = "");

/// <summary>One actor's state.</summary>
/// <param name="Committed">Commits since its process started.</param>
/// <param name="Waiting">Jobs in its mailbox.</param>
/// <param name="OldestAge">Waiting time of the oldest of them.</param>
public readonly record struct ActorHealth(long Committed, int Waiting, TimeSpan OldestAge);

/// <summary>
/// A message between a manager and its workers, from a closed set. It may be lost, repeated, late or out of order
/// without harm. A message with an incarnation is only for that process of the worker.
/// </summary>
public abstract record Message
{
    /// <summary>The version of these messages and their meaning.</summary>
    public const int ProtocolVersion = 10;

    private Message()
    {
    }

    /// <summary>The incarnation of the worker that sends the message; null for a manager's message.</summary>
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

    /// <summary>Worker: requests membership. All earlier grants to this incarnation become void.</summary>
    public sealed record Hello(int Version, ClusterMember Worker) : Message;

    /// <summary>Worker: a sign of life, with its progress.</summary>
    /// <param name="Number">Rises; a lower number that arrives later is ignored.</param>
    /// <param name="Credits">Maximum of grants that it can hold, less the room that void grants still occupy.</param>
    /// <param name="Run">Its open run, with all actors connected; empty without one.</param>
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
        /// Number of received grants or parts of grants, each counted once. While it rises, the wire is busy, and
        /// missing grants are not repeated.
        /// </summary>
        public long Received { get; init; }

        /// <summary>Dispatchers of its actors; 0 without an open run.</summary>
        public int Dispatchers { get; init; }
    }

    /// <summary>Worker: attempts with all writes acknowledged. Sent again until <see cref="Acknowledged"/>.</summary>
    /// <param name="Number">
    /// The report's number, common to <see cref="Done"/> and <see cref="Failed"/>; rises within the incarnation.
    /// </param>
    public sealed record Done(
        long Incarnation, long Number, string Run, long Round, IReadOnlyList<Attempt> Attempts) : Message;

    /// <summary>Worker: an attempt has ended without success. Sent again until <see cref="Acknowledged"/>.</summary>
    /// <param name="Number">As in <see cref="Done"/>.</param>
    /// <param name="Failure">Unit, epoch, step, item and reason.</param>
    public sealed record Failed(
        long Incarnation, long Number, string Run, long Round, AttemptFailure Failure) : Message;

    /// <summary>Worker, every slice: the commits of its actors. A lost message costs one point of a curve.</summary>
    /// <param name="Committed">Commits of all actors since its last <see cref="RoundResult"/>.</param>
    public sealed record Sample(long Incarnation, string Run, long Committed) : Message;

    /// <summary>
    /// Worker: the measurements of a round. It answers each <see cref="RequestResult"/>. Requests for the same round
    /// get the same figures, and requests for an outdated round get no figures.
    /// </summary>
    /// <param name="Stats">The work since the previous result, or since the run was opened.</param>
    public sealed record RoundResult(long Incarnation, string Run, long Round, RoundStats Stats) : Message;

    /// <summary>Manager: the worker is a member.</summary>
    /// <param name="Members">All members, in the order they joined.</param>
    /// <param name="HeartbeatInterval">Time between two heartbeats of the worker.</param>
    /// <param name="AcceptableHeartbeatPause">Silence after which the manager considers the worker dead.</param>
    public sealed record Welcome(
        long Incarnation,
        IReadOnlyList<ClusterMember> Members,
        TimeSpan HeartbeatInterval,
        TimeSpan AcceptableHeartbeatPause) : Message;

    /// <summary>Manager: the worker has not joined.</summary>
    /// <param name="Text">The reason in words: the given and the right value.</param>
    public sealed record Rejected(long Incarnation, Refusal Refusal, string Text) : Message;

    /// <summary>Manager: opens the run of the following grants.</summary>
    /// <param name="Run">The run whose keys are used.</param>
    /// <param name="Settings">Names and values of the run's settings, as submitted.</param>
    /// <param name="Lanes">Jobs in flight inside one actor, unless the worker's limit is lower.</param>
    public sealed record OpenRun(
        string Run, string Workload, IReadOnlyList<KeyValuePair<string, string>> Settings, int Lanes) : Message
    {
        /// <summary>
        /// A proof of the load, encoded by the workload, which the worker must reproduce; empty for none.
        /// </summary>
        public ReadOnlyMemory<byte> Proof { get; init; }

        /// <summary>Whether it is a control: actors report every unit as done at once, without a store.</summary>
        public bool IsControl { get; init; }

        /// <summary>Dispatchers in each worker (<see cref="ActorOptions.Dispatchers"/>).</summary>
        public int Dispatchers { get; init; }

        /// <summary>Maximum of a worker's actors that the run uses.</summary>
        public int Actors { get; init; } = int.MaxValue;
    }

    /// <summary>
    /// Manager: a grant with its work, or a part of it. It is for one incarnation only. A repeated grant is executed
    /// once.
    /// </summary>
    /// <param name="Actor">The actor to execute it; −1 for any actor.</param>
    /// <param name="Grant">The job or unit, and the epoch.</param>
    /// <param name="Units">The units; empty except in the first part.</param>
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

    /// <summary>Manager: a report was received, and its changes are in the log. The worker stops sending it.</summary>
    public sealed record Acknowledged(long Incarnation, long Number) : Message;

    /// <summary>
    /// Manager: requests the measurements of a finished round, or of a cancelled run. Cancels all grants of this round
    /// and of earlier ones. The worker answers when no operation of the run is in flight.
    /// </summary>
    /// <param name="Round">The round's number; −1 if the run was given up.</param>
    public sealed record RequestResult(string Run, long Round) : Message;

    /// <summary>Manager: the run is over.</summary>
    /// <param name="Failure">Why it failed; null without a failure.</param>
    public sealed record CloseRun(string Run, string? Failure) : Message;
}

/// <summary>A part of a grant's work, because a large unit does not fit into one message.</summary>
/// <param name="Offset">The place of its first byte in the whole.</param>
/// <param name="Length">Bytes of the whole.</param>
public readonly record struct WorkPart(int Offset, int Length, ReadOnlyMemory<byte> Bytes);
