using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Core.Execution;

/// <summary>Whatever executes rounds: the actors of this process, or a cluster behind a manager.</summary>
public interface IRoundExecutor : IDisposable
{
    /// <summary>
    /// Executes a round to its end, or until it has failed or is cancelled. Returns within bounded time whatever the
    /// store does. After a failed round nothing writes any more, and no other round can be executed.
    /// </summary>
    RoundOutcome Execute(IRound round, CancellationToken cancellation);

    /// <summary>The state of the running round; any thread may ask for it.</summary>
    ExecutorSnapshot Snapshot();
}

/// <summary>The state of a running executor at one moment.</summary>
/// <param name="Committed">Transfers committed in the round so far.</param>
/// <param name="DeepestMailbox">Jobs in the fullest mailbox.</param>
/// <param name="OldestMessage">Age of the oldest job waiting in any mailbox.</param>
public readonly record struct ExecutorSnapshot(long Committed, int DeepestMailbox, TimeSpan OldestMessage);

/// <summary>The outcome of a round, with its measurements.</summary>
public sealed record RoundOutcome
{
    /// <summary>Why the round did not end; null when every group is done.</summary>
    public Problem? Failure { get; init; }

    /// <summary>
    /// Whether the failure is the store's loss of, or damage to, an account, rather than its absence.
    /// </summary>
    public bool StoreLostData { get; init; }

    /// <summary>Time to route and post the jobs.</summary>
    public required TimeSpan Routing { get; init; }

    /// <summary>First job posted to last group done.</summary>
    public required TimeSpan Window { get; init; }

    /// <summary>Transfers of groups that are done.</summary>
    public required long Committed { get; init; }

    /// <summary>Grants given again, each a group and its epoch, in the order given.</summary>
    public IReadOnlyList<Grant> Reassigned { get; init; } = [];

    /// <summary>Transfers of the groups granted again.</summary>
    public long Retried { get; init; }

    public IReadOnlyList<Fault> Faults { get; init; } = [];

    /// <summary>Samples of the round, in order.</summary>
    public IReadOnlyList<Slice> Slices { get; init; } = [];

    /// <summary>The length of those slices: of a long round it is more than was asked for.</summary>
    public TimeSpan SliceLength { get; init; }

    /// <summary>Time from the first read queued to the last write acknowledged, for each transfer.</summary>
    public required LatencyHistogram Latency { get; init; }

    /// <summary>Null in a closed loop.</summary>
    public ArrivalStats? Arrivals { get; init; }

    /// <summary>Operations queued, whether they were answered or not.</summary>
    public OperationCounts Operations { get; init; }

    /// <summary>Operations queued by attempts after the first; part of <see cref="Operations"/>.</summary>
    public OperationCounts FaultOperations { get; init; }

    /// <summary>
    /// Most operations beyond <see cref="Operations"/> that may have been served: those of workers that were lost
    /// before they reported.
    /// </summary>
    public OperationCounts UnreportedUpperBound { get; init; }

    /// <summary>Names of the worker processes that were lost before they reported the round.</summary>
    public IReadOnlyList<string> Silent { get; init; } = [];

    /// <summary>Managed bytes the dispatchers' threads allocated.</summary>
    public long AllocatedBytes { get; init; }

    /// <summary>How long actors had nothing in flight, summed over the actors.</summary>
    public TimeSpan Idle { get; init; }

    /// <summary>
    /// How long the manager encoded and decoded messages and work, on all its threads; null where the actors are in
    /// this process.
    /// </summary>
    public TimeSpan? Coding { get; init; }

    /// <summary>
    /// Transfers of the busiest actor (in a cluster, of the busiest worker per actor) ÷ the mean; 1 is perfect.
    /// </summary>
    public double Imbalance { get; init; } = 1;

    /// <summary>Dispatchers that served the actors, of all processes together.</summary>
    public int Dispatchers { get; init; }

    /// <summary>Empty when the actors are in this process.</summary>
    public IReadOnlyList<WorkerOutcome> Workers { get; init; } = [];
}

/// <summary>The measurements of a worker process in a round.</summary>
/// <param name="Name">The worker's name.</param>
/// <param name="Server">The host it runs on.</param>
/// <param name="Store">The address its actors talk to.</param>
/// <param name="Actors">How many actors it runs.</param>
/// <param name="Committed">Transfers committed.</param>
/// <param name="Operations">Operations queued.</param>
/// <param name="Cpu">Processor time of the process.</param>
/// <param name="Compiling">How long the process compiled methods, on all its threads.</param>
/// <param name="Idle">How long the actors had nothing in flight, summed over the actors.</param>
/// <param name="Machine">Which machine it runs on, whatever its server is called; null when unknown.</param>
public sealed record WorkerOutcome(
    string Name,
    string Server,
    string Store,
    int Actors,
    long Committed,
    OperationCounts Operations,
    TimeSpan Cpu,
    TimeSpan Compiling,
    TimeSpan Idle,
    string? Machine = null)
{
    /// <summary>Dispatchers that served its actors; 0 when unknown.</summary>
    public int Dispatchers { get; init; }
}

/// <summary>A fault in a round, such as a lost connection, with how often it occurred.</summary>
/// <param name="At">Since the round's window opened.</param>
/// <param name="Kind">Such as <c>timeout</c>, <c>closed</c>, <c>refused</c>.</param>
/// <param name="What">Actor, group, step and message.</param>
/// <param name="Count">How often it occurred.</param>
public sealed record Fault(TimeSpan At, string Kind, string What, int Count);

/// <summary>One time slice of a round.</summary>
/// <param name="Start">Since the round's window opened.</param>
/// <param name="Length">How long the slice is.</param>
/// <param name="Committed">Transfers committed in it.</param>
/// <param name="DeepestMailbox">Jobs in the fullest mailbox at its end.</param>
/// <param name="OldestMessage">Age of the oldest waiting job at its end.</param>
public readonly record struct Slice(
    TimeSpan Start, TimeSpan Length, long Committed, int DeepestMailbox, TimeSpan OldestMessage)
{
    /// <summary>Merges a slice with the one right after it; the mailbox figures are those of the later one.</summary>
    public static Slice operator +(Slice left, Slice right) => right with
    {
        Start = left.Start,
        Length = left.Length + right.Length,
        Committed = left.Committed + right.Committed,
    };
}
