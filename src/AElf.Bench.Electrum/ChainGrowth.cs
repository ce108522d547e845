namespace AElf.Bench.Electrum;

/// <summary>The main network, to which the growth of indexes is extrapolated.</summary>
public static class ChainGrowth
{
    /// <summary>Bytes of its blocks when the sizes of indexes were published.</summary>
    public const double Bytes2022 = 420e9;

    /// <summary>Bytes of its blocks today, about.</summary>
    public const double Bytes2026 = 770e9;

    /// <summary>How synthetic chains differ from it, in words.</summary>
    public const string Caution =
        "a synthetic transaction has about 430 bytes and fewer inputs and outputs (see --shape), one of the main "
            + "network 590; 1 of 5 synthetic outputs pays a known script";

    /// <summary>The published sizes of the indexes of 2022, by engine.</summary>
    public static IReadOnlyDictionary<string, double> PublishedGigabytes => EngineRun.PublishedGigabytes;
}
