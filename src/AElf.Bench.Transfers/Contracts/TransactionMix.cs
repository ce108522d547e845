using AElf.Bench.Core.Options;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>The offered transactions: transfers only, or those of SmallBank by shares.</summary>
public sealed class TransactionMix
{
    /// <summary>The mix in which every transaction is a transfer.</summary>
    public static readonly TransactionMix Transfers = new("transfer", shares: null);

    /// <summary>
    /// Accepts a mix of transactions by name; SmallBank optionally with shares, in which + may replace a comma.
    /// </summary>
    public static readonly TextRule<TransactionMix> Rule = new(
        "transfer, smallbank or smallbank:A,B,D,P,S,W with a share from 0 to 1000 for Amalgamate, Balance, "
            + "DepositChecking, SendPayment, TransactSavings and WriteCheck, such as 15,15,15,25,15,15",
        Parse);

    private const string BankName = "smallbank";

    // BenchBase's sample configuration, sample_smallbank_config.xml: 25 of 100 transactions are payments, and 15 are of
    // each other kind.
    private static readonly int[] SampleShares = [15, 15, 15, 25, 15, 15];
    private static readonly WholeNumberRule Share = new(0, ContractLimits.Weight);
    private static readonly TransactionMix Sample = new(BankName, SampleShares);

    private readonly string name;
    private readonly Lazy<ContractSource?> contracts;

    private TransactionMix(string name, int[]? shares)
    {
        this.name = name;
        contracts = new(() => shares is null ? null : ContractSource.Weighted(BankName, name, shares));
    }

    /// <summary>The contracts, read on first use; null if all are transfers.</summary>
    public ContractSource? Contracts => contracts.Value;

    /// <summary>The text that the rule reads.</summary>
    public override string ToString() => name;

    private static TransactionMix? Parse(string text)
    {
        var colon = text.IndexOf(':', StringComparison.Ordinal);
        return (colon < 0 ? text : text[..colon]).ToLowerInvariant() switch
        {
            "transfer" when colon < 0 => Transfers,
            BankName => colon < 0 ? Sample : OfBank(text[(colon + 1)..].Split(',', '+')),
            _ => null,
        };
    }

    private static TransactionMix? OfBank(string[] texts)
    {
        int[] shares = [.. texts.Select(Share.Parse).OfType<int>()];
        if (texts.Length != SampleShares.Length || shares.Length != SampleShares.Length || shares.Sum() == 0)
        {
            return null;
        }

        return shares.SequenceEqual(SampleShares) ? Sample : new($"{BankName}:{string.Join(',', shares)}", shares);
    }
}
