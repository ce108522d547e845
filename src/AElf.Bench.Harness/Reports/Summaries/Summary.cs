using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports.Summaries;

/// <summary>What a reader needs who knows none of the documents, in plain words and on one screen.</summary>
/// <param name="Title">The result, in a line.</param>
/// <param name="Tone">How it is to be taken.</param>
/// <param name="Lines">What belongs to it, in order.</param>
internal sealed record Summary(string Title, ReportTone Tone, IReadOnlyList<SummaryLine> Lines)
{
    /// <summary>The runs side by side, where there are several; null for one.</summary>
    public ReportTable? Table { get; init; }

    /// <summary>What is shown with all its rows in place of that; empty for nothing.</summary>
    public IReadOnlyList<ReportTable> Headlines { get; init; } = [];

    /// <summary>The titles of further sections that are there when all is printed.</summary>
    public IReadOnlyList<string> Further { get; init; } = [];

    /// <summary>Its lines as a section of a page, which has room for all of them.</summary>
    public ReportSection ToSection() => new("Summary")
    {
        Figures = [.. Lines.Select(line => new ReportFigure(line.Name, line.Known) { Tone = line.Tone })],
    };
}

/// <summary>A named line of a summary; one without text is not shown.</summary>
/// <param name="Name">What it is about.</param>
/// <param name="Text">What there is to say.</param>
internal sealed record SummaryLine(string Name, params IReadOnlyList<string?> Text)
{
    /// <summary>How it is to be taken.</summary>
    public ReportTone Tone { get; init; }

    /// <summary>Above 0 when a small screen may do without it; the highest goes first.</summary>
    public int Dispensable { get; init; }

    /// <summary>What is known of it.</summary>
    public IReadOnlyList<string> Known => [.. Text.OfType<string>()];

    /// <summary>The first of several texts, and how many more there are.</summary>
    public static SummaryLine First(string name, IReadOnlyList<string> texts, int max, ReportTone tone) => new(
        name,
        texts.Count <= max
            ? texts
            : [.. texts.Take(max - 1), $"{texts[max - 1]} (and {NumberFormat.Count(texts.Count - max)} more)"])
    {
        Tone = tone,
    };
}
