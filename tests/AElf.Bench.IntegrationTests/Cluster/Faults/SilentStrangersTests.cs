using System.Net.Sockets;
using AElf.Bench.Harness.Scenarios;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;
using Xunit.Abstractions;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>Many more connections than a manager may have open files, of which none says anything.</summary>
public sealed class SilentStrangersTests(ITestOutputHelper log)
{
    private const int Strangers = 2000;
    private static readonly ClusterLoad Load = new(20_000, 400, 4, 16);

    // The 30 s that strangers have, and what a busy machine adds.
    private static readonly TimeSpan UntilTheyAreGone = TimeSpan.FromSeconds(90);

    [Fact]
    public Task A_run_goes_on_while_more_strangers_connect_than_there_are_files() => ConnectAsync(joinsLate: false);

    [SlowFact]
    public Task A_worker_that_comes_later_joins_when_the_strangers_are_gone() => ConnectAsync(joinsLate: true);

    private async Task ConnectAsync(bool joinsLate)
    {
        using var folder = new TemporaryFolder();
        await using var redis = await RedisServer.StartAsync();
        var programs = ClusterTrial.Programs;
        var options = new ClusterProcessesOptions(
            programs with { Host = WithFewFiles(folder, programs.Host) }, "redis", redis.Endpoint);
        await using var trial = await ClusterTrial.StartAsync(log, options, redis);
        using var program = trial.Submit(Load);
        await trial.UnderWayAsync(program);
        var strangers = new List<TcpClient>();
        try
        {
            while (strangers.Count < Strangers)
            {
                var stranger = new TcpClient();
                strangers.Add(stranger);
                await stranger.ConnectAsync(trial.Cluster.ManagerEndpoint.Host, trial.Cluster.ManagerEndpoint.Port);
            }

            var run = await trial.EndOfAsync(program);
            run.AssertExit(0);
            ClusterTrial.AssertProved(run, Load);
            Assert.False(trial.Cluster.Manager.HasExited, "the manager lives");
            if (joinsLate)
            {
                var worker = trial.Cluster.Workers[0];
                await worker.KillAsync();
                await worker.StartAsync();
                await Wait.UntilAsync(() => HasMembersAsync(trial), () => "the worker to join", UntilTheyAreGone);
            }
        }
        finally
        {
            strangers.ForEach(stranger => stranger.Dispose());
        }

        await trial.AssertNothingLeftAsync();
    }

    private static async Task<bool> HasMembersAsync(ClusterTrial trial)
    {
        try
        {
            return (await trial.Cluster.StatusAsync()).Workers.Count == 2;
        }
        catch (Exception exception) when (exception is HttpRequestException or TaskCanceledException)
        {
            // There is no room for another connection yet.
            return false;
        }
    }

    /// <summary>A dotnet that may have few files open.</summary>
    private static string WithFewFiles(TemporaryFolder folder, string host)
    {
        var script = folder.Write("dotnet.sh", $"#!/bin/sh\nulimit -n 512\nexec '{host}' \"$@\"\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        return script;
    }
}
