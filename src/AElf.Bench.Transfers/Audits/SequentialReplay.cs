using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Audits;

/// <summary>
/// The model: applies a block transfer by transfer, a number of times, without a store and without parallelism.
/// </summary>
public static class SequentialReplay
{
    /// <summary>The state of every account after this number of blocks.</summary>
    /// <exception cref="InvalidOperationException">
    /// A balance falls below zero or overflows: the block cannot be offered this number of times.
    /// </exception>
    public static AccountState[] Run(Block block, long blocks)
    {
        var accounts = new AccountState[block.AccountCount];
        for (var account = 0; account < accounts.Length; account++)
        {
            accounts[account] = new AccountState(0, block.OpeningBalances[account]);
        }

        for (long offered = 0; offered < blocks; offered++)
        {
            for (var i = 0; i < block.Count; i++)
            {
                Apply(accounts, block.Transfers[i], block.SequenceOf(offered, i));
            }
        }

        return accounts;
    }

    private static void Apply(AccountState[] accounts, Transfer transfer, long sequence)
    {
        ref var from = ref accounts[transfer.From];
        ref var to = ref accounts[transfer.To];
        if (from.Balance < transfer.Amount || to.Balance > long.MaxValue - transfer.Amount)
        {
            throw new InvalidOperationException(
                $"transfer {sequence} moves {transfer.Amount} from account {transfer.From} with {from.Balance} "
                    + $"to account {transfer.To} with {to.Balance}: not possible");
        }

        from = new AccountState(sequence, from.Balance - transfer.Amount);
        to = new AccountState(sequence, to.Balance + transfer.Amount);
    }
}
