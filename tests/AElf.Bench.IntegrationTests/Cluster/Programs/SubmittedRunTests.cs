using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Cluster.Programs;

/// <summary>Runs that a benchmark submits to a manager.</summary>
public sealed class SubmittedRunTests
{
    [Fact]
    public async Task Submit_SecondRun_IsRefusedAndAnInterruptedRunLeavesNoKey()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var manager = await trio.StartManagerAsync();
        await trio.CallWorkerAsync();
        var endless = trio.RunForEver();
        await ThreePrograms.UntilPrintedAsync(endless, "measure, round 2 of");

        var second = await trio.RunAsync();
        endless.Interrupt();
        await ThreePrograms.AssertEndsAsync(endless, 5);

        Assert.Equal(2, second.ExitCode);
        Assert.Contains("busy with run", second.Error, StringComparison.Ordinal);
        Assert.Contains(Problem.NameOf(ProblemKind.Cancelled), endless.Output, StringComparison.Ordinal);
        await manager.WaitForOutputAsync("ended: cancelled");
        await trio.AssertStoreIsEmptyAsync();
        Assert.Equal(0, (await trio.RunAsync()).ExitCode);
    }

    [Fact]
    public async Task Submit_WaitingForWorkers_ShowsTheirNumberAndCanBeInterrupted()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        await trio.CallManagerAsync();
        var waiting = trio.Benchmark("-n", "600", "--grouprange", "20", "20", "--workers", "2");
        await ThreePrograms.UntilPrintedAsync(waiting, "waiting for workers: 0 of 2 have joined");
        await trio.CallWorkerAsync();
        await ThreePrograms.UntilPrintedAsync(waiting, "waiting for workers: 1 of 2 has joined");

        waiting.Interrupt();

        await ThreePrograms.AssertEndsAsync(waiting, 5);
        Assert.Contains(
            Problem.NameOf(ProblemKind.Cancelled),
            waiting.Error,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Submit_InterruptedBeforeTheManagerListens_SubmitsNothing()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var benchmark = trio.Benchmark("-n", "600", "--grouprange", "20", "20");
        await ThreePrograms.UntilPrintedAsync(benchmark, "nothing listens at");

        benchmark.Interrupt();

        await ThreePrograms.AssertEndsAsync(benchmark, 5);
        Prose.AssertNames(
            benchmark.Error,
            Problem.NameOf(ProblemKind.Cancelled),
            $"http://{trio.PagesAddress}",
            "no run was submitted");
        Assert.DoesNotContain("--state", benchmark.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Submit_ManagerNeverAnswers_NamesItsAddressAndTheLimit()
    {
        const string Run = "0a1b2c3d";
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        var address = $"http://{silent.LocalEndpoint}";
        using var benchmark = ProductProcess.Start(
            new(), "-n", "600", "--manager", address, "--run-id", Run);

        using var submission = await silent.AcceptTcpClientAsync(ThisTest.Cancelled);
        benchmark.Interrupt();
        await ThreePrograms.UntilPrintedAsync(benchmark, "press again");
        await ThreePrograms.UntilPrintedAsync(benchmark, $"{address} has not answered for ");
        benchmark.Interrupt();
        var ended = await benchmark.WaitForExitAsync();

        string[] lines = ended.Error.TrimEnd().Split('\n');
        string LineWith(string words) =>
            Assert.Single(lines, line => line.Contains(words, StringComparison.Ordinal));
        Prose.AssertNames(LineWith("press again"), "submission", Run, address, " until ");
        Assert.Contains(" until ", LineWith("not answered"), StringComparison.Ordinal);
        Prose.AssertNames(lines[^2], "if it has received", Run, address);
        Assert.EndsWith($" cancel {Run} --manager {address}", lines[^1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_ManagerFrozenAndInterruptedTwice_NamesTheCallThatCancelsIt()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var manager = await trio.StartManagerAsync();
        await trio.CallWorkerAsync();
        var endless = trio.RunForEver();
        await ThreePrograms.UntilPrintedAsync(endless, "measure, round 2 of");

        manager.Pause();
        await ThreePrograms.UntilPrintedAsync(
            endless, $"the manager at http://{trio.PagesAddress} has not answered for ");
        endless.Interrupt();
        await ThreePrograms.UntilPrintedAsync(endless, "press again");
        endless.Interrupt();
        var ended = await endless.WaitForExitAsync();
        manager.Resume();

        string[] lines = ended.Error.TrimEnd().Split('\n');
        Assert.Single(lines, line => line.Contains("interrupted: cancelling", StringComparison.Ordinal));
        var cancelled = await ProductCall.PasteAsync(lines[^1]);
        Assert.Equal(0, cancelled.ExitCode);
        Assert.Contains(Problem.NameOf(ProblemKind.Cancelled), cancelled.Output, StringComparison.Ordinal);
        await trio.AssertStoreIsEmptyAsync();
    }

    [Fact]
    public async Task Run_LastWorkerOrStoreKilled_SaysWhatItWaitsForUntilTheReturn()
    {
        await using var trio = await ThreePrograms.OverRedisAsync(
            new RedisServerOptions { Persistence = RedisPersistence.AppendOnlyAlways });
        var manager = await trio.StartManagerAsync("--reconnect", "60");
        var worker = await trio.StartWorkerAsync("--name", "w1", "--reconnect", "60");
        var endless = trio.RunForEver();
        await ThreePrograms.UntilPrintedAsync(endless, "measure, round 2 of");

        trio.Redis.Kill();
        await ThreePrograms.UntilPrintedAsync(endless, "waiting for the store until ");
        await trio.Redis.RestartAsync();
        await manager.WaitForOutputAsync(" no longer waits");
        worker.KillAlone();
        await ThreePrograms.UntilPrintedAsync(endless, "waiting for a worker until ");
        var picture = await ProductCall.RunAsync("top", "--once", "--manager", $"{trio.ManagerAddress}");
        endless.Interrupt();
        await ThreePrograms.AssertEndsAsync(endless, 5);

        string[] lines = endless.Error.Split('\n');
        var waits = Array.FindAll(lines, line => line.Contains(" until ", StringComparison.Ordinal));
        Prose.AssertNames(waits[0], "(60 s)", "worker w1", $"{trio.Redis.Endpoint}", "start the store");
        Prose.AssertNames(waits[^1], "(60 s)", "worker w1 was lost", "start the worker");
        Prose.AssertNames(picture.Output, "a worker until", "LOST w1");
        Assert.Contains("No worker is a member", picture.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Submit_WorkersServersAndActors_TakesExactlyThese()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        await trio.CallManagerAsync("--workers", "3+");
        foreach (var name in (string[])["a1", "a2", "b1"])
        {
            await trio.CallWorkerAsync("--name", name, "--server", name[..1], "--actors", "3");
        }

        async Task AssertTakesAsync(string names, int actors, params string[] options)
        {
            var run = await trio.RunAsync([.. options, "--json", trio.Folder.File("run.json")]);
            Assert.True(run.ExitCode == 0, run.Error);
            using var report = JsonDocument.Parse(await File.ReadAllTextAsync(trio.Folder.File("run.json")));
            var taken = report.RootElement.GetProperty("workers").EnumerateArray().ToList();
            Assert.Equal(
                names, string.Join(' ', taken.Select(worker => worker.GetProperty("name").GetString()).Order()));
            Assert.Equal(actors, report.RootElement.GetProperty("actors").GetInt32());
            Assert.Equal(
                taken.Count < 3,
                report.RootElement.GetProperty("notes").ToString().Contains(
                    Problem.NameOf(ProblemKind.IdleWorkers), StringComparison.Ordinal));
            Assert.Equal(
                3 - taken.Count,
                report.RootElement.TryGetProperty("idleWorkers", out var idle) ? idle.GetArrayLength() : 0);
        }

        await AssertTakesAsync("a1 a2 b1", 3);
        await AssertTakesAsync("a1 b1", 3, "--workers", "2");
        await AssertTakesAsync("a1 a2", 2, "--servers", "1", "--actors", "2");
        await AssertTakesAsync("a1 b1", 3, "--servers", "2", "--processes", "1");
        await AssertTakesAsync("a1 a2 b1", 1, "--workers", "1+", "--actors", "1");
        var refused = await trio.RunAsync("--actors", "4");
        Assert.Equal(1, refused.ExitCode);
        Prose.AssertNames(refused.Error, "--actors: 4", "worker a1");
        refused = await trio.RunAsync("--workers", "1", "--servers", "2");
        Assert.Equal(1, refused.ExitCode);
        Prose.AssertNames(refused.Error, "--workers: 1", "2 servers");
    }

    [Fact]
    public async Task Sweep_WorkerLostAndBack_IsAnEventOfItsPoint()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var manager = await trio.StartManagerAsync();
        await trio.CallWorkerAsync("--name", "a1", "--server", "a");
        var lost = await trio.StartWorkerAsync("--name", "b1", "--server", "b");
        var sweep = trio.Sweep(
            "servers=1,2", "-n", "6000", "--groups", "60", "--rounds", "5", "--warmup", "0", "--ceiling", "off",
            "--min-runs", "2", "--max-runs", "2", "--allow-disturbed", "--folder", trio.Folder.File("sweep"));
        await ThreePrograms.UntilPrintedAsync(sweep, "run 1: ");

        lost.KillAlone();
        await ThreePrograms.UntilPrintedAsync(manager, "b1 was lost");
        await trio.CallWorkerAsync("--name", "b1", "--server", "b");
        await sweep.WaitForExitAsync();

        var runs = (await File.ReadAllLinesAsync(trio.Folder.File("sweep/runs.jsonl"), ThisTest.Cancelled)).Skip(1)
            .Select(line => JsonDocument.Parse(line).RootElement)
            .Select(run => (
                Servers: run.GetProperty("label").GetString()!,
                Report: JsonDocument.Parse(
                    File.ReadAllText(trio.Folder.File($"sweep/{run.GetProperty("report")}"))).RootElement))
            .ToList();
        Assert.Equal(4, runs.Count);
        Assert.All(runs, run => Assert.Equal(
            run.Servers, $"servers {run.Report.GetProperty("servers").GetInt32()}"));
        Assert.Contains(runs, run => run.Servers is "servers 2"
            && run.Report.GetProperty("verdict").GetString() is "pass" or "disturbed");
    }

    [SlowFact]
    public async Task Manager_TerminatedDuringARun_LeavesItToTheNextManager()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var manager = await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
        var benchmark = trio.Benchmark(
            "-n", "60000", "--grouprange", "300", "300", "--repeattime", "60", "--ceiling", "off");
        await ThreePrograms.UntilPrintedAsync(benchmark, "measure, round 2 of");

        manager.Terminate();
        await ThreePrograms.AssertEndsAsync(manager, 0);
        await ThreePrograms.UntilPrintedAsync(benchmark, "; waiting until ");
        var next = await trio.StartManagerAsync();
        await next.WaitForOutputAsync("resumed after a manager restart");

        // The result is right, and the report names the fault.
        await ThreePrograms.AssertEndsAsync(benchmark, 5);
        Assert.Contains("DEGRADED", benchmark.Output, StringComparison.Ordinal);
        Assert.Contains("restarted", benchmark.Output, StringComparison.Ordinal);
        Assert.Contains("next manager", manager.Output, StringComparison.Ordinal);
        await trio.AssertStoreIsEmptyAsync();
    }

    [Fact]
    public async Task ManagerKilled_DuringControlMeasurement_KeepsTheReport()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var manager = await trio.StartManagerAsync();
        await trio.CallWorkerAsync();
        bool IsControlRunning() => Directory.Exists(trio.Folder.File("state"))
            && Directory.GetFiles(trio.Folder.File("state"), "control.log", SearchOption.AllDirectories).Length > 0;
        ProductProcess benchmark;
        bool wasStruck;
        do
        {
            benchmark = trio.Benchmark(
                "-n", "600", "--grouprange", "20", "20", "--repeattime", "1", "--warmup", "0", "--ceiling", "off",
                "--blocks", "1", "--controls", "on", "--verbose");
            await Wait.UntilAsync(
                () => IsControlRunning() || benchmark.HasExited, "the control to begin");
            manager.KillAlone();
            await manager.WaitForExitAsync();

            // A control measurement takes a second. If this test was too late for it, it tries again.
            wasStruck = IsControlRunning();
            manager = await trio.StartManagerAsync();
            await ThreePrograms.AssertEndsAsync(benchmark, 0);
        }
        while (!wasStruck);

        Assert.Contains("the manager ended before", Prose.Unwrapped(benchmark.Output), StringComparison.Ordinal);
        Assert.False(IsControlRunning());
        await trio.AssertStoreIsEmptyAsync();
    }

    [SlowFact]
    public async Task Manager_RestartedWithOtherStore_LeavesTheRunUntouched()
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
        Prose.AssertNames(benchmark.Error, $"redis at {trio.Redis.Endpoint}", $"redis at {other.Endpoint}");
        Assert.Contains("began over the store", astray.Output, StringComparison.Ordinal);
        Assert.Equal(kept, await File.ReadAllBytesAsync(log));
        Assert.Equal("0", (await other.AskAsync("DBSIZE")).Trim().TrimStart(':'));
        astray.Terminate();
        await ThreePrograms.AssertEndsAsync(astray, 0);
        var right = await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
        await right.WaitForOutputAsync("ended: degraded");
        await trio.AssertStoreIsEmptyAsync();
    }

    [SlowFact]
    public async Task Run_BenchmarkKilled_IsCancelledAfterAMinute()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var manager = await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
        var endless = trio.RunForEver();
        await ThreePrograms.UntilPrintedAsync(endless, "measure, round 2 of");

        endless.KillAlone();

        await manager.WaitForOutputAsync("is cancelled: its benchmark was away for 60 s");
        await manager.WaitForOutputAsync("ended: cancelled");
        await trio.AssertStoreIsEmptyAsync();
        var next = await trio.RunAsync();
        Assert.True(next.ExitCode == 0, next.ToString());
    }

    [SlowFact]
    public async Task Manager_Gone_EndsTheBenchmarkAndTheNextManagerRemovesTheKeys()
    {
        await using var trio = await ThreePrograms.OverRedisAsync();
        var manager = await trio.StartManagerAsync();
        var worker = await trio.StartWorkerAsync();
        var benchmark = trio.Benchmark("-n", "60000", "--grouprange", "300", "300", "--repeattime", "10000");
        await ThreePrograms.UntilPrintedAsync(benchmark, "measure, round 2 of");

        manager.KillAlone();
        worker.KillAlone();

        await ThreePrograms.AssertEndsAsync(benchmark, 2);
        Prose.AssertNames(benchmark.Error, "error: ", $"http://{trio.PagesAddress}");
        Assert.DoesNotMatch(@"^:?0\s*$", await trio.Redis.AskAsync("DBSIZE"));
        var next = await trio.StartManagerAsync();
        await next.WaitForOutputAsync("0 of 1 workers have joined within 60 s");
        await trio.AssertStoreIsEmptyAsync();
        await trio.StartWorkerAsync();
        Assert.Equal(0, (await trio.RunAsync()).ExitCode);
    }

    [Fact]
    public async Task Cluster_SecretAndPassword_AreNeverShownOrKept()
    {
        const string Secret = "canary-of-the-cluster-7b1e";
        const string Password = "canary-of-the-store-c04d";
        await using var trio = await ThreePrograms.OverRedisAsync(new RedisServerOptions { Password = Password });
        trio.Environment["AELF_CLUSTER_SECRET"] = Secret;
        trio.Environment["AELF_DATABASE_PASSWORD"] = Password;
        await trio.StartManagerAsync();
        await trio.StartWorkerAsync();
        var run = await trio.RunProcessAsync();
        Assert.True(run.ExitCode == 0, run.Error);
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        List<string> seen = [run.Output, run.Error];
        foreach (var page in new[] { "status", "health", "metrics", "" })
        {
            seen.Add(await http.GetStringAsync(new Uri($"http://{trio.PagesAddress}/{page}"), ThisTest.Cancelled));
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
