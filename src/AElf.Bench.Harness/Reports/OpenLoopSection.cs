using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>The first section of a run by a schedule: whether the rate was reached, and what was sent late.</summary>
internal static class OpenLoopSection
{
    /// <summary>Empty in a closed loop.</summary>
    public static IEnumerable<ReportSection> From(RunReport run) => run.OpenLoop is not { } loop ? [] :
    [
        new("Open loop")
        {
            Figures =
            [
                new(
                    "rate",
                    $"{PerSecond(loop.Offered)} {Plural(run.Workload.Noun)}/s offered ({loop.Rate}), "
                        + $"{PerSecond(loop.Achieved)} achieved, {Percent(loop.Share)}"
                        + (loop.IsReached ? ": what was asked for, and no capacity" : ": NOT REACHED"))
                {
                    Tone = loop.IsReached ? ReportTone.Strong : ReportTone.Alarm,
                },
                new(
                    "sent late",
                    $"{Percent(loop.LateShare)} by more than {TimeOfMs(ArrivalStats.MaxLag.TotalMilliseconds)}; "
                        + $"after the intended start p50 {Time(loop.LagUs.P50)}, p99 {Time(loop.LagUs.P99)}, "
                        + $"max {Time(loop.LagUs.Max)}"),
            ],
        },
    ];
}
