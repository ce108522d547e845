using System.Collections;
using System.Globalization;
using System.Security.Cryptography;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Operations.Scenarios;

/// <summary>Programs, output folder and time-outs of a scenario.</summary>
public sealed record ScenarioRunnerOptions
{
    public required AElfPrograms Programs { get; init; }

    /// <summary>The file that starts this program; hosts get a copy of its folder.</summary>
    public required string ProgramFile { get; init; }

    /// <summary>Makes a Redis Cluster of empty servers, by their addresses and password; null for none.</summary>
    public required Action<IReadOnlyList<Endpoint>, Secret?> MakeCluster { get; init; }

    /// <summary>Receives a line for each start.</summary>
    public required TextWriter Report { get; init; }

    /// <summary>Whether only failures are reported.</summary>
    public bool IsQuiet { get; init; }

    /// <summary>Whether a failed run shows the last lines of each process.</summary>
    public bool IsVerbose { get; init; }

    /// <summary>
    /// Folder with <c>actor.json</c> and <c>.hocon</c> files for the cluster's programs; null for none.
    /// </summary>
    public string? ConfigurationFolder { get; init; }

    /// <summary>Folder for the processes' output; null keeps no output.</summary>
    public string? LogFolder { get; init; }

    /// <summary>Maximum time until the cluster's programs, or the members on hosts, are ready.</summary>
    public TimeSpan ReadyDeadline { get; init; } = TimeSpan.FromMinutes(2);
}

/// <summary>
/// Decides the order and the place of the processes to start: shards, proxies, manager and workers, on this machine or
/// on hosts; then the run. Always ends all processes. Refuses a scenario before it starts anything if a program is
/// missing. Next: <see cref="ServerProcess"/>, <see cref="HostMachine"/>.
/// </summary>
public sealed class ScenarioRunner : IAsyncDisposable
{
    private const int LinesOfEach = 5;

    // 128 + the number of SIGKILL.
    private const int Killed = 137;

    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(10);

    private readonly Scenario scenario;
    private readonly ScenarioRunnerOptions options;
    private readonly TextWriter report;
    private readonly TemporaryFolder scratch = new();
    private readonly ClusterProbe probe = new();
    private readonly Secret secret = SecretOfCluster();
    private readonly Secret password = NewSecret();
    private readonly ThisMachine here;
    private readonly List<HostMachine> machines = [];
    private readonly CancellationTokenSource ending = new();
    private readonly Lock childrenLock = new();
    private readonly List<List<ServerProcess>> stages = [];
    private readonly List<Task> watches = [];

    private ScenarioRunner(Scenario scenario, ScenarioRunnerOptions options)
    {
        this.scenario = scenario;
        this.options = options;
        here = new ThisMachine(scratch.Path);
        report = TextWriter.Synchronized(options.Report);
    }

    /// <summary>Starts everything, calls <paramref name="run"/> and ends everything.</summary>
    /// <param name="scenario">The scenario to start.</param>
    /// <param name="options">Programs, folders and output.</param>
    /// <param name="run">
    /// Makes the run; its second argument reports the hosts. It returns false if the run failed: then the last lines of
    /// the processes, or the place of their output, are shown.
    /// </param>
    /// <param name="cancellation">Cancels the start, not the run.</param>
    /// <exception cref="ScenarioException">
    /// Something is missing or does not start; the message has the last lines of the process concerned.
    /// </exception>
    /// <exception cref="OperationCanceledException">The start was cancelled.</exception>
    public static async Task<bool> RunAsync(
        Scenario scenario,
        ScenarioRunnerOptions options,
        Func<ScenarioAddresses, Func<IReadOnlyList<HostReport>>, bool> run,
        CancellationToken cancellation)
    {
        await using var runner = new ScenarioRunner(scenario, options);
        var addresses = scenario.Manager is { } manager
            ? await runner.FindAsync(manager, cancellation)
            : await runner.StartAsync(cancellation);
        var isPassed = run(addresses, () => [.. runner.machines.Select(machine => machine.Report)]);
        if (!isPassed)
        {
            runner.ShowOutput();
        }

        return isPassed;
    }

    /// <summary>Ends everything, workers first and shards last.</summary>
    public async ValueTask DisposeAsync()
    {
        await ending.CancelAsync();
        await Task.WhenAll(watches);
        foreach (var stage in Enumerable.Reverse(stages))
        {
            await Task.WhenAll(stage.Select(child => child.Process.EndAsync(Grace)));
            stage.ForEach(child => child.Dispose());
        }

        await Task.WhenAll(machines.Select(machine => machine.DisposeAsync().AsTask()));
        probe.Dispose();
        ending.Dispose();
        scratch.Dispose();
    }

    private static Secret SecretOfCluster() =>
        Environment.GetEnvironmentVariable(ActorSystemOptions.SecretVariable) is { Length: > 0 } given
            ? new(given)
            : NewSecret();

    private static Secret NewSecret() => new(RandomNumberGenerator.GetHexString(32));

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    private void Report(string line)
    {
        if (!options.IsQuiet)
        {
            report.WriteLine(line);
        }
    }

    private async Task<ScenarioAddresses> FindAsync(Endpoint manager, CancellationToken cancellation)
    {
        Report(
            $"scenario {scenario.Name}: nothing to start; waiting "
                + $"for {Counted(scenario.Workers, "worker")} at the manager {manager}");
        await probe.WaitForMembersAsync(
            ActorSystemOptions.HttpAddressOf(manager),
            scenario.Workers,
            options.ReadyDeadline,
            () => { },
            cancellation);
        return new ScenarioAddresses { Manager = manager };
    }

    private async Task<ScenarioAddresses> StartAsync(CancellationToken cancellation)
    {
        CheckPrograms();
        CreateLogFolder();
        Report(Plan());
        await ConnectAsync(cancellation);
        WriteConfiguration();
        var shards = await StartAllAsync(Enumerable.Range(1, scenario.Shards).Select(Shard), cancellation);
        if (scenario.Sharding is Sharding.Cluster)
        {
            await Task.Run(
                () => options.MakeCluster(shards, scenario.Hosts.All.Count > 0 ? password : null), cancellation);
        }

        var proxies = await StartAllAsync(
            Enumerable.Range(1, scenario.Proxies).Select(number => Proxy(number, shards)), cancellation);
        var addresses = new ScenarioAddresses
        {
            Store = scenario.StoreType,
            Stores = scenario.Proxies == 0 ? shards : proxies,
            Shards = shards,
        };
        return scenario.IsInOneProcess ? addresses : await StartClusterAsync(addresses, cancellation);
    }

    private async Task<ScenarioAddresses> StartClusterAsync(ScenarioAddresses store, CancellationToken cancellation)
    {
        var manager = (await StartAllAsync([Manager(store)], cancellation))[0];
        await StartAllAsync(
            Workers().Select(worker => Worker(store, manager, worker.Server, worker.Process)), cancellation);
        await probe.WaitForMembersAsync(
            ActorSystemOptions.HttpAddressOf(manager),
            scenario.Workers,
            options.ReadyDeadline,
            ThrowIfOneEnded,
            cancellation);
        return store with
        {
            Manager = manager,
            ClusterSecret = secret,
            ManagerEnding = () => stages[^2] is [{ Process: { HasExited: true } ended }] ? ended.Ending : null,
            Started = [.. from child in stages[^2].Concat(stages[^1])
                          where child.Suffix.Length == 0
                          select new StartedProcess(child.Name, child.Process.Id)],
        };
    }

    /// <summary>The worker processes of each server, both counted from 0.</summary>
    private IEnumerable<(int Server, int Process)> Workers()
    {
        var processes = scenario.Hosts.All.Count > 0
            ? scenario.Hosts.WithWorkers.Select(host => host.Processes)
            : Enumerable.Repeat(scenario.Processes, scenario.Servers);
        return processes.SelectMany((count, server) => Enumerable.Range(0, count).Select(process => (server, process)));
    }

    private async Task ConnectAsync(CancellationToken cancellation)
    {
        if (scenario.Hosts.All.Count == 0)
        {
            return;
        }

        using var published = await Task.Run(() => Publication.Of(options.ProgramFile), cancellation);
        var inOrder = await AllAsync(
            scenario.Hosts.All.Select(host => (Func<CancellationToken, Task<HostMachine>>)(
                token => HostMachine.ConnectAsync(host, scenario.Hosts, published, Report, token))),
            machines.Add,
            cancellation);
        machines.Clear();
        machines.AddRange(inOrder);
        machines.ForEach(machine => Report($"  {machine.Name,-18} {machine}"));
    }

    private HostMachine? MachineOf(IEnumerable<ScenarioHost> hosts, int index)
    {
        var all = hosts.ToList();
        return all.Count == 0
            ? null
            : machines.Find(machine => machine.Name.Equals(all[index % all.Count].Name, StringComparison.Ordinal));
    }

    // Programs missing here are reported before anything is started.
    private void CheckPrograms()
    {
        ServerProgram.Setsid.Find();
        if (scenario.Hosts.All.Count == 0)
        {
            ServerProgram.Redis.Find();
            if (scenario.Proxies > 0)
            {
                ServerProgram.Nutcracker.Find();
            }
        }

        if (!scenario.IsInOneProcess)
        {
            options.Programs.CheckAreThere();
        }
    }

    private void CreateLogFolder()
    {
        try
        {
            Directory.CreateDirectory(options.LogFolder ?? scratch.File("logs"));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new ScenarioException(
                $"the folder for the processes' output cannot be created: {exception.Message}", exception);
        }
    }

    private void WriteConfiguration()
    {
        // A folder without a file is not created on a host.
        var texts = new Dictionary<string, string>(StringComparer.Ordinal) { ["actor.json"] = "{}" };

        // Without database.json, because the scenario starts its own store.
        foreach (var file in options.ConfigurationFolder is { } folder ? Directory.GetFiles(folder) : [])
        {
            if (Path.GetFileName(file) is "actor.json" || Path.GetExtension(file) is ".hocon")
            {
                texts[Path.GetFileName(file)] = File.ReadAllText(file);
            }
        }

        foreach (var machine in machines.Prepend<IMachine>(here))
        {
            foreach (var (name, text) in texts)
            {
                machine.Write(Path.Combine(FolderOf(machine, "config"), name), text);
            }
        }
    }

    private string Plan()
    {
        var sharding = scenario.StoreType switch
        {
            StoreType.Twemproxy => $" behind {Counted(scenario.Proxies, "proxy", "proxies")}",
            StoreType.RedisCluster => " of a Redis Cluster",
            StoreType.RedisShards => " that the client chooses from",
            _ => "",
        };
        var store = $"{Counted(scenario.Shards, "shard")}{sharding}";
        var persistence = scenario.IsAppendOnly ? ", append-only file synced each second" : ", nothing persisted";
        var processes = (scenario.IsInOneProcess, scenario.Hosts.All.Count) switch
        {
            (true, _) => "this process runs the actors",
            (_, > 0) => $"a manager here, {Counted(scenario.Workers, "worker")} × {Counted(scenario.Actors, "actor")} "
                + $"on {Counted(scenario.Servers, "host")}",
            _ => $"a manager, {Counted(scenario.Servers, "server")} × "
                + $"{Counted(scenario.Processes, "process", "processes")} × {Counted(scenario.Actors, "actor")}",
        };
        var place = scenario.Hosts.All.Count > 0
            ? $"stores on {string.Join(", ", scenario.Hosts.WithStores.Select(host => host.Name))}"
            : "all on 127.0.0.1";
        return $"scenario {scenario.Name}: {store}{persistence}; {processes}; {place}";
    }

    private Func<CancellationToken, Task<ServerProcess>> Shard(int number) => Start(
        $"shard{number}",
        MachineOf(scenario.Hosts.WithStores, number - 1),
        (name, folder, output) => new RedisProcess(name, folder, output)
        {
            IsAppendOnly = scenario.IsAppendOnly,
            IsNode = scenario.Sharding is Sharding.Cluster,
        });

    private Func<CancellationToken, Task<ServerProcess>> Proxy(int number, IReadOnlyList<Endpoint> shards) => Start(
        $"proxy{number}",
        MachineOf(scenario.Hosts.WithWorkers, number - 1),
        (name, folder, output) => new NutcrackerProcess(name, folder, output, shards));

    private Func<CancellationToken, Task<ServerProcess>> Start(
        string name, HostMachine? host, Func<string, string, string, StoreServer> server)
    {
        var machine = (IMachine?)host ?? here;
        return cancellation => (server(name, FolderOf(machine, name), OutputOf(name)) with
        {
            Machine = machine,
            Password = host is null ? null : password,
        }).StartAsync(cancellation);
    }

    private Func<CancellationToken, Task<ServerProcess>> Manager(ScenarioAddresses store)
    {
        string[] further = store.Store is StoreType.Twemproxy && store.Stores.Count > 1
            ? ["--proxies", string.Join(',', store.Stores.Skip(1))]
            : [];
        return Program(
            here,
            "manager",
            programs => programs.Manager,
            port =>
            [
                "--actor.host", machines.Count > 0 ? "0.0.0.0" : here.Address, "--actor.port", Text(port),
                "--workers", Text(scenario.Workers),
                .. StoreOf(store, 0), .. further, "--state", FolderOf(here, "manager"),
            ],
            (manager, cancellation) =>
                probe.AnswersAsync(ActorSystemOptions.HttpAddressOf(manager), cancellation));
    }

    private Func<CancellationToken, Task<ServerProcess>> Worker(
        ScenarioAddresses store, Endpoint manager, int server, int process)
    {
        var host = MachineOf(scenario.Hosts.WithWorkers, server);
        var serverName = host?.Name ?? $"server{server + 1}";
        var name = $"{serverName}-worker{process + 1}";
        return Program(
            (IMachine?)host ?? here,
            name,
            programs => programs.Worker,
            port =>
            [
                "--actor.host", here.Address, "--actor.port", Text(port),
                "--manager", $"{(host is null ? manager : manager with { Host = host.AddressOfUs })}",
                "--actors", Text(scenario.Actors),
                .. RoutersOf(scenario),
                "--name", name, "--server", serverName, .. StoreOf(store, scenario.ProxyOf(server)),
            ],
            // Only its own host reaches the HTTP port of a worker there, so the manager is asked whether it has joined.
            host is null
                ? probe.IsReadyAsync
                : (_, cancellation) => probe.HasMemberAsync(
                    ActorSystemOptions.HttpAddressOf(manager), name, cancellation));
    }

    private Func<CancellationToken, Task<ServerProcess>> Program(
        IMachine machine,
        string name,
        Func<AElfPrograms, string> program,
        Func<int, IEnumerable<string>> arguments,
        Func<Endpoint, CancellationToken, Task<bool>> answers)
    {
        var programs = machine.Programs(options.Programs);
        ProcessStart Command(int port) => new(
            programs.Host,
            [.. programs.Calling(program(programs)), .. arguments(port), "--config", FolderOf(machine, "config")])
        {
            OutputFile = OutputOf(name),
            Environment = VariablesOn(machine),
        };
        return cancellation => ServerProcess.StartAsync(
            new ServerStart(name, Command, Answers)
            {
                Machine = machine,
                Port = machine is HostMachine ? 0 : null,
                Deadline = options.ReadyDeadline,
            },
            cancellation);

        // Do not wait if an earlier process has failed.
        Task<bool> Answers(Endpoint endpoint, CancellationToken cancellation)
        {
            ThrowIfOneEnded();
            return answers(endpoint, cancellation);
        }
    }

    private Dictionary<string, string?> VariablesOn(IMachine machine)
    {
        // Removes the user's variables, which may name another store or cluster. A host has its own environment.
        var own = machine == here ? Environment.GetEnvironmentVariables() : new Hashtable();
        var variables = own.Cast<DictionaryEntry>()
            .Select(variable => (string)variable.Key)
            .Where(name => name.StartsWith("AELF_DATABASE_", StringComparison.Ordinal)
                || name.StartsWith("AELF_ACTOR_", StringComparison.Ordinal))
            .ToDictionary(name => name, _ => (string?)null, StringComparer.Ordinal);
        variables["AELF_ACTOR_LANES"] = Text(scenario.Lanes);
        variables[ActorSystemOptions.SecretVariable] = secret.Reveal();
        if (machines.Count > 0)
        {
            variables[ClusterSettings.AllowPublicAddress.EnvironmentName!] = "true";
            variables[StoreSettings.Password.EnvironmentName!] = password.Reveal();
        }

        return variables;
    }

    private static IEnumerable<string> RoutersOf(Scenario scenario) =>
        scenario.Router is RouterOwner.Akka
            ? ["--router", "akka", "--routing", SettingRules.NameOf(scenario.Routing)]
            : [];

    private static IEnumerable<string> StoreOf(ScenarioAddresses store, int address)
    {
        var type = store.Store!.Value;
        var shards = string.Join(',', store.Shards);
        string[] one = ["--dbhost", store.Stores[address].Host, "--dbport", Text(store.Stores[address].Port)];
        return
        [
            "--database", StoreSettings.NameOf(type),
            .. type switch
            {
                StoreType.RedisCluster => ["--nodes", shards],
                StoreType.RedisShards => ["--shards", shards],
                StoreType.Twemproxy => [.. one, "--shards", shards],
                _ => one,
            },
        ];
    }

    private static string FolderOf(IMachine machine, string name) => Path.Combine(machine.Scratch, name);

    private string OutputOf(string name)
    {
        var file = Path.Combine(options.LogFolder ?? scratch.File("logs"), $"{name}.log");

        // The file may be from an earlier call with the same folder.
        File.Delete(file);
        return file;
    }

    private async Task<IReadOnlyList<Endpoint>> StartAllAsync(
        IEnumerable<Func<CancellationToken, Task<ServerProcess>>> starts, CancellationToken cancellation)
    {
        var stage = new List<ServerProcess>();
        stages.Add(stage);
        var children = await AllAsync(
            starts,
            child =>
            {
                stage.Add(child);
                watches.Add(WatchAsync(child));
                Report($"  {child.Name,-18} {child.Where,-21} process {child.Process.Id}{child.Suffix}");
            },
            cancellation);
        return [.. children.Select(child => child.Endpoint)];
    }

    /// <summary>Starts all at once, and waits for all; a failure cancels the others.</summary>
    /// <param name="add">Takes each result as soon as it exists, one at a time.</param>
    private async Task<T[]> AllAsync<T>(
        IEnumerable<Func<CancellationToken, Task<T>>> starts, Action<T> add, CancellationToken cancellation)
    {
        using var others = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        return await Task.WhenAll(starts.Select(async start =>
        {
            try
            {
                var started = await start(others.Token);
                lock (childrenLock)
                {
                    add(started);
                }

                return started;
            }
            catch
            {
                await others.CancelAsync();
                throw;
            }
        }));
    }

    private async Task WatchAsync(ServerProcess child)
    {
        try
        {
            await child.Process.WaitForExitAsync(ending.Token);

            // The last lines of a killed process do not say why it ended.
            var lines = child.Process.ExitCode == Killed && !options.IsVerbose
                ? ""
                : $" Its last lines:\n{child.LastLines}";
            report.WriteLine(
                $"{child.Name}{child.Suffix} (process {child.Process.Id}) {child.Process.Ending}.{lines}");
        }
        catch (OperationCanceledException)
        {
            // We end the process ourselves: there is nothing to report.
        }
    }

    private void ThrowIfOneEnded()
    {
        ServerProcess? ended;
        lock (childrenLock)
        {
            ended = stages.SelectMany(stage => stage).FirstOrDefault(child => child.Process.HasExited);
        }

        if (ended is not null)
        {
            throw new ScenarioException(
                $"{ended.Name}{ended.Suffix} {ended.Process.Ending} before the cluster was ready. "
                    + $"Its last lines:\n{ended.LastLines}");
        }
    }

    private void ShowOutput()
    {
        if (!options.IsVerbose && stages.Count > 0)
        {
            report.WriteLine(options.LogFolder is { } folder
                ? $"the output of the processes is in {folder}"
                : "--verbose shows the last lines of each process; --keep-logs DIR keeps their output");
            return;
        }

        foreach (var child in stages.SelectMany(stage => stage))
        {
            string[] lines = [.. child.LastLines.Split('\n').Where(line => line.Length > 0).TakeLast(LinesOfEach)];
            if (lines.Length > 0)
            {
                report.WriteLine($"last lines of {child.Name}:\n  {string.Join("\n  ", lines)}");
            }
        }
    }
}
