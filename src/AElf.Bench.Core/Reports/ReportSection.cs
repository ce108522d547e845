using System.Text.Json.Serialization;

namespace AElf.Bench.Core.Reports;

/// <summary>
/// A part of a report: figures, tables and series under a title. Exporters know sections, but not workloads.
/// </summary>
public sealed record ReportSection(string Title)
{
    /// <summary>Named lines of text, in order.</summary>
    public IReadOnlyList<ReportFigure> Figures { get; init; } = [];

    public IReadOnlyList<ReportTable> Tables { get; init; } = [];
    public IReadOnlyList<ReportSeries> Series { get; init; } = [];

    /// <summary>The section as a page shows it: without empty parts, and parts for the screen only.</summary>
    public ReportSection OnPage() => this with
    {
        Figures = [.. Figures.Where(each => each is { Audience: not ReportAudience.Screen, Lines.Count: > 0 })],
        Tables = [.. Tables.Where(each => each is { Audience: not ReportAudience.Screen, Rows.Count: > 0 })],
        Series = [.. Series.Where(each => each.Values.Count > 1)],
    };
}

/// <summary>Where a part is shown: a screen has the summary, a page has everything.</summary>
public enum ReportAudience
{
    /// <summary>Screen and page.</summary>
    Everyone,

    /// <summary>The screen only, because a table of the page contains it.</summary>
    Screen,

    /// <summary>The page only.</summary>
    Page,
}

/// <summary>How strongly a part is emphasised.</summary>
public enum ReportTone
{
    Plain,

    /// <summary>Emphasised text.</summary>
    Strong,

    /// <summary>A fault occurred and was handled.</summary>
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

/// <summary>A table. A table without rows is not shown.</summary>
/// <param name="Columns">The columns, in order.</param>
/// <param name="Rows">A cell for each column.</param>
public sealed record ReportTable(IReadOnlyList<ReportColumn> Columns, IReadOnlyList<IReadOnlyList<string>> Rows)
{
    public ReportAudience Audience { get; init; } = ReportAudience.Page;

    /// <summary>Whether a screen shows all its rows instead of the runs side by side.</summary>
    [JsonIgnore]
    public bool IsHeadline { get; init; }

    /// <summary>The tone of each row; empty when all are plain.</summary>
    public IReadOnlyList<ReportTone> Tones { get; init; } = [];

    /// <summary>Indices of the columns in which some cell is not <see cref="NumberFormat.None"/>.</summary>
    public IEnumerable<int> FilledColumns() => Enumerable.Range(0, Columns.Count)
        .Where(index => Rows.Any(row => row[index] is not NumberFormat.None));
}

/// <summary>A column of a table.</summary>
/// <param name="IsText">Whether it contains words, and not figures.</param>
public sealed record ReportColumn(string Heading, bool IsText = false)
{
    /// <summary>
    /// Above 0 if a screen may omit the column. If a table is too wide, the column with the highest number goes first.
    /// </summary>
    public int Dispensable { get; init; }

    /// <summary>Whether a screen always omits the column.</summary>
    public bool PageOnly { get; init; }
}

/// <summary>Values over time.</summary>
/// <param name="Name">Name and unit of the values.</param>
/// <param name="Values">The values, in order.</param>
public sealed record ReportSeries(string Name, IReadOnlyList<double> Values);
