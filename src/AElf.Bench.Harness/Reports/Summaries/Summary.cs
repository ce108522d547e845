using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports.Summaries;

/// <summary>A result in plain words on one screen. A reader needs no documents for it.</summary>
/// <param name="Title">The result in one line.</param>
/// <param name="Tone">Tone of the title.</param>
/// <param name="Lines">Lines below the title, in order.</param>
internal sealed record Summary(string Title, ReportTone Tone, IReadOnlyList<SummaryLine> Lines)
{
    /// <summary>Several runs side by side; null for one run.</summary>
    public ReportTable? Table { get; init; }

    /// <summary>The row of <see cref="Table"/> that is always shown; null for none.</summary>
    public int? BestRow { get; init; }

    /// <summary>Tables in place of <see cref="Table"/>, shown with all their rows.</summary>
    public IReadOnlyList<ReportTable> Headlines { get; init; } = [];

    /// <summary>Titles of further sections, which <c>--verbose</c> prints.</summary>
    public IReadOnlyList<string> Further { get; init; } = [];

    /// <summary>All lines with their details; a line without a name continues the line before it.</summary>
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

/// <summary>A named line of a summary; a line without text is not shown.</summary>
/// <param name="Name">Subject of the line.</param>
/// <param name="Text">Texts of the line; null texts are omitted.</param>
internal sealed record SummaryLine(string Name, params IReadOnlyList<string?> Text)
{
    public ReportTone Tone { get; init; }

    /// <summary>Above 0 if a small screen may omit the line; lines with the highest value are omitted first.</summary>
    public int Dispensable { get; init; }

    /// <summary>Maximum of texts on a first screen.</summary>
    public int Max { get; init; } = int.MaxValue;

    /// <summary>Additional texts for <c>--verbose</c> and the page; null texts are omitted.</summary>
    public IReadOnlyList<string?> Detail { get; init; } = [];

    /// <summary>The texts that are not null.</summary>
    public IReadOnlyList<string> Known => [.. Text.OfType<string>()];

    /// <summary>The texts of a first screen, and the number of further texts.</summary>
    public IReadOnlyList<string> Shown => Known.Count <= Max
        ? Known
        : [.. Known.Take(Max - 1), $"{Known[Max - 1]} (and {NumberFormat.Count(Known.Count - Max)} more)"];
}
