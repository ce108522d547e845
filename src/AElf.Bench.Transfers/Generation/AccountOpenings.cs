using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Generation;

/// <summary>Opening balances for loads in which any account may pay.</summary>
internal static class AccountOpenings
{
    /// <summary>
    /// Balances with which each account can pay its payments of this number of blocks without receiving anything; at
    /// least <see cref="EvenGroups.OpeningBalance"/>.
    /// </summary>
    public static long[] For(ReadOnlySpan<Transfer> transfers, int accounts, int blocks)
    {
        var balances = new long[accounts];
        foreach (var transfer in transfers)
        {
            balances[transfer.From] += transfer.Amount;
        }

        for (var account = 0; account < accounts; account++)
        {
            balances[account] = Math.Max(EvenGroups.OpeningBalance, balances[account] * blocks);
        }

        return balances;
    }
}
