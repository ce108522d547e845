using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>The unit of a figure, which decides how readers see it.</summary>
public enum FigureUnit
{
    PerSecond,
    Microseconds,
    Milliseconds,
    Bytes,
    Mebibytes,
    Cores,
    Count,
    Ratio,
    Share,
}

/// <summary>The line of the screen that a figure stands in.</summary>
public enum FigureLine
{
    None,
    Speed,
    Latency,
    Store,
    Load,
    Actors,
    Cost,
}

/// <summary>The live instrument of a figure, which shows that of the last round.</summary>
/// <param name="Name">Name for exporters.</param>
/// <param name="Unit">Unit for exporters.</param>
/// <param name="Value">The value, in that unit; null for none.</param>
/// <param name="Quantile">The quantile that it is of what the instrument shows; null for the whole.</param>
public sealed record LiveFigure(string Name, string Unit, Func<RawRound, double?> Value, string? Quantile = null);

/// <summary>
/// A figure of a run. Reports, screens, pages, thresholds, history, sweeps, comparisons and the documentation are
/// projections of its row in <see cref="Figures"/>.
/// </summary>
/// <param name="Name">Name for programs: in the report, in thresholds and in files.</param>
/// <param name="Unit">Decides how readers see the figure.</param>
/// <param name="Heading">Heading of a column.</param>
/// <param name="Meaning">What the figure is, for the documentation.</param>
/// <param name="Formula">The figure; null or not finite when it is unknown.</param>
public sealed record Figure(
    string Name, FigureUnit Unit, string Heading, string Meaning, Func<RunFacts, double?> Formula)
{
    /// <summary>The figure of a round, whose median is that of the run; null for a figure of the whole run.</summary>
    public Func<RawRound, double>? OfRound { get; private init; }

    /// <summary>A figure of each round; that of a run is the median over the counted rounds.</summary>
    public static Figure OfRounds(
        string name, FigureUnit unit, string heading, string meaning, Func<RawRound, double> ofRound) =>
        new(name, unit, heading, meaning, facts => facts.Median(ofRound))
        {
            OfRound = ofRound,
        };

    /// <summary>The figure in words, from its text and the noun of the workload; null keeps it off screens.</summary>
    public Func<string, string, string>? Words { get; init; }

    public FigureLine Line { get; init; }

    /// <summary>Whether the first screen leaves it to <c>--verbose</c> and the page.</summary>
    public bool IsDetail { get; init; }

    /// <summary>Whether a failed run publishes it: it tells nothing of the speed.</summary>
    public bool OfFailedRun { get; init; }

    /// <summary>How live metrics show it; null when they do not.</summary>
    public LiveFigure? Live { get; init; }

    /// <summary>Whether comparisons show it beside TPS.</summary>
    public bool IsCompared { get; init; }

    /// <summary>Whether sweeps keep it beside TPS.</summary>
    public bool IsSwept { get; init; }

    /// <summary>The figure with its unit, for readers.</summary>
    public string TextOf(double? value) => Unit switch
    {
        FigureUnit.Microseconds => Time(value),
        FigureUnit.Milliseconds => TimeOfMs(value),
        FigureUnit.Share => Percent(value),
        FigureUnit.PerSecond or FigureUnit.Count => Whole(value),
        _ => Number(value),
    };

    /// <summary>Null when the values have no such figure.</summary>
    public double? In(IReadOnlyDictionary<string, double?> values) => values.GetValueOrDefault(Name);

    /// <summary>Null when the run does not have the figure.</summary>
    public double? Of(RunReport run) => In(run.Figures);

    public string TextOf(RunReport run) => TextOf(Of(run));
}
