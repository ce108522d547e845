using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// What every account must be when a block was offered so often. It has its own few lines: the product's replay must
/// not be its own judge.
/// </summary>
internal static class AccountModel
{
    /// <summary>Whether a store holds just that.</summary>
    /// <param name="store">The store, with no write under way.</param>
    /// <param name="block">The block.</param>
    /// <param name="blocks">How often it was offered.</param>
    /// <param name="versions">Of each account, the version to look at.</param>
    /// <param name="space">Where the run's keys are.</param>
    public static bool Fits(
        SimulatedStore store, Block block, int blocks, IReadOnlyList<int> versions, int space = 0)
    {
        var balances = block.OpeningBalances.ToArray();
        var sequences = new long[balances.Length];
        long sequence = 0;
        for (var offered = 0; offered < blocks; offered++)
        {
            foreach (var (from, to, amount) in block.Transfers)
            {
                sequence++;
                balances[from] -= amount;
                balances[to] += amount;
                sequences[from] = sequences[to] = sequence;
            }
        }

        for (var account = 0; account < balances.Length; account++)
        {
            var key = new AccountKey(account, versions[account]);
            if (!store.Peek(key, space).Holds(key, new AccountState(sequences[account], balances[account])))
            {
                return false;
            }
        }

        return true;
    }
}
