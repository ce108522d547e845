using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>
/// What a session may still cost: it may take much at once, and no more than comes back in the long run.
/// </summary>
internal sealed class CostBudget(ServerLimits limits, TimeProvider clock)
{
    private const int Fault = 10;
    private const int RowsForOne = 16;
    private const int BlockBytesForOne = 64 << 10;
    private const int SentBytesForOne = 1 << 10;

    private double left = limits.MaxCost;
    private long since = clock.GetTimestamp();
    private long counted;

    /// <summary>Whether no budget is left; adds first what has come back since.</summary>
    public bool IsSpent
    {
        get
        {
            if (left > 0)
            {
                return false;
            }

            var now = clock.GetTimestamp();
            left = Math.Min(
                limits.MaxCost, left + (clock.GetElapsedTime(since, now).TotalSeconds * limits.CostPerSecond));
            since = now;
            return left <= 0;
        }
    }

    /// <summary>Takes off what a request has cost.</summary>
    /// <param name="sent">Bytes of its answer.</param>
    /// <param name="costs">What the index read for the session, since its start.</param>
    public void Take(int sent, IndexCosts costs)
    {
        var read = ((costs.Lookups + costs.Rows) / RowsForOne) + (costs.BlockBytes / BlockBytesForOne);
        left -= 1 + ((double)sent / SentBytesForOne) + (read - counted);
        counted = read;
    }

    public void TakeFault() => left -= Fault;
}
