using System.Collections.ObjectModel;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.History;

/// <summary>An entry of a history: a run, or the candidate of a comparison.</summary>
/// <param name="At">Start of the run, or time of the comparison, ISO 8601 in UTC.</param>
/// <param name="Version">The build.</param>
/// <param name="Series">The setup and load of the figure: figures of one series and machine can be compared.</param>
/// <param name="Machine">The machine's class in words.</param>
/// <param name="Noun">The committed item.</param>
/// <param name="Tps">Commits per second, the median over rounds or runs.</param>
/// <param name="Low">
/// Lower end of the interval of the median; null for too few values.
/// </param>
/// <param name="High">Upper end of that interval.</param>
/// <param name="Counts">The counts per committed item.</param>
/// <param name="Ratio">TPS ÷ TPS of the baseline; null for a run.</param>
public sealed record HistoryEntry(
    string At,
    string Version,
    string Series,
    string Machine,
    string Noun,
    double Tps,
    double? Low,
    double? High,
    RunCounts? Counts,
    double? Ratio = null)
{
    /// <summary>The compared figures by their names (<see cref="Figures.Compared"/>).</summary>
    public IReadOnlyDictionary<string, double?> Values { get; init; } = ReadOnlyDictionary<string, double?>.Empty;

    /// <summary>Null for a run without a figure.</summary>
    public static HistoryEntry? From(RunReport run) =>
        run.Published() is not { Tps: { } tps } ? null : new HistoryEntry(
            run.Environment.StartedUtc,
            run.Environment.Version,
            ClaimLine.Conditions(run),
            MachineClass.From(run.Environment).ToString(),
            run.Workload.Noun,
            tps.Median,
            tps.Low95,
            tps.High95,
            RunCounts.From(run))
        {
            Values = ValuesOf(figure => figure.Of(run)),
        };

    /// <summary>The entry of a comparison's candidate; null without a figure.</summary>
    /// <param name="result">The comparison.</param>
    /// <param name="at">ISO 8601 in UTC.</param>
    /// <param name="machine">The candidate's machine.</param>
    public static HistoryEntry? From(ComparisonResult result, string at, MachineClass machine) =>
        result.Candidate is not { Tps: { } tps, Runs: [var first, ..] } candidate ? null : new HistoryEntry(
            at,
            first.Version,
            first.Setup,
            machine.ToString(),
            first.Noun,
            tps.Median,
            tps.Low95,
            tps.High95,
            first.Counts,
            result.Tps.Estimate)
        {
            Values = ValuesOf(figure => candidate.Median(run => figure.In(run.Values))),
        };

    private static Dictionary<string, double?> ValuesOf(Func<Figure, double?> value) =>
        Figures.Compared.ToDictionary(figure => figure.Name, value, StringComparer.Ordinal);
}
