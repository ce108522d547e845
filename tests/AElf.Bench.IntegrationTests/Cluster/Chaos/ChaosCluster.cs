using System.Collections.Concurrent;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Cluster.Chaos;

/// <summary>
/// A cluster of processes over stores that keep each acknowledged write. Each process can be struck. A supervisor
/// restarts manager and workers that have ended.
/// </summary>
internal sealed class ChaosCluster : IAsyncDisposable
{
    private const int WorkerCount = 3;
    private const int WorkerActors = 2;

    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(100);

    // Some heartbeats, but less than the pause after which a stopped manager considers its workers lost.
    private static readonly TimeSpan MaxSilence = TimeSpan.FromSeconds(1);
    private static readonly RedisServerOptions Kept = new() { Persistence = RedisPersistence.AppendOnlyAlways };

    private readonly ConcurrentDictionary<string, SemaphoreSlim> gates = new(StringComparer.Ordinal);
    private readonly CancellationTokenSource ending = new();
    private readonly List<RedisServer> stores = [];
    private readonly Action<string> log;
    private Nutcracker? proxy;
    private ClusterProcesses? processes;
    private Task supervising = Task.CompletedTask;

    private ChaosCluster(Action<string> log) => this.log = log;

    /// <summary>Manager, workers and the wires between them.</summary>
    public ClusterProcesses Processes => processes ?? throw new InvalidOperationException("it has not been started");

    /// <summary>Errors of the supervisor: unexpected exit codes, and failed starts.</summary>
    public ConcurrentQueue<string> Errors { get; } = [];

    /// <summary>Starts a cluster.</summary>
    /// <param name="hasProxy">True: two shards behind a proxy; false: one redis-server.</param>
    /// <param name="log">Receives each fault and each end of a process.</param>
    public static async Task<ChaosCluster> StartAsync(bool hasProxy, Action<string> log)
    {
        var started = new ChaosCluster(log);
        try
        {
            await started.StartAsync(hasProxy);
            return started;
        }
        catch
        {
            await started.DisposeAsync();
            throw;
        }
    }

    /// <summary>An endless plan of faults.</summary>
    public IEnumerable<ChaosStep> Draw(int seed) =>
        ChaosSchedule.Draw(seed, WorkerCount, stores.Count, proxy is not null);

    /// <summary>Causes a fault and waits until it is over.</summary>
    public Task StrikeAsync(ChaosStep step)
    {
        var worker = Processes.Workers[step.Target % WorkerCount];
        var store = stores[step.Target % stores.Count];
        return step.Fault switch
        {
            ChaosFault.KillWorker => StrikeAsync(worker.Name, step, worker.KillAsync, worker.StartAsync),
            ChaosFault.StopWorker => StrikeAsync(worker.Name, step, worker.Stop, worker.Continue),
            ChaosFault.CutWorkerFromStore => StrikeAsync($"{worker.Name} to store", step, worker.Store.Cut),
            ChaosFault.CutWorkerFromManager => StrikeAsync($"{worker.Name} to manager", step, worker.Manager.Cut),
            ChaosFault.HoldWorker => StrikeAsync(
                $"{worker.Name} to manager", step, worker.Manager.HoldToServer, worker.Manager.Heal),
            ChaosFault.HoldManager => StrikeAsync(
                $"{worker.Name} to manager", step, () => worker.Manager.HoldToClient(), worker.Manager.Heal),
            ChaosFault.KillManager => StrikeAsync(
                "manager", step, Processes.KillManagerAsync, Processes.StartManagerAsync),
            ChaosFault.StopManager => StrikeAsync(
                "manager",
                step,
                () => Processes.Manager.Signal(ProcessSignal.Stop),
                () => Processes.Manager.Signal(ProcessSignal.Continue)),
            ChaosFault.CutManagerFromStore => StrikeAsync("manager to store", step, Processes.ManagerStore.Cut),
            ChaosFault.CutBenchmark => StrikeAsync("benchmark to manager", step, Processes.Front.Cut),
            ChaosFault.KillStore => StrikeAsync(NameOf(store), step, Now(store.Kill), store.RestartAsync),
            ChaosFault.StopStore => StrikeAsync(NameOf(store), step, store.Pause, store.Resume),
            ChaosFault.EndStoreConnections => StrikeAsync(
                NameOf(store), step, () => store.AskAsync("CLIENT", "KILL", "TYPE", "normal"), Nothing),
            ChaosFault.KillProxy => StrikeAsync("proxy", step, Now(proxy!.Kill), () => proxy!.RestartAsync()),
            ChaosFault.StopProxy => StrikeAsync("proxy", step, proxy!.Pause, proxy!.Resume),
            _ => throw new ArgumentOutOfRangeException(nameof(step), step, "no fault"),
        };
    }

    /// <summary>Waits until no store is struck, and reads every version of every account of a run.</summary>
    public async Task<IReadOnlyList<StoredAccount>> ReadAsync(string run)
    {
        var held = stores.Select(store => GateOf(NameOf(store))).ToList();
        foreach (var gate in held)
        {
            await gate.WaitAsync();
        }

        try
        {
            return await StoredAccount.ReadAsync(stores, run);
        }
        finally
        {
            held.ForEach(gate => gate.Release());
        }
    }

    /// <summary>Waits until the manager is not struck.</summary>
    public async Task WaitForManagerAsync()
    {
        await GateOf("manager").WaitAsync();
        GateOf("manager").Release();
    }

    /// <summary>
    /// Waits until the manager hears every worker. A worker that joins during the next run would be a fault of that
    /// run.
    /// </summary>
    public Task WaitForWorkersAsync() => Processes.WaitForAsync(
        status => status.Workers.Count == WorkerCount
            && status.Workers.All(worker => worker.HeardSecondsAgo < MaxSilence.TotalSeconds),
        "heartbeats of all workers");

    /// <summary>The keys in all stores.</summary>
    public async Task<IReadOnlyList<string>> KeysAsync()
    {
        var keys = new List<string>();
        foreach (var store in stores)
        {
            var answer = await store.AskAsync("KEYS", "*");
            keys.AddRange(answer.Split("\r\n", StringSplitOptions.RemoveEmptyEntries)
                .Where(line => line[0] is not ('*' or '$')));
        }

        return keys;
    }

    /// <summary>Stops the supervisor, ends every process, and returns leftover processes and files.</summary>
    public async Task<IReadOnlyList<string>> EndAsync()
    {
        await ending.CancelAsync();
        await supervising;
        return
        [
            .. await Processes.EndAsync(),
            .. Directory.EnumerateFileSystemEntries(Processes.TemporaryFiles)
                .Where(file => !IsOfRuntime(Path.GetFileName(file)))
                .Select(file => $"the temporary file {file} is left of the cluster"),
            .. Directory.EnumerateFiles(Processes.StateFolder, "*.tmp", SearchOption.AllDirectories)
                .Select(file => $"the temporary file {file} is left of the manager"),
        ];
    }

    public async ValueTask DisposeAsync()
    {
        await ending.CancelAsync();
        await supervising;
        if (processes is not null)
        {
            await processes.DisposeAsync();
        }

        if (proxy is not null)
        {
            await proxy.DisposeAsync();
        }

        foreach (var store in stores)
        {
            await store.DisposeAsync();
        }

        ending.Dispose();
    }

    // A killed runtime leaves its debugger pipes.
    private static bool IsOfRuntime(string name) =>
        name.StartsWith("clr-debug-pipe-", StringComparison.Ordinal)
        || name.StartsWith("dotnet-diagnostic-", StringComparison.Ordinal);

    private static string NameOf(RedisServer store) => $"store {store.Endpoint}";

    private static Task Nothing() => Task.CompletedTask;

    private static Func<Task> Now(Action action) => () =>
    {
        action();
        return Task.CompletedTask;
    };

    private async Task StartAsync(bool hasProxy)
    {
        stores.Add(await RedisServer.StartAsync(Kept));
        if (hasProxy)
        {
            stores.Add(await RedisServer.StartAsync(Kept));
            proxy = await Nutcracker.StartAsync(
                [.. stores.Select(store => store.Endpoint)],
                new NutcrackerOptions { Timeout = Wait.Slow(TimeSpan.FromMilliseconds(500)) });
        }

        processes = await ClusterProcesses.StartAsync(
            new ClusterProcessesOptions(
                AElfPrograms.Beside(AppContext.BaseDirectory),
                proxy is null ? "redis" : "twemproxy",
                proxy?.Endpoint ?? stores[0].Endpoint)
            {
                Workers = WorkerCount,
                Actors = WorkerActors,
                Shards = proxy?.Shards ?? [],
                NoticesSilence = true,
                HasRelays = true,
                StoreArguments = ["--timeout", Wait.SlowMilliseconds(1000), "--reconnect", "30"],
            });
        supervising = SuperviseAsync();
    }

    private SemaphoreSlim GateOf(string target) => gates.GetOrAdd(target, _ => new SemaphoreSlim(1, 1));

    /// <summary>A target has one fault at a time: the next fault waits for the end of the current one.</summary>
    private async Task StrikeAsync(string target, ChaosStep step, Func<Task> begin, Func<Task> end)
    {
        var gate = GateOf(target);
        await gate.WaitAsync();
        try
        {
            log($"{step.Fault} {target}, {step.Length.TotalMilliseconds:0} ms");
            await begin();
            await Task.Delay(step.Length);
            await end();
        }
        catch (InvalidOperationException exception)
        {
            log($"{step.Fault} {target} had no target: {exception.Message}");
        }
        finally
        {
            gate.Release();
        }
    }

    private Task StrikeAsync(string target, ChaosStep step, Action begin, Action end) =>
        StrikeAsync(target, step, Now(begin), Now(end));

    private Task StrikeAsync(string target, ChaosStep step, Action strike) =>
        StrikeAsync(target, step with { Length = TimeSpan.Zero }, Now(strike), Nothing);

    /// <summary>Restarts workers and managers that ended by themselves. A manager that does so is an error.</summary>
    private async Task SuperviseAsync()
    {
        while (!ending.IsCancellationRequested)
        {
            foreach (var worker in Processes.Workers)
            {
                await SuperviseAsync(worker.Name, () => worker.Process, worker.StartAsync);
            }

            await SuperviseAsync("manager", () => Processes.Manager, Processes.StartManagerAsync);
            await Task.Delay(BetweenLooks);
        }
    }

    private async Task SuperviseAsync(string name, Func<OwnedProcess> process, Func<Task> start)
    {
        var gate = GateOf(name);
        if (!await gate.WaitAsync(TimeSpan.Zero))
        {
            return;
        }

        try
        {
            if (process().HasExited)
            {
                log($"{name} ended by itself with {process().ExitCode}");
                if (process().ExitCode != (int)ExitCode.Environment || name is "manager")
                {
                    Errors.Enqueue($"{name} ended by itself with {process().ExitCode}");
                }

                await start();
            }
        }
        catch (ScenarioException exception)
        {
            Errors.Enqueue($"{name} does not start: {exception.Message}");
        }
        finally
        {
            gate.Release();
        }
    }
}
