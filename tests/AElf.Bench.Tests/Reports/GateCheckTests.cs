using System.Xml.Linq;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using static AElf.Bench.Tests.Comparisons.ComparisonSectionsTests;

namespace AElf.Bench.Tests.Reports;

public sealed class GateCheckTests
{
    private static readonly GateCheck[] Three =
    [
        new("kept", "it <holds>", CheckOutcome.Kept),
        new("seen", "it is\r\na warning", CheckOutcome.Warning),
        new("\u0001broken", "50 % \u0001 more", CheckOutcome.Failed),
    ];

    [Fact]
    public void Checks_OfRuns_FollowVerdictsAndThresholds()
    {
        var held = ExampleReports.PassingRedis with { FailIf = ExampleReports.Bounds("tps < 1", "tps > 1") };

        Assert.Equal(
            [
                ("run 1", CheckOutcome.Kept),
                ("run 1: --fail-if 'tps < 1'", CheckOutcome.Kept),
                ("run 1: --fail-if 'tps > 1'", CheckOutcome.Failed),
                ("run 2", CheckOutcome.Failed),
            ],
            new CallChecks(AllowDisturbed: false).Of([held, ExampleReports.DegradedWithFaults])
                .SelectMany(suite => suite.Checks).Select(check => (check.Name, check.Outcome)));
    }

    [Theory]
    [InlineData(false, CheckOutcome.Failed)]
    [InlineData(true, CheckOutcome.Warning)]
    public void Checks_DisturbedRun_FailsUnlessAllowed(bool allowDisturbed, CheckOutcome outcome)
    {
        var disturbed = ExampleReports.PassingRedis with { Verdict = Verdict.Disturbed };

        Assert.Equal(
            outcome, Assert.Single(Assert.Single(new CallChecks(allowDisturbed).Of([disturbed])).Checks).Outcome);
    }

    [Fact]
    public void Checks_RunWithoutAFigure_Fails()
    {
        var refuted = ExampleReports.PassingRedis with
        {
            Audit = ExampleReports.FailedAudit.Audit,
            FailIf = ExampleReports.Bounds("tps < 1"),
        };

        var checks = Assert.Single(new CallChecks(AllowDisturbed: false).Of([refuted])).Checks;

        Assert.All(checks, check => Assert.Equal(CheckOutcome.Failed, check.Outcome));
        Assert.EndsWith("; the audit did not pass", checks[0].Text, StringComparison.Ordinal);
        Assert.StartsWith("unknown: ", checks[1].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Checks_SlowerCandidateOrMoreOperations_FailsByThatCriterionOnly()
    {
        var slower = ComparisonChecks.From(new ComparisonResult(Pairs(40, 0.8), new ComparisonLimits()));
        Assert.Equal(["speed"], slower.Where(IsFailed).Select(check => check.Name));

        var more = new ComparisonResult(
            Pairs(CountRule.MinPairs, 1.5, new RunCounts(4.5, 0.01, 0.16, 1000)), new ComparisonLimits());
        Assert.Equal(["store operations"], ComparisonChecks.From(more).Where(IsFailed).Select(check => check.Name));
    }

    [Theory]
    [InlineData(true, CheckOutcome.Failed)]
    [InlineData(false, CheckOutcome.Warning)]
    public void Checks_InconclusiveComparison_FailsUnlessAllowed(bool fails, CheckOutcome outcome) =>
        Assert.Equal(outcome, ComparisonChecks.From(new ComparisonResult(
            Pairs(2, 1), new ComparisonLimits { InconclusiveFails = fails }))[0].Outcome);

    [Fact]
    public void Comparison_WithoutAPair_FailsAlsoWithInconclusivePass() =>
        Assert.Equal(CheckOutcome.Failed, ComparisonChecks.From(new ComparisonResult(
            Pairs(1, 1)[..1], new ComparisonLimits { InconclusiveFails = false }))[0].Outcome);

    [Fact]
    public void JUnit_File_CountsFailuresAndSkipsWarnings()
    {
        var suite = XDocument.Parse(JUnitExporter.Format([Suite("gate")])).Root!.Element("testsuite")!;

        Assert.Equal(
            ["gate", "3", "1", "0", "1"],
            ((string[])["name", "tests", "failures", "errors", "skipped"])
                .Select(name => suite.Attribute(name)!.Value));
        Assert.Equal(
            ["it <holds>", "it is  a warning", "50 %   more"],
            suite.Elements("testcase").Select(test => test.Elements().Single())
                .Select(what => what.Attribute("message")?.Value ?? what.Value));
        Assert.Equal(
            ["kept", "seen", " broken"], suite.Elements("testcase").Select(test => test.Attribute("name")!.Value));
    }

    [Fact]
    public void Annotations_OutsideAGitHubWorkflow_AreOmitted()
    {
        string[] lines = [.. GitHubAnnotations.Lines([Suite("a: b, c")], "true")];
        Assert.Equal(2, lines.Length);
        Prose.AssertNames(lines[0], "::warning title=", "a%3A b%2C c::seen: ", "%0D%0A");
        Prose.AssertNames(lines[1], "::error title=", "a%3A b%2C c::", "50 %25 ");
        Assert.Empty(GitHubAnnotations.Lines([Suite("a")], isWorkflow: null));
        Assert.Empty(GitHubAnnotations.Lines([Suite("a")], "false"));
    }

    private static CheckSuite Suite(string name) => new(name, Three);

    private static bool IsFailed(GateCheck check) => check.Outcome is CheckOutcome.Failed;
}
