namespace AElf.Bench.Transfers.Accounts;

/// <summary>A contract transfer: read both balances, write <c>from − amount</c> and <c>to + amount</c>.</summary>
/// <param name="From">The paying account, from 0 to the block's account count − 1.</param>
/// <param name="To">The receiving account; never equal to <paramref name="From"/>.</param>
/// <param name="Amount">The units moved, at least 1.</param>
public readonly record struct Transfer(int From, int To, long Amount);
