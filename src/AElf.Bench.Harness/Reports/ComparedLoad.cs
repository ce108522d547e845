using AElf.Bench.Core.Workloads;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>Tells the loads of two runs apart, by their sizes and contents.</summary>
internal static class ComparedLoad
{
    /// <summary>What a load is known by; without its contents in older reports, and of a run that failed.</summary>
    public static Dictionary<string, string> Of(RunReport run)
    {
        var known = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["load"] = $"{Counted(run.BlockWeight, run.Workload.Noun)} in "
                + $"{Counted(run.Units, run.Workload.UnitNoun)}, {Counted(run.Workload.Items, run.Workload.ItemNoun)}",
        };
        if (run.Facts.GetValueOrDefault(LoadFacts.Checksum).Text is { } checksum)
        {
            known["CRC-32C of the load"] = checksum;
        }

        if (run.Facts.Count > 0)
        {
            known["SHA-256 of contracts"] = run.Facts.GetValueOrDefault(LoadFacts.ContractHash).Text ?? "none";
        }

        return known;
    }
}
