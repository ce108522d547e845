using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Configuration;

namespace AElf.Benchmark;

/// <summary>One of the runs of a call.</summary>
/// <param name="Workload">Its transfers, with one group count.</param>
/// <param name="Routing">How jobs find their actors.</param>
internal sealed record RunPlan(WorkloadOptions Workload, RoutingStrategy Routing)
{
    /// <summary>What may differ between the runs of a call, names and texts of settings.</summary>
    public IReadOnlyDictionary<string, string> Differing { get; } = new Dictionary<string, string>(StringComparer.Ordinal)
    {
        [TransferSettings.Groups.Name] = FormattableString.Invariant($"{Workload.GroupsFrom} {Workload.GroupsFrom}"),
        [TransferSettings.Skew.Name] = Workload.Skew.ToString(CultureInfo.InvariantCulture),
        [Settings.Routing.Name] = SettingRules.NameOf(Routing),
    };
}
