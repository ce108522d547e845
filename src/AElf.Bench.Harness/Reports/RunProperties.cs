using AElf.Bench.Core.Workloads;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>Properties of runs by name: they influence a figure without being options. Comparisons show them.</summary>
internal static class RunProperties
{
    /// <summary>The libraries of a run, and its store.</summary>
    public static Dictionary<string, string> Of(RunReport run) =>
        new(run.Environment.Libraries.Concat(ClaimLine.PartsOf(run.Store)), StringComparer.Ordinal);

    /// <summary>
    /// The sizes and contents of its load, without the contents for a failed run and in older reports.
    /// </summary>
    public static Dictionary<string, string> OfLoad(RunReport run)
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

    /// <summary>The differences in words, for the names that both sides have.</summary>
    public static IEnumerable<string> Differences(
        string first,
        IEnumerable<IReadOnlyDictionary<string, string>> before,
        string second,
        IEnumerable<IReadOnlyDictionary<string, string>> now)
    {
        var (left, right) = (ByName(before), ByName(now));
        return left.Where(each => right.Contains(each.Key))
            .Select(each => (Name: each.Key, Before: Joined(each), Now: Joined(right[each.Key])))
            .Where(each => !string.Equals(each.Before, each.Now, StringComparison.Ordinal))
            .Select(each => $"{each.Name} {each.Before} in {first}, {each.Now} in {second}");
    }

    private static ILookup<string, string> ByName(IEnumerable<IReadOnlyDictionary<string, string>> runs) => runs
        .SelectMany(run => run)
        .OrderBy(each => each.Key, StringComparer.Ordinal)
        .ToLookup(each => each.Key, each => each.Value, StringComparer.Ordinal);

    private static string Joined(IEnumerable<string> versions) =>
        string.Join(" and ", versions.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal));
}
