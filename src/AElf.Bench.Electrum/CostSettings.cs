using AElf.Bench.Core.Options;
using AElf.Bench.Electrum.Execution;

namespace AElf.Bench.Electrum;

/// <summary>The settings of a modelled disk and node.</summary>
public static class CostSettings
{
    private static readonly SettingGroup Rows =
        new("Workload", Topic.Workload, Programs.Runs) { Submission = Submission.Always, InScenario = "workload." };

    public static readonly Setting<DiskModel?> Disk = new(
        Rows, "Disk",
        new TextRule<DiskModel?>($"{DiskModel.Names}, or READ_US,WRITE_US,MB/s such as 150,100,500", DiskModel.Parse)
        {
            Words = DiskModel.Names.Split(", "),
        },
        null,
        "also model a disk: charge each counted read at hdd, ssd, nvme, or READ_US,WRITE_US,MB/s", "--disk WHAT");

    public static readonly Setting<TimeSpan?> NodeLatency = new(
        Rows, "NodeLatency", TimeRule.RoundTrip, null, "also model the node: time of a call", "--node-latency TIME");

    public static readonly Setting<decimal?> NodeBandwidth = new(
        Rows, "NodeBandwidth", new DecimalNumberRule(0.001m, 1_000_000, "MB per second above 0, such as 10"), null,
        "also model the node: MB that it sends per second", "--node-bandwidth MB/S");

    /// <summary>All settings, in the order of the help.</summary>
    public static IReadOnlyList<Setting> All => Rows.All;

    /// <summary>The model of a run.</summary>
    public static CostModel Read(ResolvedSettings settings) =>
        new(settings.Get(Disk), settings.Get(NodeLatency) ?? TimeSpan.Zero, settings.Get(NodeBandwidth));
}
