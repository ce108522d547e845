namespace AElf.Bench.Electrum;

/// <summary>The size of the main network, to which the growth of indexes is extrapolated.</summary>
public static class ChainGrowth
{
    /// <summary>Bytes of its blocks when sizes of indexes were published.</summary>
    public const double Bytes2022 = 420e9;

    /// <summary>Approximate bytes of its blocks today.</summary>
    public const double Bytes2026 = 770e9;

    /// <summary>Bytes of a chain from which on a fit predicts larger chains.</summary>
    public const double ReliableBytes = 50e6;

    /// <summary>The differences between synthetic chains and the main network, in words.</summary>
    public const string Caution =
        "a synthetic transaction has about 430 bytes, one of the main network 590; more of its outputs stay unspent; "
            + "fulcrum and electrumx keep here what undoes all blocks, their servers that of the last ones";

    /// <summary>The published sizes of the indexes of 2022, by engine.</summary>
    public static IReadOnlyDictionary<string, double> PublishedGigabytes => EngineRun.PublishedGigabytes;
}
