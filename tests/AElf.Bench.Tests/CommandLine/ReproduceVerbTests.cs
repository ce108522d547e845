using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Tests.Reports;
using AElf.Bench.Tests.Verification;
using AElf.Bench.Transfers;
using AElf.Benchmark.Verbs.Reproduce;

namespace AElf.Bench.Tests.CommandLine;

public sealed class ReproduceVerbTests : IDisposable
{
    private readonly TemporaryFolder folder = new();
    private ReproduceVerb verb = new(new TransferWorkloadType());

    [Fact]
    public void Reproduce_Options_AreThoseThatDifferFromDefaults()
    {
        var asked = Read(ReportOf("-n", "800", "--groups", "8", "8", "--mode", "batch", "--ceiling", "off"));

        Assert.Equal("-n 800 --groups 8 8 --mode batch --ceiling false", string.Join(' ', asked.Words));
        Assert.Null(asked.Scenario);
        Assert.Empty(asked.Differences);
    }

    [Fact]
    public void Reproduce_CommandLine_GivesTheOptionsOfTheReport()
    {
        string[][] calls =
        [
            [],
            ["--database", "redis", "--dbhost", "10.0.0.7", "--dbport", "6380", "--latency", "1ms"],
            ["-n", "900", "--groups", "30", "30", "--lanes", "1", "--actors", "3", "--duration", "2s"],
            ["--routing", "random", "--seed", "7", "--skew", "0.5", "--blocks", "9", "--warmup", "0"],
            ["--database", "twemproxy", "--dbport", "22121", "--shards", "127.0.0.1:6380,127.0.0.1:6381"],
        ];
        Assert.All(calls, call =>
        {
            var before = OptionsOf(call);
            var again = OptionsOf([.. Read(ReportOf(call)).Words]);

            Assert.Equal(before.Select(ValueOf), again.Select(ValueOf), StringComparer.Ordinal);
        });
    }

    [Fact]
    public void Reproduce_TypedOptions_Win()
    {
        var asked = Read(
            ReportOf("-n", "800", "--groups", "8", "8", "--seed", "5"),
            "--seed", "6", "--threshold", "10%", "--json", folder.File("now.json"), "--quiet");

        Assert.Equal("-n 800 --groups 8 8 --seed 6 --quiet", string.Join(' ', asked.Words));
        Assert.Equal(0.1, verb.Settings.Get(ReproduceVerb.Threshold)!.Value, 1e-12);
        Assert.Equal(folder.File("now.json"), verb.Settings.Get(ReproduceVerb.JsonOutput), StringComparer.Ordinal);
    }

    [Fact]
    public void Reproduce_Scenario_IsStartedAgain()
    {
        var report = ExampleReports.ClusterWithFaults with
        {
            Options = new Dictionary<string, UsedSetting>(StringComparer.Ordinal)
            {
                ["Scenario.kind"] = new("cluster", "scenario"),
                ["Scenario.name"] = new("mine", "scenario"),
                ["Scenario.servers"] = new("2", "scenario"),
                ["Scenario.processes"] = new("2", "scenario"),
                ["Scenario.persistence"] = new("aof", "scenario"),
                ["Actor.WorkerCount"] = new("7", "scenario"),
                ["Workload.Groups"] = new("9 9", "scenario"),
                ["Workload.Load"] = new("chain:5", "command line"),
                ["Workload.Transfers"] = new("900", "benchmark"),
                ["Actor.Port"] = new("4053", "default"),
            },
        };

        var asked = Read(Write(report));

        Assert.Equal(
            """{"name":"mine","kind":"cluster","servers":2,"processes":2,"persistence":"aof","workload":"""
                + """{"groups":9},"actors":7}""",
            asked.Scenario,
            StringComparer.Ordinal);
        Assert.Equal("-n 900 --load chain:5", string.Join(' ', asked.Words));
    }

    [Fact]
    public void Reproduce_OtherPeoplesManager_MustBeNamed()
    {
        var report = Write(ExampleReports.ClusterWithFaults with
        {
            Options = new Dictionary<string, UsedSetting>(StringComparer.Ordinal)
            {
                ["Actor.Lanes"] = new("3", "benchmark"),
            },
        });

        Assert.Contains("--manager", Refusal(report), StringComparison.Ordinal);
        Assert.Contains("--manager HOST:PORT", Refusal(report), StringComparison.Ordinal);

        var asked = Read(report, "--manager", "127.0.0.1:4053");

        Assert.Equal("--lanes 3 --manager 127.0.0.1:4053", string.Join(' ', asked.Words));
    }

    [Fact]
    public void Reproduce_Secret_IsAbsentFromTheReportAndItsFileIsNotUsed()
    {
        var password = folder.Write("pw.txt", "secret words\n");
        var report = ReportOf("--database", "redis", "--password-file", password);

        Assert.DoesNotContain("secret words", File.ReadAllText(report), StringComparison.Ordinal);
        Assert.DoesNotContain(password, Read(report).Words);
        Assert.Contains(password, Read(report, "--password-file", password).Words);
    }

    [Fact]
    public void Reproduce_ReportThatCannotBeRepeated_IsRefused()
    {
        var several = folder.Write("several.json", JsonExporter.Format(ExampleReports.Several));
        var counters = Write(ExampleReports.PassingRedis with
        {
            Workload = ExampleReports.Workload("even") with { Name = "counters" },
        });

        Assert.Contains("contains 4 runs", Refusal(several), StringComparison.Ordinal);
        Assert.Contains("workload counters", Refusal(counters), StringComparison.Ordinal);
        Assert.Contains("file missing", Refusal(), StringComparison.Ordinal);
        Assert.Contains("'gone.json'", Refusal("gone.json"), StringComparison.Ordinal);
        Assert.Contains("2 files were named", Refusal(several, counters), StringComparison.Ordinal);
        Assert.Contains("--json", Refusal(folder.Write("cut.json", "{")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Reproduce_OptionThatContradictsAField_IsRefusedLikeVerify()
    {
        var report = Write(RunVerificationTests.Read(RunVerificationTests.Report(workers: 0)) with
        {
            Options = new Dictionary<string, UsedSetting>(StringComparer.Ordinal)
            {
                ["Actor.Routing"] = new("random", "command line"),
            },
        });

        Prose.AssertNames(await FailureAsync(report), "Actor.Routing", "random", " verify ");
    }

    [Fact]
    public async Task Reproduce_ChangedFigure_IsRefusedLikeVerify()
    {
        var report = RunVerificationTests.Read(RunVerificationTests.Report(workers: 0));
        var changed = Write(report with { Options = OptionsOf(), Tps = report.Tps! with { Median = 12_345 } });

        Prose.AssertNames(await FailureAsync(changed), "tps.median", "12345");
    }

    [Fact]
    public async Task Reproduce_FiguresWithoutRawData_AreRefused() =>
        Prose.AssertNames(await FailureAsync(ReportOf()), "raw data");

    public void Dispose() => folder.Dispose();

    private static string ValueOf(KeyValuePair<string, UsedSetting> option) => $"{option.Key} {option.Value.Text}";

    private static IReadOnlyDictionary<string, UsedSetting> OptionsOf(params string[] words) =>
        Assert.IsType<ParseOutcome.Run>(TransferPrograms.Benchmark.Parse(
            words, new Dictionary<string, string>(StringComparer.Ordinal), AppContext.BaseDirectory)).Options.Effective;

    private async Task<string> FailureAsync(string report)
    {
        var output = folder.File("now.json");
        var code = await verb.RunAsync([report, "--json", output]);
        var failure = CallFailure.Read(await File.ReadAllBytesAsync(output, ThisTest.Cancelled))!;
        Assert.Equal((ExitCode.Regression, (int)ExitCode.Regression), (failure.ExitCode, code));
        return Assert.Single(failure.Problems);
    }

    private string ReportOf(params string[] words) => Write(
        ExampleReports.PassingRedis with { Options = OptionsOf(words) });

    private string Write(RunReport report) => folder.Write("report.json", JsonExporter.Format([report]));

    private ReproduceRequest Read(params string[] words)
    {
        var (asked, problems) = Try(words);
        Assert.True(asked is not null, problems);
        return asked;
    }

    private string Refusal(params string[] words)
    {
        var (asked, problems) = Try(words);
        Assert.Null(asked);
        return problems;
    }

    private (ReproduceRequest? Asked, string Problems) Try(string[] words)
    {
        verb = new ReproduceVerb(new TransferWorkloadType()) { Variables = TransferPrograms.NoVariables };
        var asked = verb.Read(words);
        return (asked, string.Join('\n', verb.Problems));
    }
}
