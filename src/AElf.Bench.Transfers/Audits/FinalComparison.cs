using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Audits;

/// <summary>One account that is not what the replay says.</summary>
/// <param name="Key">The account and the version compared.</param>
/// <param name="Expected">What the replay says.</param>
/// <param name="Found">What the store says.</param>
public sealed record AccountDifference(AccountKey Key, AccountState Expected, AccountReply Found);

/// <summary>The outcome of comparing a store with the replay.</summary>
/// <param name="Compared">Accounts compared.</param>
/// <param name="Wrong">Accounts that differ.</param>
/// <param name="First">The first of those that differ, at most <see cref="FinalComparison.MaxDifferences"/>.</param>
/// <param name="Conserved">Whether the balances found add up to the balances seeded.</param>
public sealed record ComparisonResult(int Compared, int Wrong, IReadOnlyList<AccountDifference> First, bool Conserved);

/// <summary>
/// The audit that ends a run: every account's balance and sequence against a sequential replay, and the sum of all
/// balances.
/// </summary>
public static class FinalComparison
{
    /// <summary>Differences kept for the report.</summary>
    public const int MaxDifferences = 10;

    /// <summary>Compares what was read with what the replay says, account by account.</summary>
    /// <param name="block">The block, for the opening balances.</param>
    /// <param name="expected">The replay's states.</param>
    /// <param name="found">The store's replies, in the same order.</param>
    /// <param name="versions">The versions that were read, in the same order.</param>
    public static ComparisonResult Compare(
        Block block, ReadOnlySpan<AccountState> expected, ReadOnlySpan<AccountReply> found, ReadOnlySpan<int> versions)
    {
        ArgumentNullException.ThrowIfNull(block);
        ArgumentOutOfRangeException.ThrowIfNotEqual(expected.Length, block.AccountCount);
        ArgumentOutOfRangeException.ThrowIfNotEqual(found.Length, block.AccountCount);
        var differences = new List<AccountDifference>();
        var wrong = 0;
        Int128 seeded = 0;
        Int128 held = 0;
        for (var account = 0; account < found.Length; account++)
        {
            seeded += block.OpeningBalances[account];
            held += found[account].State.Balance;
            var key = new AccountKey(account, versions[account]);
            if (found[account].Holds(key, expected[account]))
            {
                continue;
            }

            wrong++;
            if (differences.Count < MaxDifferences)
            {
                differences.Add(new AccountDifference(key, expected[account], found[account]));
            }
        }

        return new ComparisonResult(found.Length, wrong, differences, seeded == held);
    }
}
