using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Audits;

/// <summary>
/// How often a block can be offered before an account cannot pay, or holds more than a balance can say.
/// </summary>
internal static class AffordableBlocks
{
    /// <summary>
    /// The count, found in one pass: each block changes an account by the same amount, so that its lowest and highest
    /// balance inside a block move in a straight line from block to block.
    /// </summary>
    public static long Count(Block block)
    {
        var change = new long[block.AccountCount];
        var lowest = new long[block.AccountCount];
        var highest = new long[block.AccountCount];
        foreach (var (from, to, amount) in block.Transfers)
        {
            lowest[from] = Math.Min(lowest[from], change[from] = Less(change[from], amount));
            highest[to] = Math.Max(highest[to], change[to] = More(change[to], amount));
        }

        var least = long.MaxValue;
        for (var account = 0; account < change.Length; account++)
        {
            var opening = block.OpeningBalances[account];
            var (room, step) = change[account] < 0
                ? (More(opening, lowest[account]), -change[account])
                : (Less(long.MaxValue - opening, highest[account]), change[account]);
            var first = opening + lowest[account] >= 0 && highest[account] <= long.MaxValue - opening;
            least = Math.Min(least, !first ? 0 : step == 0 ? long.MaxValue : (room / step) + 1);
        }

        return least;
    }

    // A block that moves more than a balance can say cannot be carried out even once.
    private static long Less(long value, long by) => value < long.MinValue + by ? long.MinValue + 1 : value - by;

    private static long More(long value, long by) => by > 0 && value > long.MaxValue - by ? long.MaxValue : value + by;
}
