using AElf.Bench.Core.Options;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>The offered transactions.</summary>
/// <param name="Bank">The shares of SmallBank's transactions; null if all are transfers.</param>
public sealed record TransactionMix(BankShares? Bank)
{
    /// <summary>The mix in which every transaction is a transfer.</summary>
    public static readonly TransactionMix Transfers = new((BankShares?)null);

    /// <summary>Accepts a mix of transactions by name; SmallBank optionally with shares.</summary>
    public static readonly TextRule<TransactionMix> Rule = new(
        "transfer, smallbank or smallbank:A,B,D,P,S,W with a share from 0 to 1000 for Amalgamate, Balance, "
            + "DepositChecking, SendPayment, TransactSavings and WriteCheck, such as 15,15,15,25,15,15",
        text => text.Equals($"{Transfers}", StringComparison.OrdinalIgnoreCase) ? Transfers
            : BankShares.Parse(text) is { } shares ? new TransactionMix(shares)
            : null);

    /// <summary>The contracts; null if all are transfers.</summary>
    public ContractSource? Contracts => Bank is null ? null : ContractSource.Of(Bank);

    public override string ToString() => Bank?.ToString() ?? "transfer";
}
