using System.Globalization;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Statistics;
using AElf.Bench.Harness.Studies;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>The text of a comparison: its conclusion, both sides, and how it was found.</summary>
public static class ComparisonSections
{
    private const string Method =
        "Hodges–Lehmann estimate of the ratio over pairs of runs; 95 % interval by bets on signs and sizes, valid "
            + "at any time (Ville; Ramdas et al. 2020; Waudby-Smith and Ramdas 2024)";

    private const string Toss =
        "the ratio is between half and all of the threshold, where slower and not slower by the threshold are both "
            + "true: which is shown first is a toss, and another comparison may end the other way";

    /// <param name="title">Heading of the first section.</param>
    /// <param name="sides">Each side in words, baseline first.</param>
    /// <param name="result">The comparison.</param>
    /// <param name="machine">What the machine can show; null unless a build is compared with itself.</param>
    public static IReadOnlyList<ReportSection> From(
        string title, IReadOnlyList<string> sides, ComparisonResult result, MachineNoise? machine = null) =>
        [Conclusion(title, sides, result, machine), Details(result)];

    public static string Headline(ComparisonResult result)
    {
        var threshold = Share(result.Limits.Threshold);
        var risen = result.Counts.Where(count => count.Rises).Select(count =>
            $"{count.Name} per {result.Candidate.Runs[0].Noun} rose from {Exact(count.Baseline)} to "
                + $"{Exact(count.Candidate)}");
        return result switch
        {
            { CountsRose: true } => $"REGRESSION: {string.Join("; ", risen)}",
            { Times: GateOutcome.Regression } => $"REGRESSION: {Ratio(result.Tps)} of the baseline's TPS, confirmed",
            { IsInconclusive: true, Times: not GateOutcome.Open } =>
                $"NOT SHOWN within the budget whether {AllocationGate.Name} rise: no regression of {threshold}, "
                    + $"{Ratio(result.Tps)} of the baseline's TPS",
            { Times: GateOutcome.NoRegression } =>
                $"no regression of {threshold}: {Ratio(result.Tps)} of the baseline's TPS",
            { Times: GateOutcome.Unconfirmed } =>
                $"no regression of {threshold}: a slow-down in {result.FirstSeries} pairs was not confirmed by "
                    + $"{result.Decision - result.FirstSeries} more; {Ratio(result.Tps)} of the baseline's TPS",
            { Tps.Count: 0 } => "nothing is shown: there is no pair of runs with figures",
            { FirstSeries: not null } =>
                $"NOT SHOWN within the budget: a slow-down was seen and neither confirmed nor refuted; "
                    + $"{Ratio(result.Tps)} of the baseline's TPS",
            _ => $"NOT SHOWN within the budget, neither a slow-down nor the absence of one of {threshold}: "
                + $"{Ratio(result.Tps)} of the baseline's TPS",
        };
    }

    /// <summary>
    /// A ratio with its interval, once there is one, such as <c>0.950 × (95 % interval 0.931 – 0.969)</c>.
    /// </summary>
    public static string Ratio(PairedRatio ratio)
    {
        var interval = Interval(ratio);
        return interval is None
            ? $"{Three(ratio.Estimate)} ×"
            : $"{Three(ratio.Estimate)} × (95 % interval {interval})";
    }

    /// <summary>A share as a percentage without needless digits, such as <c>5 %</c>.</summary>
    public static string Share(double share) =>
        string.Create(CultureInfo.InvariantCulture, $"{100 * share:0.###} %");

    private static ReportSection Conclusion(
        string title, IReadOnlyList<string> sides, ComparisonResult result, MachineNoise? machine)
    {
        var tone = result.IsRegression ? ReportTone.Alarm
            : result.IsInconclusive ? ReportTone.Warning
            : ReportTone.Strong;
        return new(title)
        {
            Figures =
            [
                .. machine is null ? (ReportFigure[])[] : [Machine(machine)],
                new("conclusion", Headline(result)) { Tone = tone },
                .. result.IsInconclusive && result.Tps.Count > 0 ? (ReportFigure[])[Needed(result)] : [],
                .. machine is null ? Warnings(result) : [],
                new("baseline", sides[0]),
                new("candidate", sides[1]),
                .. Setups(result),
                .. Versions(result),
            ],
            Tables = [Table(result)],
        };
    }

    private static ReportFigure Needed(ComparisonResult result)
    {
        var made = result.Tps.Count;
        var like = made == 1 ? "were the others like this one" : $"were the others like these {made}";
        return result.PairsNeeded is { } pairs
            ? new("needed", $"about {pairs} pairs, {like}: {Number(result.Seconds / made * pairs / 60)} minutes")
            : new(
                "needed",
                $"more than {GateForecast.MaxPairs} pairs, {like}: longer runs, a larger --threshold or a quieter "
                    + "machine take fewer");
    }

    // Nothing is judged when both sides are the same build.
    private static IEnumerable<ReportFigure> Warnings(ComparisonResult result)
    {
        if (result.IsInconclusive)
        {
            yield return new("inconclusive", result.Limits.InconclusiveFails
                ? "fails, with exit code 5: a candidate of which nothing is shown has not passed; --inconclusive pass "
                    + "lets it"
                : "passes, as --inconclusive pass says: nothing is shown of the candidate")
            { Tone = ReportTone.Warning };
        }

        var disturbed = StudyRun.Disturbed(
            [.. result.Baseline.Runs, .. result.Candidate.Runs],
            "the drawn order lets that meet either side, and the interval is as wide as it made it");
        foreach (var warning in disturbed)
        {
            yield return warning;
        }

        if (result is { IsToss: true, CountsRose: false })
        {
            yield return new("close", Toss) { Tone = ReportTone.Warning };
        }
    }

    private static ReportFigure Machine(MachineNoise machine)
    {
        var spent = $"{Counted(machine.Pairs, "pair")} in {Whole(machine.Seconds)} s";
        return machine.Detectable is { } change
            ? new("this machine", $"9 of 10 comparisons of {spent} find a slow-down of {Share(change)}")
            { Tone = ReportTone.Strong }
            : new("this machine", $"{spent} are too few, or too noisy, to find any slow-down up to a half")
            { Tone = ReportTone.Warning };
    }

    private static ReportFigure[] Setups(ComparisonResult result)
    {
        var (before, now) = (Setups(result.Baseline), Setups(result.Candidate));
        return before.Concat(now).Distinct(StringComparer.Ordinal).Count() == 1
            ? [new("both", before.Union(now, StringComparer.Ordinal).ToList())]
            : [new("runs of the baseline", before), new("runs of the candidate", now)];
    }

    private static ReportFigure[] Versions(ComparisonResult result)
    {
        string[] differences =
        [
            .. LoadedLibraries.Differences(
                "the baseline",
                result.Baseline.Runs.Select(run => run.Versions),
                "the candidate",
                result.Candidate.Runs.Select(run => run.Versions)),
        ];
        return differences.Length == 0 ? [] : [new("versions", differences) { Tone = ReportTone.Warning }];
    }

    private static List<string> Setups(RunSet<ComparedRun> side) =>
        [.. side.Runs.Select(run => run.Setup).Distinct(StringComparer.Ordinal)];

    private static ReportTable Table(ComparisonResult result)
    {
        var (before, now) = (result.Baseline, result.Candidate);
        var noun = now.Runs.Concat(before.Runs).FirstOrDefault()?.Noun ?? "unit";
        List<IReadOnlyList<string>> rows =
        [
            ["TPS, median of the runs", Whole(before.Tps?.Median), Whole(now.Tps?.Median), Three(result.Tps.Estimate),
                Interval(result.Tps)],
            ["TPS, slowest run", Whole(before.Tps?.Min), Whole(now.Tps?.Min), None, None],
            ["TPS, fastest run", Whole(before.Tps?.Max), Whole(now.Tps?.Max), None, None],
            [$"CPU per {noun}", Median(before, run => run.CpuUs), Median(now, run => run.CpuUs),
                Three(result.Cpu.Estimate), Interval(result.Cpu)],
            ["p99", Median(before, run => run.P99Us), Median(now, run => run.P99Us),
                Three(now.Median(run => run.P99Us) / before.Median(run => run.P99Us)), None],
            .. result.Counts.Select(count => (IReadOnlyList<string>)
            [
                $"{count.Name} per {noun}", Exact(count.Baseline), Exact(count.Candidate),
                Three(count.Candidate / count.Baseline), Change(count),
            ]),
            ["runs", Runs(before), Runs(now), None, None],
        ];
        return new(
            [
                new("", IsText: true), new("baseline"), new("candidate"), new("ratio"), new("95 % interval"),
            ],
            rows)
        { Audience = ReportAudience.Everyone };
    }

    private static ReportSection Details(ComparisonResult result)
    {
        var threshold = Share(result.Limits.Threshold);
        var pairs = result.FirstSeries is { } first
            ? $"{Counted(result.Tps.Count, "pair")}, {first} of them until the first series showed a slow-down"
            : Counted(result.Tps.Count, "pair");
        return new("How it was compared")
        {
            Figures =
            [
                new(
                    "rule",
                    $"fails when two series of pairs show a slow-down and neither rules out one of {threshold}; "
                        + (result.Limits.CountsGate
                            ? $"or when a count rises; or when two series show more {AllocationGate.Name} and neither "
                                + $"rules out a rise of {Exact(result.Limits.AllocationFloor)} bytes, or of "
                                + $"{threshold} where that is more"
                            : "counts are only shown")),
                new("runs", $"{pairs}, {Whole(result.Seconds)} s; each a process of its own"),
                .. result.Counts.Count > 0 ? (ReportFigure[])[] :
                [
                    new(
                        "counts",
                        $"not compared: it takes {CountRule.MinPairs} pairs whose rounds offered the load equally "
                            + "often"),
                ],
                new("noise", result.Tps.Noise is { } noise
                    ? $"{Share(Math.Round(noise, 3))} standard deviation of a pair"
                    : "too few pairs to tell"),
                new("second opinion", result.MannWhitney is { } chance
                    ? $"Mann–Whitney, unpaired, that the candidate is slower: p {Chance(chance)}"
                    : "too few runs for Mann–Whitney"),
                new("method", Method) { Audience = ReportAudience.Page },
            ],
        };
    }

    private static string Runs(RunSet<ComparedRun> side) => side.All.Count == side.Runs.Count
        ? Count(side.Runs.Count)
        : $"{Count(side.Runs.Count)} + {Count(side.All.Count - side.Runs.Count)} not counted";

    private static string Median(RunSet<ComparedRun> side, Func<ComparedRun, double?> value) =>
        Time(side.Median(value));

    private static string Interval(PairedRatio ratio) => (ratio.Low > 0, double.IsFinite(ratio.High)) switch
    {
        (false, false) => None,
        (false, true) => $"below {Three(ratio.High)}",
        (true, false) => $"above {Three(ratio.Low)}",
        _ => $"{Three(ratio.Low)} – {Three(ratio.High)}",
    };

    private static string Chance(double value) => value < 0.001 ? "< 0.001" : $"= {Three(value)}";

    private static string Change(CountChange count) => count switch
    {
        { Rises: true } => "rose",
        { Outcome: GateOutcome.Open } => "undecided",
        { } fell when fell.Candidate < fell.Baseline => "fell",
        { } more when more.Candidate > more.Baseline => "tolerated",
        _ => "same",
    };

    private static string Three(double? value) => value is { } number && double.IsFinite(number)
        ? number.ToString("0.000", CultureInfo.InvariantCulture)
        : None;

    private static string Exact(double value) => value.ToString("0.######", CultureInfo.InvariantCulture);
}
