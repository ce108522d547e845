using System.Text.Json;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Tests.CommandLine;
using AElf.Bench.Transfers.Generation;
using AElf.Benchmark.Verbs.Measure;
using static AElf.Bench.Tests.Comparisons.ComparisonSectionsTests;

namespace AElf.Bench.Tests.Reports;

/// <summary>The files for a build server, for each way in which a call can end.</summary>
public sealed class CallOutcomeTests : IDisposable
{
    private static readonly RunReport Passed = ExampleReports.PassingRedis;
    private static readonly RunReport Disturbed = Passed with { Verdict = Verdict.Disturbed };
    private static readonly RunReport Bounded = Passed with { FailIf = ExampleReports.Bounds("tps > 1") };

    private readonly TemporaryFolder folder = new();

    public static TheoryData<string, int, int, int> Runs => new()
    {
        { "pass", 0, 0, 0 }, { "disturbed", 6, 1, 0 }, { "allowed", 0, 0, 0 }, { "failed", 3, 1, 0 },
        { "degraded", 5, 1, 0 }, { "threshold", 4, 1, 0 }, { "without figure", 5, 1, 0 }, { "stopped", 2, 0, 1 },
    };

    [Theory]
    [MemberData(nameof(Runs))]
    public void Runs_FailuresAndErrors_ExistExactlyIfTheExitCodeIsNot0(
        string kind, int code, int failures, int errors)
    {
        RunReport[] runs = kind switch
        {
            "disturbed" or "allowed" => [Disturbed],
            "failed" => [ExampleReports.FailedAudit],
            "degraded" => [ExampleReports.DegradedWithFaults],
            "threshold" => [Bounded],
            "without figure" =>
            [
                Passed with
                {
                    FailIf = ExampleReports.Bounds("p50 > 1ms"),
                    Figures = ExampleReports.With(Passed, ("p50", null)),
                },
            ],
            _ => [Passed, Passed],
        };
        var stopped = kind is "stopped" ? CallFailure.Now(ExitCode.Environment, "no store answers") : null;
        var isAllowed = kind is "allowed";

        var totals = Read(JUnitExporter.Format(new CallChecks(isAllowed, stopped).Of(runs)));

        Assert.Equal((failures, errors), totals);
        Assert.Equal(
            code, (int)(stopped?.ExitCode ?? BenchmarkSession.ExitCodeFor(runs, isInterrupted: false, isAllowed)));
    }

    [Theory]
    [InlineData(0.8, 40, true, 1)]
    [InlineData(1, 40, true, 0)]
    [InlineData(1, 2, true, 1)]
    [InlineData(1, 2, false, 0)]
    public void Comparison_Criteria_HaveACaseEach(double ratio, int pairs, bool fails, int failures)
    {
        var result = new ComparisonResult(Pairs(pairs, ratio), new ComparisonLimits { InconclusiveFails = fails });
        var checks = ComparisonChecks.From(result);

        Assert.Equal(
            ["speed", "store operations", "messages", "bytes allocated"], checks.Select(check => check.Name));
        var totals = Read(JUnitExporter.Format([new CheckSuite("compare", checks)
        {
            StartedUtc = Passed.Environment.StartedUtc, Label = "nightly",
        }]));
        Assert.Equal(failures > 0, totals.Failures > 0);
    }

    [Fact]
    public async Task Call_CannotBeParsed_ReplacesTheFilesOfAnEarlierCall()
    {
        string[] options = ["--json", "--markdown", "--html", "--csv", "--hgrm", "--junit", "--export-github",
            "--export-bencher", "--profile", "--block-out"];
        var files = options.ToDictionary(option => option, Old, StringComparer.Ordinal);
        var history = Old("--history");
        File.WriteAllText(history, "{}");

        var code = await TransferPrograms.Program.RunAsync(
            [
                "-n", "nothing", "--groups", "8", "8", "--history", history,
                .. files.SelectMany(each => (string[])[each.Key, each.Value]),
            ]);

        Assert.Equal((int)ExitCode.Usage, code);
        Assert.All(files, file => Assert.NotEqual("old", File.ReadAllText(file.Value)));
        Assert.Equal("{}", File.ReadAllText(history));
        Assert.Equal((0, 1), Read(File.ReadAllText(files["--junit"])));
        var failure = CallFailure.Read(File.ReadAllBytes(files["--json"]))!;
        Assert.Equal(ExitCode.Usage, failure.ExitCode);
        Assert.StartsWith("-n: ", Assert.Single(failure.Problems), StringComparison.Ordinal);
        Assert.Equal(0, JsonDocument.Parse(File.ReadAllText(files["--export-github"])).RootElement.GetArrayLength());
        Assert.Equal(
            0,
            JsonDocument.Parse(File.ReadAllText(files["--profile"])).RootElement.GetProperty("profiles")
                .GetArrayLength());
        Assert.Throws<FormatException>(() => TransferFile.Read(files["--block-out"]));
    }

    [Theory]
    [InlineData("compare --candidate lanes=0 -n 800 --groups 8", "--junit")]
    [InlineData("scenario nothing", "--junit")]
    [InlineData("history missing.jsonl", "--markdown")]
    [InlineData("verify missing.json", "--json")]
    [InlineData("reproduce missing.json", "--json")]
    public async Task Verb_Failure_IsInItsFiles(string words, string option)
    {
        var file = Old(option);

        var code = await TransferPrograms.Program.RunAsync([.. words.Split(' '), option, file]);

        Assert.Equal((int)ExitCode.Usage, code);
        Assert.NotEqual("old", File.ReadAllText(file));
    }

    [Theory]
    [InlineData("verify FILE --json=FILE")]
    [InlineData("reproduce FILE --json=FILE")]
    [InlineData("history FILE --markdown=FILE")]
    [InlineData("scenario FILE --json=FILE")]
    [InlineData("--block-in FILE --json=FILE")]
    public async Task Failure_InputFileOfTheCall_IsKept(string words)
    {
        var file = Old(".json");

        var code = await TransferPrograms.Program.RunAsync(
            [.. words.Split(' ').Select(word => word.Replace("FILE", file, StringComparison.Ordinal))]);

        Assert.Equal((int)ExitCode.Usage, code);
        Assert.Equal("old", File.ReadAllText(file));
    }

    public void Dispose() => folder.Dispose();

    private string Old(string option)
    {
        var path = Path.Combine(folder.Path, $"file{option}");
        File.WriteAllText(path, "old");
        return path;
    }

    /// <summary>Validates a file by the schema; returns its failures and errors.</summary>
    private static (int Failures, int Errors) Read(string xml)
    {
        var settings = new XmlReaderSettings { ValidationType = ValidationType.Schema };
        settings.Schemas.Add(null, Path.Combine(AppContext.BaseDirectory, "Reports", "junit.xsd"));
        using var reader = XmlReader.Create(new StringReader(xml), settings);
        var root = XDocument.Load(reader).Root!;
        var cases = root.Descendants("testcase").ToList();
        Assert.Equal(cases.Count, (int)root.Attribute("tests")!);
        Assert.Equal(cases.Count(each => each.Element("failure") is not null), (int)root.Attribute("failures")!);
        return ((int)root.Attribute("failures")!, (int)root.Attribute("errors")!);
    }
}
