using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Audits;

/// <summary>Computes how often a block can be offered before an account cannot pay or a balance overflows.</summary>
internal static class AffordableBlocks
{
    // 24 bytes for each account of a range. A large block has several ranges, to save memory.
    private const int AccountsInRange = 1 << 23;

    /// <summary>
    /// The number of times. Each block changes an account by the same amount. So the lowest and the highest balance
    /// inside a block change linearly from block to block. It makes one pass over the transfers for each eight million
    /// accounts.
    /// </summary>
    public static long Count(Block block)
    {
        var courses = new Course[Math.Min(block.AccountCount, AccountsInRange)];
        var min = long.MaxValue;
        for (var first = 0; first < block.AccountCount; first += AccountsInRange)
        {
            var range = courses.AsSpan(0, Math.Min(block.AccountCount - first, AccountsInRange));
            range.Clear();
            Follow(block.Transfers, first, range);
            for (var i = 0; i < range.Length; i++)
            {
                min = Math.Min(min, range[i].Blocks(block.OpeningBalances[first + i]));
            }
        }

        return min;
    }

    private static void Follow(ReadOnlySpan<Transfer> transfers, int first, Span<Course> range)
    {
        foreach (var (from, to, amount) in transfers)
        {
            if ((uint)(from - first) < (uint)range.Length)
            {
                range[from - first].Pay(amount);
            }

            if ((uint)(to - first) < (uint)range.Length)
            {
                range[to - first].Receive(amount);
            }
        }
    }

    /// <summary>How far an account's balance moves from its opening value, inside a block and at its end.</summary>
    private struct Course
    {
        private long change;
        private long lowest;
        private long highest;

        public void Pay(long amount) => lowest = Math.Min(lowest, change = Less(change, amount));

        public void Receive(long amount) => highest = Math.Max(highest, change = More(change, amount));

        public readonly long Blocks(long opening)
        {
            var (room, step) = change < 0
                ? (More(opening, lowest), -change)
                : (Less(long.MaxValue - opening, highest), change);
            var isFirstPossible = opening + lowest >= 0 && highest <= long.MaxValue - opening;
            return !isFirstPossible ? 0 : step == 0 ? long.MaxValue : (room / step) + 1;
        }
    }

    // A block that moves more than a balance can hold cannot be executed even once.
    private static long Less(long value, long by) => value < long.MinValue + by ? long.MinValue + 1 : value - by;

    private static long More(long value, long by) => by > 0 && value > long.MaxValue - by ? long.MaxValue : value + by;
}
