using System.Collections.ObjectModel;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Studies;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>A finished run of a sweep.</summary>
/// <param name="Point">Index of the point.</param>
/// <param name="Label">The point in words.</param>
/// <param name="Seconds">Duration of the whole run, from the start of its processes to their end.</param>
/// <param name="Verdict">The run's verdict.</param>
/// <param name="Tps">Median of the rounds; null without rounds.</param>
/// <param name="Report">File of the report, in the sweep's folder.</param>
public sealed record SweepRun(
    int Point,
    string Label,
    double Seconds,
    Verdict Verdict,
    double? Tps,
    string Report) : StudyRun
{
    /// <summary>Further figures by name.</summary>
    public IReadOnlyDictionary<string, double> Values { get; init; } = ReadOnlyDictionary<string, double>.Empty;

    /// <summary>The conditions of the run; null in lines of older versions.</summary>
    public RunSetting? Setting { get; init; }

    /// <summary>The limited latency, µs; null without a limit.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? LimitedUs { get; init; }

    /// <summary>Whether the latency was below its limit; null without a limit.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? KeptLimit { get; init; }

    /// <summary>Whether the rate of an open loop was reached; null in a closed loop.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? Reached { get; init; }

    /// <summary>Whether the run met the limit at its rate.</summary>
    [JsonIgnore]
    public bool IsBelowLimit => HasFigure && Reached is true && KeptLimit is true;

    /// <summary>Takes the run's figures from a report.</summary>
    /// <param name="run">The report.</param>
    /// <param name="point">Index of the point.</param>
    /// <param name="label">The point in words.</param>
    /// <param name="seconds">Duration of the whole run.</param>
    /// <param name="limit">The latency limit; null for none.</param>
    /// <param name="file">File of the report, in the sweep's folder.</param>
    public static SweepRun From(
        RunReport run, int point, string label, double seconds, FigureBound? limit, string file)
    {
        var limited = limit is null ? null : Figures.Of(limit).Of(run);
        return new SweepRun(point, label, seconds, run.Verdict, Figures.Tps.Of(run), file)
        {
            Values = Figures.Swept
                .Select(figure => (figure.Name, Value: figure.Of(run)))
                .Where(figure => figure.Value is not null)
                .OrderBy(figure => figure.Name, StringComparer.Ordinal)
                .ToDictionary(figure => figure.Name, figure => figure.Value!.Value, StringComparer.Ordinal),
            Setting = RunSetting.From(run),
            Reached = run.OpenLoop?.IsReached,
            LimitedUs = limited,
            KeptLimit = limit is null ? null : limited is { } us && limit.Holds(us),
        };
    }

    /// <summary>Null for a run without the figure.</summary>
    internal double? ValueOf(Figure figure) => Values.TryGetValue(figure.Name, out var value) ? value : null;
}
