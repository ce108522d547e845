using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// All that travels between processes, a closed set: what the protocol's cores say (<see cref="Protocol"/>), and what their hosts say to each
/// other about the connection, the figures of a round, and runs that are submitted.
/// </summary>
public abstract record Frame
{
    private Frame()
    {
    }

    /// <summary>A message of the exactly-once protocol.</summary>
    /// <param name="Message">The message.</param>
    public sealed record Protocol(Message Message) : Frame;

    /// <summary>Worker, every slice: what its actors have committed. Losing one loses a point of a curve and nothing else.</summary>
    /// <param name="Committed">Transfers committed since it last answered with figures, all actors together.</param>
    public sealed record Sample(long Committed) : Frame;

    /// <summary>Manager: a block is done, or the run is over; what did it cost? Answered when nothing of the run is in flight.</summary>
    /// <param name="Run">The run.</param>
    /// <param name="Block">The block; −1 when the run was given up.</param>
    public sealed record RequestStats(string Run, long Block) : Frame;

    /// <summary>Worker: what has been done since it last answered, or since the run was opened.</summary>
    /// <param name="Run">The run.</param>
    /// <param name="Block">As asked.</param>
    /// <param name="Operations">Operations queued.</param>
    /// <param name="FaultOperations">Those of them that belong to attempts after the first.</param>
    /// <param name="Committed">Transfers committed.</param>
    /// <param name="AllocatedBytes">Managed bytes the actors' threads allocated.</param>
    /// <param name="Cpu">Processor time of the process.</param>
    /// <param name="Compiling">How long the process compiled methods, on all its threads.</param>
    /// <param name="Idle">How long the actors had nothing in flight, all added up.</param>
    /// <param name="Latency">First read queued to last write acknowledged, for each transfer.</param>
    /// <param name="Faults">Lost connections to the store, with how often each was met.</param>
    public sealed record RoundStats(
        string Run,
        long Block,
        OperationCounts Operations,
        OperationCounts FaultOperations,
        long Committed,
        long AllocatedBytes,
        TimeSpan Cpu,
        TimeSpan Compiling,
        TimeSpan Idle,
        LatencyHistogram Latency,
        IReadOnlyList<WorkerFault> Faults) : Frame;

    /// <summary>Benchmark: a run to be made. The same submission sent again is joined, not made twice.</summary>
    /// <param name="RunId">The run, drawn by who submits it.</param>
    /// <param name="Settings">Names and texts of settings that concern a run; the manager's rules judge them.</param>
    /// <param name="Block">A block file's bytes; empty when the transfers are to be generated.</param>
    public sealed record SubmitRun(string RunId, IReadOnlyDictionary<string, string> Settings, ReadOnlyMemory<byte> Block) : Frame
    {
        /// <summary>Drawn by each benchmark for each run: another number is another run, whatever its id.</summary>
        public ulong Submission { get; init; }
    }

    /// <summary>Benchmark: end the run and remove its keys.</summary>
    /// <param name="RunId">The run.</param>
    public sealed record CancelRun(string RunId) : Frame;

    /// <summary>Manager: the run cannot be made.</summary>
    /// <param name="RunId">The run.</param>
    /// <param name="ExitCode">What the benchmark shall end with.</param>
    /// <param name="Problems">Each with what was given and what would be right.</param>
    public sealed record RunRefused(string RunId, int ExitCode, IReadOnlyList<string> Problems) : Frame;

    /// <summary>Manager: where the run is.</summary>
    /// <param name="RunId">The run.</param>
    /// <param name="Phase">The phase's number, as the benchmark's progress display knows it.</param>
    /// <param name="Round">The round of the phase.</param>
    /// <param name="Rounds">Rounds of the phase.</param>
    /// <param name="Committed">Transfers committed in the run.</param>
    /// <param name="DeepestMailbox">Jobs in the fullest mailbox.</param>
    /// <param name="OldestMessageMs">Age of the oldest job waiting, milliseconds.</param>
    /// <param name="Waiting">What is waited for before the run can go on; empty when nothing is.</param>
    public sealed record RunProgress(
        string RunId, int Phase, int Round, int Rounds, long Committed, int DeepestMailbox, double OldestMessageMs, string Waiting) : Frame;

    /// <summary>Manager: the run is over.</summary>
    /// <param name="RunId">The run.</param>
    /// <param name="Reports">The reports as JSON, UTF-8.</param>
    public sealed record RunEnded(string RunId, ReadOnlyMemory<byte> Reports) : Frame;
}

/// <summary>Something that went wrong at a worker and was met.</summary>
/// <param name="Kind">Such as <c>timeout</c> or <c>closed</c>.</param>
/// <param name="What">Actor and message.</param>
/// <param name="Count">How often.</param>
public sealed record WorkerFault(string Kind, string What, int Count);
