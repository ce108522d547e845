using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using Spectre.Console;

namespace AElf.Bench.Tests.Reports;

public sealed class ExporterTests
{
    public static TheoryData<string> Names => ExampleReports.Names;

    [Theory]
    [MemberData(nameof(Names))]
    public void Formats_InACultureWithCommas_AreTheSame(string name)
    {
        var runs = ExampleReports.Named(name);

        Assert.Equal(JsonExporter.Format(runs), Approved.InCommaCulture(() => JsonExporter.Format(runs)));
        Assert.Equal(MarkdownExporter.Format(runs), Approved.InCommaCulture(() => MarkdownExporter.Format(runs)));
        Assert.Equal(Printed(runs), Approved.InCommaCulture(() => Printed(runs)));
    }

    [Theory]
    [InlineData("failed_audit")]
    [InlineData("cluster_with_faults")]
    public void Markdown_EveryExample_IsAsApproved(string name) =>
        Approved.Matches(name, "md", () => MarkdownExporter.Format(ExampleReports.Named(name)));

    [Theory]
    [InlineData("passing_redis")]
    [InlineData("routings")]
    public void Console_EveryExample_IsAsApproved(string name) =>
        Approved.Matches(name, "txt", () => Printed(ExampleReports.Named(name)));

    [Fact]
    public void Screens_AreAtMostTwelve() => Assert.InRange(Directory.GetFiles(Approved.Folder).Length, 1, 12);

    [Theory]
    [MemberData(nameof(Names))]
    public void Console_EveryExample_FitsAScreenAndIsPlainWhenPiped(string name)
    {
        var text = Printed(ExampleReports.Named(name));
        var lines = text.Split('\n');

        Assert.InRange(lines.Length, 5, 60);
        Assert.All(lines, line => Assert.InRange(line.Length, 0, ConsoleExporter.PipedColumns));
        Assert.DoesNotContain('\u001b', text);
        Assert.All(lines, line => Assert.Equal(line.TrimEnd(), line));
    }

    [Theory]
    [InlineData("degraded_with_faults")]
    [InlineData("failed_audit")]
    public void Console_ManyProblems_StaysShort(string name)
    {
        var run = ExampleReports.Named(name)[0];
        var flood = run with
        {
            Reasons = [.. Enumerable.Range(1, 40).Select(index =>
                $"reason {index} {string.Join(' ', Enumerable.Repeat("more", 100))}")],
            Faults = [.. Enumerable.Range(1, 40).Select(index =>
                new FaultReport(
                    1, index, "timeout", $"actor {index} {string.Join(' ', Enumerable.Repeat("more", 100))}", 1))],
            Audit = run.Audit with
            {
                Differences = [.. run.Audit.Differences.SelectMany(difference => Enumerable.Repeat(difference, 20))],
            },
        };

        Assert.InRange(Printed([flood]).Split('\n').Length, 5, 60);
    }

    [Theory]
    [InlineData(12, null)]
    [InlineData(13, "and 1 more in the report files")]
    [InlineData(40, "and 28 more in the report files")]
    public void Console_ManyWorkers_ShowsTwelveAndTheNumberOfOthers(int workers, string? more)
    {
        var run = ExampleReports.ClusterWithFaults with
        {
            Workers = [.. Enumerable.Range(1, workers).Select(index =>
                ExampleReports.ClusterWithFaults.Workers[0] with { Name = $"w{index:00}" })],
        };
        var text = Printed([run]);

        Assert.Contains(" w12 ", text, StringComparison.Ordinal);
        Assert.DoesNotContain(" w13 ", text, StringComparison.Ordinal);
        Assert.Equal(more is not null, text.Contains(more ?? "more in the report files", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(true, "127.0.0.1:7001 without proxies: 100 per second", " 25.0 % of that")]
    [InlineData(false, "without proxies is unknown", "--shards")]
    public void Console_WithProxies_ShowsTheRateOfAShardWithoutThem(bool isNamed, params string[] facts)
    {
        var run = ExampleReports.PassingRedis with
        {
            Store = ExampleReports.PassingRedis.Store with { Proxies = 1, Shards = [] },
            BareStore = ExampleReports.PassingRedis.BareStore! with
            {
                BareShard = isNamed ? new BareShardReport("127.0.0.1:7001", 100, 0.25, 1, 1) : null,
            },
        };

        Prose.AssertNames(Printed([run]), facts);
    }

    [Fact]
    public void Console_FailureOnATerminal_IsRed()
    {
        using var output = new StringWriter();
        var terminal = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = AnsiSupport.Yes,
            ColorSystem = ColorSystemSupport.Standard,
            Out = new AnsiConsoleOutput(output),
        });
        new ConsoleExporter(terminal).Export([ExampleReports.FailedAudit]);

        Assert.StartsWith("\u001b[91mFAILED", output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Exporters_FailedRun_PrintNoFigure()
    {
        IReadOnlyList<RunReport> runs = [ExampleReports.FailedAudit];

        Assert.DoesNotContain("TPS", Printed(runs), StringComparison.Ordinal);
        Assert.DoesNotContain("transfers/s", Printed(runs), StringComparison.Ordinal);
        Assert.DoesNotContain("TPS", MarkdownExporter.Format(runs), StringComparison.Ordinal);
        Assert.DoesNotContain("transfers/s", MarkdownExporter.Format(runs), StringComparison.Ordinal);
        Assert.DoesNotMatch("\"tps\": [^n]", JsonExporter.Format(runs));
    }

    [Theory]
    [InlineData(AuditOutcome.Unknown, AuditOutcome.Passed)]
    [InlineData(AuditOutcome.Passed, AuditOutcome.Unknown)]
    [InlineData(AuditOutcome.Passed, AuditOutcome.Failed)]
    public void Export_PassWithoutAPassedAudit_IsFailed(
        AuditOutcome conservation, AuditOutcome replay)
    {
        var run = ExampleReports.PassingRedis with
        {
            Audit = ExampleReports.PassingRedis.Audit with { Conservation = conservation, Replay = replay },
        };

        Assert.Equal(Verdict.Failed, run.Published().Verdict);
        Assert.Equal(["the audit did not pass"], run.Published().Reasons);
        Assert.StartsWith("FAILED · ", run.Claim, StringComparison.Ordinal);
    }

    [Fact]
    public void Export_SectionOfAWorkload_IsInAllFormats()
    {
        var run = ExampleReports.PassingRedis with
        {
            Sections =
            [
                new("Counters")
                {
                    Figures = [new("increments", "12 in a row"), new(
                        "for the page", "all of it") { Audience = ReportAudience.Page }],
                    Tables = [new(
                        [new("counter"), new("value")], [["7", "42"]]) { Audience = ReportAudience.Everyone }],
                    Series = [new("depth", [0, 7])],
                },
            ],
        };
        var (screen, page, json) = (Printed([run]), MarkdownExporter.Format([run]), JsonExporter.Format([run]));

        Assert.Contains("increments  12 in a row\n", screen, StringComparison.Ordinal);
        Assert.Matches(@"counters\s+counter\s+value\n\s+7\s+42\n", screen);
        Assert.DoesNotContain("all of it", screen, StringComparison.Ordinal);
        Prose.AssertNames(
            page, "## Counters\n", "- increments: 12 in a", "|--:|--:|\n| 7 | 42 |", "depth: ▁█ (0 – 7)\n");
        Assert.Equal(json, JsonExporter.Format([ReportReader.Read(JsonExporter.BytesOf(run))]));
        Assert.Contains("\"for the page\"", json, StringComparison.Ordinal);
    }

    [Fact]
    public void Markdown_StepsByDoubling_AreShownAsTyped() => Assert.Contains(
        @"axes: actors=1..32\*2",
        MarkdownExporter.Format([new ReportSection("Search") { Figures = [new("axes", "actors=1..32*2")] }]),
        StringComparison.Ordinal);

    [Fact]
    public void Replace_ExistingFile_IsReplacedAsAWhole()
    {
        using var folder = new TemporaryFolder();
        var path = Path.Combine(folder.Path, "new", "run.json");

        ReportFile.Replace(path, JsonExporter.Format([ExampleReports.PassingRedis]));
        ReportFile.Replace(path, JsonExporter.Format([ExampleReports.InMemory]));

        Assert.Equal(JsonExporter.Format([ExampleReports.InMemory]), File.ReadAllText(path));
        Assert.Equal([path], Directory.GetFiles(Path.GetDirectoryName(path)!));
    }

    [Fact]
    public void Replace_FileCannotBeReplaced_LeavesNoTemporaryFile()
    {
        using var folder = new TemporaryFolder();
        var occupied = Directory.CreateDirectory(folder.File("run.json"));

        Assert.ThrowsAny<Exception>(() => ReportFile.Replace(occupied.FullName, "{}"));
        Assert.Empty(Directory.GetFiles(folder.Path));
    }

    internal static string Printed(IReadOnlyList<RunReport> runs, bool isVerbose = true)
    {
        using var output = new StringWriter { NewLine = "\n" };
        new ConsoleExporter(ConsoleExporter.Open(output, piped: true)) { IsVerbose = isVerbose }.Export(runs);
        return output.ToString().ReplaceLineEndings("\n");
    }
}
