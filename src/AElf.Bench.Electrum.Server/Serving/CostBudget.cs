using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>
/// The remaining cost budget of a session. It allows bursts; in the long run it limits the session to the refill rate.
/// </summary>
internal sealed class CostBudget(ServerLimits limits, TimeProvider clock)
{
    private const int Fault = 10;
    private const int RowsForOne = 16;
    private const int NodeBytesForOne = 64 << 10;
    private const int SentBytesForOne = 1 << 10;

    private double left = limits.MaxCost;
    private long since = clock.GetTimestamp();
    private long counted;

    /// <summary>Whether the budget is used up, after refilling it.</summary>
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

    /// <summary>Subtracts the cost of a request.</summary>
    /// <param name="sent">Bytes of its answer.</param>
    /// <param name="costs">The reads of the index for the session, since its start.</param>
    public void Take(int sent, IndexCosts costs)
    {
        var read = ((costs.Lookups + costs.Rows) / RowsForOne)
            + ((costs.BlockBytes + costs.TransactionBytes) / NodeBytesForOne);
        left -= 1 + ((double)sent / SentBytesForOne) + (read - counted);
        counted = read;
    }

    public void TakeFault() => left -= Fault;
}
