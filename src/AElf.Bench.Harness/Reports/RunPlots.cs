using System.Globalization;
using AElf.Bench.Harness.Plots;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>The plots of a published run. A failed run has only the plots without a figure.</summary>
internal static class RunPlots
{
    /// <summary>The plots in order, without empty ones.</summary>
    public static IReadOnlyList<Plot> From(RunReport run)
    {
        Plot?[] plots =
        [
            Rounds(run), .. RunTimePlots.From(run), Latency(run.LatencyUs, run.OpenLoop?.LatencyUs, run.Workload.Noun),
            Balance("Shard balance", "operations", Shards(run)), Balance("Worker balance", "committed", Workers(run)),
        ];
        return [.. plots.OfType<Plot>()];
    }

    /// <summary>Median and range of several runs side by side; null for fewer than two runs with TPS.</summary>
    public static Plot? Comparison(IReadOnlyList<RunReport> runs)
    {
        var measured = runs.Index().Where(each => each.Item.Tps is not null)
            .Select(each => (
                Name: $"run {Count(each.Index + 1)}{RunComparison.WhichIs(each.Item, runs)}", Tps: each.Item.Tps!))
            .ToList();
        if (measured.Count < 2)
        {
            return null;
        }

        return new Plot(
            "TPS of the runs",
            new($"{Plural(runs[0].Workload.Noun)}/s", PlotScale.Linear(measured.Select(run => run.Tps.Max))),
            new("", PlotScale.Names(measured.ConvertAll(run => run.Name))),
            [
                new PlotRanges(1, [.. measured.Select((run, at) =>
                    (new PlotPoint(run.Tps.Min, at), new PlotPoint(run.Tps.Max, at)))]),
                new PlotDots(0, null, [.. measured.Select((run, at) => new PlotPoint(run.Tps.Median, at))]),
            ])
        {
            Notes =
            [
                "dot: median; bar: smallest to largest round. Ranges that do not overlap differ beyond the noise.",
            ],
            Points = new(
                [new("run", IsText: true), new("median"), new("min"), new("max")],
                [.. measured.Select(run => (string[])
                    [run.Name, Whole(run.Tps.Median), Whole(run.Tps.Min), Whole(run.Tps.Max)])]),
        };
    }

    private static Plot? Rounds(RunReport run)
    {
        if (run.Tps is not { } tps)
        {
            return null;
        }

        var dots = run.Rounds;
        PlotLayer[] interval = tps is { Low95: { } low, High95: { } high }
            ?
            [
                new PlotArea(1, RunSections.IntervalOf(tps), [
                    (new(0.5, low), new(0.5, high)),
                    (new(run.Rounds.Count + 0.5, low), new(run.Rounds.Count + 0.5, high)),
                ]),
            ]
            : [];
        return new Plot(
            "TPS of the rounds",
            new("round", PlotScale.Numbers(run.Rounds.Count)),
            new($"{Plural(run.Workload.Noun)}/s", PlotScale.Linear(dots.Select(round => round.Tps))),
            [
                .. interval,
                new PlotLevel(2, "median", tps.Median),
                .. dots.GroupBy(round => round.IsDisturbed).OrderBy(group => group.Key).Select(group => new PlotDots(
                    group.Key ? 3 : 0,
                    group.Key ? "disturbed round" : "round",
                    [.. group.Select(round => new PlotPoint(round.Round, round.Tps))])),
            ])
        {
            Points = new(
                [new("round"), new("window"), new("committed"), new("TPS"), new("", IsText: true)],
                [
                    .. dots.Select(round => (string[])
                    [
                        Count(round.Round), TimeOfMs(round.ExecuteMs), Count(round.Committed), Whole(round.Tps),
                        round.Mark,
                    ]),
                ]),
        };
    }

    private static Plot? Latency(LatencyReport? sent, LatencyReport? intended, string noun)
    {
        if (sent is null)
        {
            return null;
        }

        var latency = intended ?? sent;
        var points = Percentiles(latency);
        (double Percentile, double Us)[] named =
            [(50, latency.P50), (90, latency.P90), (99, latency.P99), (99.9, latency.P999)];
        var shown = named.Where(each => 1 - (each.Percentile / 100) >= 1.0 / latency.Count).ToList();
        PlotLayer[] other = intended is null ? [] : [new PlotLine(2, "from sending", Percentiles(sent))];
        var meaning = intended is null
            ? "first read queued to last write acknowledged"
            : "intended start, and sending, to last write acknowledged";
        return new Plot(
            "Latency by percentile",
            new("percentile (logarithmic towards 100 %)", PlotScale.Percentiles(100 * (1 - (1.0 / latency.Count)))),
            new("", PlotScale.Times(points.Concat(Percentiles(sent)).Select(point => point.Y))),
            [
                new PlotLine(0, intended is null ? null : "from the intended start", points),
                .. other,
                new PlotDots(0, null, [.. shown.Select(each => new PlotPoint(each.Percentile, each.Us))]),
                new PlotLevel(1, $"max {Time(latency.Max)}", latency.Max),
            ])
        {
            Notes =
            [
                $"{meaning}, of {Counted(latency.Count, noun)}; from merged histograms, at most 0.8 % above the exact "
                    + "value",
            ],
            Points = new(
                [new("percentile"), new("took up to")],
                [.. points.Select(point => (string[])
                    [point.X.ToString("0.######", CultureInfo.InvariantCulture), Time(point.Y)])]),
        };
    }

    // One step at each bucket's share. Reports without buckets give their percentiles.
    private static List<PlotPoint> Percentiles(LatencyReport latency)
    {
        if (latency.Recorded() is not { } histogram)
        {
            return
            [
                new(50, latency.P50), new(90, latency.P90), new(99, latency.P99), new(99.9, latency.P999),
                new(100, latency.Max),
            ];
        }

        var below = 0L;
        var points = new List<PlotPoint>();
        foreach (var (nanoseconds, count) in histogram.Filled())
        {
            points.Add(new PlotPoint(100.0 * below / histogram.Count, nanoseconds / 1e3));
            below += count;
        }

        points.Add(new PlotPoint(100, histogram.Max / 1e3));
        return points;
    }

    private static List<(string Name, long Value)> Shards(RunReport run) =>
    [
        .. run.Store.Shards.Where(shard => shard.Ops is not null).Select(shard => (
            shard.Endpoint,
            shard.Ops!.Get + shard.Ops.Set + shard.Ops.MultiGet + shard.Ops.MultiSet)),
    ];

    private static List<(string Name, long Value)> Workers(RunReport run) =>
        [.. run.Workers.Select(worker => (worker.Name, worker.Committed ?? 0))];

    private static Plot? Balance(string title, string what, List<(string Name, long Value)> parts)
    {
        var all = parts.Sum(part => (double)part.Value);
        if (parts.Count < 2 || all <= 0)
        {
            return null;
        }

        var shares = parts.ConvertAll(part => part.Value * 100 / all);
        return new Plot(
            title,
            new($"% of all {what}", PlotScale.Linear(shares)),
            new("", PlotScale.Names(parts.ConvertAll(part => part.Name))),
            [new PlotBars([.. shares.Select(share => (share, Percent(share / 100)))])])
        {
            Notes =
            [
                $"an even share is {Percent(1.0 / parts.Count)}; "
                    + $"the largest is {Number(shares.Max() * parts.Count / 100)} × an even share",
            ],
            Points = new(
                [new("name", IsText: true), new(what)],
                [.. parts.Select(part => (string[])[part.Name, Count(part.Value)])]),
        };
    }
}
