using System.Globalization;
using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>The verb <c>compare</c>, whose runs are processes.</summary>
public sealed class CompareTests : IDisposable
{
    private static readonly ProductProcessOptions Options = new();

    private static readonly string[] Rounds =
        ["--grouprange", "8", "8", "--repeattime", "2", "--warmup", "0", "--blocks", "1", "--ceiling", "off"];

    private static readonly string[] Short = ["-n", "800", .. Rounds];

    private readonly TemporaryFolder temporary = new();

    private string Folder => Path.Combine(temporary.Path, "compare");

    private string Json => Path.Combine(temporary.Path, "compare.json");

    private string Markdown => Path.Combine(temporary.Path, "compare.md");

    [Fact]
    public async Task Compare_SameBuildOnBothSides_MeasuresTheMachine()
    {
        var compared = await CompareAsync(["--aa", "--max-runs", "4", .. Short]);

        Assert.True(compared.ExitCode == 0, compared.AllOutput);
        Assert.Contains("INCONCLUSIVE on ", compared.Output, StringComparison.Ordinal);
        Assert.Contains("4 pairs", File.ReadAllText(Markdown), StringComparison.Ordinal);
        Assert.Matches(@"\|.*per\stransfer\s\|\s4\s\|\s4\s\|\s1\.000\s\|\ssame", File.ReadAllText(Markdown));
        using var report = JsonDocument.Parse(File.ReadAllText(Json));
        Assert.Equal("open", Text(report.RootElement, "outcome"));
        Assert.Equal(8, report.RootElement.GetProperty("runs").GetArrayLength());
        Assert.Equal(8, Directory.GetFiles(Path.Combine(Folder, "reports")).Length);
    }

    [Fact]
    public async Task GitHubWorkflow_RunCannotStart_IsOneAnnotationWithItsReason()
    {
        var workflow = new ProductProcessOptions
        {
            Environment = new Dictionary<string, string?>(StringComparer.Ordinal)
            {
                [GitHubAnnotations.Variable] = "true",
            },
        };
        var junit = temporary.File("compare.xml");

        var compared = await ProductProcess.RunAsync(
            workflow,
            [
                "compare", "--candidate", "lanes=1", "--database", "redis", "--dbport", "1", .. Short, "--folder",
                Folder, "--junit", junit,
            ]);

        Assert.Equal(2, compared.ExitCode);
        Assert.Single(compared.Error.Split('\n'), line => line.StartsWith("::", StringComparison.Ordinal));
        Assert.Contains("127.0.0.1:1 ", File.ReadAllText(junit), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Compare_Inconclusive_FailsUnlessAllowed()
    {
        var compared = await CompareAsync(["--candidate", "lanes=1", .. Short, "--max-runs", "2", "--counts", "show"]);

        Assert.True(compared.ExitCode == 5, compared.AllOutput);
        Assert.Contains("INCONCLUSIVE on ", compared.Output, StringComparison.Ordinal);
        Assert.Contains("--inconclusive pass", compared.Output, StringComparison.Ordinal);
        Assert.Contains("like these 2", File.ReadAllText(Markdown), StringComparison.Ordinal);
        using var report = JsonDocument.Parse(File.ReadAllText(Json));
        Assert.True(report.RootElement.GetProperty("inconclusiveFails").GetBoolean());
    }

    [SlowFact]
    public async Task Compare_SlowerCandidate_FailsAfterTwoSeries()
    {
        await using var redis = await RedisServer.StartAsync();

        // A transfer takes two exchanges, and the four transfers of a group follow each other: a round of the candidate
        // takes at least 24 ms. The threshold is above the slow-down of the baseline on a busy machine.
        var compared = await CompareAsync(
            [
                "--candidate", "latency=3ms", "-n", "32", .. Rounds, "--threshold", "50%", "--counts", "show",
                "--database", "redis", "--dbport", Number(redis.Port),
            ]);

        Assert.True(compared.ExitCode == 4, compared.AllOutput);
        Assert.Contains("REGRESSION: 0.", compared.Output, StringComparison.Ordinal);
        Assert.Contains(", confirming", compared.Error, StringComparison.Ordinal);
        using var report = JsonDocument.Parse(File.ReadAllText(Json));
        Assert.Equal("regression", Text(report.RootElement, "outcome"));
        Assert.True(report.RootElement.GetProperty("tps").GetProperty("high").GetDouble() < 1);
    }

    [Fact]
    public async Task Compare_CandidateWithMoreStoreOperations_FailsAtOnce()
    {
        // The baseline reads and writes each account once per group. The candidate does it once per transfer.
        var compared = await CompareAsync(["--baseline", "mode=batch", .. Short]);

        Assert.True(compared.ExitCode == 4, compared.AllOutput);
        Assert.Matches(@"(?s)REGRESSION:\s\d.*store\s+operations", compared.Output);

        // The gate needs four pairs. The first run of each side can be repeated, because it finds the number of blocks.
        Assert.InRange(Directory.GetFiles(Path.Combine(Folder, "reports")).Length, 8, 10);
    }

    [Fact]
    public async Task Compare_KilledWithABuildFolder_IsResumed()
    {
        string[] words =
            ["--baseline", AppContext.BaseDirectory, .. Short, "--threshold", "0.1%", "--inconclusive", "pass"];
        using (var killed = ProductProcess.Start(Options, [.. Words(words), "--max-runs", "500"]))
        {
            await WaitForRunsAsync(killed, 2);
            killed.Kill();
        }

        var before = Runs();
        var compared = await CompareAsync([.. words, "--max-runs", Number(1 + (before.Count / 2))]);

        Assert.True(compared.ExitCode is 0 or 4, compared.AllOutput);
        var after = Runs();
        Assert.True(after.Count > before.Count, compared.AllOutput);
        Assert.Equal(before, after.Take(before.Count), StringComparer.Ordinal);
        Assert.Contains(
            $"the build in {AppContext.BaseDirectory}", File.ReadAllText(Markdown), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Comparison_Interrupted_ShowsItsResultAndHowToResume()
    {
        using var compare = ProductProcess.Start(Options, Words(["--aa", .. Short]));
        await WaitForRunsAsync(compare, 2);

        compare.Interrupt();
        var ended = await compare.WaitForExitAsync();

        Assert.Equal(5, ended.ExitCode);
        Assert.Contains($"with --folder {Folder}", ended.Error, StringComparison.Ordinal);
        Assert.Contains("TPS, median", ended.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Comparison_RunCannotStart_EndsWithItsMessage()
    {
        var port = Number(LoopbackPort.Reserve());

        var compared = await CompareAsync(
            ["--candidate", "lanes=8", .. Short, "--database", "redis", "--dbport", port, "--reconnect", "0"]);

        Assert.Equal(2, compared.ExitCode);
        Assert.Contains("exit code 2", compared.Error, StringComparison.Ordinal);
        Assert.Contains($"127.0.0.1:{port}", compared.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Environment, CallFailure.Read(File.ReadAllBytes(Json))!.ExitCode);
    }

    [Fact]
    public async Task Compare_StoredBaseline_IsComparedAndRecorded()
    {
        var stored = Path.Combine(temporary.Path, "main.json");
        var history = Path.Combine(temporary.Path, "history.jsonl");
        var charted = Path.Combine(temporary.Path, "figures.json");

        var saved = await ProductProcess.RunAsync(
            Options,
            ["compare", "--save-baseline", stored, .. Short, "--max-runs", "2", "--folder", $"{Folder}-1"]);
        var compared = await CompareAsync(
            [
                "--baseline", stored, "--history", history, "--export-github", charted, "--inconclusive", "pass",
            ]);
        var run = await ProductCall.RunAsync([.. Short, "--history", history]);
        var shown = await ProductCall.RunAsync("history", history);

        Assert.True(saved.ExitCode == 0, saved.AllOutput);
        Prose.AssertNames(saved.Output, stored, "2 runs");
        Assert.True(compared.ExitCode == 0, compared.AllOutput);
        Assert.Equal(2, Directory.GetFiles(Path.Combine(Folder, "reports")).Length);
        Assert.Contains("\"unit\": \"transfers/s\"", File.ReadAllText(charted), StringComparison.Ordinal);
        Assert.True(run.ExitCode == 0, run.AllOutput);
        Assert.Equal(2, File.ReadAllLines(history).Length);
        Assert.True(shown.ExitCode == 0, shown.AllOutput);
        Prose.AssertNames(shown.Output, "below 10 runs");
    }

    [Fact]
    public async Task Compare_OtherWorkload_VariesItsOwnOptions()
    {
        var counters = Options with
        {
            Program = Path.Combine(AppContext.BaseDirectory, "AElf.Bench.CounterPrograms.dll"),
        };

        var compared = await ProductProcess.RunAsync(counters, Words(
            [
                "--candidate", "counters=50", "--increments", "20", "--repeattime", "1", "--warmup", "0",
                "--max-runs", "4", "--counts", "show", "--inconclusive", "pass",
            ]));

        Assert.True(compared.ExitCode is 0 or 4, compared.AllOutput);
        Assert.Contains("per increment", File.ReadAllText(Markdown), StringComparison.Ordinal);
    }

    public void Dispose() => temporary.Dispose();

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Text(JsonElement element, string name) => element.GetProperty(name).ToString();

    private Task<ProductResult> CompareAsync(string[] words) => ProductProcess.RunAsync(Options, Words(words));

    private string[] Words(string[] words) =>
        ["compare", .. words, "--folder", Folder, "--json", Json, "--markdown", Markdown];

    private List<string> Runs()
    {
        var journal = Path.Combine(Folder, "runs.jsonl");
        if (!File.Exists(journal))
        {
            return [];
        }

        // The comparison is writing the file: its last line may be incomplete.
        using var file = new StreamReader(
            new FileStream(journal, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete));
        return [.. file.ReadToEnd().Split('\n').Skip(1).SkipLast(1)];
    }

    private Task WaitForRunsAsync(ProductProcess compare, int count) =>
        Wait.UntilAsync(compare, () => Runs().Count >= count, $"{count} runs");
}
