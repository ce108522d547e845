using System.Text.Json.Serialization;

namespace AElf.Bench.Core.Reports;

/// <summary>
/// A part of a report: figures, tables and series under a title. Exporters know sections, and no workload.
/// </summary>
/// <param name="Title">Its heading.</param>
public sealed record ReportSection(string Title)
{
    /// <summary>Named lines of text, in order.</summary>
    public IReadOnlyList<ReportFigure> Figures { get; init; } = [];

    /// <summary>Tables, in order.</summary>
    public IReadOnlyList<ReportTable> Tables { get; init; } = [];

    /// <summary>Values over time, in order.</summary>
    public IReadOnlyList<ReportSeries> Series { get; init; } = [];
}

/// <summary>Who is shown something: a screen holds the summary, a page everything.</summary>
public enum ReportAudience
{
    /// <summary>Screen and page.</summary>
    Everyone,

    /// <summary>The screen alone: on a page a table says it.</summary>
    Screen,

    /// <summary>The page alone.</summary>
    Page,
}

/// <summary>How something is to be taken.</summary>
public enum ReportTone
{
    /// <summary>As it is.</summary>
    Plain,

    /// <summary>What a reader looks for first.</summary>
    Strong,

    /// <summary>Something was met and overcome.</summary>
    Warning,

    /// <summary>Something failed.</summary>
    Alarm,
}

/// <summary>Something named: a value with its unit, or a few lines of text.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Lines">What there is to say, line by line.</param>
public sealed record ReportFigure(string Name, params IReadOnlyList<string> Lines)
{
    /// <summary>Who is shown it.</summary>
    public ReportAudience Audience { get; init; }

    /// <summary>How it is to be taken.</summary>
    public ReportTone Tone { get; init; }
}

/// <summary>A table; one without rows is not shown.</summary>
/// <param name="Columns">Its columns.</param>
/// <param name="Rows">A cell for each column.</param>
public sealed record ReportTable(IReadOnlyList<ReportColumn> Columns, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    /// <summary>Who is shown it.</summary>
    public ReportAudience Audience { get; init; } = ReportAudience.Page;

    /// <summary>Whether a screen shows it, with all its rows, in place of the runs side by side.</summary>
    [JsonIgnore]
    public bool IsHeadline { get; init; }

    /// <summary>How each row is to be taken; empty when all are plain.</summary>
    public IReadOnlyList<ReportTone> Tones { get; init; } = [];

    /// <summary>The numbers of the columns that have something to say, from 0.</summary>
    public IEnumerable<int> Telling() => Enumerable.Range(0, Columns.Count)
        .Where(index => Rows.Any(row => row[index] is not NumberFormat.None));
}

/// <summary>A column of a table.</summary>
/// <param name="Heading">Its heading.</param>
/// <param name="IsText">Whether it holds words, and not figures.</param>
public sealed record ReportColumn(string Heading, bool IsText = false)
{
    /// <summary>
    /// Above 0 when a screen may do without the column; the highest goes first where a table is too wide.
    /// </summary>
    public int Dispensable { get; init; }

    /// <summary>Whether a screen does without the column in any case.</summary>
    public bool PageOnly { get; init; }
}

/// <summary>Values over time.</summary>
/// <param name="Name">What they are, with their unit.</param>
/// <param name="Values">The values, in order.</param>
public sealed record ReportSeries(string Name, IReadOnlyList<double> Values);
