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

    /// <summary>All lines with their details; a line without a name belongs to the one before it.</summary>
    public ReportSection ToSection()
    {
        var all = new List<ReportFigure>();
        foreach (var line in Lines)
        {
            IReadOnlyList<string> texts = [.. line.Known, .. line.Detail.OfType<string>()];
            if (line.Name.Length == 0 && texts.Count > 0)
            {
                all[^1] = all[^1] with { Lines = [.. all[^1].Lines, .. texts] };
            }
            else if (texts.Count > 0)
            {
                all.Add(new ReportFigure(line.Name, texts) { Tone = line.Tone });
            }
        }

        return new(Title) { Figures = all };
    }
}

/// <summary>A named line of a summary, which is not shown without text.</summary>
/// <param name="Name">Subject of the line.</param>
/// <param name="Text">Texts of the line; those that are null are left out.</param>
internal sealed record SummaryLine(string Name, params IReadOnlyList<string?> Text)
{
    public ReportTone Tone { get; init; }

    /// <summary>Above 0 when a small screen may do without the line; the highest goes first.</summary>
    public int Dispensable { get; init; }

    /// <summary>The most texts that a first screen shows.</summary>
    public int Max { get; init; } = int.MaxValue;

    /// <summary>Texts that <c>--verbose</c> and the page show besides; those that are null are left out.</summary>
    public IReadOnlyList<string?> Detail { get; init; } = [];

    /// <summary>The texts that are not null.</summary>
    public IReadOnlyList<string> Known => [.. Text.OfType<string>()];

    /// <summary>The texts of a first screen, and how many more there are.</summary>
    public IReadOnlyList<string> Shown => Known.Count <= Max
        ? Known
        : [.. Known.Take(Max - 1), $"{Known[Max - 1]} (and {NumberFormat.Count(Known.Count - Max)} more)"];
}
