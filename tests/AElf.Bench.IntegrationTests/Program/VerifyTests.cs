using System.Text.Json;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Counters;
using AElf.Bench.TestKit.Reports;
using AElf.Bench.TestKit.Servers;
using AElf.Bench.Transfers;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>The verb <c>verify</c> over reports of real runs.</summary>
public sealed class VerifyTests : IDisposable
{
    // Guards that depend on the machine and on other programs.
    private static readonly string[] OfTheMachine = ["warm", "steady", "limit", "long rounds", "enough rounds"];

    private static readonly string[] Load =
        ["-n", "900", "--grouprange", "30", "30", "--repeattime", "3", "--warmup", "2", "--blocks", "2", "--quiet"];

    private static readonly string[] Controlled =
    [
        "-n", "900", "--grouprange", "30", "30", "--repeattime", "1", "--controls", "on", "--ceiling", "on",
        "--verbose",
    ];

    private static readonly TransferWorkloadType Transfers = new();

    private readonly TemporaryFolder temporary = new();

    [Fact]
    public async Task Verify_RunInMemory_FindsEachChangedNumber()
    {
        var run = await BenchmarkResult.RunAsync(Load);

        await AssertVerifiedAsync(run);
    }

    [Fact]
    public async Task Verify_SmallBank_FindsEachChangedNumber()
    {
        var run = await BenchmarkResult.RunAsync([.. Load, "--mix", "smallbank"]);

        await AssertVerifiedAsync(run);
    }

    [Fact]
    public async Task Verify_RedisWithBareStore_FindsEachChangedNumber()
    {
        await using var redis = await RedisServer.StartAsync();

        var run = await BenchmarkResult.RunAsync(
            [.. Load, "--ceiling", "on", .. BenchmarkResult.Store("redis", redis.Endpoint)]);

        Assert.True(run.At("raw.ceiling.samples").GetArrayLength() > 0);
        await AssertVerifiedAsync(run);
    }

    [Fact]
    public async Task Verify_ClusterScenarioOfSmallBank_FindsEachChangedNumber()
    {
        var run = await BenchmarkResult.RunAsync(
            ["scenario", "cluster", "--servers", "2", "--processes", "1", .. Load, "--mix", "smallbank"]);

        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        Assert.Equal("smallbank", run.At("facts.mix").GetString());
        var kinds = run.At("latencyUs.kinds").EnumerateArray().ToList();
        Assert.Equal(run.At("workload.kinds").GetArrayLength(), kinds.Count);
        Assert.Equal(
            run.At("latencyUs.count").GetInt64(), kinds.Sum(kind => kind.GetProperty("count").GetInt64()));
        Assert.Equal(2, run.At("raw.workers").GetArrayLength());
        Assert.InRange(run.At("figures.serializationUsPerTransfer").GetDouble(), double.Epsilon, double.MaxValue);
        await AssertVerifiedAsync(run);
    }

    [Fact]
    public async Task Verify_ClusterWithControls_FindsEachChangedNumber()
    {
        var run = await BenchmarkResult.RunAsync(
            [
                "scenario", "cluster", "--servers", "1", "--processes", "1", "--actors", "2", "-n", "2400",
                "--grouprange", "1", "1", "--repeattime", "2", "--controls", "on", "--verbose",
            ]);

        Assert.Equal("manager", run.At("controls.nullStoreIn").GetString());
        Assert.Equal("cluster", run.At("controls.nullActorIn").GetString());
        Assert.InRange(run.At("controls.nullActorTps").GetDouble(), double.Epsilon, double.MaxValue);
        Assert.Contains(
            run.At("limit.bounds").EnumerateArray(),
            bound => bound.GetProperty("name").ValueEquals("manager and wire"));
        Assert.Contains("manager, wire and", Prose.Unwrapped(run.Result.Output), StringComparison.Ordinal);

        // On a busy machine the cluster itself can limit such a small load. The exit code is then 5.
        run.AssertExit(0, 5);
        await AssertVerifiableAsync(run);
    }

    [Fact]
    public async Task Controls_ThroughAProxy_MeasureTheShardAndLeaveNoKeys()
    {
        await using var first = await RedisServer.StartAsync();
        await using var second = await RedisServer.StartAsync();
        await using var proxy = await Nutcracker.StartAsync([first.Endpoint, second.Endpoint]);

        var run = await BenchmarkResult.RunAsync(
            [.. Controlled, .. BenchmarkResult.Store("twemproxy", proxy.Endpoint, first.Endpoint, second.Endpoint)]);

        Assert.Equal($"{first.Endpoint}", run.At("raw.ceiling.bareShard.endpoint").GetString());
        Assert.True(run.At("raw.ceiling.bareShard.samples").GetArrayLength() > 0, "no sample of the shard");
        Assert.Matches("without proxies|the store alone was disturbed", run.Result.Output);
        Assert.Equal((":0\r\n", ":0\r\n"), (await first.AskAsync("DBSIZE"), await second.AskAsync("DBSIZE")));
    }

    [SlowFact]
    public async Task Controls_ThroughAProxyWithoutShards_SayTheyAreMissing()
    {
        await using var shard = await RedisServer.StartAsync();
        await using var proxy = await Nutcracker.StartAsync([shard.Endpoint]);

        var run = await BenchmarkResult.RunAsync(
            [.. Controlled, .. BenchmarkResult.Store("twemproxy", proxy.Endpoint)]);

        Assert.Equal(JsonValueKind.Null, run.At("raw.ceiling.bareShard").ValueKind);
        Assert.Contains("--shards", run.Result.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Verify_OtherWorkload_FindsEachChangedNumber()
    {
        var run = await BenchmarkResult.RunAsync(
            new CounterWorkloadType(),
            "--counters", "300", "--increments", "20", "--repeattime", "5", "--warmup", "2", "--quiet");

        await AssertVerifiedAsync(run, new CounterWorkloadType());
    }

    [Theory]
    [InlineData("memory", "9000")]
    [SlowInlineData("redis", "poisson:3000")]
    [SlowInlineData("redis", "50000000")]
    [SlowInlineData("cluster", "step:2000,4000")]
    public async Task Verify_OpenLoop_FindsEachChangedNumber(
        string where, string rate)
    {
        await using var redis = where is "redis" ? await RedisServer.StartAsync() : null;
        string[] over = redis is null ? [] : BenchmarkResult.Store("redis", redis.Endpoint);
        string[] words = [.. Load, "--rate", rate, .. over];
        string[] cluster = ["scenario", "cluster", "--servers", "2", "--processes", "1"];

        var run = await BenchmarkResult.RunAsync(where is "cluster" ? [.. cluster, .. words] : words);

        Assert.Equal(rate, run.At("openLoop.rate").GetString());
        await AssertVerifiedAsync(run);
    }

    [Fact]
    public async Task Verify_EachMode_Passes()
    {
        foreach (var mode in (string[])["multi", "batch"])
        {
            var run = await BenchmarkResult.RunAsync([.. Load, "--mode", mode]);

            AssertWhole(await VerifyAsync(Transfers, run.Json!));
        }
    }

    [Fact]
    public async Task Verify_SeveralRunsAndFiles_AreAllChecked()
    {
        var one = await BenchmarkResult.RunAsync(Load);
        var several = await BenchmarkResult.RunAsync(["-n", "90", "--grouprange", "1", "3", "--quiet"]);
        Directory.CreateDirectory(temporary.File("reports"));
        temporary.Write("reports/1.json", one.Json!);
        temporary.Write("reports/2.json", several.Json!);
        var output = temporary.File("verified.json");

        await ProductCall.RunAsync("verify", temporary.Path, "--json", output);

        using var found = JsonDocument.Parse(await File.ReadAllTextAsync(output, ThisTest.Cancelled));
        Assert.Equal(
            [1, 3],
            found.RootElement.GetProperty("files").EnumerateArray()
                .Select(file => file.GetProperty("runs").GetArrayLength()));
        AssertWhole(found.RootElement);
    }

    [Fact]
    public async Task Verify_OtherFile_IsNamedAndTheRestChecked()
    {
        var run = await BenchmarkResult.RunAsync(Load);
        var good = temporary.Write("good.json", run.Json!);
        var cut = temporary.Write("cut.json", run.Json![..(run.Json!.Length / 2)]);
        var other = temporary.Write("other.json", """{ "schema": "aelf-bench/comparison/1" }""");

        var checkedFiles = await ProductCall.RunAsync("verify", cut, other, good, "--verbose");
        var missing = await ProductCall.RunAsync("verify", "nowhere.json");

        Assert.Equal(1, checkedFiles.ExitCode);
        Assert.Contains("cut.json", checkedFiles.Error, StringComparison.Ordinal);
        Assert.Contains("its format is ", checkedFiles.Error, StringComparison.Ordinal);
        Assert.Contains("tps.median", checkedFiles.Output, StringComparison.Ordinal);
        Assert.Equal(1, missing.ExitCode);
        Assert.Contains("'nowhere.json'", missing.Error, StringComparison.Ordinal);
    }

    public void Dispose() => temporary.Dispose();

    /// <summary>Asserts that no field differs, and that only guards that depend on the machine are broken.</summary>
    private static void AssertWhole(JsonElement found)
    {
        foreach (var run in found.GetProperty("files").EnumerateArray()
            .SelectMany(file => file.GetProperty("runs").EnumerateArray()))
        {
            Assert.DoesNotContain(
                run.GetProperty("fields").EnumerateArray(), field => !field.GetProperty("isSame").GetBoolean());
            Assert.DoesNotContain(run.GetProperty("guards").EnumerateArray(), guard =>
                guard.GetProperty("state").GetString() is "broken"
                && !OfTheMachine.Contains(guard.GetProperty("name").GetString()));
        }
    }

    private async Task AssertVerifiedAsync(BenchmarkResult run, IWorkloadType? workload = null)
    {
        run.AssertPassed();
        await AssertVerifiableAsync(run, workload);
    }

    private async Task AssertVerifiableAsync(BenchmarkResult run, IWorkloadType? workload = null)
    {
        AssertWhole(await VerifyAsync(workload ?? Transfers, run.Json!));

        // No figure depends on a disturbed bare store, nor on a quota in a round that used all processors.
        var isCompared = run.At("ceiling").ValueKind is not JsonValueKind.Null;
        Assert.Equal([], ReportMutations.Missed(run.Json!, onceOfList: true).Where(
            path => (isCompared || !path.StartsWith("raw.ceiling.", StringComparison.Ordinal))
                && !path.EndsWith(".throttledNs", StringComparison.Ordinal)));

        var tampered = await ProductCall.RunAsync(
            workload ?? Transfers,
            "verify",
            temporary.Write("tampered.json", ReportMutations.Changed(run.Json!, "tps.median")));

        Assert.Equal(4, tampered.ExitCode);
        Assert.Contains("DIFFERENT", tampered.Output, StringComparison.Ordinal);
        Assert.Contains("REFUSED: 1 of ", tampered.Output, StringComparison.Ordinal);
    }

    private async Task<JsonElement> VerifyAsync(IWorkloadType workload, string json)
    {
        var output = temporary.File("verified.json");
        var ended = await ProductCall.RunAsync(
            workload ?? Transfers, "verify", temporary.Write("report.json", json), "--json", output);

        Assert.True(ended.ExitCode is 0 or 4, ended.AllOutput);
        using var document = JsonDocument.Parse(await File.ReadAllTextAsync(output));
        return document.RootElement.Clone();
    }
}
