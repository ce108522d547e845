using AElf.Bench.Core.Options;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Health;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Health;

/// <summary>The verb <c>top</c> over managers, and over addresses without a manager.</summary>
public sealed class TopTests
{
    private static Task<ProductResult> TopAsync(Endpoint manager, params string[] more)
    {
        var scheme = more.Contains("--ca", StringComparer.Ordinal) ? "https" : "http";
        return ProductCall.RunAsync(["top", "--manager", $"{scheme}://{manager}", .. more]);
    }

    private static async Task AssertNoManagerAsync(Endpoint manager, string message)
    {
        var result = await TopAsync(manager, "--once");

        Assert.Equal(2, result.ExitCode);
        Assert.StartsWith("error: ", result.Error, StringComparison.Ordinal);
        Assert.Contains(message, result.Error, StringComparison.Ordinal);
        Assert.Single(result.Error.TrimEnd().Split('\n'));
        Assert.Empty(result.Output);
    }

    [Fact]
    public async Task Top_Once_PrintsPlainText()
    {
        await using var host = await StatusHost.ManagerAsync();
        host.Status = SampleCluster.Busy;

        var result = await TopAsync(host.Endpoint, "--once");

        Assert.Equal(0, result.ExitCode);
        Assert.Empty(result.Error);
        Assert.DoesNotContain("\u001b", result.Output, StringComparison.Ordinal);
        Assert.Contains("255,000 transfers/s", result.Output, StringComparison.Ordinal);
        Assert.Contains("STUCK unit 17", result.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Top_IntoAPipe_PrintsLinesUntilInterrupted()
    {
        await using var host = await StatusHost.ManagerAsync();
        host.Status = SampleCluster.Busy;
        using var top = ProductProcess.Start(
            new ProductProcessOptions(), "top", "--manager", $"http://{host.Endpoint}");
        await top.WaitForOutputAsync("round 2 of 5: 255,000 transfers/s");

        host.Status = SampleCluster.Busy with
        {
            Run = SampleCluster.Busy.Run! with { Round = 3 },
            Events =
            [
                .. SampleCluster.Busy.Events,
                SampleCluster.Busy.Events[0] with { Kind = "lost", Text = "worker bob is silent" },
            ],
        };
        await top.WaitForOutputAsync("round 3 of 5");
        top.Interrupt();
        var result = await top.WaitForExitAsync();

        Assert.Equal(0, result.ExitCode);
        Assert.Empty(result.Error);
        Assert.Contains("lost: worker bob", result.Output, StringComparison.Ordinal);
        Assert.Equal(2, result.Output.Split(" joined: ").Length - 1);
    }

    [Fact]
    public async Task Top_IntoAPipe_EndsWithTheManager()
    {
        await using var host = await StatusHost.ManagerAsync();
        using var top = ProductProcess.Start(
            new ProductProcessOptions(), "top", "--manager", $"http://{host.Endpoint}");
        await top.WaitForOutputAsync("no run; 0 workers, 0 actors");

        await host.DisposeAsync();

        var result = await top.WaitForExitAsync();
        Assert.Equal(2, result.ExitCode);
        Assert.Contains("nothing answers at", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public Task Top_NothingAtTheAddress_IsNamed() =>
        AssertNoManagerAsync(new Endpoint("127.0.0.1", LoopbackPort.Reserve()), "nothing answers");

    [Fact]
    public async Task Top_AddressOfARedis_IsNamed()
    {
        await using var redis = await RedisServer.StartAsync(new RedisServerOptions());

        await AssertNoManagerAsync(redis.Endpoint, "does not answer in HTTP");
    }

    [Fact]
    public async Task Top_AddressOfAWorker_IsNamed()
    {
        await using var worker = await StatusHost.WorkerAsync();

        await AssertNoManagerAsync(worker.Endpoint, "has no /status");
    }

    [Fact]
    public async Task Top_AddressOfAnotherHttpServer_IsNamed()
    {
        await using var peer = ScriptedServer.Start(
            Script.Greeting("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{\"at\":1}\n"));

        await AssertNoManagerAsync(peer.Endpoint, "/status");
    }

    [Fact]
    public async Task Top_ManagerWithCertificate_IsAskedOverTlsIfTrusted()
    {
        using var folder = new TemporaryFolder();
        using var others = new TemporaryFolder();
        var authority = new SelfMadeAuthority(folder);
        await using var host = await StatusHost.ManagerAsync(authority: authority);

        var shown = await TopAsync(host.Endpoint, "--once", "--ca", authority.AuthorityFile);
        Assert.Equal(0, shown.ExitCode);
        Assert.Contains("none", shown.Output, StringComparison.Ordinal);

        var refused = await TopAsync(host.Endpoint, "--once", "--ca", new SelfMadeAuthority(others).AuthorityFile);
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("--ca", refused.Error, StringComparison.Ordinal);

        await AssertNoManagerAsync(host.Endpoint, "--ca FILE");
    }
}
