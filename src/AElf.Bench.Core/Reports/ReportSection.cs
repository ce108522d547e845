using System.Text.Json.Serialization;

namespace AElf.Bench.Core.Reports;

/// <summary>
/// A part of a report: figures, tables and series under a title. Exporters know sections, and no workload.
/// </summary>
public sealed record ReportSection(string Title)
{
    /// <summary>Named lines of text, in order.</summary>
    public IReadOnlyList<ReportFigure> Figures { get; init; } = [];

    public IReadOnlyList<ReportTable> Tables { get; init; } = [];
    public IReadOnlyList<ReportSeries> Series { get; init; } = [];
}

/// <summary>Readers of a part: a screen holds the summary, a page everything.</summary>
public enum ReportAudience
{
    /// <summary>Screen and page.</summary>
    Everyone,

    /// <summary>The screen alone: on a page a table says it.</summary>
    Screen,

    /// <summary>The page alone.</summary>
    Page,
}

/// <summary>How much attention a part asks of its reader.</summary>
public enum ReportTone
{
    Plain,

    /// <summary>Emphasised text.</summary>
    Strong,

    /// <summary>A fault was met and overcome.</summary>
    Warning,

    /// <summary>Something failed.</summary>
    Alarm,
}

/// <summary>A named value with its unit, or a few lines of text under a name.</summary>
public sealed record ReportFigure(string Name, params IReadOnlyList<string> Lines)
{
    public ReportAudience Audience { get; init; }
    public ReportTone Tone { get; init; }
}

/// <summary>A table; one without rows is not shown.</summary>
/// <param name="Columns">The columns, in order.</param>
/// <param name="Rows">A cell for each column.</param>
public sealed record ReportTable(IReadOnlyList<ReportColumn> Columns, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    public ReportAudience Audience { get; init; } = ReportAudience.Page;

    /// <summary>Whether a screen shows it, with all its rows, in place of the runs side by side.</summary>
    [JsonIgnore]
    public bool IsHeadline { get; init; }

    /// <summary>The tone of each row; empty when all are plain.</summary>
    public IReadOnlyList<ReportTone> Tones { get; init; } = [];

    /// <summary>Indices of the columns in which some cell is not <see cref="NumberFormat.None"/>.</summary>
    public IEnumerable<int> Telling() => Enumerable.Range(0, Columns.Count)
        .Where(index => Rows.Any(row => row[index] is not NumberFormat.None));
}

/// <summary>A column of a table.</summary>
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
/// <param name="Name">Name and unit of the values.</param>
/// <param name="Values">The values, in order.</param>
public sealed record ReportSeries(string Name, IReadOnlyList<double> Values);
