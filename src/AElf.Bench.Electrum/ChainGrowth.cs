using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Electrum;

/// <summary>What of an index grows with its chain, and the main network's sizes.</summary>
internal static class ChainGrowth
{
    private const string IndexBytes = "indexBytes";

    public static GrowthPlan Plan { get; } = new(
        "chainBytes",
        "engine",
        [new(IndexBytes, "index GB", 1e9), new("indexBuildCpuMs", "build CPU h", 3_600_000)],
        [
            new("2022 (420 GB)", 420e9, PublishedGigabytes()),
            new("2026 (about 770 GB)", 770e9, new Dictionary<(string, string), double>()),
        ],
        "synthetic transactions are shorter than those of the main network (about 430 bytes to 590), with fewer inputs "
            + "and outputs (see --shape), and 1 of 5 outputs pays a known script. The published servers also keep what "
            + "an engine leaves out, and ran on other machines");

    private static Dictionary<(string, string), double> PublishedGigabytes() =>
        EngineRun.PublishedGigabytes.ToDictionary(each => (IndexBytes, each.Key), each => each.Value);
}
