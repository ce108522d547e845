using System.Diagnostics.Metrics;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Publishes the measurements of each round to live exporters, in addition to the instruments of a manager. They are
/// recorded between rounds, before the audit.
/// </summary>
public static class RunMetrics
{
    /// <summary>The meter that exporters listen to.</summary>
    public static readonly Meter Instruments =
        new(BenchMeters.Name, typeof(RunMetrics).Assembly.GetName().Version?.ToString(3));

    // Figures that differ by their quantile share an instrument.
    private static readonly (LiveFigure Live, Gauge<double> Gauge)[] Gauges =
    [
        .. from shown in Figures.All.Where(figure => figure.Live is not null)
               .GroupBy(figure => figure.Live!.Name, StringComparer.Ordinal)
           let gauge = Instruments.CreateGauge<double>(
               shown.Key, shown.First().Live!.Unit, $"Of the last round: {shown.First().Meaning}.")
           from figure in shown
           select (figure.Live!, gauge),
    ];

    private static readonly Gauge<double> Others = Instruments.CreateGauge<double>(
        "aelf.bench.round.others", "{core}", "Processors taken by others, hypervisor and quotas in the last round.");

    private static readonly Counter<long> Rounds = Instruments.CreateCounter<long>(
        "aelf.bench.rounds", "{round}", "Executed rounds by kind: warm-up, measured or disturbed.");

    private static readonly Counter<long> Retries = Instruments.CreateCounter<long>(
        "aelf.bench.retries", "{group}", "Groups that were granted again in a round.");

    internal static void Record(bool isMeasured, RawRound round, ProcessorReport? processors)
    {
        Rounds.Add(1, new KeyValuePair<string, object?>("kind", (isMeasured, processors) switch
        {
            (false, _) => "warm-up",
            (_, { IsDisturbed: true }) => "disturbed",
            _ => "measured",
        }));
        Retries.Add(round.RetriedUnits);
        foreach (var (live, gauge) in Gauges)
        {
            if (live.Value(round) is { } value)
            {
                gauge.Record(value, live.Quantile is { } quantile ? [new("quantile", quantile)] : []);
            }
        }

        if (processors is not null)
        {
            Others.Record(processors.Taken);
        }
    }
}
