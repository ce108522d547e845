using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Sweeps;

namespace AElf.Bench.Tests.Reports;

/// <summary>Screens of any width show every key and every number in full.</summary>
public sealed class NarrowScreenTests
{
    private static readonly ReportTable Table = new(
        [new("actors"), new("mode", IsText: true), new("TPS median [min – max]"), new("÷ best")],
        [["1001", "strict", "51,631,919 [50,000,001 – 52,000,002]", "0.987"], ["1002", "batch", "7,654,321", "–"]])
    { Audience = ReportAudience.Everyone };

    public static TheoryData<int> Widths => [.. Enumerable.Range(1, 60), 80, 100];

    [Theory]
    [MemberData(nameof(Widths))]
    public void Write_Table_KeepsHeadingsKeysAndNumbersWhole(int width) => AssertWhole(
        Printed(width, screen => screen.Write([new ReportSection("Points") { Tables = [Table] }])),
        [.. Table.Columns.Select(column => column.Heading), .. Table.Rows.SelectMany(row => row.Where(IsKnown))]);

    [Theory]
    [MemberData(nameof(Widths))]
    public void Write_Sweep_KeepsHeadingsKeysAndNumbersWhole(int width)
    {
        SweepPoint[] points =
            [.. Enumerable.Range(1, 4).Select(at => new SweepPoint([new("actors", $"{at}"), new("lanes", "16")]))];
        var result = new SweepResult(
            points,
            [.. points.Select((_, at) => new SweepRun(at, "", 1, Verdict.Pass, 12_345_678 + at, "run.json"))]);
        var sections = SweepSections.From("Sweep", null, result);

        AssertWhole(
            Printed(width, screen => screen.Write(sections)),
            [
                "actors", "lanes", .. sections[1].Tables[0].Rows.SelectMany(row => row.Take(4)),
                .. sections[0].Figures.SelectMany(figure => figure.Lines),
            ]);
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void Export_Runs_KeepsNamesAndFiguresWhole(int width)
    {
        var run = ExampleReports.PassingRedis;

        AssertWhole(Printed(width, screen => screen.Export([run])), ["speed", NumberFormat.Whole(run.Tps!.Median)]);
        AssertWhole(
            Printed(width, screen => screen.Export(ExampleReports.Routings)),
            [.. ExampleReports.Routings.Select(each => NumberFormat.Whole(each.Tps!.Median))]);
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void Export_VerboseTable_KeepsKeysAndNumbersWhole(int width)
    {
        var run = ExampleReports.PassingRedis with { Sections = [new("Counters") { Tables = [Table] }] };

        AssertWhole(
            Printed(width, screen => screen.Export([run]), isVerbose: true),
            [.. Table.Rows.SelectMany(row => row.Where(IsKnown))]);
    }

    [Fact]
    public void Write_TableThatDoesNotFit_IsAListForEachRow() => Assert.Equal(
        [
            "Points", "",
            "actors", "1001", "mode", "strict", "TPS median [min – max]", "51,631,919 [50,000,001 –", "52,000,002]",
            "÷ best", "0.987", "",
            "actors", "1002", "mode", "batch", "TPS median [min – max]", "7,654,321", "",
        ],
        Printed(26, screen => screen.Write([new ReportSection("Points") { Tables = [Table] }])).Split('\n')[..^1]);

    private static bool IsKnown(string cell) => cell is not NumberFormat.None;

    private static void AssertWhole(string screen, IReadOnlyList<string> texts)
    {
        var words = Words(screen).ToHashSet(StringComparer.Ordinal);
        Assert.All(texts.SelectMany(Words), word =>
            Assert.True(words.Contains(word) || words.Contains($"{word},"), $"{word}:\n{screen}"));
    }

    private static string[] Words(string text) =>
        text.Split([' ', '\n', '─'], StringSplitOptions.RemoveEmptyEntries);

    private static string Printed(int width, Action<ConsoleExporter> print, bool isVerbose = false)
    {
        using var output = new StringWriter { NewLine = "\n" };
        var console = ConsoleExporter.Open(output, piped: true);
        console.Profile.Width = width;
        print(new ConsoleExporter(console) { IsVerbose = isVerbose });
        return output.ToString().ReplaceLineEndings("\n");
    }
}
