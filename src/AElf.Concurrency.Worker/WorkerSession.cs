using AElf.Bench.Akka;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Processors;
using AElf.Bench.Operations.Health;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Storage;

namespace AElf.Concurrency.Worker;

/// <summary>One call of the program: runs the worker until the user ends it, or until it stops itself.</summary>
internal static class WorkerSession
{
    public static async Task<ExitCode> RunAsync(ProgramOptions options, CancellationToken caller)
    {
        var hosts = options.Hosts;
        var change = new WorkerConsoleLog(options);
        using var ending = new Termination(caller: caller);
        await using var cluster = new AkkaCluster(hosts);

        // A worker joins only after it can report its status.
        var listening = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var host = new WorkerHost(
            cluster.On(new WorkerHostOptions
            {
                Worker = new ClusterMember(
                    hosts.Name!,
                    Incarnation: 0,
                    options.Settings.Get(ActorSettings.ActorCount),
                    options.Settings.Get(ActorSettings.Lanes),
                    hosts.Server!,
                    options.Store.Place,
                    MachineIdentity.Current),
                Store = options.Store,
                Routing = options.Settings.Get(ActorSettings.Routing),
                System = hosts,
            }),
            run => OpenPumps(options, run),
            async (manager, cancellation) =>
            {
                await listening.Task.WaitAsync(cancellation);
                return await cluster.JoinAsync(manager, cancellation);
            },
            change.OnEvent);
        using var metrics = new WorkerMetrics(host.Snapshot, TimeProvider.System);
        cluster.AddTo(metrics.Meter);
        using var text = new PrometheusText(metrics.Meter);
        await using var server = ClusterListener.Build(hosts, ListenerLimits.OfProcess);
        HealthEndpoints.Map(
            server,
            () => host.Snapshot().Joined
                ? HealthReport.Ok
                : HealthReport.Unavailable("the worker has not joined a manager yet"),
            text);
        await ClusterListener.StartAsync(server, hosts);
        listening.SetResult();
        var asked = Task.Delay(Timeout.Infinite, ending.Token);
        await Task.WhenAny(asked, host.Stopped);
        if (!host.Stopped.IsCompleted)
        {
            return ExitCode.Ok;
        }

        await Console.Error.WriteLineAsync($"error: {await host.Stopped}");
        return ExitCode.Environment;
    }

    private static IPumpFactory OpenPumps(ProgramOptions options, Message.OpenRun run)
    {
        if (!string.Equals(run.Workload, options.Workload.Name, StringComparison.Ordinal))
        {
            throw new FormatException(
                $"the run needs the workload {Quoted.Text(run.Workload)}, "
                    + $"this worker executes '{options.Workload.Name}'");
        }

        var settings = RunSettings.Read(options.Reading.Table, run.Settings);
        if (settings.Problems is [var problem, ..])
        {
            throw new FormatException($"{problem}");
        }

        var id = RunId.Parse(RunName.IdIn(run.Run));
        var store = SocketStore.Open(SettingsBinder.StoreForRun(options.Store, settings), id);
        return options.Workload.OpenPumps(store, id, settings, run.Proof.Span, TimeProvider.System);
    }
}
