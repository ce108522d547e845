using AElf.Bench.Core.Scheduling;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.Operations.Health;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Decides what the current run waits for while it makes no progress: a worker, or the store. Says which worker or
/// server is gone, until when the run waits, and what to do. Any thread may use it.
/// </summary>
/// <param name="reconnect">Time that a worker gives the store to return.</param>
internal sealed class RunOutage(TimeSpan reconnect, TimeProvider clock)
{
    // A proxy refuses operations of one shard while the other shards make progress. Commits before a failure may be
    // reported after it.
    private static readonly TimeSpan MinSilence = TimeSpan.FromSeconds(2);

    private readonly Lock gate = new();
    private string? noWorker;
    private string? noStore;
    private long failedAt;
    private long committed;

    /// <summary>A run begins, or has failed.</summary>
    public void Reset()
    {
        lock (gate)
        {
            (noWorker, noStore, committed) = (null, null, 0);
        }
    }

    /// <summary>The run has no worker, and waits for one.</summary>
    /// <param name="lost">The lost workers, in the order of their loss.</param>
    /// <param name="wait">Time after which the run fails.</param>
    public void OnNoWorker(IReadOnlyList<LostWorker> lost, TimeSpan wait)
    {
        var cause = lost switch
        {
            [] => "no worker is left",
            [var one] => $"worker {one.Name} was lost: {one.Reason}",
            [.., var last] =>
                $"{Counted(lost.Count, "worker")} were lost; the last was worker {last.Name}: {last.Reason}",
        };
        lock (gate)
        {
            var gone = noStore is null ? "the worker" : "the store and the worker";
            var until = RunState.Waiting.Until(wait, clock);
            (noWorker, noStore) = ($"waiting for a worker {until}: {cause}; start {gone} again before then", null);
        }
    }

    /// <summary>A worker of the run is a member again.</summary>
    public void OnWorker()
    {
        lock (gate)
        {
            noWorker = null;
        }
    }

    /// <summary>An attempt has failed. A lost connection or a temporary refusal begins a wait for the store.</summary>
    /// <param name="by">The worker of the attempt.</param>
    public void OnFailed(string by, AttemptFailure failure)
    {
        lock (gate)
        {
            if (noStore is null && !failure.Fatal && (failure.Item is null || failure.IsTemporary))
            {
                failedAt = clock.GetTimestamp();
                var until = RunState.Waiting.Until(reconnect, clock);
                noStore = $"waiting for the store {until}: {by}: {failure.Reason}; start the store with its data again "
                    + "before then; without its data the run fails";
            }
        }
    }

    /// <summary>The reason for waiting, in words; null while the run makes progress.</summary>
    /// <param name="total">Commits since the run began.</param>
    public string? ReasonAt(long total)
    {
        lock (gate)
        {
            var isSilent = clock.GetElapsedTime(failedAt) >= MinSilence;
            if (total > committed)
            {
                (committed, noStore) = (total, isSilent ? null : noStore);
            }

            return noWorker ?? (isSilent ? noStore : null);
        }
    }
}
