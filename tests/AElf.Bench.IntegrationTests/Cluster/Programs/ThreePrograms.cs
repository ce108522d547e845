using System.Globalization;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;
using AElf.Bench.Transfers;
using AElf.Concurrency.Manager;
using AElf.Concurrency.Worker;

namespace AElf.Bench.IntegrationTests.Cluster.Programs;

/// <summary>
/// Manager, workers and benchmarks over one redis-server. Each is a process, or a call inside the process of the tests.
/// A call costs less CPU time, but cannot be killed, and its log lines about requests go to the console of the tests.
/// Dispose ends all of them.
/// </summary>
internal sealed class ThreePrograms : IAsyncDisposable
{
    /// <summary>The load of <see cref="RunAsync"/>.</summary>
    public static IReadOnlyList<string> SmallLoad { get; } =
    [
        "-n", "600", "--grouprange", "20", "20", "--repeattime", "1", "--warmup", "0", "--lanes", "8", "--ceiling",
        "off",
    ];

    private readonly List<ProductProcess> started = [];
    private readonly List<ProductCall> called = [];
    private readonly TemporaryFolder folder = new();

    // The folder of a configuration with a long heartbeat pause: on a busy machine, a worker can be silent for seconds.
    private readonly string configuration;

    private ThreePrograms(RedisServer redis)
    {
        Redis = redis;
        configuration = Directory.CreateDirectory(folder.File("config")).FullName;
        File.WriteAllText(
            Path.Combine(configuration, "manager.hocon"),
            "akka.cluster.failure-detector.acceptable-heartbeat-pause = "
                + $"{Wait.SlowMilliseconds(15_000)}ms\n");
    }

    /// <summary>The store.</summary>
    public RedisServer Redis { get; }

    /// <summary>The address of the manager.</summary>
    public Endpoint ManagerAddress { get; } = new("127.0.0.1", LoopbackPort.ReserveForManager());

    /// <summary>The manager's address for HTTP.</summary>
    public Endpoint PagesAddress => ActorSystemOptions.HttpAddressOf(ManagerAddress);

    /// <summary>Files of the test. The state folder of the manager is <c>state</c> in it.</summary>
    public TemporaryFolder Folder => folder;

    /// <summary>Environment of each process.</summary>
    public Dictionary<string, string?> Environment { get; } = new(StringComparer.Ordinal);

    /// <summary>All started processes.</summary>
    public IReadOnlyList<ProductProcess> Started => started;

    /// <summary>Starts the store.</summary>
    public static async Task<ThreePrograms> OverRedisAsync(RedisServerOptions? options = null) =>
        new(await RedisServer.StartAsync(options ?? new RedisServerOptions()));

    /// <summary>Starts a manager and waits until it listens.</summary>
    public async Task<ProductProcess> StartManagerAsync(params string[] more)
    {
        var manager = Manager(more);
        await manager.WaitForOutputAsync("waiting for workers");
        return manager;
    }

    /// <summary>Starts a manager.</summary>
    public ProductProcess Manager(params string[] more) =>
        Start("AElf.Concurrency.Manager.dll", OfManager(more));

    /// <summary>Calls a manager and waits until it listens.</summary>
    public async Task<IProductRun> CallManagerAsync(params string[] more)
    {
        var manager = CalledManager(more);
        await manager.WaitForOutputAsync("waiting for workers");
        return manager;
    }

    /// <summary>Calls a manager.</summary>
    public IProductRun CalledManager(params string[] more) => Call(
        (words, ending) => ManagerProgram.Run(words, new TransferWorkloadType(), ending), OfManager(more));

    /// <summary>Starts a worker and waits for the manager's welcome.</summary>
    public async Task<ProductProcess> StartWorkerAsync(params string[] more)
    {
        var worker = Worker(more);
        await worker.WaitForOutputAsync("welcome from the manager");
        return worker;
    }

    /// <summary>Starts a worker of two actors.</summary>
    public ProductProcess Worker(params string[] more) => Start("AElf.Concurrency.Worker.dll", OfWorker(more));

    /// <summary>Calls a worker and waits for the manager's welcome.</summary>
    public async Task<IProductRun> CallWorkerAsync(params string[] more)
    {
        var worker = CalledWorker(more);
        await worker.WaitForOutputAsync("welcome from the manager");
        return worker;
    }

    /// <summary>Calls a worker of two actors.</summary>
    public IProductRun CalledWorker(params string[] more) => Call(
        (words, ending) => WorkerProgram.Run(words, new TransferWorkloadType(), ending), OfWorker(more));

    /// <summary>Starts a benchmark of the manager.</summary>
    public ProductProcess Benchmark(params string[] more) =>
        Start("AElf.Benchmark.dll", ToManager(more));

    /// <summary>Starts a sweep over the manager's workers.</summary>
    public ProductProcess Sweep(params string[] words) =>
        Start("AElf.Benchmark.dll", ["sweep", .. ToManager(words)]);

    /// <summary>Runs a small load to its end.</summary>
    public async Task<BenchmarkEnd> RunAsync(params string[] more) =>
        BenchmarkEnd.Of(await ProductCall.RunAsync([.. SmallLoad, .. ToManager(more)]));

    /// <summary>Runs the small load to its end, as a process with <see cref="Environment"/>.</summary>
    public async Task<BenchmarkEnd> RunProcessAsync(params string[] more) =>
        BenchmarkEnd.Of(await Benchmark([.. SmallLoad, .. more]).WaitForExitAsync());

    /// <summary>A load without an end. The added round trip leaves the processors to other tests.</summary>
    public ProductProcess RunForEver() =>
        Benchmark("-n", "6000", "--grouprange", "300", "300", "--repeattime", "10000", "--ceiling", "off",
            "--latency", "2ms");

    /// <summary>Asserts that the store has no key.</summary>
    public async Task AssertStoreIsEmptyAsync() =>
        Assert.Equal("0", (await Redis.AskAsync("DBSIZE")).Trim().TrimStart(':'));

    /// <summary>Waits for a text in the standard error of a program.</summary>
    public static Task UntilPrintedAsync(IProductRun program, string text) =>
        Wait.UntilAsync(program, () => program.Error.Contains(text, StringComparison.Ordinal), $"'{text}'");

    /// <summary>Waits for the end of a program and asserts its exit code.</summary>
    public static async Task AssertEndsAsync(IProductRun program, int exitCode)
    {
        var result = await program.WaitForExitAsync();
        Assert.True(result.ExitCode == exitCode, $"exit code {result.ExitCode}, not {exitCode}: {result.AllOutput}");
        Assert.DoesNotContain("\n   at ", result.AllOutput, StringComparison.Ordinal);
    }

    public async ValueTask DisposeAsync()
    {
        started.ForEach(process => process.Dispose());
        called.ForEach(call => call.Terminate());
        foreach (var call in called)
        {
            await call.WaitForExitAsync();
            call.Dispose();
        }

        await Redis.DisposeAsync();
        folder.Dispose();
    }

    private string[] ToManager(string[] more) =>
        [.. Given("--manager", ManagerAddress.ToString(), more), .. more];

    private static string FreePort() => LoopbackPort.Reserve().ToString(CultureInfo.InvariantCulture);

    private static string PortOf(Endpoint endpoint) => endpoint.Port.ToString(CultureInfo.InvariantCulture);

    private static string[] Given(string option, string text, string[] more) =>
        more.Contains(option, StringComparer.Ordinal) ? [] : [option, text];

    private string[] OfManager(string[] more) =>
    [
        "--actor.port", PortOf(ManagerAddress), .. Given("--state", folder.File("state"), more), .. Store(more),
        "--config", configuration, .. more,
    ];

    private string[] OfWorker(string[] more) =>
    [
        .. Given("--manager", ManagerAddress.ToString(), more), .. Given("--actor.port", FreePort(), more),
        .. Given("--actors", "2", more), .. Store(more), .. more,
    ];

    private string[] Store(string[] more) =>
    [
        "--database", "redis", .. Given("--dbport", Redis.Port.ToString(CultureInfo.InvariantCulture), more),
        .. Given("--timeout", Wait.SlowMilliseconds(15_000), more),
    ];

    private ProductCall Call(ProgramMain main, string[] arguments)
    {
        var call = ProductCall.Start(main, arguments);
        called.Add(call);
        return call;
    }

    private ProductProcess Start(string program, string[] arguments)
    {
        var process = ProductProcess.Start(
            new ProductProcessOptions
            {
                Program = Path.Combine(AppContext.BaseDirectory, program),
                Environment = Environment,
            },
            arguments);
        started.Add(process);
        return process;
    }
}

/// <summary>How a benchmark ended.</summary>
internal sealed record BenchmarkEnd(int ExitCode, string Output, string Error)
{
    /// <summary>The end of a call or a process.</summary>
    public static BenchmarkEnd Of(ProductResult result) => new(result.ExitCode, result.Output, result.Error);
}
