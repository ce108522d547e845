using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>The settings every workload has; a program's table is these and its workload's.</summary>
public static class ProgramSettings
{
    /// <summary>In the order of <c>--help</c>.</summary>
    public static IReadOnlyList<Setting> All { get; } =
    [
        .. ActorSettings.All, .. StoreSettings.All, .. CommonSettings.All, .. ClusterSettings.All, .. TlsSettings.All,
        .. MeasureSettings.All, .. ReportSettings.All, .. ExportSettings.All,
    ];
}
