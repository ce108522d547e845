using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Reports.Summaries;
using Spectre.Console;

namespace AElf.Bench.Tests.Reports;

/// <summary>The screen of a call without <c>--verbose</c>, in plain words.</summary>
public sealed class SummaryTests
{
    // One line is the command, one the next prompt.
    private const int ScreenLines = 22;

    public static TheoryData<string> Names => ExampleReports.Names;

    [Theory]
    [InlineData("passing_redis")]
    [InlineData("degraded_with_faults")]
    [InlineData("failed_audit")]
    [InlineData("cluster_with_faults")]
    [InlineData("several")]
    [InlineData("open_loop_too_fast")]
    public void Summary_EveryExample_IsAsApproved(string name) =>
        Approved.Matches($"{name}_summary", "txt", () => Printed(ExampleReports.Named(name)));

    [Theory]
    [MemberData(nameof(Names))]
    public void Summary_EveryExample_FitsScreensOf24LinesWith100And80Columns(string name)
    {
        foreach (var columns in new[] { 100, 80 })
        {
            AssertFits(Printed(ExampleReports.Named(name), columns), columns);
        }
    }

    [Theory]
    [InlineData("degraded_with_faults")]
    [InlineData("failed_audit")]
    [InlineData("cluster_with_faults")]
    public void Summary_ManyProblems_FitsAScreen(string name)
    {
        const string Endless = "and so on and so on and so on and so on and so on and so on and so on and so on";
        var run = ExampleReports.Named(name)[0];
        string[] many = [.. Enumerable.Range(1, 40).Select(index => $"number {index} {Endless} {Endless} {Endless}")];
        var flood = run with
        {
            Reasons = [.. many],
            Notes = [.. many],
            FailIf = [.. Enumerable.Range(1, 40).Select(index => new FigureBound("tps", "<", index))],
            Faults = [.. many.Select(what => new FaultReport(1, 1, "timeout", what, 1))],
            Audit = run.Audit with
            {
                Differences = [.. run.Audit.Differences.SelectMany(difference => Enumerable.Repeat(difference, 20))],
            },
        };

        AssertFits(Printed([flood]), ConsoleExporter.PipedColumns);
        AssertFits(Printed([.. Enumerable.Repeat(flood, 100)]), ConsoleExporter.PipedColumns);
    }

    [Fact]
    public void Summary_ManyRuns_ShowsTheFastestAndTheEnds()
    {
        var runs = Enumerable.Range(101, 100).Select(units => ExampleReports.PassingRedis with { Units = units })
            .ToArray();
        runs[70] = runs[70] with { Tps = runs[70].Tps! with { Median = 2 * runs[70].Tps!.Median } };

        var text = Printed(runs);

        Assert.Matches("\n +[0-9]+ more runs", text);
        Assert.All([101, 171, 200], units => Assert.Matches($"(?m)^.* {units} .*$", text));
    }

    [Fact]
    public void Summary_FailedRun_HasNoFigure()
    {
        var text = Printed([ExampleReports.FailedAudit]);

        Assert.StartsWith("FAILED: ", text, StringComparison.Ordinal);
        Assert.DoesNotContain("per second", text, StringComparison.Ordinal);
        Assert.DoesNotContain("took", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("passing_redis")]
    [InlineData("in_memory")]
    [InlineData("open_loop")]
    public void Summary_DisturbedRun_SaysSoBeforeItsFigure(string name)
    {
        var run = ExampleReports.Named(name)[0];
        var disturbed = run with
        {
            Verdict = Verdict.Disturbed,
            Reasons = ["other programs used 1.8 of 2 cores", "the warm-up ended too early"],
            Processors = new(Usable: 2, Own: 0.2, 1.8, 0, null, 0.9, 0.01, []),
        };

        var text = Printed([disturbed]);

        Prose.AssertNames(
            text.ReplaceLineEndings(" "), "DISTURBED: ", "1.8 of 2 cores", Printed([run]).Split(" per second")[0]);
        AssertFits(text, ConsoleExporter.PipedColumns);
        Assert.StartsWith("DISTURBED: 1 of 2 runs", Printed([disturbed, run]), StringComparison.Ordinal);
        Assert.Contains(
            "--warmup 100", Printed([disturbed with { Processors = null }]), StringComparison.Ordinal);
    }

    [Fact]
    public void Title_SeveralDisturbedStarts_HasTheMeanOfAllStarts()
    {
        var run = ExampleReports.InMemory with
        {
            Starts = [],
            Verdict = Verdict.Disturbed,
            Reasons = ["start 1: other programs used 1.4 of 2 cores", "start 2: other programs used 0.8 of 2 cores"],
            Processors = new(Usable: 2, Own: 0.9, 1.1, 0, null, 0.9, 0.01, []),
        };

        var title = RunSummary.From(run).Title;
        Assert.Contains(" 1.1 of 2 cores.", title, StringComparison.Ordinal);
        Assert.DoesNotContain("start 1", title, StringComparison.Ordinal);
        Assert.Contains("start 1", RunSummary.From(run with { Processors = null }).Title, StringComparison.Ordinal);
    }

    [Fact]
    public void Summary_SeveralDisturbedRuns_ExplainsOne()
    {
        var disturbed = ExampleReports.PassingRedis with { Verdict = Verdict.Disturbed, Reasons = ["a compiler ran"] };
        var compared = new ReportSection("Compared")
        {
            Tables = [new([new ReportColumn("engine", IsText: true)], [["fulcrum"]]) { IsHeadline = true }],
        };
        using var output = new StringWriter { NewLine = "\n" };

        new ConsoleExporter(ConsoleExporter.Open(output, piped: true)).Export([disturbed, disturbed], compared);

        Assert.StartsWith("DISTURBED: 2 of 2 runs", output.ToString(), StringComparison.Ordinal);
        Assert.Single(output.ToString().Split('\n'), line => line.Contains("a compiler ran", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(0, " × 5 rounds")]
    [InlineData(1, " × 4 to 5 rounds")]
    public void Shared_RunsWithRounds_HasTheirNumbers(int fewer, string rounds)
    {
        var run = ExampleReports.PassingRedis;
        var other = run with { Rounds = [.. run.Rounds.Skip(fewer)] };

        Assert.Contains(rounds, RunComparison.Shared([run, other]), StringComparison.Ordinal);
    }

    [Fact]
    public void Summary_Workload_SaysWhatTheAuditProves()
    {
        var run = ExampleReports.InMemory;
        var asked = run with
        {
            Workload = run.Workload with { Noun = "request", Proof = "answered correctly", SetupText = "an index" },
        };

        Assert.Contains("applied exactly once\n", Printed([run]), StringComparison.Ordinal);
        Prose.AssertNames(Printed([asked]), "requests per second", "answered correctly\n");
        Assert.Contains("batch: an index", Printed([asked]).ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    [Fact]
    public void Audit_StoreLostDataBeforeIt_ComparedNothing()
    {
        var run = ExampleReports.FailedAudit with
        {
            Audit = new(AuditOutcome.Failed, AuditOutcome.Failed, 0, 0, []),
        };

        var audit = RunSummary.From(run).Lines.Single(line => line.Name is "audit").Known[0];

        Prose.AssertNames(audit, "failed", "lost data", "no account");
    }

    [Theory]
    [InlineData("single", "in this process")]
    [InlineData("cluster", "2 servers × 3 processes")]
    public void Actors_NoReportOfAWorker_AreThoseOfTheTopology(string scenario, string where)
    {
        var run = ExampleReports.FailedAudit with { Workers = [], Scenario = scenario, Servers = 2, Processes = 3 };

        var actors = RunSummary.From(run).Lines.Single(line => line.Name is "actors").Known[0];

        Assert.Contains(where, actors, StringComparison.Ordinal);
    }

    [Fact]
    public void Why_KeysLeftBesideAnotherReason_AreADetail()
    {
        var left = new Problem(ProblemKind.KeysLeft, "keys may be left");

        var both = WhyOf("gone", left);
        Assert.Equal(["gone"], both.Known);
        Assert.Equal([$"{left}"], both.Detail);
        Assert.Equal([$"{left}"], WhyOf(left).Known);

        static SummaryLine WhyOf(params Problem[] reasons) =>
            RunSummary.From(ExampleReports.FailedAudit with { Reasons = reasons }).Lines[0];
    }

    [Fact]
    public void Summary_WrittenFiles_AreNamed()
    {
        using var output = new StringWriter { NewLine = "\n" };
        new ConsoleExporter(ConsoleExporter.Open(output, piped: true)) { Files = ["a.json", "b.html"] }
            .Export([ExampleReports.PassingRedis]);

        Assert.Matches(@"\nfiles\s+a\.json,\sb\.html\n", output.ToString());
        Assert.DoesNotContain("--json FILE", output.ToString(), StringComparison.Ordinal);
    }

    private static void AssertFits(string text, int columns)
    {
        var lines = text.TrimEnd('\n').Split('\n');

        Assert.True(
            lines.Length is >= 5 and <= ScreenLines && lines.Max(line => line.Length) <= columns,
            $"{lines.Length} lines of up to {lines.Max(line => line.Length)} columns:\n{text}");
    }

    private static string Printed(IReadOnlyList<RunReport> runs, int columns = ConsoleExporter.PipedColumns)
    {
        using var output = new StringWriter { NewLine = "\n" };
        var console = ConsoleExporter.Open(output, piped: true);
        console.Profile.Width = columns;
        new ConsoleExporter(console).Export(runs);
        return output.ToString().ReplaceLineEndings("\n");
    }
}
