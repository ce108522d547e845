using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports;

/// <summary>The unit of a figure, which decides its display.</summary>
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

/// <summary>The line of the screen for a figure.</summary>
public enum FigureLine
{
    Speed,
    Latency,
    Store,
    Load,
    Actors,
    Cost,
}

/// <summary>A figure in words.</summary>
/// <param name="Line">The line of the screen that contains the words.</param>
/// <param name="Text">Makes the words from the figure's text and the noun of the workload.</param>
/// <param name="IsDetail">Whether only <c>--verbose</c> and the page show them, not the first screen.</param>
public sealed record FigureWords(FigureLine Line, Func<string, string, string> Text, bool IsDetail = false);

/// <summary>The live instrument of a figure, with the value of the last round.</summary>
/// <param name="Name">Name for exporters.</param>
/// <param name="Unit">Unit for exporters.</param>
/// <param name="Value">The value in that unit; null for none.</param>
/// <param name="Quantile">The quantile of the instrument's values; null for the whole.</param>
public sealed record LiveFigure(string Name, string Unit, Func<RawRound, double?> Value, string? Quantile = null);

/// <summary>
/// A figure of a run. Reports, screens, pages, thresholds, history, sweeps, comparisons and the documentation are
/// projections of its row in <see cref="Figures"/>.
/// </summary>
/// <param name="Name">Name for programs: in the report, in thresholds and in files.</param>
/// <param name="Unit">Decides the display of the figure.</param>
/// <param name="Heading">Heading of a column.</param>
/// <param name="Meaning">Explains the figure, for the documentation.</param>
/// <param name="Formula">Computes the figure; null or not finite if it is unknown.</param>
public sealed record Figure(
    string Name, FigureUnit Unit, string Heading, string Meaning, Func<RunFacts, double?> Formula)
{
    /// <summary>Computes the figure of a round; the run has the median. Null for a figure of the whole run.</summary>
    public Func<RawRound, double>? OfRound { get; private init; }

    /// <summary>A figure of each round; the run has the median over the counted rounds.</summary>
    public static Figure OfRounds(
        string name, FigureUnit unit, string heading, string meaning, Func<RawRound, double> ofRound) =>
        new(name, unit, heading, meaning, facts => facts.Median(ofRound))
        {
            OfRound = ofRound,
        };

    /// <summary>The figure in words; null hides it on screens.</summary>
    public FigureWords? Words { get; init; }

    /// <summary>Whether a failed run publishes it. Such a figure does not reveal the speed.</summary>
    public bool OfFailedRun { get; init; }

    /// <summary>Its display in live metrics; null for none.</summary>
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

    /// <summary>Its value among values by name; null if absent.</summary>
    public double? In(IReadOnlyDictionary<string, double?> values) => values.GetValueOrDefault(Name);

    /// <summary>Null for a run without the figure.</summary>
    public double? Of(RunReport run) => In(run.Figures);

    public string TextOf(RunReport run) => TextOf(Of(run));
}
