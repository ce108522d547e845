using AElf.Bench.Core.Options;

namespace AElf.Bench.Transfers.SmallBank;

/// <summary>A mix of transactions by its name, SmallBank's with its shares.</summary>
public sealed class MixRule() : ValueRule(
    "transfer, smallbank or smallbank:A,B,D,P,S,W with a share from 0 to 1000 for Amalgamate, Balance, "
        + "DepositChecking, SendPayment, TransactSavings and WriteCheck, such as 15,15,15,25,15,15",
    JsonForm.Text)
{
    /// <summary>The mix in which every transaction is a transfer.</summary>
    public const string Transfer = "transfer";

    /// <inheritdoc/>
    public override string? Normalise(string text) =>
        Transfer.Equals(text, StringComparison.OrdinalIgnoreCase) ? Transfer : BankShares.Parse(text)?.ToString();
}
