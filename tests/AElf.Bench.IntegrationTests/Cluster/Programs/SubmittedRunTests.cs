using System.Net;
using System.Net.WebSockets;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Cluster.Programs;

/// <summary>Runs that are given to a manager, from both sides.</summary>
public sealed class SubmittedRunTests
{
    [Fact]
    public async Task One_run_at_a_time_is_made_and_an_interrupted_one_leaves_no_key()
    {
        await using var trio = await ProgramTrio.OverRedisAsync();
        var manager = await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
        var endless = trio.RunForEver();
        await ProgramTrio.UntilSaidAsync(endless, "measure, round 2 of");

        var second = await trio.RunAsync();
        endless.Interrupt();
        await ProgramTrio.AssertEndsAsync(endless, 5);

        Assert.Equal(2, second.ExitCode);
        Assert.Contains("and makes one at a time: try again when it has ended", second.Error, StringComparison.Ordinal);
        Assert.Contains("the run was interrupted", endless.Output, StringComparison.Ordinal);
        await manager.WaitForOutputAsync("ended: failed, the run was interrupted");
        await trio.AssertStoreIsEmptyAsync();
        Assert.Equal(0, (await trio.RunAsync()).ExitCode);
    }

    [Fact]
    public async Task Who_waits_for_workers_is_told_how_many_are_there_and_can_be_interrupted()
    {
        await using var trio = await ProgramTrio.OverRedisAsync();
        await trio.StartManagerAsync();
        var waiting = trio.Benchmark("-n", "600", "--grouprange", "20", "20", "--workers", "2");
        await ProgramTrio.UntilSaidAsync(waiting, "waiting for workers: 0 of 2 have joined");
        await trio.StartWorkerAsync();
        await ProgramTrio.UntilSaidAsync(waiting, "waiting for workers: 1 of 2 has joined");

        waiting.Interrupt();

        await ProgramTrio.AssertEndsAsync(waiting, 5);
        Assert.Contains("interrupted while 1 of 2 workers had joined: nothing was measured", waiting.Error, StringComparison.Ordinal);
    }

    [SlowFact]
    public async Task A_manager_that_is_asked_to_end_in_mid_run_leaves_it_to_the_next_one()
    {
        await using var trio = await ProgramTrio.OverRedisAsync();
        var manager = await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
        var benchmark = trio.Benchmark("-n", "60000", "--grouprange", "300", "300", "--repeattime", "60", "--ceiling", "off");
        await ProgramTrio.UntilSaidAsync(benchmark, "measure, round 2 of");

        manager.Terminate();
        await ProgramTrio.AssertEndsAsync(manager, 0);
        await ProgramTrio.UntilSaidAsync(benchmark, "waiting for it to come back and go on with run");
        var next = await trio.StartManagerAsync();
        await next.WaitForOutputAsync("was not ended by the manager before this one: going on with it");

        // Right all the same, and with the fault named.
        await ProgramTrio.AssertEndsAsync(benchmark, 5);
        Assert.Contains("degraded", benchmark.Output, StringComparison.Ordinal);
        Assert.Contains("the manager was started anew", benchmark.Output.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Contains("the next manager over that goes on with it", manager.Output, StringComparison.Ordinal);
        await trio.AssertStoreIsEmptyAsync();
    }

    [Fact]
    public async Task A_run_id_is_used_once_and_a_run_that_could_not_be_made_does_not_use_it()
    {
        await using var trio = await ProgramTrio.OverRedisAsync();
        await trio.StartManagerAsync();
        await trio.StartWorkerAsync();

        var unprepared = await trio.RunAsync("--prepared", "0a1b2c3d");
        var first = await trio.RunAsync("--run-id", "0a1b2c3d");
        var second = await trio.RunAsync("--run-id", "0a1b2c3d");

        Assert.Equal((2, 0, 1), (unprepared.ExitCode, first.ExitCode, second.ExitCode));
        Assert.Equal("error: a run 0a1b2c3d was made already: choose another --run-id, or give none\n", second.Error);
    }

    [Fact]
    public async Task A_page_of_a_browser_cannot_talk_to_the_manager()
    {
        await using var trio = await ProgramTrio.OverRedisAsync();
        await trio.StartManagerAsync();
        using var handler = new SocketsHttpHandler { UseProxy = false };
        using var invoker = new HttpMessageInvoker(handler);
        foreach (var path in new[] { "run", "worker" })
        {
            using var socket = new ClientWebSocket();
            socket.Options.SetRequestHeader("Origin", "http://127.0.0.1");
            socket.Options.CollectHttpResponseDetails = true;

            await Assert.ThrowsAsync<WebSocketException>(() => socket.ConnectAsync(new Uri($"ws://{trio.ManagerAddress}/{path}"), invoker, CancellationToken.None));

            Assert.Equal(HttpStatusCode.Forbidden, socket.HttpStatusCode);
        }
    }

    [Fact]
    public async Task Neither_secret_nor_password_is_ever_shown_or_kept()
    {
        const string Secret = "canary-of-the-cluster-7b1e";
        const string Password = "canary-of-the-store-c04d";
        await using var trio = await ProgramTrio.OverRedisAsync(new RedisServerOptions { Password = Password });
        trio.Environment["AELF_CLUSTER_SECRET"] = Secret;
        trio.Environment["AELF_DATABASE_PASSWORD"] = Password;
        await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
        var run = await trio.RunAsync();
        Assert.True(run.ExitCode == 0, run.Error);
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        List<string> seen = [run.Output, run.Error];
        foreach (var page in new[] { "status", "health", "metrics", "" })
        {
            seen.Add(await http.GetStringAsync(new Uri($"http://{trio.ManagerAddress}/{page}")));
        }

        foreach (var process in trio.Started)
        {
            if (!process.HasExited)
            {
                process.Terminate();
            }

            await process.WaitForExitAsync();
            seen.Add(process.Output + process.Error);
        }

        var kept = Directory.GetFiles(trio.Folder.File("state"), "*", SearchOption.AllDirectories);
        seen.AddRange(kept.Select(File.ReadAllText));

        Assert.Contains(kept, file => file.EndsWith("report.json", StringComparison.Ordinal));
        Assert.All(seen, text =>
        {
            Assert.DoesNotContain(Secret, text, StringComparison.Ordinal);
            Assert.DoesNotContain(Password, text, StringComparison.Ordinal);
        });
    }
}
