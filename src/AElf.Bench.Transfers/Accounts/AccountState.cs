namespace AElf.Bench.Transfers.Accounts;

/// <summary>The state of an account in a store. Sequence and account together determine the balance.</summary>
/// <param name="Sequence">
/// The number of the last transfer that touched the account. It rises over all blocks of a run; 0 after seeding.
/// </param>
/// <param name="Balance">The account's units.</param>
public readonly record struct AccountState(long Sequence, long Balance);

/// <summary>Identifies one version of one account in a store. Each version has only one writer, ever.</summary>
/// <param name="Account">The account's number.</param>
/// <param name="Version">0 for the seeded version; otherwise the epoch of the attempt that owns the version.</param>
public readonly record struct AccountKey(int Account, int Version);
