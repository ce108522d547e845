using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Statistics;
using AElf.Bench.Harness.Verification;
using AElf.Bench.Tests.Reports;

namespace AElf.Bench.Tests.Verification;

public sealed class ReproductionTests
{
    private static readonly RunReport Before = ExampleReports.PassingRedis;

    [Fact]
    public void The_ratio_of_a_run_with_itself_is_one_and_its_interval_holds_it()
    {
        var same = new Reproduction(Before, Before);
        var (low, high) = same.Interval!.Value;

        Assert.Equal(1, same.Ratio!.Value, 1e-12);
        Assert.InRange(1, low, high);
        Assert.Equal(1, low * high, 1e-12);
        Assert.Empty(same.MachineDifferences);
    }

    // Welch's interval of ln: means 0 and ln 2 of five values each 0.1 apart in steps, s² = 0.025: t(8) = 2.306,
    // ± 2.306 × √(2 × 0.025 ÷ 5) = 0.2306.
    [Fact]
    public void The_interval_is_that_of_Welch_over_logarithms()
    {
        double[] steps = [-0.2, -0.1, 0, 0.1, 0.2];

        var (low, high) = new Reproduction(
            With(steps.Select(Math.Exp)), With(steps.Select(step => 2 * Math.Exp(step)))).Interval!.Value;

        Assert.Equal(Math.Log(2) - 0.2306, Math.Log(low), 1e-4);
        Assert.Equal(Math.Log(2) + 0.2306, Math.Log(high), 1e-4);
    }

    [Fact]
    public void Few_rounds_have_no_interval_and_a_failed_run_no_ratio()
    {
        Assert.Null(new Reproduction(Before, With([1, 2, 3, 4])).Interval);
        var failed = new Reproduction(Before, ExampleReports.FailedAudit.Published());

        Assert.Null(failed.Ratio);
        Assert.Null(failed.Interval);
        Assert.Contains("one of them has no figure", Text(failed), StringComparison.Ordinal);
    }

    [Fact]
    public void A_library_of_another_version_is_named()
    {
        static RunReport With(string akka) => Before with
        {
            Environment = Before.Environment with
            {
                Libraries = new Dictionary<string, string>(StringComparer.Ordinal) { ["Akka"] = akka },
            },
        };

        Assert.Contains(
            "Akka 1.5.73 in the report, 1.5.74 in the run",
            Text(new Reproduction(With("1.5.73"), With("1.5.74"))),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Machines_of_different_classes_are_said_to_be()
    {
        var elsewhere = Before with { Environment = Before.Environment with { Cores = 64, Cpu = "Other CPU" } };

        var text = Text(new Reproduction(Before, elsewhere));

        Assert.Contains("of different classes", text, StringComparison.Ordinal);
        Assert.Contains("processor: Other CPU here, Example CPU 9000 there", text, StringComparison.Ordinal);
        Assert.Contains("cores: 64 here, 4 there", text, StringComparison.Ordinal);
    }

    private static RunReport With(IEnumerable<double> tps)
    {
        RoundReport[] rounds = [.. tps.Select((each, index) => new RoundReport(index + 1, 1, 1, 1, 1, each, 0))];
        return Before with
        {
            Rounds = rounds,
            Tps = SummaryStatistics.Describe([.. rounds.Select(round => round.Tps!.Value)]),
        };
    }

    private static string Text(Reproduction reproduction) => string.Join('\n', reproduction.Sections()
        .SelectMany(section => section.Figures).SelectMany(figure => figure.Lines.Prepend(figure.Name)));
}
