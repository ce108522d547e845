using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports;

/// <summary>The result of a bound of <c>--fail-if</c> for a run.</summary>
/// <param name="FailIf">The bound, such as <c>tps &lt; 100000</c>.</param>
/// <param name="Value">
/// The run's figure: latencies in microseconds, others in the unit of the report's field; null without a figure.
/// </param>
/// <param name="Broken">
/// Whether the bound holds, so that the threshold is broken; null for a run without the figure.
/// </param>
public sealed record ThresholdReport(FigureBound FailIf, double? Value, bool? Broken)
{
    /// <summary>
    /// Whether the run was disturbed, so that its figure may be worse than it would be on a quiet machine.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsDisturbed { get; init; }

    /// <summary>The bound with its outcome, as a line of a screen.</summary>
    internal string Line => $"fail if {FailIf}: {this}";

    /// <summary>The thresholds of several runs with the number of the run, from 1.</summary>
    internal static IEnumerable<(int Number, ThresholdReport Threshold)> Numbered(IReadOnlyList<RunReport> runs) =>
        runs.Index().SelectMany(run => run.Item.Thresholds.Select(threshold => (run.Index + 1, threshold)));

    internal static ThresholdReport Of(FigureBound bound, RunReport run) =>
        run.HasNumber() && Figures.Of(bound).Of(run) is { } figure
            ? new(bound, figure, bound.Holds(figure)) { IsDisturbed = run.Verdict is Verdict.Disturbed }
            : new(bound, Value: null, Broken: null);

    /// <summary>The outcome, such as <c>broken: p99 is 8.24 ms</c>.</summary>
    public override string ToString()
    {
        var found = $"{FailIf.Name} is {Figures.Of(FailIf).TextOf(Value)}";
        return Broken switch
        {
            null => $"unknown: the run has no {FailIf.Name}",
            true => $"broken: {found}{(IsDisturbed ? ", and the run was disturbed" : "")}",
            false => $"kept: {found}",
        };
    }
}
