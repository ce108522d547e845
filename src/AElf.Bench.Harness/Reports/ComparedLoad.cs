using AElf.Bench.Core.Workloads;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>Distinguishes the loads of runs by their sizes and contents.</summary>
internal static class ComparedLoad
{
    /// <summary>The properties of a load by name, without its contents for a failed run and in older reports.</summary>
    public static Dictionary<string, string> Of(RunReport run)
    {
        var properties = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["load"] = $"{Counted(run.BlockWeight, run.Workload.Noun)} in "
                + $"{Counted(run.Units, run.Workload.UnitNoun)}, {Counted(run.Workload.Items, run.Workload.ItemNoun)}",
        };
        if (run.Facts.GetValueOrDefault(LoadFacts.Checksum).Text is { } checksum)
        {
            properties["CRC-32C of the load"] = checksum;
        }

        if (run.Facts.Count > 0)
        {
            properties["SHA-256 of contracts"] = run.Facts.GetValueOrDefault(LoadFacts.ContractHash).Text ?? "none";
        }

        return properties;
    }
}
