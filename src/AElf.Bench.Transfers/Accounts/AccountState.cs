namespace AElf.Bench.Transfers.Accounts;

/// <summary>What a store holds for an account. Sequence and account together determine the balance.</summary>
/// <param name="Sequence">
/// The number of the last transfer that touched the account. It rises over all blocks of a run; 0 when seeded, never
/// below.
/// </param>
/// <param name="Balance">The account's units.</param>
public readonly record struct AccountState(long Sequence, long Balance);

/// <summary>Names one version of one account in a store. Each version has a single writer, ever.</summary>
/// <param name="Account">The account's number.</param>
/// <param name="Version">0 as seeded; later the epoch of the attempt that owns the version.</param>
public readonly record struct AccountKey(int Account, int Version);
