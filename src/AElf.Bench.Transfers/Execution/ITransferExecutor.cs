using AElf.Bench.Core.Execution;

namespace AElf.Bench.Transfers.Execution;

/// <summary>Whatever executes rounds: the actors of this process, or a cluster behind a manager.</summary>
public interface ITransferExecutor : IDisposable
{
    /// <summary>
    /// Executes a round to its end, or until it has failed or is cancelled. Returns within bounded time whatever the
    /// store does. After a failed round nothing writes any more, and no other round can be executed.
    /// </summary>
    RoundOutcome Execute(RoundPlan plan, CancellationToken cancellation);

    /// <summary>What is going on now; may be called from any thread while a round runs.</summary>
    ExecutorSnapshot Snapshot();
}
