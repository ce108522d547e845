using System.Globalization;
using System.Net.Sockets;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.Operations.Health;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>
/// A cluster in network namespaces on one switch: manager and benchmark in one, each of two workers in another, and the
/// redis in the last. Tests change the network between them.
/// </summary>
internal sealed class PartitionedCluster : IAsyncDisposable
{
    private const string ManagerPort = "4053";
    private const string PagesPort = "5053";

    private readonly ITestOutputHelper log;
    private readonly NamespaceSwitch bridge = new();
    private readonly NetworkNamespace managerSpace = NetworkNamespace.Create();
    private readonly NetworkNamespace redisSpace = NetworkNamespace.Create();
    private readonly NetworkNamespace[] workerSpaces = [NetworkNamespace.Create(), NetworkNamespace.Create()];
    private readonly TemporaryFolder folder = new();
    private readonly List<ProductProcess> programs = [];
    private readonly List<IDisposable> wires = [];
    private readonly HttpClient client;
    private readonly string secret;
    private NamespaceRedis? redis;

    private PartitionedCluster(ITestOutputHelper log, bool noticesSilence)
    {
        this.log = log;
        ManagerAddress = bridge.Plug(managerSpace);
        secret = folder.Write("secret", "the secret of a cluster in namespaces\n");
        var detector = "akka.cluster.failure-detector { heartbeat-interval = 100ms, acceptable-heartbeat-pause = "
            + $"{Wait.SlowMilliseconds(noticesSilence ? 1500 : 15_000)}ms }}\n";
        folder.Write("worker.hocon", detector);
        folder.Write("manager.hocon", $"aelf.allow-public-address = true\n{detector}");
        var handler = new SocketsHttpHandler
        {
            UseProxy = false,
            ConnectCallback = async (context, cancellation) =>
            {
                var socket = managerSpace.Inside(
                    () => new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp));
                await socket.ConnectAsync(context.DnsEndPoint, cancellation);
                return new NetworkStream(socket, ownsSocket: true);
            },
        };
        client = new HttpClient(handler) { Timeout = Wait.Deadline };
    }

    /// <summary>The address of the manager on the switch.</summary>
    public string ManagerAddress { get; }

    /// <summary>The store.</summary>
    public NamespaceRedis Redis => redis ?? throw new InvalidOperationException("redis has not been started");

    /// <summary>The namespace of the first worker.</summary>
    public NetworkNamespace First => workerSpaces[0];

    private string Logs =>
        string.Join('\n', programs.Select(program => $"--- {program.ProcessId}\n{program.Output}{program.Error}"));

    /// <summary>Starts the cluster and waits until the workers are members.</summary>
    /// <param name="log">The test's log.</param>
    /// <param name="wire">The wire between the first worker and the switch; null for none.</param>
    /// <param name="noticesSilence">Whether the heartbeat time-out of the manager is short.</param>
    public static async Task<PartitionedCluster> StartAsync(
        ITestOutputHelper log, TunRelayOptions? wire = null, bool noticesSilence = true)
    {
        var started = new PartitionedCluster(log, noticesSilence);
        try
        {
            started.redis = await NamespaceRedis.StartAsync(
                started.redisSpace, started.bridge.Plug(started.redisSpace));
            var manager = started.Start(
                started.managerSpace,
                "AElf.Concurrency.Manager.dll",
                [
                    "--actor.host", "0.0.0.0", "--actor.port", ManagerPort, "--state",
                    started.folder.File("state"), .. started.Common,
                ]);
            await manager.WaitForOutputAsync("waiting for workers");
            foreach (var space in started.workerSpaces)
            {
                if (wire is not null && ReferenceEquals(space, started.First))
                {
                    started.PlugBehind(wire);
                }
                else
                {
                    started.bridge.Plug(space);
                }

                started.StartWorker(space);
            }

            await started.WaitForAsync(status => status.Workers.Count == started.workerSpaces.Length, "its workers");
            return started;
        }
        catch
        {
            await started.DisposeAsync();
            throw;
        }
    }

    /// <summary>Drops random packets of every worker, in both directions.</summary>
    /// <param name="percent">The share of dropped packets, in percent.</param>
    public void Lose(int percent) => Array.ForEach(workerSpaces, space => space.Lose(percent));

    /// <summary>Ends <see cref="Lose"/>.</summary>
    /// <returns>The number of dropped packets.</returns>
    public long Heal()
    {
        var lost = workerSpaces.Sum(space => space.Stopped());
        Array.ForEach(workerSpaces, space => space.Heal());
        return lost;
    }

    /// <summary>Submits a run.</summary>
    public ProductProcess Submit(ClusterLoad load, params IReadOnlyList<string> more)
    {
        string[] arguments =
        [
            .. load.Arguments, .. more, "--manager", $"{ManagerAddress}:{ManagerPort}", "--secret-file", secret,
            "--quiet",
        ];
        return BenchmarkResult.Start(
            log, new ProductProcessOptions { Launcher = managerSpace.Launcher }, arguments);
    }

    /// <summary>Waits for the end of the run.</summary>
    public Task<BenchmarkResult> EndOfAsync(ProductProcess program) =>
        BenchmarkResult.EndOfAsync(log, program, () => Logs);

    /// <summary>Waits until the status of the manager has events of a kind.</summary>
    /// <param name="kind">The kind.</param>
    /// <param name="text">A part of their text.</param>
    /// <param name="number">The minimum number of such events.</param>
    public Task WaitForEventAsync(string kind, string text = "", int number = 1) => WaitForAsync(
        status => status.Events
            .Where(happened => string.Equals(happened.Kind, kind, StringComparison.Ordinal)
                && happened.Text.Contains(text, StringComparison.Ordinal))
            .Sum(happened => happened.Count) >= number,
        $"event '{kind}' {text}");

    /// <summary>Waits until the status of the manager meets a condition.</summary>
    public Task WaitForAsync(Predicate<ClusterStatus> wanted, string what) => Wait.UntilAsync(
        async () =>
        {
            var status = await client.GetByteArrayAsync(new Uri($"http://{ManagerAddress}:{PagesPort}/status"));
            return wanted(HealthJson.ReadStatus(status));
        },
        () => $"the manager to show {what}. The processes wrote:\n{Logs}");

    /// <summary>Asserts that no key is left and that every process ends after SIGTERM.</summary>
    public async Task AssertNothingLeftAsync()
    {
        Assert.Equal("0", Redis.Ask("DBSIZE"));
        foreach (var program in Enumerable.Reverse(programs))
        {
            program.Terminate();
            Assert.Equal(0, (await program.WaitForExitAsync()).ExitCode);
            await Wait.UntilAsync(
                () => !ProcessTable.OfHome(program.Home).Any(), $"the end of all processes with home {program.Home}");
        }
    }

    public ValueTask DisposeAsync()
    {
        programs.ForEach(program => program.Dispose());
        redis?.Dispose();
        client.Dispose();
        wires.ForEach(wire => wire.Dispose());
        Array.ForEach([.. workerSpaces, redisSpace, managerSpace], space => space.Dispose());
        bridge.Dispose();
        folder.Dispose();
        return ValueTask.CompletedTask;
    }

    private IEnumerable<string> Common =>
    [
        "--secret-file", secret, "--config", folder.Path, "--database", "redis", "--dbhost", Redis.Endpoint.Host,
        "--dbport", Redis.Endpoint.Port.ToString(CultureInfo.InvariantCulture), "--timeout",
        Wait.SlowMilliseconds(500),
    ];

    /// <summary>Connects the first worker to the switch over a wire and a router.</summary>
    private void PlugBehind(TunRelayOptions wire)
    {
        var router = NetworkNamespace.Create();
        var address = bridge.Plug(router);
        wires.AddRange([TunRelay.Start(First, router, wire), router]);
        router.RunInside("/bin/sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward");
        First.Ip("route", "add", NamespaceSwitch.Network, "via", TunRelay.SecondAddress);
        managerSpace.Ip("route", "add", TunRelay.FirstAddress, "via", address);
        redisSpace.Ip("route", "add", TunRelay.FirstAddress, "via", address);
    }

    private void StartWorker(NetworkNamespace space)
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"worker{programs.Count}");
        Start(
            space,
            "AElf.Concurrency.Worker.dll",
            [
                "--manager", $"{ManagerAddress}:{ManagerPort}", "--name", name, "--server", name, "--actors", "1",
                .. Common,
            ]);
    }

    private ProductProcess Start(NetworkNamespace space, string program, IEnumerable<string> arguments)
    {
        var options = new ProductProcessOptions
        {
            Program = Path.Combine(AppContext.BaseDirectory, program),
            Launcher = space.Launcher,
        };
        var started = ProductProcess.Start(options, [.. arguments]);
        programs.Add(started);
        return started;
    }
}
