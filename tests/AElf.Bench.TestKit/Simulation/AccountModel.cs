using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// The expected state of every account after a block was offered several times. It does not use the product's replay,
/// so that the replay is checked by other code.
/// </summary>
internal sealed class AccountModel
{
    private readonly long[] balances;
    private readonly long[] sequences;
    private long sequence;

    /// <summary>Starts with the opening balances.</summary>
    public AccountModel(ReadOnlySpan<long> openings)
    {
        balances = openings.ToArray();
        sequences = new long[openings.Length];
    }

    public long this[int account] => balances[account];

    public AccountState StateOf(int account) => new(sequences[account], balances[account]);

    /// <summary>Starts the next transaction.</summary>
    public void Next() => sequence++;

    /// <summary>The transaction changes an account by an amount, which may be 0.</summary>
    public void Add(int account, long amount)
    {
        balances[account] += amount;
        sequences[account] = sequence;
    }

    /// <summary>Whether a store has exactly these states.</summary>
    /// <param name="store">The store; no write is under way.</param>
    /// <param name="versions">The version to read of each account.</param>
    /// <param name="space">The space of the run's keys.</param>
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
