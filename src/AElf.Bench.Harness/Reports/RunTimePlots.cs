using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Plots;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// The plots of a run over time. The windows of the rounds are joined without gaps: the time between them is not
/// measured.
/// </summary>
internal sealed class RunTimePlots
{
    private const int MaxNamedFaults = 12;
    private const int MaxMarkers = 100;

    private readonly RunReport run;
    private readonly Dictionary<int, double> starts = [];
    private readonly PlotAxis time;
    private readonly IReadOnlyList<PlotLayer> beneath;
    private readonly IReadOnlyList<string> notes;

    private RunTimePlots(RunReport run)
    {
        this.run = run;
        var end = 0.0;
        foreach (var round in run.Rounds)
        {
            starts[round.Round] = end;
            end += round.ExecuteMs;
        }

        time = new("time in the rounds' windows, s", PlotScale.Exact(0, end / 1000));
        var faults = Faults().ToList();
        beneath =
        [
            .. run.Rounds.Select(round => new PlotDivider(
                $"{(round.Round == 1 ? "round " : "")}{Count(round.Round)}", At(round.Round, 0))),
            .. run.Rounds.Where(round => round.IsDisturbed).Select(round => new PlotWindow(
                round.Mark, At(round.Round, 0), At(round.Round, round.ExecuteMs))),
            .. faults.Select((fault, at) => new PlotWindow(
                at < MaxNamedFaults ? $"F{at + 1}" : null,
                At(fault.Round, fault.From),
                At(fault.Round, fault.To))),
        ];
        notes = [.. faults.Take(MaxNamedFaults).Select((fault, at) => $"F{at + 1}: {fault.Text}")];
    }

    /// <summary>The plots in order; empty for values that were not sampled.</summary>
    public static IEnumerable<Plot> From(RunReport run)
    {
        var plots = new RunTimePlots(run);
        var isIdle = run.Slices.All(slice => slice.DeepestMailbox == 0);
        Plot?[] all =
        [
            plots.Rate(isIdle),
            plots.Latency(),
            isIdle ? null : plots.AtEnds(
                "Deepest mailbox", "jobs at the end of a slice", slice => slice.DeepestMailbox),
            isIdle ? null : plots.AtEnds(
                "Oldest message waiting", "at the end of a slice", slice => slice.OldestMs * 1e3, isTime: true),
        ];
        return all.OfType<Plot>();
    }

    private Plot? Rate(bool isIdle)
    {
        var noun = $"{Plural(run.Workload.Noun)}/s";
        return Slices(
            "TPS over time",
            new(noun, PlotScale.Linear(run.Slices.Select(slice => slice.Tps))),
            slice => Whole(slice.Tps),
            slice => [Start(slice, slice.Tps), End(slice, slice.Tps)]) is not { } plot ? null
            : plot with
            {
                Notes = isIdle ? [.. plot.Notes, "no message waited in a mailbox when a slice ended"] : plot.Notes,
            };
    }

    private Plot? AtEnds(string title, string label, Func<SliceReport, double> value, bool isTime = false) => Slices(
        title,
        new(label, PlotScale.Linear(run.Slices.Select(value), isTime)),
        slice => isTime ? Time(value(slice)) : Whole(value(slice)),
        slice => [End(slice, value(slice))]);

    private Plot? Slices(
        string title, PlotAxis axis, Func<SliceReport, string> text, Func<SliceReport, PlotPoint[]> points) =>
        run.Slices.Count == 0 ? null : Over(
            title,
            axis,
            run.Slices.GroupBy(slice => slice.Round).Select(round => new PlotLine(
                0, null, [.. round.SelectMany(points)])
            {
                HasMarkers = points(run.Slices[0]).Length == 1 && run.Slices.Count <= MaxMarkers,
            }),
            new(
                [new("round"), new("start"), new("length"), new(axis.Label)],
                [.. run.Slices.Select(slice => (string[])
                    [Count(slice.Round), TimeOfMs(slice.StartMs), TimeOfMs(slice.LengthMs), text(slice)])]));

    // A single round would show no more than the percentiles.
    private Plot? Latency()
    {
        var timed = run.Rounds.Where(round => round.LatencyUs is not null).ToList();
        (string Name, Func<RoundLatencyReport, double> Of)[] shown =
        [
            ("longest", each => each.Max), ("99 % took up to", each => each.P99), ("half took up to", each => each.P50),
        ];
        return timed.Count < 2 ? null : Over(
            "Latency over time",
            new("", PlotScale.Times(timed.SelectMany(round => shown.Select(each => each.Of(round.LatencyUs!))))),
            shown.Select((each, style) => new PlotLine(
                style,
                each.Name,
                [.. timed.SelectMany(round => new[] { 0, round.ExecuteMs }.Select(ms =>
                    new PlotPoint(At(round.Round, ms), each.Of(round.LatencyUs!))))])),
            new(
                [new("round"), .. shown.Select(each => new ReportColumn(each.Name))],
                [.. timed.Select(round => (string[])
                    [Count(round.Round), .. shown.Select(each => Time(each.Of(round.LatencyUs!)))])]));
    }

    private Plot Over(string title, PlotAxis axis, IEnumerable<PlotLayer> lines, ReportTable points) =>
        new(title, time, axis, [.. beneath, .. lines]) { Notes = notes, Points = points };

    // In the unit of the axis' ticks.
    private string OnAxis(int round, double ms) => Number(At(round, ms));

    private double At(int round, double ms) => (starts.GetValueOrDefault(round) + ms) / 1000;

    private PlotPoint Start(SliceReport slice, double? value) =>
        new(At(slice.Round, slice.StartMs), value ?? double.NaN);

    private PlotPoint End(SliceReport slice, double? value) =>
        new(At(slice.Round, slice.StartMs + slice.LengthMs), value ?? double.NaN);

    // Faults less than a slice apart share one window.
    private IEnumerable<(int Round, double From, double To, string Text)> Faults()
    {
        foreach (var round in run.Faults.Where(fault => fault.Round > 0).GroupBy(fault => fault.Round))
        {
            List<FaultReport> window = [];
            foreach (var fault in round.OrderBy(fault => fault.AtMs))
            {
                if (window.Count > 0 && fault.AtMs - window[^1].AtMs > run.SliceMs)
                {
                    yield return Window(window);
                    window = [];
                }

                window.Add(fault);
            }

            yield return Window(window);
        }

        (int Round, double From, double To, string Text) Window(List<FaultReport> faults)
        {
            var kinds = faults.GroupBy(fault => fault.Kind, StringComparer.Ordinal)
                .Select(kind => $"{Count(kind.Sum(fault => fault.Count))} × {kind.Key}");
            var (round, from, to) = (faults[0].Round, faults[0].AtMs, faults[^1].AtMs);
            var when = to > from ? $"{OnAxis(round, from)} to {OnAxis(round, to)}" : OnAxis(round, from);
            return (round, from, to, $"{string.Join(", ", kinds)} at {when} s, in round {round}");
        }
    }
}
