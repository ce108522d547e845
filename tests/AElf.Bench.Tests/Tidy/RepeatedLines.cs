using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace AElf.Bench.Tests.Tidy;

/// <summary>
/// Finds six or more consecutive lines in a method of the product that are repeated elsewhere. Lines with only a brace,
/// comments and blank lines do not count.
/// </summary>
internal sealed class RepeatedLines : TidyRule
{
    private const int InARow = 6;

    public override IEnumerable<Measure> Apply(IReadOnlyList<SourceFile> files)
    {
        var runs = new Dictionary<string, List<Line[]>>(StringComparer.Ordinal);
        foreach (var method in files.Where(file => file.IsProduct).SelectMany(Methods))
        {
            for (var first = 0; first + InARow <= method.Length; first++)
            {
                var run = method[first..(first + InARow)];
                var text = string.Join('\n', run.Select(line => line.Text));
                (runs.TryGetValue(text, out var known) ? known : runs[text] = []).Add(run);
            }
        }

        return
        [
            Measure.Count(
                "lines that stand elsewhere too",
                runs.Values.Where(same => same.Count > 1).SelectMany(same => same).SelectMany(run => run)
                    .Select(line => line.Place).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)),
        ];
    }

    private static IEnumerable<Line[]> Methods(SourceFile file)
    {
        var lines = file.Text.Split('\n');
        foreach (var body in file.Syntax.DescendantNodes().OfType<BaseMethodDeclarationSyntax>())
        {
            if (((SyntaxNode?)body.Body ?? body.ExpressionBody) is { } code)
            {
                var span = code.GetLocation().GetLineSpan();
                yield return
                [
                    .. from number in Enumerable.Range(
                           span.StartLinePosition.Line,
                           span.EndLinePosition.Line - span.StartLinePosition.Line + 1)
                       let text = lines[number].Trim()
                       where text.Any(char.IsLetterOrDigit) && !text.StartsWith("//", StringComparison.Ordinal)
                       select new Line(text, $"{file.Path}:{number + 1}"),
                ];
            }
        }
    }

    private sealed record Line(string Text, string Place);
}
