using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.History;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Tests.Reports;
using AElf.Bench.Tests.Statistics;
using AElf.Benchmark.Verbs.History;

namespace AElf.Bench.Tests.History;

public sealed class HistoryTests : IDisposable
{
    private const string Series = "single · strict · inmemory · 8,000 transfers in 80 groups × 10 rounds";

    private readonly TemporaryFolder folder = new();

    private string FilePath => Path.Combine(folder.Path, "history.jsonl");

    [Fact]
    public void Line_Appended_IsReadBack()
    {
        HistoryFile.Append(FilePath, [Entry(0, 1000)]);
        HistoryFile.Append(FilePath, [Entry(1, 1010), Entry(2, 990)]);

        AssertHolds(Entry(0, 1000), Entry(1, 1010), Entry(2, 990));
    }

    [Fact]
    public void Write_NoFigure_ListsTheExportsButNotTheUnchangedHistory()
    {
        var export = Path.Combine(folder.Path, "bencher.json");
        var layer = new SettingLayer(SettingSource.CommandLine);
        layer.Set(ExportSettings.History, "--history", FilePath);
        layer.Set(ExportSettings.Bencher, "--export-bencher", export);
        var settings = new ResolvedSettings(layer);

        Assert.Equal([export], HistoryOutputs.Write(settings, ExportSettings.OverTime, [null]));
        Assert.Equal([FilePath, export], HistoryOutputs.Write(settings, ExportSettings.OverTime, [Entry(0, 1000)]));
    }

    [Fact]
    public void Append_AfterATruncatedLine_KeepsLaterLines()
    {
        HistoryFile.Append(FilePath, [Entry(0, 1000)]);
        File.WriteAllText(FilePath, File.ReadAllText(FilePath) + "{\"at\":");
        HistoryFile.Append(FilePath, [Entry(1, 1010)]);

        var refused = Assert.Throws<FormatException>(() => HistoryFile.Read(FilePath));

        Assert.Contains($"{FilePath}:2 ", refused.Message, StringComparison.Ordinal);
        File.WriteAllLines(FilePath, File.ReadAllLines(FilePath).Where((_, at) => at != 1));
        AssertHolds(Entry(0, 1000), Entry(1, 1010));
    }

    [Theory]
    [InlineData("tps", -5, "tps is -5; expected a number above 0")]
    [InlineData("tps", 0, "tps is 0; expected a number above 0")]
    [InlineData("tps", 1e308, "tps is 1E+308; expected a number above 0, up to 1000000000000000")]
    [InlineData("low", -1, "low is -1; expected a number from 0")]
    [InlineData("high", 1e300, "high is 1E+300; expected a number from 0 to 1000000000000000")]
    [InlineData("p99", -0.5, "p99 is -0.5;")]
    [InlineData("cpuUsPerTransfer", 1e20, "cpuUsPerTransfer is 1E+20;")]
    [InlineData("ratio", -2, "ratio is -2;")]
    public void Figure_Impossible_IsRefusedWithFileAndLine(string figure, double value, string problem)
    {
        HistoryFile.Append(FilePath, [Entry(0, 1000), Entry(1, 1010)]);
        var lines = File.ReadAllLines(FilePath);
        var changed = JsonNode.Parse(lines[1])!;
        (changed["values"]![figure] is null ? changed : changed["values"]!)[figure] = value;
        File.WriteAllLines(FilePath, [lines[0], changed.ToJsonString()]);

        var refused = Assert.Throws<FormatException>(() => HistoryFile.Read(FilePath));

        Prose.AssertNames(refused.Message, $"{FilePath}:2 ", problem);
    }

    [Theory]
    [InlineData("at")]
    [InlineData("version")]
    [InlineData("series")]
    [InlineData("machine")]
    [InlineData("noun")]
    public void Line_WithoutARequiredText_IsRefused(string text)
    {
        HistoryFile.Append(FilePath, [Entry(0, 1000)]);
        var changed = JsonNode.Parse(File.ReadAllText(FilePath))!;
        changed[text] = null;
        File.WriteAllText(FilePath, changed.ToJsonString());

        var refused = Assert.Throws<FormatException>(() => HistoryFile.Read(FilePath));

        Prose.AssertNames(refused.Message, $"{FilePath}:1 ", $"$.{text}");
    }

    [Fact]
    public void Line_OfAReportOrComparison_HasOneForm()
    {
        var report = ExampleReports.PassingRedis with { Blocks = 7 };
        var run = HistoryEntry.From(report)!;
        ComparedRun[] runs =
        [
            ComparedRun.From(report, Side.Baseline, 1, "1.json"), ComparedRun.From(report, Side.Candidate, 1, "2.json"),
        ];
        var result = new ComparisonResult(runs, new ComparisonLimits());

        var candidate = HistoryEntry.From(result, run.At, MachineClass.From(report.Environment))!;

        Assert.Equivalent(run with { Low = null, High = null, Ratio = 1 }, candidate, strict: true);
        Assert.StartsWith("single · 1 server", run.Series, StringComparison.Ordinal);
        Assert.Equal(run.Series, HistoryEntry.From(ExampleReports.PassingRedis)!.Series);
        Assert.Contains("7 blocks", report.Claim, StringComparison.Ordinal);
        Assert.Null(HistoryEntry.From(ExampleReports.FailedAudit));
    }

    [Fact]
    public void Changes_LevelChanges_AreFound()
    {
        var random = new SeededRandom(5);
        double[] levels = [.. Enumerable.Range(0, 40).Select(at => (at < 23 ? 1000 : 900) * Noise(random, 0.02))];

        var change = Assert.Single(ChangePoint.Find(levels));

        Assert.Equal(23, change.At);
        Assert.InRange(change.Ratio, 0.88, 0.92);
    }

    [Fact]
    public void Changes_SteadySeries_RarelyFound()
    {
        var seen = Enumerable.Range(1, 200).Count(seed =>
        {
            var random = new SeededRandom((ulong)seed);
            return ChangePoint.Find([.. Enumerable.Range(0, 40).Select(_ => 1000 * Noise(random, 0.05))]).Count > 0;
        });

        Assert.InRange(seen, 0, 10);
    }

    [Fact]
    public void Changes_TooFewRuns_AreEmpty() => Assert.Empty(ChangePoint.Find([1, 1, 1, 1, 9, 9, 9, 9, 9]));

    [Fact]
    public void History_Shown_HasSeriesWithTheirChanges() =>
        Approved.Matches("history", "md", () => MarkdownExporter.Format(HistorySections.From(
        [
            .. Enumerable.Range(0, 14).Select(at => Entry(at, at < 8 ? 1000 + at : 900 + at)),
            Entry(14, 5000) with { Machine = "another machine", Ratio = 0.98 },
        ])));

    [Fact]
    public void Export_GithubActionBenchmark_HasNamesUnitsAndValues()
    {
        HistoryExport.WriteGitHub(FilePath, [Entry(0, 1000.4)]);

        Assert.Equal(
            $$"""
            [{"name":"{{Series}}","unit":"transfers/s","value":1000,"range":"± 20","extra":"1.2.3 on AMD EPYC"}]
            """,
            Compact());
    }

    [Fact]
    public void Export_Bencher_HasMeasuresByBenchmark()
    {
        HistoryExport.WriteBencher(FilePath, [Entry(0, 1000) with { Values = Values(double.NaN) }]);

        Assert.Equal(
            "{\"" + Series + """
                ":{"allocated-bytes":{"value":0.16},"latency":{"value":50000},"messages":{"value":0.01},
                "store-operations":{"value":4},"throughput":{"value":1000,"lower_value":980,"upper_value":1020}}}
                """.ReplaceLineEndings(""),
            Compact());
    }

    public void Dispose() => folder.Dispose();

    private void AssertHolds(params HistoryEntry[] entries) =>
        Assert.Equivalent(entries, HistoryFile.Read(FilePath), strict: true);

    private string Compact()
    {
        using var json = JsonDocument.Parse(File.ReadAllText(FilePath));
        var options = new JsonWriterOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };
        using var text = new MemoryStream();
        using (var writer = new Utf8JsonWriter(text, options))
        {
            json.WriteTo(writer);
        }

        return Encoding.UTF8.GetString(text.ToArray());
    }

    private static double Noise(SeededRandom random, double deviation) =>
        Math.Exp(deviation * PairedRatioTests.Normal(random));

    private static HistoryEntry Entry(int day, double tps) => new(
        $"2026-11-{day + 1:00}T12:00:00Z",
        "1.2.3",
        Series,
        "AMD EPYC",
        "transfer",
        tps,
        Math.Round(tps * 0.98),
        Math.Round(tps * 1.02),
        new RunCounts(4, 0.01, 0.16, 80_000))
    {
        Values = Values(0.5),
    };

    private static Dictionary<string, double?> Values(double cpuUs) => new(StringComparer.Ordinal)
    {
        ["p99"] = 50,
        ["cpuUsPerTransfer"] = cpuUs,
    };
}
