using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// What every account must be when a block was offered so often. It has its own few lines: the product's replay must
/// not be its own judge.
/// </summary>
internal sealed class AccountModel
{
    private readonly long[] balances;
    private readonly long[] sequences;
    private long sequence;

    /// <summary>The accounts as they open.</summary>
    public AccountModel(ReadOnlySpan<long> openings)
    {
        balances = openings.ToArray();
        sequences = new long[openings.Length];
    }

    /// <summary>The balance of an account.</summary>
    public long this[int account] => balances[account];

    /// <summary>The state of an account.</summary>
    public AccountState StateOf(int account) => new(sequences[account], balances[account]);

    /// <summary>The next transaction begins.</summary>
    public void Next() => sequence++;

    /// <summary>The transaction changes an account by so much, or writes it as it was.</summary>
    public void Add(int account, long amount)
    {
        balances[account] += amount;
        sequences[account] = sequence;
    }

    /// <summary>Whether a store holds just that.</summary>
    /// <param name="store">The store, with no write under way.</param>
    /// <param name="versions">Of each account, the version to look at.</param>
    /// <param name="space">Where the run's keys are.</param>
    public bool Fits(SimulatedStore store, IReadOnlyList<int> versions, int space)
    {
        for (var account = 0; account < balances.Length; account++)
        {
            var key = new AccountKey(account, versions[account]);
            if (!store.Peek(key, space).Holds(key, StateOf(account)))
            {
                return false;
            }
        }

        return true;
    }
}
