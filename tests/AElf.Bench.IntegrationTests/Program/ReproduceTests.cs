using System.Globalization;
using System.Text.Json.Nodes;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>The verb <c>reproduce</c>.</summary>
public sealed class ReproduceTests : IDisposable
{
    private static readonly ProductProcessOptions Options = new();

    private static readonly string[] Load =
    [
        "-n", "900", "--grouprange", "30", "30", "--repeattime", "2", "--warmup", "0", "--blocks", "2", "--ceiling",
        "off", "--quiet",
    ];

    private readonly TemporaryFolder temporary = new();

    [Fact]
    public async Task Reproduce_ShortRunInMemory_RepeatsItsOptions()
    {
        var run = await BenchmarkResult.RunAsync([.. Load, "--mode", "batch", "--seed", "11"]);

        var (again, report) = await ReproduceAsync(run.Json!);

        Assert.True(again.ExitCode == 0, again.AllOutput);
        Assert.Contains("--mode batch", again.Error, StringComparison.Ordinal);
        Assert.Contains("for both", again.Output, StringComparison.Ordinal);
        Assert.Equal("11 (command line)", (string?)report["options"]!["Workload.Seed"]);
        Assert.Equal((string?)run.At("facts.mode").GetString(), (string?)report["facts"]!["mode"]);
        Assert.Equal(run.At("figures.committed").GetInt64(), (long)report["figures"]!["committed"]!);
    }

    [Fact]
    public async Task Reproduce_SmallBank_RepeatsItsShares()
    {
        var run = await BenchmarkResult.RunAsync([.. Load, "--mix", "smallbank:1,2,3,4,5,6"]);

        var (again, report) = await ReproduceAsync(run.Json!);

        Assert.True(again.ExitCode == 0, again.AllOutput);
        Assert.Equal("smallbank:1,2,3,4,5,6", (string?)report["facts"]!["mix"]);
        Assert.Equal(run.At("store.clientOps.get").GetInt64(), (long)report["store"]!["clientOps"]!["get"]!);
    }

    [Fact]
    public async Task Reproduce_SlowerThanTheThreshold_Fails()
    {
        await using var redis = await RedisServer.StartAsync();
        string[] slow = [.. BenchmarkResult.Store("redis", redis.Endpoint), "--latency", "20ms"];
        var inMemory = await BenchmarkResult.RunAsync(Load);
        var inRedis = await BenchmarkResult.RunAsync([.. Load, .. slow]);

        var (slower, report) = await ReproduceAsync(inMemory.Json!, ["--threshold", "50%", .. slow]);
        var (faster, _) = await ReproduceAsync(inRedis.Json!, "--threshold", "50%", "--latency", "0ms");
        var (unbounded, _) = await ReproduceAsync(inMemory.Json!, slow);

        Assert.True(slower.ExitCode == 4, slower.AllOutput);
        Assert.True(faster.ExitCode == 0, faster.AllOutput);
        Assert.True(unbounded.ExitCode == 0, unbounded.AllOutput);
        Assert.Equal("redis", (string?)report["store"]!["type"]);
        Assert.Equal(inRedis.At("store.endpoint").GetString(), (string?)report["store"]!["endpoint"]);
    }

    [Fact]
    public async Task Reproduce_Scenario_StartsAllItsProcesses()
    {
        var file = temporary.Write(
            "mine.json", """{ "kind": "cluster", "servers": 1, "processes": 1, "actors": 2, "persistence": "aof" }""");
        var run = await BenchmarkResult.RunAsync(["scenario", file, .. Load]);

        var (again, report) = await ReproduceAsync(run.Json!);

        Assert.True(again.ExitCode == 0, again.AllOutput);
        Assert.Equal("cluster", (string?)report["scenario"]);
        Assert.Equal(1, (int)report["servers"]!);
        Assert.Equal(1, (int)report["processes"]!);
        Assert.Equal(2, (int)report["actors"]!);
        Assert.Equal("aof everysec", (string?)report["store"]!["shards"]![0]!["persistence"]);
        Assert.Equal("mine (scenario)", (string?)report["options"]!["Scenario.name"]);
    }

    [Fact]
    public async Task Store_Gone_EndsWithTheMessageOfTheRun()
    {
        string report;
        await using (var redis = await RedisServer.StartAsync())
        {
            var run = await BenchmarkResult.RunAsync([.. Load, .. BenchmarkResult.Store("redis", redis.Endpoint)]);
            report = run.Json!;
        }

        var again = await ProductProcess.RunAsync(Options, "reproduce", temporary.Write("report.json", report));

        Assert.Equal(2, again.ExitCode);
        Assert.Contains("exit code 2", again.Error, StringComparison.Ordinal);
    }

    public void Dispose() => temporary.Dispose();

    private async Task<(ProductResult Ended, JsonNode Report)> ReproduceAsync(string json, params string[] options)
    {
        var now = temporary.File(string.Create(CultureInfo.InvariantCulture, $"now-{options.Length}.json"));
        var ended = await ProductProcess.RunAsync(
            Options, ["reproduce", temporary.Write("report.json", json), .. options, "--json", now]);
        Assert.True(File.Exists(now), ended.AllOutput);
        return (ended, JsonNode.Parse(await File.ReadAllTextAsync(now))!);
    }
}
