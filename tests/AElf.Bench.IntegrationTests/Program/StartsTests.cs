using System.Diagnostics;
using System.Text.Json;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>Runs with several process starts.</summary>
public sealed class StartsTests(ITestOutputHelper log)
{
    private static readonly ProductProcessOptions Usual = new()
    {
        Environment = new Dictionary<string, string?>(StringComparer.Ordinal) { [OneStart.Variable] = null },
    };

    private static readonly string[] Small =
    [
        "-n", "600", "--groups", "20", "--rounds", "2", "--warmup", "1", "--actors", "2", "--lanes", "8",
        "--ceiling", "off", "--allow-disturbed",
    ];

    // The added round trip leaves the processors to other tests.
    private static readonly string[] Long =
    [
        "-n", "600", "--groups", "20", "--duration", "6s", "--warmup", "1", "--actors", "2", "--lanes", "8",
        "--ceiling", "off", "--starts", "3", "--latency", "2ms",
    ];

    [Fact]
    public async Task Starts_InMemory_AreThreeProcesses()
    {
        var run = await BenchmarkResult.RunAsync(Usual, [.. Small, "--run-id", "0a1b2c3d"]);

        run.AssertExit(0);
        Assert.Equal(
            ["0a1b2c3d", "0a1b2c3e", "0a1b2c3f"],
            run.At("starts").EnumerateArray().Select(start => start.GetProperty("runId").GetString()));
        Assert.Equal(3, run.At("processStarts").GetInt32());
        Assert.Equal(JsonValueKind.Null, run.At("raw").ValueKind);
        Assert.Contains("\nspeed    3 starts: ", run.Result.Output, StringComparison.Ordinal);
        Prose.AssertNames(run.Result.Error, "start 3 of 3", "round 2 of 2");
    }

    [Fact]
    public async Task Starts_OverAStore_AreOneUnlessSet()
    {
        await using var redis = await RedisServer.StartAsync();
        string[] words = [.. Small, .. BenchmarkResult.Store("redis", redis.Endpoint)];

        var one = await BenchmarkResult.RunAsync(Usual, words);
        var two = await BenchmarkResult.RunAsync(Usual, [.. words, "--starts", "2"]);

        one.AssertExit(0);
        two.AssertExit(0);
        Assert.Equal((1, 2), (one.At("processStarts").GetInt32(), two.At("processStarts").GetInt32()));
        Assert.Equal(":0\r\n", await redis.AskAsync("DBSIZE"));
    }

    [Fact]
    public async Task Starts_SeveralRuns_EachHasAll()
    {
        var run = await BenchmarkResult.RunAsync(
            Usual,
            [
                "-n", "600", "--groups", "10", "11", "--rounds", "2", "--warmup", "1", "--actors", "2", "--lanes", "8",
                "--ceiling", "off", "--allow-disturbed", "--starts", "2",
            ]);

        run.AssertExit(0);
        Assert.Equal(
            [2, 2], run.At("runs").EnumerateArray().Select(each => each.GetProperty("starts").GetArrayLength()));
    }

    [Fact]
    public async Task Starts_Scenario_StartsAllProcessesEachTime()
    {
        var run = await BenchmarkResult.RunAsync(Usual, ["scenario", "single", .. Small, "--starts", "2"]);

        run.AssertExit(0);
        var stores = run.At("starts").EnumerateArray()
            .Select(start => start.GetProperty("store").GetProperty("endpoint").GetString()).ToList();
        Assert.Equal(2, stores.Distinct(StringComparer.Ordinal).Count());
    }

    [Fact]
    public async Task Start_Killed_EndsTheRunAndLeavesNothing()
    {
        await using var redis = await RedisServer.StartAsync();
        using var program = BenchmarkResult.Start(
            log, Usual, [.. Long, .. BenchmarkResult.Store("redis", redis.Endpoint)]);
        var start = await LaterStartOfAsync(program);

        using (var killed = Process.GetProcessById(start))
        {
            killed.Kill();
        }

        var run = await program.WaitForExitAsync();

        Assert.True(run.ExitCode == 5, $"exit code {run.ExitCode}: {run.AllOutput}");
        Prose.AssertNames(run.Output, "start 2 of 3", "137");
        Assert.DoesNotContain("per second", run.Output, StringComparison.Ordinal);
        Assert.Equal(":0\r\n", await redis.AskAsync("DBSIZE"));
    }

    [Fact]
    public async Task Start_InterruptedLater_EndsTheRunAndLeavesNothing()
    {
        await using var redis = await RedisServer.StartAsync();
        using var program = BenchmarkResult.Start(
            log, Usual, [.. Long, .. BenchmarkResult.Store("redis", redis.Endpoint)]);
        var start = await LaterStartOfAsync(program);

        program.Interrupt();
        var run = await program.WaitForExitAsync();

        Assert.True(run.ExitCode == 5, $"exit code {run.ExitCode}: {run.AllOutput}");
        Assert.Contains("interrupted", run.Output, StringComparison.Ordinal);
        Assert.False(ProcessTable.IsRunning(start), "start 2 still runs");
        Assert.Equal(":0\r\n", await redis.AskAsync("DBSIZE"));
    }

    [Fact]
    public async Task Start_ProgramKilledLater_LeavesNoTemporaryFolder()
    {
        await using var redis = await RedisServer.StartAsync();
        using var temporary = new TemporaryFolder();
        var options = Usual with
        {
            Environment = new Dictionary<string, string?>(Usual.Environment, StringComparer.Ordinal)
            {
                ["TMPDIR"] = temporary.Path,
            },
        };
        using var program = BenchmarkResult.Start(
            log, options, [.. Long, .. BenchmarkResult.Store("redis", redis.Endpoint)]);
        await LaterStartOfAsync(program);
        Assert.NotEmpty(Directory.GetDirectories(temporary.Path, "aelf-bench-*"));

        program.KillAlone();

        await Wait.UntilAsync(
            () => Directory.GetDirectories(temporary.Path, "aelf-bench-*").Length == 0, "the folder to be removed");
    }

    [Theory]
    [InlineData("--starts", "--starts 0")]
    [InlineData("--starts", "--starts 2 --manager 127.0.0.1:4053")]
    [InlineData("--starts", "--starts 2 --database redis -n 600 --groups 20 --prepared 0a1b2c3d")]
    [InlineData("--starts", "sweep actors=1,2 --starts 2")]
    [InlineData("--starts", "compare --aa --starts 2")]
    public async Task Starts_Contradicting_AreOneError(string about, string words)
    {
        var run = await ProductCall.RunAsync(words.Split(' '));

        Assert.Equal(1, run.ExitCode);
        var error = Assert.Single(run.Error.Split('\n'), line => line.StartsWith("error: ", StringComparison.Ordinal));
        Assert.Contains(about, error, StringComparison.Ordinal);
    }

    /// <summary>Waits until the second start measures, and returns its process id.</summary>
    private static async Task<int> LaterStartOfAsync(ProductProcess program)
    {
        await Wait.UntilAsync(
            program,
            () => program.Error.Contains("start 2 of 3: measure", StringComparison.Ordinal),
            "the second start to measure");

        // The shell that watches the start has the same words.
        return Assert.Single(
            ProcessTable.DescendantsOf(program.ProcessId),
            id => ProcessTable.CommandOf($"/proc/{id}") is var command
                && command.Contains("\0start\0", StringComparison.Ordinal)
                && !command.StartsWith("/bin/sh", StringComparison.Ordinal));
    }
}
