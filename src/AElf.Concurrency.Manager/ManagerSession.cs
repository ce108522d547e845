using AElf.Bench.Akka;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Operations.Health;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Storage;

namespace AElf.Concurrency.Manager;

/// <summary>One call of the program: runs the manager until it is asked to end.</summary>
internal static class ManagerSession
{
    public static async Task<ExitCode> RunAsync(ProgramOptions options, CancellationToken caller)
    {
        var eventLog = new EventLog(Console.Out)
        {
            Outage = new RunOutage(options.Store.ReconnectDeadline, TimeProvider.System),
        };
        using var archive = new RunArchive(StateFolder.Find(options.Settings, options.Reading.UserData), eventLog);
        var traffic = new FrameTraffic();
        using var host = new ManagerHost(
            new ManagerHostOptions(options.Hosts, StoreAddressesOf(options.Store)) { Traffic = traffic }, eventLog);
        var cleaner = new RunCleaner(options);
        using var watch = new LateWriteWatch(cleaner, archive, host, eventLog, RunExecutor.TimeOuts(options.Store));
        var queue = new RunQueue(archive, new RunExecutor(options, host, cleaner), watch, eventLog);
        watch.IsBusy = () => queue.Current is not null;
        using var ending = new Termination(caller: caller);
        using var status = new StatusReader(options, host, queue, eventLog);
        using var metrics = new ClusterMetrics(status.Read, TimeProvider.System) { Frames = traffic };
        using var text = new PrometheusText(metrics.Meter, RunMetrics.Instruments);
        using var export = options.Settings.Get(ClusterSettings.Otlp) is { } collector
            ? new OtlpExport(collector, "aelf-manager")
            : null;
        eventLog.Metrics = metrics;

        // Do this before accepting requests: a repeated submission would be refused as a duplicate.
        queue.Resume();
        await using var cluster = new AkkaCluster(options.Hosts, eventLog.NoteError);
        cluster.AddTo(metrics.Meter);
        await using var server = await ManagerServer.StartAsync(
            options, queue, status, metrics, text, ending.Token);
        var listening = cluster.Listen(
            new ConnectionOptions(options.Hosts) with { Traffic = traffic },
            ListenerLimits.OfProcess.AdmissionDeadline,
            channel => host.ServeAsync(channel, ending.Token));
        Console.Out.WriteLine(
            $"manager at {options.Hosts.Address}, store {Describe(options.Store)}; waiting for workers");
        var warning = Task.Run(() => WarnOfStore(options.Store), CancellationToken.None);
        await listening.WaitAsync(ending.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

        // The current run stays in its log: the next manager over this state folder resumes it.
        eventLog.End(queue.Current?.Id);
        await warning;
        return ending.Token.IsCancellationRequested
            ? ExitCode.Ok
            : throw new IOException(
                "Akka's node has ended, so workers cannot join: start the manager again with the same --state");
    }

    /// <summary>The addresses of the store for workers: its own, and the addresses of its proxies or nodes.</summary>
    internal static IReadOnlyList<string> StoreAddressesOf(StoreOptions store) =>
        [store.Place, .. store.Proxies.Concat(store.Nodes.Skip(1)).Select(each => each.ToString())];

    /// <summary>The type of the store and its addresses for workers.</summary>
    internal static string Describe(StoreOptions store) =>
        $"{StoreSettings.NameOf(store.Type)} at {string.Join(", ", StoreAddressesOf(store))}";

    /// <summary>Warns if the store does not answer. It may start later, because only runs need it.</summary>
    private static void WarnOfStore(StoreOptions store)
    {
        try
        {
            SocketStore.ReadCounters(store);
        }
        catch (StoreException exception)
        {
            Console.Error.WriteLine($"warning: the store does not answer yet: {exception.Message}");
        }
    }
}
