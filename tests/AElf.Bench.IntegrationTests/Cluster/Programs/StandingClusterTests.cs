using System.Net;
using System.Text.Json;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.IntegrationTests.Cluster.Programs;

/// <summary>Runs in turn on one manager and one worker: no run affects the next.</summary>
[TestClass(DisableParallelization = true)]
public sealed class StandingClusterTests(StandingCluster cluster) : IClassFixture<StandingCluster>
{
    private readonly ThreePrograms trio = cluster.Programs;

    [Fact]
    public async Task Submit_RunIdUsedAgain_IsRefusedOnlyAfterACompletedRun()
    {
        var unprepared = await trio.RunAsync("--prepared", "0a1b2c3d");
        var first = await trio.RunAsync("--run-id", "0a1b2c3d");
        var second = await trio.RunAsync("--run-id", "0a1b2c3d");

        Assert.Equal((2, 0, 1), (unprepared.ExitCode, first.ExitCode, second.ExitCode));
        Prose.AssertNames(second.Error, "error: ", "run 0a1b2c3d", "--run-id");
    }

    [Fact]
    public async Task Submit_PreparedAccounts_ServeOneRun()
    {
        const string Id = "0a1b2c3e";
        string[] load = ["-n", "600", "--grouprange", "20", "20"];
        var prepared = await ProductCall.RunAsync(
            [.. load, "-f", "genAccount", "--run-id", Id, .. BenchmarkResult.Store("redis", trio.Redis.Endpoint)]);
        Assert.Equal(0, prepared.ExitCode);

        var other = await trio.RunAsync("--prepared", Id, "--seed", "2");
        var first = await trio.RunAsync("--prepared", Id);
        await trio.AssertStoreIsEmptyAsync();
        var second = await trio.RunAsync("--prepared", Id);

        Assert.Equal((2, 0, 1), (other.ExitCode, first.ExitCode, second.ExitCode));
        Assert.Contains("opening balance", other.Error, StringComparison.Ordinal);
        Prose.AssertNames(second.Error, "error: ", $"run {Id}", "--run-id", "--prepared");
    }

    [Fact]
    public async Task BlockOut_InACluster_EqualsTheBlockWithoutAManager()
    {
        var (file, alone) = (trio.Folder.File("cluster.block"), trio.Folder.File("alone.block"));
        string[] load = ["-n", "600", "--grouprange", "20", "20", "--skew", "1"];

        var written = await trio.RunAsync("--skew", "1", "--block-out", file);
        (await BenchmarkResult.RunAsync([.. load, "--repeattime", "1", "--block-out", alone])).AssertPassed();
        var read = trio.Benchmark(
            "--block-in", file, "--repeattime", "2", "--warmup", "1", "--ceiling", "off", "--json", "report.json");
        await ThreePrograms.AssertEndsAsync(read, 0);

        Assert.Equal(0, written.ExitCode);
        Assert.Equal(
            await File.ReadAllBytesAsync(alone, ThisTest.Cancelled),
            await File.ReadAllBytesAsync(file, ThisTest.Cancelled));
        var report = JsonDocument.Parse(
            await File.ReadAllTextAsync(Path.Combine(read.Home, "report.json"), ThisTest.Cancelled)).RootElement;
        Assert.Equal((600, 20, SkewedGroups.Sizes(600, 20, 1)[0]), (
            report.GetProperty("transfers").GetInt32(),
            report.GetProperty("groups").GetInt32(),
            report.GetProperty("largestGroup").GetInt32()));
        await trio.AssertStoreIsEmptyAsync();
    }

    [Fact]
    public async Task Submit_BlockWithTooLittleMoney_IsRefused()
    {
        var file = trio.Folder.File("poor.block");
        BlockFile.Write(file, new Block([new Transfer(0, 1, 4)], [10, 0]));
        string[] request = ["--block-in", file, "--warmup", "1", "--ceiling", "off", "--repeattime"];

        var thrice = trio.Benchmark([.. request, "2"]);
        await ThreePrograms.AssertEndsAsync(thrice, 1);
        var twice = trio.Benchmark([.. request, "1"]);
        await ThreePrograms.AssertEndsAsync(twice, 0);

        Prose.AssertNames(thrice.Error, "error: ", "2 times", "3");
        await trio.AssertStoreIsEmptyAsync();
    }
}

/// <summary>A manager and a worker that all tests of a class share.</summary>
public sealed class StandingCluster : IAsyncLifetime
{
    private ThreePrograms? programs;

    internal ThreePrograms Programs =>
        programs ?? throw new InvalidOperationException("the cluster has not been started");

    public async ValueTask InitializeAsync()
    {
        programs = await ThreePrograms.OverRedisAsync();
        await programs.CallManagerAsync();
        await programs.CallWorkerAsync();
    }

    public ValueTask DisposeAsync() => programs?.DisposeAsync() ?? ValueTask.CompletedTask;
}
