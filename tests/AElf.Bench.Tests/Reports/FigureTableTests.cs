using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Tests.Tidy;

namespace AElf.Bench.Tests.Reports;

public sealed class FigureTableTests
{
    private const string Begin = "<!-- table figures -->\n";
    private const string End = "<!-- end of table -->";

    [Fact]
    public void Documentation_FiguresOfReports_IsTheTableOfFigures()
    {
        var path = Path.Combine(SourceTree.Root, "src", "AElf.Bench.Harness", "Reports", "README.md");
        var text = File.ReadAllText(path);
        var from = text.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length;
        var expected = text[..from] + Table() + text[text.IndexOf(End, from, StringComparison.Ordinal)..];
        if (Environment.GetEnvironmentVariable("AELF_WRITE_TABLES") is "1")
        {
            File.WriteAllText(path, expected);
        }

        Assert.Equal(expected, File.ReadAllText(path));
    }

    [Fact]
    public void Names_AreUnique() =>
        Assert.Distinct(Figures.All.Select(figure => figure.Name), StringComparer.Ordinal);

    private static string Table() => string.Concat(
        Figures.All.Select(figure => $"| `figures.{figure.Name}` | {UnitOf(figure)} | {MeaningOf(figure)} |\n")
            .Prepend("| field | unit | meaning |\n|--|--|--|\n"));

    private static string MeaningOf(Figure figure) =>
        figure.OfRound is null ? figure.Meaning : $"{figure.Meaning}; the median over the rounds";

    private static string UnitOf(Figure figure) => figure.Unit switch
    {
        FigureUnit.PerSecond => "per second",
        FigureUnit.Microseconds => "µs",
        FigureUnit.Milliseconds => "ms",
        FigureUnit.Mebibytes => "MiB",
        FigureUnit.Share => "share, 0 to 1",
        _ => $"{figure.Unit}".ToLowerInvariant(),
    };
}
