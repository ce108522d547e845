using AElf.Bench.Core.Generation;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// Blocks of any shape, from many pairs to one group. Accounts open with just enough money, or with plenty.
/// </summary>
public static class RandomBlocks
{
    /// <summary>Draws how often each round offers the block: mostly once.</summary>
    public static int[] Offered(SeededRandom random, int rounds)
    {
        var blocks = new int[rounds];
        for (var round = 0; round < rounds; round++)
        {
            blocks[round] = random.Next(4) == 0 ? 2 + random.Next(2) : 1;
        }

        return blocks;
    }

    /// <summary>Draws a block that can be offered several times.</summary>
    public static Block Draw(SeededRandom random, int maxTransfers, int maxAccounts, int blocks)
    {
        var accounts = 2 + random.Next(maxAccounts - 1);
        var transfers = new Transfer[1 + random.Next(maxTransfers)];
        for (var i = 0; i < transfers.Length; i++)
        {
            var from = random.Next(accounts);
            var to = (from + 1 + random.Next(accounts - 1)) % accounts;
            transfers[i] = new Transfer(from, to, 1 + random.Next(9));
        }

        return new Block(
            transfers, random.Next(2) == 0 ? JustEnough(transfers, accounts, blocks) : Plenty(random, accounts));
    }

    // The exact amount that the block needs. If a transfer reads a wrong state, the balance is probably too small.
    private static long[] JustEnough(Transfer[] transfers, int accounts, int blocks)
    {
        var moved = new long[accounts];
        var needed = new long[accounts];
        for (var offered = 0; offered < blocks; offered++)
        {
            foreach (var (from, to, amount) in transfers)
            {
                moved[from] -= amount;
                moved[to] += amount;
                needed[from] = Math.Max(needed[from], -moved[from]);
            }
        }

        return needed;
    }

    private static long[] Plenty(SeededRandom random, int accounts)
    {
        var balances = new long[accounts];
        for (var account = 0; account < accounts; account++)
        {
            balances[account] = 1_000_000 + random.Next(1000);
        }

        return balances;
    }
}
