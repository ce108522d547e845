using System.Net;
using System.Net.WebSockets;
using System.Text.Json;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;
using AElf.Bench.Transfers.Generation;

namespace AElf.Bench.IntegrationTests.Cluster.Programs;

/// <summary>Runs that are given to a manager, from both sides.</summary>
public sealed class SubmittedRunTests
{
    [Fact]
    public async Task One_run_at_a_time_is_made_and_an_interrupted_one_leaves_no_key()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var manager = await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
        var endless = trio.RunForEver();
        await ThreePrograms.UntilPrintedAsync(endless, "measure, round 2 of");

        var second = await trio.RunAsync();
        endless.Interrupt();
        await ThreePrograms.AssertEndsAsync(endless, 5);

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
        await using var trio = await ThreePrograms.OverRedisAsync();
        await trio.StartManagerAsync();
        var waiting = trio.Benchmark("-n", "600", "--grouprange", "20", "20", "--workers", "2");
        await ThreePrograms.UntilPrintedAsync(waiting, "waiting for workers: 0 of 2 have joined");
        await trio.StartWorkerAsync();
        await ThreePrograms.UntilPrintedAsync(waiting, "waiting for workers: 1 of 2 has joined");

        waiting.Interrupt();

        await ThreePrograms.AssertEndsAsync(waiting, 5);
        Assert.Contains(
            "interrupted while 1 of 2 workers had joined: nothing was measured",
            waiting.Error,
            StringComparison.Ordinal);
    }

    [SlowFact]
    public async Task A_manager_that_is_asked_to_end_in_mid_run_leaves_it_to_the_next_one()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var manager = await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
        var benchmark = trio.Benchmark(
            "-n", "60000", "--grouprange", "300", "300", "--repeattime", "60", "--ceiling", "off");
        await ThreePrograms.UntilPrintedAsync(benchmark, "measure, round 2 of");

        manager.Terminate();
        await ThreePrograms.AssertEndsAsync(manager, 0);
        await ThreePrograms.UntilPrintedAsync(benchmark, "waiting for it to come back and go on with run");
        var next = await trio.StartManagerAsync();
        await next.WaitForOutputAsync("was not ended by the manager before this one: going on with it");

        // Right all the same, and with the fault named.
        await ThreePrograms.AssertEndsAsync(benchmark, 5);
        Assert.Contains("DEGRADED", benchmark.Output, StringComparison.Ordinal);
        Assert.Contains(
            "the manager was restarted", benchmark.Output.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Contains("the next manager over that goes on with it", manager.Output, StringComparison.Ordinal);
        await trio.AssertStoreIsEmptyAsync();
    }

    [Fact]
    public async Task A_manager_killed_while_the_cluster_is_measured_by_itself_has_the_report_of_the_run()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var manager = await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
        var benchmark = trio.Benchmark(
            "-n", "60000", "--grouprange", "300", "300", "--repeattime", "2", "--ceiling", "off", "--blocks", "1",
            "--controls", "on", "--verbose");
        bool ControlHasBegun() => Directory.Exists(trio.Folder.File("state"))
            && Directory.GetFiles(trio.Folder.File("state"), "control.log", SearchOption.AllDirectories).Length > 0;
        await Wait.UntilAsync(benchmark, ControlHasBegun, "the control to begin");

        manager.KillAlone();
        await manager.WaitForExitAsync();
        await trio.StartManagerAsync();

        await ThreePrograms.AssertEndsAsync(benchmark, 0);
        Assert.Contains(
            "with actors that do nothing unknown: the manager ended before",
            string.Join(' ', benchmark.Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)),
            StringComparison.Ordinal);
        Assert.False(ControlHasBegun(), "the log of the control is deleted");
        await trio.AssertStoreIsEmptyAsync();
    }

    [SlowFact]
    public async Task A_manager_started_anew_with_another_store_leaves_the_run_to_one_with_the_right_store()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        await using var other = await RedisServer.StartAsync();
        var manager = await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
        var benchmark = trio.Benchmark(
            "-n", "60000", "--grouprange", "300", "300", "--repeattime", "10", "--ceiling", "off");
        await ThreePrograms.UntilPrintedAsync(benchmark, "measure, round 2 of");
        manager.KillAlone();
        await manager.WaitForExitAsync();
        var log = Directory.GetFiles(trio.Folder.File("state"), "grants.log", SearchOption.AllDirectories).Single();
        var kept = await File.ReadAllBytesAsync(log);

        var astray = await trio.StartManagerAsync(
            "--dbport", other.Port.ToString(System.Globalization.CultureInfo.InvariantCulture));

        await ThreePrograms.AssertEndsAsync(benchmark, 2);
        Assert.Contains(
            $"was begun over the store redis at {trio.Redis.Endpoint}, and this manager's is redis at "
                + $"{other.Endpoint}: it stays as it is",
            benchmark.Error,
            StringComparison.Ordinal);
        Assert.Contains("was begun over the store", astray.Output, StringComparison.Ordinal);
        Assert.Equal(kept, await File.ReadAllBytesAsync(log));
        Assert.Equal("0", (await other.AskAsync("DBSIZE")).Trim().TrimStart(':'));
        astray.Terminate();
        await ThreePrograms.AssertEndsAsync(astray, 0);
        var right = await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
        await right.WaitForOutputAsync("ended: degraded");
        await trio.AssertStoreIsEmptyAsync();
    }

    [Fact]
    public async Task A_run_id_is_used_once_and_a_run_that_could_not_be_made_does_not_use_it()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        await trio.StartManagerAsync();
        await trio.StartWorkerAsync();

        var unprepared = await trio.RunAsync("--prepared", "0a1b2c3d");
        var first = await trio.RunAsync("--run-id", "0a1b2c3d");
        var second = await trio.RunAsync("--run-id", "0a1b2c3d");

        Assert.Equal((2, 0, 1), (unprepared.ExitCode, first.ExitCode, second.ExitCode));
        Assert.Equal("error: a run 0a1b2c3d was made already: choose another --run-id, or give none\n", second.Error);
    }

    [Fact]
    public async Task Accounts_prepared_in_the_managers_store_serve_one_run_of_it()
    {
        const string Id = "0a1b2c3d";
        await using var trio = await ThreePrograms.OverRedisAsync();
        await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
        string[] load = ["-n", "600", "--grouprange", "20", "20"];
        var prepared = await ProductProcess.RunAsync(
            [.. load, "-f", "genAccount", "--run-id", Id, .. BenchmarkResult.Store("redis", trio.Redis.Endpoint)]);
        Assert.Equal(0, prepared.ExitCode);

        var other = await trio.RunAsync("--prepared", Id, "--seed", "2");
        var first = await trio.RunAsync("--prepared", Id);
        await trio.AssertStoreIsEmptyAsync();
        var second = await trio.RunAsync("--prepared", Id);

        Assert.Equal((2, 0, 1), (other.ExitCode, first.ExitCode, second.ExitCode));
        Assert.Contains("not at its opening balance", other.Error, StringComparison.Ordinal);
        Assert.Equal(
            $"error: a run {Id} was made already: prepare accounts under another one, with -f genAccount "
                + "--run-id, and name it with --prepared\n",
            second.Error);
    }

    [Fact]
    public async Task A_block_is_kept_beside_a_manager_and_offered_to_it_again_as_it_was()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
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
    public async Task A_block_whose_money_does_not_last_is_refused_before_it_is_offered()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
        var file = trio.Folder.File("poor.block");
        BlockFile.Write(file, new Block([new Transfer(0, 1, 4)], [10, 0]));
        string[] request = ["--block-in", file, "--warmup", "1", "--ceiling", "off", "--repeattime"];

        var thrice = trio.Benchmark([.. request, "2"]);
        await ThreePrograms.AssertEndsAsync(thrice, 1);
        var twice = trio.Benchmark([.. request, "1"]);
        await ThreePrograms.AssertEndsAsync(twice, 0);

        Assert.StartsWith(
            "error: the load can be offered 2 times, and the run may need 3", thrice.Error, StringComparison.Ordinal);
        await trio.AssertStoreIsEmptyAsync();
    }

    [SlowFact]
    public async Task A_run_whose_benchmark_was_killed_is_ended_after_a_minute_and_makes_room()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var manager = await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
        var endless = trio.RunForEver();
        await ThreePrograms.UntilPrintedAsync(endless, "measure, round 2 of");

        endless.KillAlone();

        await manager.WaitForOutputAsync("is ended: its benchmark has been away for 60 s");
        await manager.WaitForOutputAsync("ended: failed, the run was interrupted");
        await trio.AssertStoreIsEmptyAsync();
        Assert.Equal(0, (await trio.RunAsync()).ExitCode);
    }

    [SlowFact]
    public async Task A_manager_that_stays_away_ends_its_benchmark_and_one_that_comes_back_alone_removes_the_keys()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var manager = await trio.StartManagerAsync();
        var worker = await trio.StartWorkerAsync();
        var benchmark = trio.Benchmark("-n", "60000", "--grouprange", "300", "300", "--repeattime", "10000");
        await ThreePrograms.UntilPrintedAsync(benchmark, "measure, round 2 of");

        manager.KillAlone();
        worker.KillAlone();

        await ThreePrograms.AssertEndsAsync(benchmark, 2);
        Assert.Contains(
            $"error: the manager at {trio.ManagerAddress} is away: ", benchmark.Error, StringComparison.Ordinal);
        Assert.DoesNotMatch(@"^:?0\s*$", await trio.Redis.AskAsync("DBSIZE"));
        var next = await trio.StartManagerAsync();
        await next.WaitForOutputAsync("0 of 1 workers have joined within 60 s");
        await trio.AssertStoreIsEmptyAsync();
        await trio.StartWorkerAsync();
        Assert.Equal(0, (await trio.RunAsync()).ExitCode);
    }

    [Fact]
    public async Task A_page_of_a_browser_cannot_talk_to_the_manager()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        await trio.StartManagerAsync();
        using var handler = new SocketsHttpHandler { UseProxy = false };
        using var invoker = new HttpMessageInvoker(handler);
        foreach (var path in new[] { "run", "worker" })
        {
            using var socket = new ClientWebSocket();
            socket.Options.SetRequestHeader("Origin", "http://127.0.0.1");
            socket.Options.CollectHttpResponseDetails = true;

            await Assert.ThrowsAsync<WebSocketException>(
                () => socket.ConnectAsync(
                    new Uri($"ws://{trio.ManagerAddress}/{path}"), invoker, CancellationToken.None));

            Assert.Equal(HttpStatusCode.Forbidden, socket.HttpStatusCode);
        }
    }

    [Fact]
    public async Task Neither_secret_nor_password_is_ever_shown_or_kept()
    {
        const string Secret = "canary-of-the-cluster-7b1e";
        const string Password = "canary-of-the-store-c04d";
        await using var trio = await ThreePrograms.OverRedisAsync(new RedisServerOptions { Password = Password });
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
            seen.Add(await http.GetStringAsync(new Uri($"http://{trio.ManagerAddress}/{page}"), ThisTest.Cancelled));
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
