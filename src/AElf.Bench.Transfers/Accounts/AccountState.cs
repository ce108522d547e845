namespace AElf.Bench.Transfers.Accounts;

/// <summary>What a store holds for an account. Sequence and account together determine the balance.</summary>
/// <param name="Sequence">The number of the last transfer that touched the account, rising over all blocks of a run; 0
/// when seeded, never below.</param>
/// <param name="Balance">The account's units.</param>
public readonly record struct AccountState(long Sequence, long Balance);
