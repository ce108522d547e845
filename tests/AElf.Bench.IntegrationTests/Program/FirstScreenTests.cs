using System.Text.Json;
using AElf.Bench.TestKit;
using AElf.Bench.TestKit.Counters;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>The output of a run fits on a screen of 24 lines of 100 columns.</summary>
public sealed class FirstScreenTests
{
    // The command and the next prompt take one line each.
    private const int Lines = 22;
    private const int Columns = 100;

    [Theory]
    [InlineData("20 groups of transfers", "transfers per second", "-n 600 --grouprange 20 20 --repeattime 5")]
    [InlineData("one round", "transfers per second", "-n 600 --grouprange 20 20 --repeattime 1")]
    [InlineData("SmallBank", "transactions per second", "--mix smallbank -n 600 --grouprange 20 20 --repeattime 2")]
    [InlineData("forty runs", "transfers/s", "-n 600 --grouprange 1 40 --repeattime 1 --blocks 1")]
    public async Task Screen_RunInMemory_Fits22Lines(string screen, string expected, string call)
    {
        var run = await ProductCall.RunAsync([.. call.Split(' '), "--warmup", "1", "--quiet"]);

        Assert.True(run.ExitCode == 0, run.AllOutput);
        AssertFits(screen, run.Output);
        Assert.Contains(expected, run.Output, StringComparison.Ordinal);
        Assert.Contains("--verbose", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Screen_FilesWritten_AreListed()
    {
        using var folder = new TemporaryFolder();
        string[] written =
        [
            "--json", folder.File("r.json"), "--history", folder.File("h.jsonl"), "--export-github",
            folder.File("g.json"), "--block-out", folder.File("o.block"),
        ];

        var run = await ProductCall.RunAsync(
            ["-n", "600", "--groups", "20", "--repeattime", "1", "--warmup", "1", "--allow-disturbed", .. written]);

        Assert.True(run.ExitCode == 0, run.AllOutput);
        var listed = Prose.Unwrapped(run.Output[run.Output.IndexOf("files", StringComparison.Ordinal)..]);
        Assert.All(
            written.Where(word => word[0] == '/'), file => Assert.Contains(file, listed, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Sweep_FolderThatCannotBeMade_NamesOptionAndFolder()
    {
        var run = await ProductCall.RunAsync("sweep", "actors=1,2", "--folder", "/dev/null/runs");

        Assert.Equal(2, run.ExitCode);
        Prose.AssertNames(run.Error, "--folder", "/dev/null/runs");
    }

    [Fact]
    public async Task Sweep_NoFolderForRuns_NamesTheOption()
    {
        var run = await ProductProcess.RunAsync(
            new ProductProcessOptions
            {
                Environment = new Dictionary<string, string?>(StringComparer.Ordinal) { ["HOME"] = "/proc" },
            },
            "sweep",
            "actors=1,2");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("/proc/", run.Error, StringComparison.Ordinal);
        Assert.Contains("--folder DIR", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Engines_All_ShowEachRowAndAdviceOnOneScreen()
    {
        var run = await ProductCall.RunAsync(
            "electrum", "--engines", "all", "--wallet", "30", "--chain-height", "150", "--block-transactions", "10",
            "--repeattime", "1", "--warmup", "1", "--quiet");

        Assert.True(run.ExitCode == 0, run.AllOutput);
        var lines = run.Output.TrimEnd('\n').Split('\n');
        // The advice has at most 11 lines, depending on the figures. One more line names a disturbance.
        var advice = Array.FindIndex(lines, line => line.StartsWith("advice ", StringComparison.Ordinal));
        Assert.True(advice is > 0 and <= 39 && lines.Length <= advice + 13, run.Output);
        Assert.All(lines, line => Assert.True(line.Length <= Columns, line));
        Assert.Equal(8, lines.Count(line => line.StartsWith("  initial  ", StringComparison.Ordinal)));
        Assert.Equal(8, lines.Count(line => line.StartsWith("  refresh  ", StringComparison.Ordinal)));
        Assert.Contains(lines, line => line.StartsWith("  addrindexrs  ", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Screen_OtherWorkload_Fits22Lines()
    {
        var run = await ProductCall.RunAsync(
            new CounterWorkloadType(), "--repeattime", "2", "--warmup", "1", "--quiet");

        Assert.True(run.ExitCode == 0, run.AllOutput);
        AssertFits("counters", run.Output);
        Assert.Contains("increments per second", Prose.Unwrapped(run.Output), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Screen_RunOverAServer_Fits22LinesAndNamesItsFiles()
    {
        await using var redis = await RedisServer.StartAsync();
        var run = await BenchmarkResult.RunAsync(
            new ProductProcessOptions(),
        [
            "-n", "600", "--grouprange", "20", "20", "--repeattime", "2", "--warmup", "1", "--quiet",
            "--fail-if", "tps < 1000000000", "--markdown", "report.md",
            .. BenchmarkResult.Store("redis", redis.Endpoint),
        ]);

        run.AssertExit(4);
        AssertFits("redis", run.Result.Output);
        Assert.Contains("\nthreshold ", run.Result.Output, StringComparison.Ordinal);
        if (run.At("ceiling").ValueKind is not JsonValueKind.Null && run.At("verdict").GetString() is "pass")
        {
            // The screen of a disturbed run has no room for this line.
            Assert.Contains(" the store alone: ", run.Result.Output, StringComparison.Ordinal);
        }

        Assert.Matches(@"\nfiles\s+report\.json,\sreport\.md\n", run.Result.Output);
    }

    [Fact]
    public async Task Screen_Scenario_Fits22Lines()
    {
        var run = await ProductCall.RunAsync(
            "scenario", "cluster", "--processes", "1", "-n", "600", "--grouprange", "20", "20", "--repeattime", "2",
            "--warmup", "1", "--ceiling", "off", "--quiet");

        Assert.True(run.ExitCode is 0 or 5, run.AllOutput);
        AssertFits("scenario", run.Output);
        Prose.AssertNames(run.Output, "2 servers", "1 process", "4 actors");
    }

    private static void AssertFits(string screen, string output)
    {
        var lines = output.TrimEnd('\n').Split('\n');

        Assert.True(
            lines.Length <= Lines && lines.Max(line => line.Length) <= Columns,
            $"{screen}: {lines.Length} lines of up to {lines.Max(line => line.Length)} columns\n{output}");
    }
}
