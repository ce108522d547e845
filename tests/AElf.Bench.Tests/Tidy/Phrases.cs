using System.Text.RegularExpressions;

namespace AElf.Bench.Tests.Tidy;

/// <summary>
/// Counts phrases that need a second reading, such as negation puzzles, in comments and strings of the product and in
/// documents. A phrase may continue on the next line.
/// </summary>
internal sealed class Phrases : TidyRule
{
    private const string Gap = @"(\s|///?)+";

    private static readonly string[] Puzzles =
    [
        "is none", "is no", "are none", "are no", "nobody", "no place", "gone on with", "of no use", "what is not",
        "who is", "who has", "who does", "of its own",
    ];

    private static readonly Regex Puzzle = new(
        $@"\b({string.Join('|', Puzzles.Select(phrase => phrase.Replace(" ", Gap, StringComparison.Ordinal)))})\b",
        RegexOptions.ExplicitCapture | RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);

    public override IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files) =>
    [
        Measure.Count(
            "phrases that need a second reading",
            from file in files
            where file.IsProduct || file.Path.EndsWith(".md", StringComparison.Ordinal)
            from phrase in Puzzle.Matches(file.Text)
            select $"{file.Path}:{file.Text[..phrase.Index].Count('\n') + 1} {phrase.Value.ReplaceLineEndings(" ")}"),
    ];
}
