using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Core.Execution;

/// <summary>Executes rounds, with the actors of this process or with a cluster.</summary>
public interface IRoundExecutor : IDisposable
{
    /// <summary>
    /// Executes a round until it is done, failed or cancelled. Returns within bounded time, whatever the store does.
    /// After a failed round all writes have stopped, and no further round can be executed.
    /// </summary>
    RoundOutcome Execute(IRound round, CancellationToken cancellation);

    /// <summary>The state of the running round. Any thread may call it.</summary>
    ExecutorSnapshot Snapshot();
}

/// <summary>The state of a running executor at one moment.</summary>
/// <param name="Committed">Items committed in the round so far.</param>
/// <param name="DeepestMailbox">Jobs in the fullest mailbox.</param>
/// <param name="OldestMessage">Age of the oldest job waiting in any mailbox.</param>
public readonly record struct ExecutorSnapshot(long Committed, int DeepestMailbox, TimeSpan OldestMessage);

/// <summary>The outcome of a round, with its measurements.</summary>
public sealed record RoundOutcome
{
    /// <summary>Why the round failed; null if every unit is done.</summary>
    public Problem? Failure { get; init; }

    /// <summary>Whether the store lost or damaged data; false if it was only unavailable.</summary>
    public bool StoreLostData { get; init; }

    /// <summary>Time to route and post the jobs.</summary>
    public required TimeSpan Routing { get; init; }

    /// <summary>From the first job posted to the last unit done.</summary>
    public required TimeSpan Window { get; init; }

    /// <summary>Items of the units that are done.</summary>
    public required long Committed { get; init; }

    /// <summary>Units granted again, each with its epoch, in the order of the grants.</summary>
    public IReadOnlyList<Grant> Reassigned { get; init; } = [];

    /// <summary>Items of the units granted again.</summary>
    public long Retried { get; init; }

    public IReadOnlyList<Fault> Faults { get; init; } = [];

    /// <summary>The slices of the round, in order.</summary>
    public IReadOnlyList<Slice> Slices { get; init; } = [];

    /// <summary>The length of these slices. In a long round it is longer than requested.</summary>
    public TimeSpan SliceLength { get; init; }

    /// <summary>The sum of the measurements that all processes with actors reported.</summary>
    public required RoundStats Stats { get; init; }

    /// <summary>
    /// The most operations that may have been served beyond those in <see cref="Stats"/>: those of workers that were
    /// lost before they reported.
    /// </summary>
    public OperationCounts UnreportedUpperBound { get; init; }

    /// <summary>Names of the worker processes that were lost before they reported the round.</summary>
    public IReadOnlyList<string> Silent { get; init; } = [];

    /// <summary>
    /// Time that the manager spent encoding and decoding messages and work, on all its threads; null if the actors are
    /// in this process.
    /// </summary>
    public TimeSpan? Coding { get; init; }

    /// <summary>
    /// Items of the busiest actor (in a cluster: of the busiest worker, per actor) ÷ the mean; 1 is perfect.
    /// </summary>
    public double Imbalance { get; init; } = 1;

    /// <summary>Empty when the actors are in this process.</summary>
    public IReadOnlyList<WorkerOutcome> Workers { get; init; } = [];
}

/// <summary>The measurements of a worker process in a round.</summary>
/// <param name="Name">The worker's name.</param>
/// <param name="Server">The host it runs on.</param>
/// <param name="Store">The address that its actors connect to.</param>
/// <param name="Actors">The number of its actors.</param>
/// <param name="Committed">Items committed.</param>
/// <param name="Operations">Operations queued.</param>
/// <param name="Cpu">Processor time of the process.</param>
/// <param name="Compiling">How long the process compiled methods, on all its threads.</param>
/// <param name="Idle">Time without jobs in flight, summed over the actors.</param>
/// <param name="Machine">Identifies its machine, whatever the server's name; null if unknown.</param>
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
    /// <summary>Its dispatchers; 0 if unknown.</summary>
    public int Dispatchers { get; init; }
}

/// <summary>A fault in a round, such as a lost connection.</summary>
/// <param name="At">Time since the start of the round's window.</param>
/// <param name="Kind">Such as <c>timeout</c>, <c>closed</c>, <c>refused</c>.</param>
/// <param name="What">Actor, group, step and message.</param>
/// <param name="Count">How often it occurred.</param>
public sealed record Fault(TimeSpan At, string Kind, string What, int Count);

/// <summary>One time slice of a round.</summary>
/// <param name="Start">Time since the start of the round's window.</param>
/// <param name="Length">The length of the slice.</param>
/// <param name="Committed">Items committed in it.</param>
/// <param name="DeepestMailbox">Jobs in the fullest mailbox at its end.</param>
/// <param name="OldestMessage">Age of the oldest waiting job at its end.</param>
public readonly record struct Slice(
    TimeSpan Start, TimeSpan Length, long Committed, int DeepestMailbox, TimeSpan OldestMessage)
{
    /// <summary>Merges two adjacent slices. The mailbox figures are those of the later slice.</summary>
    public static Slice operator +(Slice left, Slice right) => right with
    {
        Start = left.Start,
        Length = left.Length + right.Length,
        Committed = left.Committed + right.Committed,
    };
}
