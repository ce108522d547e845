using System.Net.Sockets;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>Many silent connections, more than the manager may have file descriptors.</summary>
public sealed class SilentStrangersTests(ITestOutputHelper log)
{
    private const int Files = 512;
    private const int Strangers = 2000;

    // Less than the length of the listener queue, 512.
    private const int AtOnce = 400;

    private static readonly ListenerLimits Limits = ListenerLimits.For(Files);

    [Fact]
    public Task Run_MoreStrangersThanFileDescriptors_Continues() => ConnectAsync(joinsLate: false);

    [SlowFact]
    public Task Worker_StartedWhileStrangersAreConnected_Joins() => ConnectAsync(joinsLate: true);

    private async Task ConnectAsync(bool joinsLate)
    {
        using var folder = new TemporaryFolder();
        await using var redis = await RedisServer.StartAsync();
        var programs = ClusterTrial.Programs;
        var options = ClusterTrial.OptionsOver(
            redis, joinsLate ? [ClusterTrial.Manager, ClusterTrial.FirstWorker] : [ClusterTrial.Manager]) with
        {
            Programs = programs with { Host = WithFewFiles(folder, programs.Host) },
            StoreArguments = ["--timeout", "600000"],
        };
        await using var trial = await ClusterTrial.StartAsync(log, options, redis);

        // The round does not end before the last connection.
        using var program = await trial.SubmitHeldAsync(ClusterTrial.Wide);
        var strangers = new List<TcpClient>();
        try
        {
            await ConnectAllAsync(strangers, trial.Cluster);
            Assert.Equal(2, (await trial.Cluster.StatusAsync()).Workers.Count);
            trial.Cluster.Workers[0].Store.LetGo();
            var run = await trial.EndOfAsync(program);
            run.AssertExit(0);
            ClusterTrial.AssertProved(run, ClusterTrial.Wide);
            Assert.False(trial.Cluster.Manager.HasExited, "the manager has exited");
            if (joinsLate)
            {
                var worker = trial.Cluster.Workers[0];
                await worker.KillAsync();
                await worker.StartAsync();
                await Wait.UntilAsync(() => HasMembersAsync(trial), () => "the worker to join");
            }
        }
        finally
        {
            strangers.ForEach(stranger => stranger.Dispose());
        }

        await trial.AssertNothingLeftAsync();
    }

    // On the HTTP port, the manager closes excess connections. On the cluster port, they wait in the kernel's queue.
    private static async Task ConnectAllAsync(List<TcpClient> strangers, ClusterProcesses cluster)
    {
        while (strangers.Count < Strangers / 2)
        {
            await ConnectAtOnceAsync(strangers, cluster, cluster.ManagerPages);
            await Wait.UntilAsync(
                () => cluster.Manager.HasExited || strangers.Count(IsOpen) <= Limits.MaxUnauthenticatedPeers,
                $"the manager to close all but {Limits.MaxUnauthenticatedPeers} strangers");
        }

        while (strangers.Count < Strangers)
        {
            await ConnectAtOnceAsync(strangers, cluster, cluster.ManagerEndpoint);
        }
    }

    // The kernel accepts the connections while the manager is stopped. The continued manager finds all at once.
    private static async Task ConnectAtOnceAsync(
        List<TcpClient> strangers, ClusterProcesses cluster, Endpoint endpoint)
    {
        cluster.Manager.Signal(ProcessSignal.Stop);
        try
        {
            for (var i = 0; i < AtOnce; i++)
            {
                var stranger = new TcpClient();
                strangers.Add(stranger);
                await stranger.ConnectAsync(endpoint.Host, endpoint.Port);
            }
        }
        catch (SocketException exception)
        {
            Assert.Fail($"{exception.Message}\n{cluster.Logs}");
        }
        finally
        {
            cluster.Manager.Signal(ProcessSignal.Continue);
        }
    }

    private static bool IsOpen(TcpClient stranger) => !stranger.Client.Poll(TimeSpan.Zero, SelectMode.SelectRead);

    private static async Task<bool> HasMembersAsync(ClusterTrial trial)
    {
        try
        {
            return (await trial.Cluster.StatusAsync()).Workers.Count == 2;
        }
        catch (Exception exception) when (exception is HttpRequestException or TaskCanceledException)
        {
            // The manager still closes new connections.
            return false;
        }
    }

    /// <summary>A dotnet host with few file descriptors.</summary>
    private static string WithFewFiles(TemporaryFolder folder, string host) => Command.WriteScript(
        folder, "dotnet.sh", $"#!/bin/sh\nulimit -n {Files}\nexec '{host}' \"$@\"\n");
}
