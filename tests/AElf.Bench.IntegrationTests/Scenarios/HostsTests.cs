using System.Globalization;
using AElf.Bench.IntegrationTests.Network;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Scenarios;

/// <summary>Scenarios on hosts: OpenSSH servers in network namespaces, also with a bad network.</summary>
public sealed class HostsTests(ITestOutputHelper log)
{
    private static readonly string[] Small =
        ["-n", "600", "--grouprange", "20", "20", "--repeattime", "2", "--warmup", "1", "--ceiling", "off"];

    private static string[] LongFor(string duration) =>
        ["-n", "2400", "--grouprange", "80", "80", "--duration", duration, "--warmup", "1", "--ceiling", "off"];

    [HostsFact]
    public async Task Hosts_Cluster_RunsAndLeavesNothing()
    {
        using var hosts = await SshHosts.StartAsync(2);
        var file = hosts.WriteFile(host => host.Name is "b"
            ? new() { ["processes"] = 0, ["stores"] = true }
            : new() { ["processes"] = 2, ["cores"] = "0" });

        var run = await BenchmarkResult.RunAsync(hosts.Caller, ["scenario", "cluster", "--hosts", file, .. Small]);

        log.WriteLine(run.ToString());
        run.AssertExit(0, 6);
        Assert.Contains("copied", run.Result.Error, StringComparison.Ordinal);
        Assert.Equal((1, 2), (run.At("servers").GetInt32(), run.At("processes").GetInt32()));
        Assert.Equal("equal", run.At("store.reconciliation").GetString());
        Assert.StartsWith($"{hosts.All[1].Address}:", run.At("store.endpoint").GetString(), StringComparison.Ordinal);
        var reported = run.At("hosts").EnumerateArray().ToList();
        Assert.Equal(["a", "b"], reported.Select(host => host.GetProperty("name").GetString()));
        Assert.Equal(
            ["a-worker1 on 0", "a-worker2 on 0", "shard1 on "],
            reported.SelectMany(host => host.GetProperty("processes").EnumerateArray())
                .Select(process => $"{process.GetProperty("name")} on "
                    + (process.TryGetProperty("cores", out var cores) ? cores.GetString() : "")));
        Assert.All(reported, host =>
        {
            Assert.InRange(
                Math.Abs(host.GetProperty("clockAheadMs").GetDouble()), 0, host.GetProperty("roundTripMs").GetDouble());
            Assert.True(host.GetProperty("machine").GetProperty("cores").GetInt32() > 0);
        });
        await AssertNothingLeftAsync(hosts);
    }

    // A host without a runtime reports it after the copy, so that no cluster is needed to observe copies.
    [HostsFact]
    public async Task Hosts_CopiedProgram_IsReusedUnlessItDiffers()
    {
        using var hosts = await SshHosts.StartAsync(1);
        var broken = await MakeBrokenRuntimeAsync(hosts);
        var file = hosts.WriteFile(environmentOf: _ => new() { ["DOTNET_ROOT"] = broken });
        string[] call = ["scenario", "cluster", "--hosts", file, .. Small];
        var first = await ProductProcess.RunAsync(hosts.Caller, call);
        var second = await ProductProcess.RunAsync(hosts.Caller, call);
        var copy = Assert.Single(
            Directory.GetFiles(hosts.All[0].Home, "AElf.Concurrency.Worker.dll", SearchOption.AllDirectories));
        await File.AppendAllTextAsync(copy, "not what was built", TestContext.Current.CancellationToken);

        var third = await ProductProcess.RunAsync(hosts.Caller, call);

        Assert.Equal(
            [true, false, true],
            new[] { first, second, third }.Select(
                result => result.Error.Contains("copied", StringComparison.Ordinal)));
        Assert.All(
            new[] { first, second, third },
            result => Assert.Contains("no runtime: .NET 10", result.Error, StringComparison.Ordinal));
    }

    [HostsFact]
    public async Task Hosts_Unusable_IsNamedWithTheReason()
    {
        using var hosts = await SshHosts.StartAsync(2);
        var broken = await MakeBrokenRuntimeAsync(hosts);
        var late = await MakeRuntimeAsync(hosts, "late", LateClock);

        await AssertRefusedAsync("host b (10.90.0.3): no", environment: new() { ["DOTNET_ROOT"] = broken });
        await AssertRefusedAsync("host b: clock off", environment: new() { ["DOTNET_ROOT"] = late });
        await AssertRefusedAsync(
            "taskset: failed to set", fields: new() { ["cores"] = "4000" }, anywhere: true);
        await AssertRefusedAsync("host b (nobody@10.90.0.3)", fields: new() { ["user"] = "nobody" });
        await AssertRefusedAsync("host b (10.90.0.3): unr", fields: new() { ["port"] = 23 });
        hosts.ForgetHosts();
        await AssertRefusedAsync("known_hosts", anywhere: true);
        await AssertNothingLeftAsync(hosts);

        async Task AssertRefusedAsync(
            string expected,
            Dictionary<string, object>? fields = null,
            Dictionary<string, string>? environment = null,
            bool anywhere = false)
        {
            var file = hosts.WriteFile(
                host => host.Name is "b" ? fields ?? [] : [], host => host.Name is "b" ? environment ?? [] : []);
            var result = await ProductProcess.RunAsync(
                hosts.Caller, ["scenario", "cluster", "--hosts", file, "--quiet", .. Small]);
            log.WriteLine(result.Error);
            Assert.Equal(2, result.ExitCode);
            Assert.Contains(anywhere ? expected : $"error: {expected}", result.Error, StringComparison.Ordinal);
        }
    }

    [HostsFact]
    public async Task Hosts_DiskFull_IsNamed()
    {
        Assert.SkipWhen(SmallDisk.Unavailable is not null, SmallDisk.Unavailable ?? "");
        using var disk = SmallDisk.Create(1024);
        using var hosts = await SshHosts.StartAsync(1);
        var file = hosts.WriteFile(environmentOf: _ => new() { ["XDG_CACHE_HOME"] = disk.Path });

        var result = await ProductProcess.RunAsync(
            hosts.Caller, ["scenario", "cluster", "--hosts", file, "--quiet", .. Small]);

        Assert.Equal(2, result.ExitCode);
        Assert.Contains($"error: host a ({hosts.All[0].Address}): disk full", result.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(Path.Combine(disk.Path, "aelf-bench")));
        await AssertNothingLeftAsync(hosts);
    }

    [HostsFact(isSlow: true)]
    public async Task Host_Vanishes_IsALostWorkerAndItsProcessesEnd()
    {
        using var hosts = await SshHosts.StartAsync(4);
        var file = hosts.WriteFile(host => host.Name is "d" ? new() { ["stores"] = true } : [], lease: "4s");
        foreach (var host in hosts.All)
        {
            host.Space.Lose(percent: 1);
        }

        using var run = BenchmarkResult.Start(
            log,
            hosts.Caller,
            [
                "scenario", "distributed", "--hosts", file, "--proxies", "4", "--shards", "2", "--processes", "1",
                .. LongFor("40s"),
            ]);
        await Wait.UntilAsync(run, () => run.Error.Contains("measure, round 2", StringComparison.Ordinal), "round 2");
        Assert.All(hosts.All, host => Assert.NotEmpty(host.Processes()));

        // Not the first host: the manager reaches the store through its proxy.
        hosts.All[1].Space.Heal();
        hosts.All[1].Space.Drop(NamespaceSwitch.Network);
        await Wait.UntilAsync(() => hosts.All[1].Processes().Count == 0, "the lease of the host to end");

        var ended = await BenchmarkResult.EndOfAsync(run);

        log.WriteLine(ended.ToString());
        ended.AssertExit(5);
        Assert.Equal("degraded", ended.At("verdict").GetString());
        Assert.Equal("passed", ended.At("audit.replay").GetString());
        Assert.Contains("b-worker1 on b", ended.Result.Error, StringComparison.Ordinal);
        Assert.Contains("host b is lost", ended.Result.Error, StringComparison.Ordinal);
        await AssertNothingLeftAsync(hosts);
    }

    [HostsFact(isSlow: true)]
    public async Task Hosts_LauncherInterruptedOrKilled_LeavesNothing()
    {
        using var hosts = await SshHosts.StartAsync(4);
        var file = hosts.WriteFile();
        foreach (var end in new Action<ProductProcess>[] { run => run.Interrupt(), run => run.KillAlone() })
        {
            using var run = ProductProcess.Start(
                hosts.Caller, ["scenario", "cluster", "--hosts", file, "--processes", "1", .. LongFor("10m")]);
            await Wait.UntilAsync(run, () => run.Error.Contains("measure, round", StringComparison.Ordinal), "a round");
            Assert.All(hosts.All, host => Assert.NotEmpty(host.Processes()));

            end(run);

            await run.WaitForExitAsync();
            await Wait.UntilAsync(
                () => hosts.All.All(host => host.Processes().Count == 0), "the processes on the hosts to end");
        }
    }

    // A fake agent whose clock is in the year 1.
    private const string LateClock = """
        machine='"Cpu":"","Cores":1,"MemoryGb":1,"Os":"","Runtime":"","Build":"","ServerGc":false'
        machine="{$machine,\"StartedUtc\":\"\",\"Version\":\"\"}"
        hello='{"is":"hello","Program":"p","Folder":"f","Scratch":"g","Peer":null,"Own":null,"Machine":'
        echo "$hello$machine}"
        while read -r line; do
            case $line in *beat*) echo "$line" | sed 's/"UtcTicks":null/"UtcTicks":864000000000/' ;; esac
        done
        """;

    private static Task<string> MakeBrokenRuntimeAsync(SshHosts hosts) =>
        MakeRuntimeAsync(hosts, "broken", "echo You must install .NET to run this application. >&2; exit 150");

    private static async Task<string> MakeRuntimeAsync(SshHosts hosts, string name, string script)
    {
        var folder = Directory.CreateDirectory(Path.Combine(hosts.All[0].Home, name)).FullName;
        var program = Path.Combine(folder, "dotnet");
        await File.WriteAllTextAsync(program, $"#!/bin/sh\n{script}\n", TestContext.Current.CancellationToken);
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        return folder;
    }

    // A check of a copy can still run when its connection ends, so this waits.
    private static Task AssertNothingLeftAsync(SshHosts hosts) => Wait.UntilAsync(
        () => Task.FromResult(Left(hosts).Length == 0), () => $"nothing to be left on the hosts: {Left(hosts)}");

    private static string Left(SshHosts hosts) =>
        string.Join(", ", hosts.All.SelectMany(host => host.Processes()).Select(ProcessTable.CommandOf));
}
