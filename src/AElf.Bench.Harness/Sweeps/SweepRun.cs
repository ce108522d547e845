using System.Collections.ObjectModel;
using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Studies;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>A run of a sweep that has ended.</summary>
/// <param name="Point">Which point, from 0.</param>
/// <param name="Label">The point, for a reader.</param>
/// <param name="Seconds">How long the whole run took, its processes started and ended.</param>
/// <param name="Verdict">How it ended.</param>
/// <param name="Tps">Median of its rounds; null when it has none.</param>
/// <param name="Report">The file of its report, in the sweep's folder.</param>
public sealed record SweepRun(
    int Point,
    string Label,
    double Seconds,
    Verdict Verdict,
    double? Tps,
    string Report) : StudyRun
{
    /// <summary>What else was measured, by the names of figures; empty in lines of older versions.</summary>
    public IReadOnlyDictionary<string, double> Values { get; init; } = ReadOnlyDictionary<string, double>.Empty;

    /// <summary>The latency that a limit was set to, µs; null without a limit.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? LimitedUs { get; init; }

    /// <summary>Whether that limit was kept; null without one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? KeptLimit { get; init; }

    /// <summary>Whether the rate of an open loop was reached; null in a closed one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? Reached { get; init; }

    /// <summary>Whether the run shows that its rate is below a limit.</summary>
    [JsonIgnore]
    public bool IsBelowLimit => HasFigure && Reached is true && KeptLimit is true;

    /// <summary>Takes over what a report says.</summary>
    /// <param name="run">The report.</param>
    /// <param name="point">Which point, from 0.</param>
    /// <param name="label">The point, for a reader.</param>
    /// <param name="seconds">How long the whole run took.</param>
    /// <param name="limit">The limit of a latency; null without one.</param>
    /// <param name="file">The file of the report, in the sweep's folder.</param>
    public static SweepRun From(
        RunReport run, int point, string label, double seconds, LatencyLimit? limit, string file)
    {
        ArgumentNullException.ThrowIfNull(run);
        var limited = limit is null ? null : Figures.Named(limit.Name)?.Of(run);
        return new SweepRun(point, label, seconds, run.Verdict, Figures.Tps.Of(run), file)
        {
            Values = Figures.OfSweeps
                .Select(figure => (figure.Name, Value: figure.Of(run)))
                .Where(figure => figure.Value is not null)
                .OrderBy(figure => figure.Name, StringComparer.Ordinal)
                .ToDictionary(figure => figure.Name, figure => figure.Value!.Value, StringComparer.Ordinal),
            Reached = run.OpenLoop?.IsReached,
            LimitedUs = limited,
            KeptLimit = limit is null ? null : limited < limit.Time.TotalMicroseconds,
        };
    }

    /// <summary>One of its figures; null when it has none.</summary>
    internal double? ValueOf(Figure figure) => Values.TryGetValue(figure.Name, out var value) ? value : null;
}

/// <summary>What a sweep was begun with: only the same one may go on with its folder.</summary>
/// <param name="Command">The words that all its runs share.</param>
/// <param name="Points">Its points' labels.</param>
public sealed record SweepHeader(IReadOnlyList<string> Command, IReadOnlyList<string> Points)
{
    /// <summary>Begins the journal at <paramref name="path"/>, or goes on with it.</summary>
    /// <exception cref="FormatException">It is of another sweep, or none; the message says which.</exception>
    /// <exception cref="IOException">It cannot be read or written, or another process holds it.</exception>
    public RunJournal<SweepRun> Open(string path) => new(
        path,
        "sweep",
        JsonSerializer.Serialize(this, SweepJson.Default.SweepHeader),
        SweepJson.Default.SweepRun,
        run => run.Point >= 0 && run.Point < Points.Count ? null
            : $"its point is {run.Point}, and the sweep has points 0 to {Points.Count - 1}");
}

/// <summary>The JSON shape of a journal's lines, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    Converters = [typeof(VerdictConverter)])]
[JsonSerializable(typeof(SweepHeader))]
[JsonSerializable(typeof(SweepRun))]
internal sealed partial class SweepJson : JsonSerializerContext;
