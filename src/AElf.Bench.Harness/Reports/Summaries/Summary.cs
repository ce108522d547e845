using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports.Summaries;

/// <summary>A result on one screen in plain words, for readers who know none of the documents.</summary>
/// <param name="Title">The result in a line.</param>
/// <param name="Tone">Tone of the title.</param>
/// <param name="Lines">Lines below the title, in order.</param>
internal sealed record Summary(string Title, ReportTone Tone, IReadOnlyList<SummaryLine> Lines)
{
    /// <summary>Several runs side by side; null for one run.</summary>
    public ReportTable? Table { get; init; }

    /// <summary>The row of <see cref="Table"/> that is shown however few are; null for no such row.</summary>
    public int? BestRow { get; init; }

    /// <summary>Tables that replace <see cref="Table"/> and are shown with all their rows.</summary>
    public IReadOnlyList<ReportTable> Headlines { get; init; } = [];

    /// <summary>Titles of further sections that are printed when verbose.</summary>
    public IReadOnlyList<string> Further { get; init; } = [];

    /// <summary>All lines as a section of a page, which has room for them.</summary>
    public ReportSection ToSection() => new("Summary")
    {
        Figures = [.. Lines.Select(line => new ReportFigure(line.Name, line.Known) { Tone = line.Tone })],
    };
}

/// <summary>A named line of a summary, which is not shown without text.</summary>
/// <param name="Name">Subject of the line.</param>
/// <param name="Text">Texts of the line; those that are null are left out.</param>
internal sealed record SummaryLine(string Name, params IReadOnlyList<string?> Text)
{
    public ReportTone Tone { get; init; }

    /// <summary>Above 0 when a small screen may do without the line; the highest goes first.</summary>
    public int Dispensable { get; init; }

    /// <summary>The texts that are not null.</summary>
    public IReadOnlyList<string> Known => [.. Text.OfType<string>()];

    /// <summary>The first texts, and how many more there are.</summary>
    public static SummaryLine First<T>(string name, IReadOnlyList<T> texts, int max, ReportTone tone) => new(
        name,
        [
            .. texts.Take(texts.Count <= max ? max : max - 1).Select(text => $"{text}"),
            .. texts.Count <= max
                ? Array.Empty<string>()
                : [$"{texts[max - 1]} (and {NumberFormat.Count(texts.Count - max)} more)"],
        ])
    {
        Tone = tone,
    };
}
