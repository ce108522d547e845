using System.Globalization;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Statistics;
using AElf.Bench.Harness.Studies;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>The text of a comparison: its conclusion, both sides, and the method.</summary>
public static class ComparisonSections
{
    private const string Method =
        "Hodges–Lehmann estimate of the ratio over pairs of runs; 95 % interval by bets on signs and sizes, valid "
            + "at any time (Ville; Ramdas et al. 2020; Waudby-Smith and Ramdas 2024)";

    private const string Toss =
        "the ratio is between half the threshold and the threshold, so \"slower\" and \"less than the threshold "
            + "slower\" are both true; chance decides, and another comparison may have the other conclusion";

    /// <param name="title">Heading of the first section.</param>
    /// <param name="sides">Each side in words, baseline first.</param>
    /// <param name="result">The comparison.</param>
    /// <param name="machine">The detectable slow-down; null unless a build is compared with itself.</param>
    /// <param name="where">Place and time of the comparison; null if unknown.</param>
    public static IReadOnlyList<ReportSection> From(
        string title,
        IReadOnlyList<string> sides,
        ComparisonResult result,
        MachineNoise? machine = null,
        IReadOnlyList<ReportFigure>? where = null) =>
        [Conclusion(title, sides, result, machine, where ?? []), Details(result)];

    /// <summary>The conclusion; it always contains the speed, which matters most to a user.</summary>
    public static string Headline(ComparisonResult result)
    {
        if (result.Tps.Count == 0)
        {
            return "no result: no pair of runs has figures";
        }

        var (speed, others) = (result.Criteria[0], result.Criteria.Skip(1).ToList());
        var decided = string.Concat(
            others.Where(other => other.Decided).Select(other => $"; decided by {other.Name}: {other.Text}"));

        // A screen has room for one of two facts: the speed is undecided, or the criterion that decided.
        var found = decided.Length > 0 && speed.Outcome is CriterionOutcome.Open ? RatioOfSpeeds(result) : speed.Text;
        var open = result.Criteria.Where(each => each.Outcome is CriterionOutcome.Open).Select(each => each.Name);
        var loads = result.LoadDifferences is [] ? "" : "; the loads differ";
        return result switch
        {
            { IsRegression: true } => $"REGRESSION: {found}{decided}{loads}",
            { IsInconclusive: true } => $"INCONCLUSIVE on {string.Join(" and ", open)}: {speed.Text}{loads}",
            _ => $"no regression of {Share(result.Limits.Threshold)}: {speed.Text}{loads}",
        };
    }

    /// <summary>The ratio of the speeds, with its conclusion.</summary>
    internal static string SpeedOf(ComparisonResult result)
    {
        var shown = result switch
        {
            { Tps.Count: 0 } => "no pair of runs has figures",
            { Times: GateOutcome.Regression } => "slower, confirmed",
            { Times: GateOutcome.NoRegression } => $"less than {Share(result.Limits.Threshold)} slower",
            { Times: GateOutcome.Unconfirmed } => $"a slow-down in {result.FirstSeries} pairs was not confirmed by "
                + $"{result.Decision - result.FirstSeries} more",
            { FirstSeries: not null } => "a slow-down was seen, but neither confirmed nor refuted",
            _ => $"neither \"slower\" nor \"less than {Share(result.Limits.Threshold)} slower\" is shown",
        };
        return result.Tps.Count == 0 ? shown : $"{RatioOfSpeeds(result)}; {shown}";
    }

    private static string RatioOfSpeeds(ComparisonResult result) => $"{Ratio(result.Tps)} of the baseline's TPS";

    internal static string TextOf(CountChange count, string noun) =>
        $"{Change(count)}, from {Exact(count.Baseline)} to {Exact(count.Candidate)} per {noun}";

    /// <summary>
    /// A ratio, with its interval if there is one, such as <c>0.950 × (95 % interval 0.931 – 0.969)</c>.
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
        string title,
        IReadOnlyList<string> sides,
        ComparisonResult result,
        MachineNoise? machine,
        IReadOnlyList<ReportFigure> where)
    {
        var tone = result switch
        {
            { IsRegression: true } => ReportTone.Alarm,
            { IsInconclusive: true } => ReportTone.Warning,
            _ => ReportTone.Strong,
        };
        return new(title)
        {
            Figures =
            [
                .. machine is null ? (ReportFigure[])[] : [Machine(machine)],
                new("conclusion", Headline(result)) { Tone = tone },
                .. result.Tps.Count == 0 ? [] : result.Criteria.Select(Line),
                .. result.IsInconclusive && result.Tps.Count > 0 ? (ReportFigure[])[Needed(result)] : [],
                new("loads", result.LoadDifferences) { Tone = ReportTone.Warning },
                .. machine is null ? Warnings(result) : [],
                new("baseline", sides[0]),
                new("candidate", sides[1]),
                .. Setups(result),
                new("differences", result.Differences(run => run.Versions)) { Tone = ReportTone.Warning },
                .. where,
            ],
            Tables = [Table(result)],
        };
    }

    private static ReportFigure Line(Criterion criterion) =>
        new(criterion.Name, $"{criterion.Text}; this {(criterion.Decided ? "decided" : "did not decide")}");

    private static ReportFigure Needed(ComparisonResult result)
    {
        if (result.LoadDifferences.Count > 0)
        {
            return new("needed", "the same load on both sides: the loads differ, and more pairs do not change this");
        }

        var made = result.Tps.Count;
        var like = made == 1 ? "if further pairs are like this pair" : $"if further pairs are like these {made}";
        return result.PairsNeeded is { } pairs
            ? new("needed", $"about {pairs} pairs, {like}: {Number(result.Seconds / made * pairs / 60)} minutes")
            : new(
                "needed",
                $"more than {GateForecast.MaxPairs} pairs, {like}; longer runs, a larger --threshold or a quieter "
                    + "machine need fewer");
    }

    // No conclusion if both sides are the same build.
    private static IEnumerable<ReportFigure> Warnings(ComparisonResult result)
    {
        if (result.IsInconclusive)
        {
            yield return new("inconclusive", result.Limits.InconclusiveFails
                ? "exit code 5: nothing is proved about the candidate; --inconclusive pass accepts this"
                : "accepted by --inconclusive pass: nothing is proved about the candidate")
            { Tone = ReportTone.Warning };
        }

        var disturbed = StudyRun.Disturbed(
            [.. result.Baseline.Runs, .. result.Candidate.Runs],
            "the order was random, so neither side was favoured; the interval includes the noise");
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
        var tone = machine.Detectable is null ? ReportTone.Warning : ReportTone.Strong;
        return new("this machine", TextOf(machine)) { Tone = tone };
    }

    /// <summary>The smallest slow-down that a machine can detect.</summary>
    public static string TextOf(MachineNoise machine)
    {
        var spent = $"{Counted(machine.Pairs, "pair")} in {Whole(machine.Seconds)} s";
        return machine.Detectable is { } change
            ? $"9 of 10 comparisons of {spent} find a slow-down of {Share(change)}"
            : $"not enough data: after {spent} even a slow-down of 50 % would be missed; raise --budget";
    }

    private static ReportFigure[] Setups(ComparisonResult result)
    {
        var (before, now) = (Setups(result.Baseline), Setups(result.Candidate));
        return before.Count == 1 && before.SequenceEqual(now, StringComparer.Ordinal)
            ? [new("both", before)]
            : [new("runs of the baseline", before), new("runs of the candidate", now)];
    }

    private static List<string> Setups(RunSet<ComparedRun> side) => side.Runs.Count == 0
        ? ["no run has a figure"]
        : [.. side.Runs.Select(run => run.Setup).Distinct(StringComparer.Ordinal)];

    private static ReportTable Table(ComparisonResult result)
    {
        var (before, now) = (result.Baseline, result.Candidate);
        var noun = result.Noun;
        (Figure Figure, Func<ComparedRun, double?> Value)[] measured =
        [
            (Figures.Tps, run => run.Tps),
            .. Figures.Compared.Select(figure =>
                (figure, (Func<ComparedRun, double?>)(run => figure.In(run.Values)))),
        ];
        List<IReadOnlyList<string>> rows =
        [
            .. from each in measured
               let ratio = result.RatioOf(each.Value)
               where ratio.Count > 0
               select (string[])
               [
                   $"{each.Figure.Heading}, median", each.Figure.TextOf(before.Median(each.Value)),
                   each.Figure.TextOf(now.Median(each.Value)), Three(ratio.Estimate), Interval(ratio),
               ],
            ["TPS, slowest run", Whole(before.Tps?.Min), Whole(now.Tps?.Min), None, None],
            ["TPS, fastest run", Whole(before.Tps?.Max), Whole(now.Tps?.Max), None, None],
            .. result.Counts.Select(count => (IReadOnlyList<string>)
            [
                $"{count.Name} per {noun}", Exact(count.Baseline), Exact(count.Candidate),
                Three(count.Candidate / count.Baseline), Change(count),
            ]),
            ["runs", Runs(before), Runs(now), None, None],
        ];
        return new(
            [
                new("", IsText: true), new("baseline"), new("candidate"), new("ratio of pairs"),
                new("95 % interval"),
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
                    "fails if two independent series of pairs show a slow-down and neither excludes "
                        + $"{threshold}; "
                        + (result.Limits.CountsGate
                            ? $"or if a count rises; or if two series show more {CountRule.Bytes.Name} and neither "
                                + $"excludes a rise of {Exact(result.Limits.AllocationFloor)} bytes, or of "
                                + $"{threshold} if that is more"
                            : "counts are only shown")),
                new("runs", $"{pairs}, {Whole(result.Seconds)} s; each in its own process"),
                new(
                    "ratios",
                    "the median of the ratios of pairs (Hodges–Lehmann): the machine is the same within a pair; the "
                        + "ratio of both medians may differ"),
                new("noise", result.Tps.Noise is { } noise
                    ? $"{Share(Math.Round(noise, 3))} standard deviation of a pair"
                    : "too few pairs to tell"),
                new("second opinion", result.MannWhitney is { } chance
                    ? $"Mann–Whitney test, unpaired, that the candidate is slower: p {Chance(chance)}"
                    : "too few runs for a Mann–Whitney test"),
                new("method", Method) { Audience = ReportAudience.Page },
            ],
        };
    }

    private static string Runs(RunSet<ComparedRun> side) => side.All.Count == side.Runs.Count
        ? Count(side.Runs.Count)
        : $"{Count(side.Runs.Count)} + {Count(side.All.Count - side.Runs.Count)} not counted";

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
