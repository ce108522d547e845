using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Runs;

/// <summary>Computes the rate of the store alone from a run's raw data, and the run's share of it.</summary>
internal sealed class BareStoreDerivation(RawRun raw)
{
    /// <summary>The rate of the store alone; null if not measured.</summary>
    /// <param name="tps">The rate of the run; null if unknown.</param>
    public BareStoreReport? Report(double? tps)
    {
        if (raw.BareStore is not { Samples.Count: > 0 } sampled)
        {
            return null;
        }

        var rates = Rates(sampled.Samples);
        var bare = rates.PerSecond(raw.Reads, raw.Writes);
        return new BareStoreReport(
            bare, tps / bare, rates.GetPerSecond, rates.SetPerSecond, sampled.Depth, RedisBenchmark(sampled, tps))
        {
            BareShard = sampled.BareShard is { Samples.Count: > 0 } shard ? BareShard(shard, bare) : null,
            Deep = sampled.Deep is { Samples.Count: > 0 } deep ? Deep(deep) : null,
        };
    }

    /// <summary>
    /// A run's share of the rate of the store alone with the same keys; null if not measured, or if the run saved
    /// operations with commands over several keys.
    /// </summary>
    /// <param name="tps">The rate of the run; null if unknown.</param>
    public double? ShareOf(double? tps, long committed)
    {
        var sent = OperationReport.Sum(raw.Rounds.Select(round => round.Ops)).ToCounts();
        return raw.BareStore is { Samples.Count: > 0 } sampled && committed > 0 && sent.MultiGet + sent.MultiSet == 0
            ? tps / Rates(sampled.Samples).PerSecond(
                (double)sent.KeysRead / committed, (double)sent.KeysWritten / committed)
            : null;
    }

    private DeepBareStoreReport Deep(RawDeepBareStore sampled)
    {
        var rates = Rates(sampled.Samples);
        return new DeepBareStoreReport(
            rates.PerSecond(raw.Reads, raw.Writes), sampled.Depth, rates.GetPerSecond, rates.SetPerSecond);
    }

    private BareShardReport BareShard(RawBareShard sampled, double throughProxies)
    {
        var rates = Rates(sampled.Samples);
        var bare = rates.PerSecond(raw.Reads, raw.Writes);
        return new BareShardReport(
            sampled.Endpoint, bare, throughProxies / bare, rates.GetPerSecond, rates.SetPerSecond);
    }

    private static ProbeRates Rates(IReadOnlyList<RawSample> samples)
    {
        double Median(Func<RawSample, double> rate) => SummaryStatistics.Describe([.. samples.Select(rate)]).Median;

        return new ProbeRates(
            Median(sample => sample.Gets / RunDerivation.Time(sample.GetNs).TotalSeconds),
            Median(sample => sample.Sets / RunDerivation.Time(sample.SetNs).TotalSeconds),
            "bare");
    }

    private RedisBenchmarkReport? RedisBenchmark(RawBareStore sampled, double? tps)
    {
        if (sampled.RedisBenchmark is not [var first, ..] all)
        {
            return null;
        }

        var rates = new ProbeRates(
            all.Average(each => each.GetPerSecond), all.Average(each => each.SetPerSecond), first.Command);
        var bare = rates.PerSecond(raw.Reads, raw.Writes);
        return new RedisBenchmarkReport(bare, tps / bare, rates.GetPerSecond, rates.SetPerSecond, rates.Command);
    }
}
