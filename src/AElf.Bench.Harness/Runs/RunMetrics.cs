using System.Diagnostics.Metrics;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Publishes the measurements of each round to live exporters, in addition to the instruments of a manager. Recorded
/// between rounds, before the audit.
/// </summary>
public static class RunMetrics
{
    private static readonly KeyValuePair<string, object?>[] Median = [new("quantile", "0.5")];
    private static readonly KeyValuePair<string, object?>[] Tail = [new("quantile", "0.99")];

    private static readonly Gauge<double> Rate = Create().CreateGauge<double>(
        "aelf.bench.round.rate", "{transfer}/s", OfLastRound(Figures.Tps.Meaning));

    private static readonly Gauge<double> Latency = Instruments.CreateGauge<double>(
        "aelf.bench.round.latency", "s", OfLastRound(Figures.LatencyMeaning));

    private static readonly Gauge<double> Others = Instruments.CreateGauge<double>(
        "aelf.bench.round.others", "{core}", "Processors that others used in the last round, on this machine.");

    private static readonly Counter<long> Rounds = Instruments.CreateCounter<long>(
        "aelf.bench.rounds", "{round}", "Rounds that were made: of warm-up, measured, or disturbed.");

    private static readonly Counter<long> Retries = Instruments.CreateCounter<long>(
        "aelf.bench.retries", "{group}", "Groups that were granted again in a round.");

    /// <summary>The meter that exporters listen to.</summary>
    public static Meter Instruments => Rate.Meter;

    internal static void Record(bool isMeasured, RoundOutcome outcome, ProcessorReport? processors)
    {
        Rounds.Add(1, new KeyValuePair<string, object?>("kind", (isMeasured, processors) switch
        {
            (false, _) => "warm-up",
            (_, { IsDisturbed: true }) => "disturbed",
            _ => "measured",
        }));
        Retries.Add(outcome.Reassigned.Count);
        if (outcome.Window > TimeSpan.Zero)
        {
            Rate.Record(Figures.PerSecond(outcome.Committed, outcome.Window.TotalNanoseconds));
        }

        if (outcome.Latency.Count > 0)
        {
            Latency.Record(outcome.Latency.ValueAtPercentile(50) / 1e9, Median);
            Latency.Record(outcome.Latency.ValueAtPercentile(99) / 1e9, Tail);
        }

        if (processors is not null)
        {
            Others.Record(processors.Taken);
        }
    }

    private static string OfLastRound(string meaning) => $"Of the last round: {meaning}.";

    private static Meter Create() =>
        new(BenchMeters.Name, typeof(RunMetrics).Assembly.GetName().Version?.ToString(3));
}
