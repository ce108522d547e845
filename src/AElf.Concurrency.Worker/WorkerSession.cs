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
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Concurrency.Worker;

/// <summary>
/// One call of the program: runs the worker until the user ends it, or until it stops itself. Prints its events.
/// </summary>
internal static class WorkerSession
{
    public static async Task<ExitCode> RunAsync(ProgramOptions options, CancellationToken caller)
    {
        var hosts = options.Hosts;
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
            change => Print(options, change));
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

    /// <summary>Prints an event of the worker's host.</summary>
    private static void Print(ProgramOptions options, WorkerLifecycleEvent change)
    {
        switch (change)
        {
            case WorkerLifecycleEvent.Unreachable(var manager, var reason):
                Console.Error.WriteLine($"not joined yet, trying again: {Describe(manager, reason)}");
                break;
            case WorkerLifecycleEvent.Joined(var manager, var welcome):
                Console.Out.WriteLine(
                    $"welcome from the manager at {manager}: "
                        + $"{options.Hosts.Name} is {Place(welcome.Members.Count)}, with "
                        + Counted(options.Settings.Get(ActorSettings.ActorCount), "actor")
                        + $" over the store at {options.Store.Place}");
                foreach (var member in welcome.Members)
                {
                    Console.Out.WriteLine(
                        $"  {member.Name}  server {member.Server}  {Counted(member.Actors, "actor")}  "
                            + $"store {member.Store}");
                }

                break;
            case WorkerLifecycleEvent.Refused(
                var manager, { Refusal: Refusal.Duplicate or Refusal.NotMember } rejected):
                Console.Error.WriteLine($"not joined yet, trying again: {Describe(manager, rejected.Text)}");
                break;
            case WorkerLifecycleEvent.Lost(var manager, var reason):
                Console.Error.WriteLine($"membership lost, trying again: {Describe(manager, reason)}");
                break;
            case WorkerLifecycleEvent.RunOpened(var run):
                Console.Out.WriteLine($"run {RunName.IdIn(run)} opened");
                break;
            case WorkerLifecycleEvent.RunClosed(var run, var failure):
                Console.Out.WriteLine($"run {RunName.IdIn(run)} closed{(failure is null ? "" : $": {failure}")}");
                break;
            default:
                // The end of the call prints why the worker stops.
                break;
        }
    }

    // Some reasons name the manager already.
    private static string Describe(Endpoint manager, string reason) =>
        reason.StartsWith(manager.ToString(), StringComparison.Ordinal) ? reason : $"{manager}: {reason}";

    private static string Place(int members) => members == 1 ? "the only member" : $"one of {members} members";
}
