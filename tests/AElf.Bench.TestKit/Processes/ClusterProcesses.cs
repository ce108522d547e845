using System.Collections;
using System.Globalization;
using System.Net.Sockets;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Operations.Health;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.TestKit.Network;

namespace AElf.Bench.TestKit.Processes;

/// <summary>
/// A manager and workers on loopback. Each connection between them and their store goes through a relay, so that a test
/// can kill and freeze processes and cut and hold connections. The test owns the store.
/// </summary>
public sealed class ClusterProcesses : IAsyncDisposable
{
    private readonly TemporaryFolder folder = new();
    private readonly ClusterProcessesOptions options;
    private readonly HttpClient client = new(new SocketsHttpHandler { UseProxy = false })
    {
        Timeout = Wait.Slow(TimeSpan.FromSeconds(15)),
    };
    private readonly List<ClusterWorker> workers = [];
    private readonly int managerPort = LoopbackPort.Reserve();
    private readonly int pagesPort = LoopbackPort.Reserve();
    private ClusterProgram? manager;

    private ClusterProcesses(ClusterProcessesOptions options)
    {
        this.options = options;
        ManagerStore = StoreRelay.Start(options.Store);
        Front = WireRelay.Start(() => ManagerPages);
        for (var i = 0; i < options.Workers; i++)
        {
            var store = options.WorkerStores.Count == 0
                ? options.Store
                : options.WorkerStores[i % options.WorkerStores.Count];
            var name = string.Create(CultureInfo.InvariantCulture, $"worker{i + 1}");
            workers.Add(new ClusterWorker(
                name, StoreRelay.Start(store), WireRelay.Start(() => ManagerEndpoint), StartWorkerAsync));
        }

        Directory.CreateDirectory(ConfigurationFolder);
        var pause = FormattableString.Invariant($"{options.HeartbeatPause.TotalMilliseconds:0}ms");
        var detector = "akka.cluster.failure-detector "
            + $"{{ heartbeat-interval = 150ms, acceptable-heartbeat-pause = {pause} }}\n";
        File.WriteAllText(Path.Combine(ConfigurationFolder, "manager.hocon"), detector);
        File.WriteAllText(Path.Combine(ConfigurationFolder, "worker.hocon"), detector);
        StateFolder = options.StateFolder ?? folder.File("state");
        TemporaryFiles = Directory.CreateDirectory(folder.File("tmp")).FullName;
    }

    /// <summary>The manager's address for workers.</summary>
    public Endpoint ManagerEndpoint => new("127.0.0.1", managerPort);

    /// <summary>The manager's HTTP address.</summary>
    public Endpoint ManagerPages => new("127.0.0.1", pagesPort);

    /// <summary>The manager's HTTP address for benchmarks: through <see cref="Front"/>.</summary>
    public Uri Entrance => new($"http://{Front.Endpoint}");

    /// <summary>The relay between the manager and its store.</summary>
    public StoreRelay ManagerStore { get; }

    /// <summary>The relay between the benchmark and the manager.</summary>
    public WireRelay Front { get; }

    public IReadOnlyList<ClusterWorker> Workers => workers;

    public OwnedProcess Manager => ManagerProgram.Process;

    public ClusterProgram ManagerProgram =>
        manager ?? throw new InvalidOperationException("the manager has not been started");

    public string StateFolder { get; }

    /// <summary>The home directory of every process.</summary>
    public string Home => folder.Path;

    /// <summary>The folder for temporary files of every process.</summary>
    public string TemporaryFiles { get; }

    /// <summary>The output of every process so far.</summary>
    public string Logs => string.Join(
        '\n',
        Directory.EnumerateFiles(folder.Path, "*.log")
            .Order(StringComparer.Ordinal)
            .Select(file => $"--- {Path.GetFileName(file)}\n{File.ReadAllText(file)}")
            .Concat(workers.Select(worker => worker.Program).Append(ManagerProgram).Select(inside => inside.Output)));

    /// <summary>Starts the manager and the workers, and waits until the workers are members.</summary>
    /// <exception cref="ScenarioException">A process does not serve; the message contains its last lines.</exception>
    public static async Task<ClusterProcesses> StartAsync(ClusterProcessesOptions options)
    {
        var started = new ClusterProcesses(options);
        try
        {
            await Task.WhenAll([started.StartManagerAsync(), .. started.workers.Select(worker => worker.StartAsync())]);
            await started.WaitForMembersAsync(options.Workers);
            return started;
        }
        catch
        {
            await started.DisposeAsync();
            throw;
        }
    }

    /// <summary>
    /// Starts the manager, or restarts it over the same state folder and port, and waits until it serves.
    /// </summary>
    public async Task StartManagerAsync()
    {
        await (manager?.DisposeAsync() ?? ValueTask.CompletedTask);
        manager = await StartAsync(
            "manager",
            options.Programs.Manager,
            managerPort,
            port => [.. Role("manager"), .. ManagerArguments(StateFolder, port)],
            _ => ManagerPages);
    }

    /// <summary>Starts a second manager on another port and does not wait for it. It may end at once.</summary>
    public OwnedProcess StartOtherManager(string stateFolder) =>
        OwnedProcess.Start(
            Start("other-manager", options.Programs.Manager, ManagerArguments(stateFolder, LoopbackPort.Reserve())));

    /// <summary>Kills the manager with SIGKILL and waits for its end.</summary>
    public async Task KillManagerAsync()
    {
        Manager.Signal(ProcessSignal.Kill);
        await Manager.WaitForExitAsync(CancellationToken.None);
    }

    /// <summary>The manager's status.</summary>
    /// <exception cref="HttpRequestException">The manager does not answer.</exception>
    public async Task<ClusterStatus> StatusAsync() =>
        HealthJson.ReadStatus(await client.GetByteArrayAsync(new Uri($"http://{ManagerPages}/status")));

    /// <summary>Waits until the manager has this number of members.</summary>
    public Task WaitForMembersAsync(int count) =>
        WaitForAsync(status => status.Workers.Count == count, $"{count} members");

    /// <summary>Waits until the manager's status has this number of events of a kind.</summary>
    public Task WaitForEventAsync(string kind, int number = 1) =>
        WaitForAsync(
            status => status.Events.Count(
                happened => string.Equals(happened.Kind, kind, StringComparison.Ordinal)) >= number,
            $"event '{kind}'");

    /// <summary>Waits until the manager's status fulfils a condition.</summary>
    public Task WaitForAsync(Predicate<ClusterStatus> wanted, string what) => Wait.UntilAsync(
        async () =>
        {
            try
            {
                return wanted(await StatusAsync());
            }
            catch (Exception exception)
                when (exception is HttpRequestException or TaskCanceledException && !ManagerProgram.HasExited)
            {
                return false;
            }
        },
        () => $"the manager to show {what}. The processes wrote:\n{Logs}");

    /// <summary>
    /// Asks every process to end, workers first. Returns an error for each process that does not end, or does not end
    /// as it should.
    /// </summary>
    public async Task<IReadOnlyList<string>> EndAsync()
    {
        var errors = new List<string>();
        foreach (var program in workers.Select(worker => worker.Program).Append(ManagerProgram))
        {
            if (await program.EndAsync() is { } error)
            {
                errors.Add(error);
            }
        }

        try
        {
            // The process that watched over a program ends a moment after it.
            await Wait.UntilAsync(() => !ProcessTable.OfHome(Home).Any(), "the last of the cluster's processes to end");
        }
        catch (TimeoutException)
        {
            errors.AddRange(ProcessTable.OfHome(Home).Select(process => $"{process} is still running"));
        }

        foreach (var port in workers.Select(worker => worker.Program.Endpoint.Port).Concat([managerPort, pagesPort]))
        {
            using var listener = new TcpListener(System.Net.IPAddress.Loopback, port);
            try
            {
                listener.Start();
            }
            catch (SocketException exception)
            {
                errors.Add(FormattableString.Invariant($"port {port} is still in use: {exception.Message}"));
            }
        }

        return errors;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var worker in workers)
        {
            await worker.DisposeAsync();
        }

        manager?.Abandon();
        await Front.DisposeAsync();
        await ManagerStore.DisposeAsync();
        await (manager?.DisposeAsync() ?? ValueTask.CompletedTask);
        client.Dispose();
        folder.Dispose();
    }

    private string ConfigurationFolder => folder.File("config");

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private Task<ClusterProgram> StartWorkerAsync(ClusterWorker worker) => StartAsync(
        worker.Name,
        options.Programs.Worker,
        port: null,
        port =>
        [
            .. Role("worker"), "--actor.port", Text(port),
            "--manager", (options.HasRelays ? worker.Manager.Endpoint : ManagerEndpoint).ToString(),
            "--name", worker.Name, "--server", "here", "--actors", Text(options.Actors),
            .. StoreAt(worker.Store.Endpoint),
        ],
        endpoint => endpoint);

    /// <summary>Starts a member and waits until it serves.</summary>
    /// <param name="program">Its path, or its subcommand.</param>
    /// <param name="port">Its port; null for a free one.</param>
    /// <param name="arguments">Returns its arguments for its address.</param>
    /// <param name="pages">Returns its HTTP address for its address.</param>
    private Task<ClusterProgram> StartAsync(
        string name,
        string program,
        int? port,
        Func<int, IEnumerable<string>> arguments,
        Func<Endpoint, Endpoint> pages)
    {
        if (options.Inside(name) is not { } main)
        {
            return ClusterProgram.StartAsync(new ServerStart(
                name,
                at => Start(name, program, arguments(at)),
                (endpoint, cancellation) => AnswersAsync(pages(endpoint), cancellation))
            {
                Port = port,
                Deadline = Wait.Deadline,
            });
        }

        var endpoint = new Endpoint("127.0.0.1", port ?? LoopbackPort.Reserve());
        return ClusterProgram.CallAsync(
            name,
            endpoint,
            main,
            [.. arguments(endpoint.Port), "--config", ConfigurationFolder],
            () => AnswersAsync(pages(endpoint), CancellationToken.None));
    }

    private IEnumerable<string> Role(string name) => options.IsOneProgram ? [name] : [];

    private IEnumerable<string> ManagerArguments(string stateFolder, int port) =>
    [
        "--actor.port", Text(port), "--http-port", Text(pagesPort), "--workers", "1+", "--state", stateFolder,
        .. StoreAt(ManagerStore.Endpoint),
        "--proxies", string.Join(',', workers.Select(worker => worker.Store.Endpoint)),
        .. options.Shards.Count == 0 ? Array.Empty<string>() : ["--shards", string.Join(',', options.Shards)],
    ];

    private IEnumerable<string> StoreAt(Endpoint address) =>
        [
            "--database", options.StoreType, "--dbhost", address.Host, "--dbport", Text(address.Port),
            .. options.StoreArguments, .. options.Patience,
        ];

    private ProcessStart Start(string name, string program, IEnumerable<string> arguments)
    {
        var variables = Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
            .Select(variable => (string)variable.Key)
            .Where(variable => variable.StartsWith("AELF_", StringComparison.Ordinal)
                || variable.StartsWith("XDG_", StringComparison.Ordinal))
            .ToDictionary(variable => variable, _ => (string?)null, StringComparer.Ordinal);
        variables["HOME"] = Home;
        variables["TMPDIR"] = TemporaryFiles;
        return new ProcessStart(
            options.Programs.Host,
            [
                .. options.Programs.Calling(program), .. arguments, "--config", ConfigurationFolder,
            ])
        {
            OutputFile = folder.File($"{name}.log"),
            Environment = variables,
        };
    }

    private async Task<bool> AnswersAsync(Endpoint endpoint, CancellationToken cancellation)
    {
        using var answer = await client.GetAsync(new Uri($"http://{endpoint}/health"), cancellation);
        return true;
    }
}
