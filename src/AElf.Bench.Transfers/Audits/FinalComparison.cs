using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Transfers.Audits;

/// <summary>An account that differs from the replay.</summary>
/// <param name="Key">The account and the version compared.</param>
/// <param name="Expected">The state in the replay.</param>
/// <param name="Found">The state in the store.</param>
public sealed record AccountDifference(AccountKey Key, AccountState Expected, AccountReply Found)
{
    /// <summary>The expected fields after the balance.</summary>
    public IReadOnlyList<long> ExpectedFields { get; init; } = [];

    /// <summary>The fields found after the balance.</summary>
    public IReadOnlyList<long> FoundFields { get; init; } = [];
}

/// <summary>The outcome of comparing a store with the replay.</summary>
/// <param name="Compared">Accounts compared.</param>
/// <param name="Wrong">Accounts that differ.</param>
/// <param name="First">The first accounts that differ, at most <see cref="FinalComparison.MaxDifferences"/>.</param>
/// <param name="Conserved">Whether the sum of the balances is right.</param>
public sealed record AccountComparison(int Compared, int Wrong, IReadOnlyList<AccountDifference> First, bool Conserved);

/// <summary>
/// The audit at the end of a run. It compares every account's balance and sequence with a sequential replay, and the
/// sum of all balances. It compares accounts while it reads them, so it does not keep them.
/// </summary>
/// <param name="block">The block, for the opening balances.</param>
/// <param name="expected">The replay's states, by account.</param>
/// <param name="versions">The versions that are read, by account.</param>
/// <param name="growth">The expected growth of the sum of all balances; 0 if transactions only move units.</param>
/// <param name="fields">The replay's fields after the balances, side by side.</param>
public sealed class FinalComparison(
    Block block, AccountState[] expected, int[] versions, Int128 growth = default, long[]? fields = null)
{
    /// <summary>Differences kept for the report.</summary>
    public const int MaxDifferences = 10;

    private readonly List<AccountDifference> differences = [];
    private int compared;
    private int wrong;
    private Int128 seeded;
    private Int128 held;

    /// <summary>The outcome for all accounts.</summary>
    /// <exception cref="InvalidOperationException">Not every account was compared.</exception>
    public AccountComparison Result => compared == block.AccountCount
        ? new(compared, wrong, [.. differences.OrderBy(each => each.Key.Account)], seeded + growth == held)
        : throw new InvalidOperationException($"only {compared} of {block.AccountCount} accounts were compared");

    /// <summary>Reads all accounts and compares them.</summary>
    /// <param name="connection">The connection to the store.</param>
    /// <param name="work">Counts the accounts compared, for progress; null for no progress.</param>
    /// <param name="before">Receives each account before it is compared; null for nothing.</param>
    /// <exception cref="StoreException">The store is gone or refuses to read.</exception>
    public AccountComparison Run(
        IAccountConnection connection, WorkCounter? work = null, ReplyHandler? before = null)
    {
        work?.Begin(versions.Length);
        AccountTable.Read(connection, versions, before + Add, work);
        return Result;
    }

    /// <summary>Compares one account.</summary>
    /// <param name="found">The store's reply, tagged with the account's number.</param>
    /// <param name="more">The fields found after the balance.</param>
    public void Add(in AccountReply found, ReadOnlySpan<long> more = default)
    {
        var account = found.Tag;
        compared++;
        seeded += block.OpeningBalances[account];
        held += found.State.Balance;
        foreach (var opening in block.OpeningFieldsOf(account))
        {
            seeded += opening;
        }

        foreach (var field in more)
        {
            held += field;
        }

        var key = new AccountKey(account, versions[account]);
        var expectedFields = fields is null ? [] : fields.AsSpan(account * block.More, block.More);
        if (found.Holds(key, expected[account]) && more.SequenceEqual(expectedFields))
        {
            return;
        }

        wrong++;
        if (differences.Count < MaxDifferences)
        {
            differences.Add(new AccountDifference(key, expected[account], found)
            {
                ExpectedFields = expectedFields.ToArray(),
                FoundFields = more.ToArray(),
            });
        }
    }
}
