namespace AElf.Bench.Transfers.Accounts;

/// <summary>Names one version of one account in a store. Each version has a single writer, ever.</summary>
/// <param name="Account">The account's number.</param>
/// <param name="Version">0 as seeded; later the epoch of the attempt that owns the version.</param>
public readonly record struct AccountKey(int Account, int Version);
