namespace AElf.Bench.Electrum;

/// <summary>The sizes of the main network, to which the growth of indexes is extrapolated.</summary>
public static class ChainGrowth
{
    /// <summary>Bytes of its blocks in 2022, when the index sizes were published.</summary>
    public const double Bytes2022 = 420e9;

    /// <summary>Approximate bytes of its blocks today.</summary>
    public const double Bytes2026 = 770e9;

    /// <summary>Minimum bytes of a chain whose fit predicts larger chains.</summary>
    public const double ReliableBytes = 50e6;

    /// <summary>The differences between synthetic chains and the main network, in words.</summary>
    public const string Caution =
        "synthetic transactions have about 430 bytes, those of the main network 590; more outputs stay unspent; "
            + "the engines fulcrum and electrumx keep undo data of all blocks, their servers of the last blocks";

    /// <summary>The index sizes published in 2022, by engine.</summary>
    public static IReadOnlyDictionary<string, double> PublishedGigabytes { get; } =
        new Dictionary<string, double>(StringComparer.Ordinal)
        {
            ["electrs-0.9"] = 32,
            ["electrumx"] = 75,
            ["fulcrum"] = 102,
            ["esplora"] = 800,
            ["esplora-light"] = 400,
        };
}
