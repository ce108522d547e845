using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports;

/// <summary>A run held against something that must not hold of it.</summary>
/// <param name="FailIf">What must not hold, such as <c>tps &lt; 100000</c>.</param>
/// <param name="Value">
/// The run's figure, of latencies in microseconds, else in the unit of the report's field; null when it has none.
/// </param>
/// <param name="Broken">Whether it holds all the same; null when the run does not have the figure.</param>
public sealed record ThresholdReport(string FailIf, double? Value, bool? Broken)
{
    /// <summary>Whether the run was disturbed, so that its figure may be worse than what was to be measured.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool IsDisturbed { get; init; }

    /// <summary>Holds a run against a bound; one that cannot be read is like a figure that is not there.</summary>
    internal static ThresholdReport Of(string failIf, RunReport run)
    {
        var bound = FigureBound.Parse(failIf);
        var value = bound is null || !run.HasNumber() ? null : FigureOf(bound.Name, run);
        return value is { } figure && double.IsFinite(figure)
            ? new(failIf, figure, bound!.Holds(figure)) { IsDisturbed = run.Verdict is Verdict.Disturbed }
            : new(failIf, Value: null, Broken: null);
    }

    /// <summary>What came of it, such as <c>broken: p99 is 8,240 µs</c>.</summary>
    public override string ToString()
    {
        var bound = FigureBound.Parse(FailIf);
        var name = bound?.Name ?? FailIf;
        return Broken switch
        {
            null => $"unknown: the run has no {name}",
            true => $"broken: {name} is {Figure(bound!)}{(IsDisturbed ? ", and the run was disturbed" : "")}",
            false => $"kept: {name} is {Figure(bound!)}",
        };
    }

    private string Figure(FigureBound bound) => bound switch
    {
        { IsLatency: true } => $"{NumberFormat.Number(Value)} µs",
        { Name: "tps" or "retried" or "faults" } => NumberFormat.Whole(Value),
        _ => NumberFormat.Number(Value),
    };

    private static double? FigureOf(string name, RunReport run) => name switch
    {
        "tps" => run.Tps?.Median,
        "retried" => run.Counts?.Retried,
        "faults" => run.Faults.Sum(fault => fault.Count),
        "cpuUsPerTransfer" => run.Resources.CpuUsPerTransfer,
        "allocatedBytesPerTransfer" => run.Resources.AllocatedBytesPerTransfer,
        _ => run.UserLatencyUs()?.Of(name),
    };
}
