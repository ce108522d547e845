using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports;

/// <summary>A run held against a bound that must not hold of it.</summary>
/// <param name="FailIf">The bound, such as <c>tps &lt; 100000</c>.</param>
/// <param name="Value">
/// The run's figure: latencies in microseconds, others in the unit of the report's field; null when it has none.
/// </param>
/// <param name="Broken">Whether the bound holds all the same; null when the run does not have the figure.</param>
public sealed record ThresholdReport(string FailIf, double? Value, bool? Broken)
{
    /// <summary>
    /// Whether the run was disturbed, so that its figure may be worse than it would be on a quiet machine.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsDisturbed { get; init; }

    /// <summary>A bound that cannot be parsed gives the outcome of a missing figure.</summary>
    internal static ThresholdReport Of(string failIf, RunReport run)
    {
        var bound = FigureBound.Parse(failIf);
        var value = bound is null || !run.HasNumber() ? null : Figures.Named(bound.Name)?.Of(run);
        return value is { } figure
            ? new(failIf, figure, bound!.Holds(figure)) { IsDisturbed = run.Verdict is Verdict.Disturbed }
            : new(failIf, Value: null, Broken: null);
    }

    /// <summary>The outcome, such as <c>broken: p99 is 8.24 ms</c>.</summary>
    public override string ToString()
    {
        var name = FigureBound.Parse(FailIf)?.Name ?? FailIf;
        var figure = Figures.Named(name);
        var found = $"{name} is {figure?.Format(Value)}";
        return Broken switch
        {
            null => $"unknown: the run has no {name}",
            true => $"broken: {found}{(IsDisturbed ? ", and the run was disturbed" : "")}",
            false => $"kept: {found}",
        };
    }
}
