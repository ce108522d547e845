using System.Globalization;
using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;
using AElf.Bench.Transfers;
using AElf.Concurrency.Manager;
using AElf.Concurrency.Worker;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>A fault of a worker.</summary>
public enum Strike
{
    /// <summary>SIGKILL.</summary>
    Kill,

    /// <summary>SIGSTOP for longer than the heartbeat time-out, then SIGCONT.</summary>
    Stop,

    /// <summary>Its connection to the store is reset.</summary>
    Cut,
}

/// <summary>
/// A run on a cluster with a fault, and the assertions after it. A member that is struck is a process.
/// </summary>
internal sealed class ClusterTrial : IAsyncDisposable
{
    /// <summary>The name of the manager among members.</summary>
    public const string Manager = "manager";

    /// <summary>The name of the first worker.</summary>
    public const string FirstWorker = "worker1";

    /// <summary>The name of the other worker.</summary>
    public const string SecondWorker = "worker2";

    /// <summary>Two rounds that are long enough for a fault, with one transfer in flight at each worker.</summary>
    public static readonly ClusterLoad Narrow = new(1000, 20, 2, 1);

    /// <summary>Two rounds with many transfers in flight.</summary>
    public static readonly ClusterLoad Wide = new(2000, 100, 2, 16);

    private readonly ITestOutputHelper log;
    private readonly IReadOnlyList<RedisServer> servers;
    private RedisServer? owned;

    private ClusterTrial(ITestOutputHelper log, IReadOnlyList<RedisServer> servers, ClusterProcesses cluster)
    {
        this.log = log;
        this.servers = servers;
        Cluster = cluster;
    }

    /// <summary>The manager and the worker beside the tests.</summary>
    public static AElfPrograms Programs => AElfPrograms.Beside(AppContext.BaseDirectory);

    /// <summary>The processes.</summary>
    public ClusterProcesses Cluster { get; }

    /// <summary>Starts a cluster over a Redis of its own.</summary>
    /// <param name="log">The test's log.</param>
    /// <param name="struck">Names of the members that are processes.</param>
    /// <param name="noticesSilence">Whether the heartbeat time-out of the manager is short.</param>
    /// <param name="hasRelays">Whether workers reach the manager through relays.</param>
    public static async Task<ClusterTrial> StartAsync(
        ITestOutputHelper log,
        IReadOnlyList<string> struck,
        bool noticesSilence = false,
        bool hasRelays = false)
    {
        var redis = await RedisServer.StartAsync();
        try
        {
            var options = OptionsOver(redis, struck) with
            {
                NoticesSilence = noticesSilence,
                HasRelays = hasRelays,
            };
            var trial = await StartAsync(log, options, redis);
            trial.owned = redis;
            return trial;
        }
        catch
        {
            await redis.DisposeAsync();
            throw;
        }
    }

    /// <summary>Starts a cluster over a Redis.</summary>
    public static Task<ClusterTrial> StartAsync(
        ITestOutputHelper log, IReadOnlyList<string> struck, RedisServer redis) =>
        StartAsync(log, OptionsOver(redis, struck), redis);

    /// <summary>The options of a cluster over a Redis.</summary>
    /// <param name="redis">The store.</param>
    /// <param name="struck">
    /// Names of the members that are killed, stopped or traced. They are processes. The others are calls inside the
    /// process of the tests.
    /// </param>
    public static ClusterProcessesOptions OptionsOver(RedisServer redis, params IReadOnlyList<string> struck) =>
        new(Programs, "redis", redis.Endpoint) { Inside = name => InsideBut(struck, name) };

    /// <summary>Starts a cluster over servers of the test.</summary>
    public static async Task<ClusterTrial> StartAsync(
        ITestOutputHelper log, ClusterProcessesOptions options, params IReadOnlyList<RedisServer> servers) =>
        new(log, servers, await ClusterProcesses.StartAsync(options));

    /// <summary>The fault kinds that a run can report after a strike, separated by "|".</summary>
    public static string FaultOf(Strike strike) => strike == Strike.Cut ? "closed|timeout" : "worker";

    /// <summary>
    /// Strikes the first worker at a point. Asserts that each transaction was applied exactly once, and some in a later
    /// attempt.
    /// </summary>
    /// <param name="words">Further options of the benchmark.</param>
    public static async Task<BenchmarkResult> AssertSurvivesAsync(
        ITestOutputHelper log, ClusterLoad load, StopPoint stop, Strike strike, params IReadOnlyList<string> words)
    {
        await using var trial = await StartAsync(
            log, strike is Strike.Cut ? [] : [FirstWorker], noticesSilence: strike is Strike.Stop);
        var worker = trial.Cluster.Workers[0];
        worker.Store.Arm(stop);
        using var program = trial.Submit(load, words);

        await trial.ReachedAsync(stop, program);
        await trial.StrikeAsync(worker, strike);

        var run = await trial.AssertEndsDegradedAsync(program, load, FaultOf(strike));
        Assert.NotEqual(0, run.At("figures.retried").GetInt64());
        return run;
    }

    /// <summary>Kills the manager during a run, restarts it, and asserts that the run passes its audit.</summary>
    /// <param name="words">Further options of the benchmark.</param>
    public static async Task AssertOutlivesItsManagerAsync(
        ITestOutputHelper log, ClusterLoad load, params IReadOnlyList<string> words)
    {
        await using var trial = await StartAsync(log, [Manager]);
        using var program = trial.Submit(load, words);
        await trial.UnderWayAsync(program);

        await trial.Cluster.KillManagerAsync();
        await trial.Cluster.StartManagerAsync();

        await trial.AssertEndsProvedAsync(program, load);
    }

    /// <summary>Submits a run.</summary>
    public IProductRun Submit(ClusterLoad load, params IReadOnlyList<string> more)
    {
        string[] arguments =
        [
            .. load.Arguments, .. more, "--manager", Cluster.Entrance.ToString(), "--quiet",
        ];
        return BenchmarkResult.Call(log, arguments);
    }

    /// <summary>
    /// Submits a run and holds a write of the first worker, so that the first round cannot end before the test releases
    /// the store relay of this worker.
    /// </summary>
    public async Task<IProductRun> SubmitHeldAsync(ClusterLoad load)
    {
        var middle = new StopPoint(command => command.Verb is "SET" && command.Version >= 0, 300, Held.Command);
        Cluster.Workers[0].Store.Arm(middle);
        var program = Submit(load);
        await ReachedAsync(middle, program);
        return program;
    }

    /// <summary>
    /// The point where the manager reads the counters of the servers, after the first round of <see cref="Narrow"/>.
    /// </summary>
    public StopPoint BetweenRounds() => new(
        command => command.Verb is "INFO"
            && Cluster.Workers.Sum(worker => worker.Store.Commands) >= 4 * Narrow.Transfers,
        1,
        Held.Command);

    /// <summary>
    /// Waits until a relay has stopped at a point. If the benchmark ends before, the trial is void and fails.
    /// </summary>
    public async Task<StoreRelay> ReachedAsync(StopPoint point, IProductRun program)
    {
        await Wait.UntilAsync(
            () => Task.FromResult(point.Reached.IsCompleted || program.HasExited),
            () => $"the point to be reached. {Output(program)}");
        Assert.True(point.Reached.IsCompleted, $"void: ended early. {Output(program)}");
        return await point.Reached;
    }

    /// <summary>Waits until the workers are executing the first round.</summary>
    public Task UnderWayAsync(IProductRun program) => Wait.UntilAsync(
        () =>
        {
            Assert.False(program.HasExited, $"void: ended early. {Output(program)}");
            return Task.FromResult(Cluster.Workers.All(worker => worker.Store.Commands > 500));
        },
        () => $"commands of the workers. {Output(program)}");

    /// <summary>
    /// Strikes a worker that is held at a point. The held command reaches the store after the work was granted again.
    /// </summary>
    /// <param name="worker">The worker.</param>
    /// <param name="strike">The fault.</param>
    /// <param name="number">The number of repeated grants before the strike, plus one.</param>
    public async Task StrikeAsync(ClusterWorker worker, Strike strike, int number = 1)
    {
        switch (strike)
        {
            case Strike.Kill:
                await worker.KillAsync();
                await Cluster.WaitForEventAsync("lost");
                await Cluster.WaitForEventAsync("again", number);
                worker.Store.LetGo();
                break;
            case Strike.Stop:
                worker.Stop();
                await Cluster.WaitForEventAsync("lost");
                await Cluster.WaitForEventAsync("again", number);
                worker.Store.LetGo();
                worker.Continue();
                break;
            case Strike.Cut:
                worker.Store.Cut();
                await Cluster.WaitForEventAsync("failed");
                await Cluster.WaitForEventAsync("again", number);
                worker.Store.LetGo();
                break;
            default:
                throw new ArgumentOutOfRangeException(nameof(strike), strike, "no strike");
        }
    }

    /// <summary>
    /// Releases a held write that the store does not have yet, and waits until the store has it.
    /// </summary>
    public static async Task LandAsync(ClusterWorker worker, StopPoint write, RedisServer redis)
    {
        var (key, late) = (write.Command!.Words[1], write.Command.Words[2]);
        Assert.DoesNotContain(late, await redis.AskAsync("GET", key), StringComparison.Ordinal);
        worker.Store.LetGo();
        await Wait.UntilAsync(
            async () => (await redis.AskAsync("GET", key)).Contains(late, StringComparison.Ordinal),
            () => "the late write to land");
    }

    /// <summary>Waits for the end of the run.</summary>
    public Task<BenchmarkResult> EndOfAsync(IProductRun program) =>
        BenchmarkResult.EndOfAsync(log, program, () => Cluster.Logs);

    /// <summary>
    /// Waits for the end of the run. Asserts that the run met a fault and passed its audit, and that nothing is left.
    /// </summary>
    /// <inheritdoc cref="AssertDegraded"/>
    public async Task<BenchmarkResult> AssertEndsDegradedAsync(
        IProductRun program, ClusterLoad load, params IReadOnlyList<string> faults)
    {
        var run = await EndOfAsync(program);
        AssertDegraded(run, load, faults);
        await AssertNothingLeftAsync();
        return run;
    }

    /// <summary>Waits for the end of the run. Asserts that it passed its audit, and that nothing is left.</summary>
    public async Task<BenchmarkResult> AssertEndsProvedAsync(IProductRun program, ClusterLoad load)
    {
        var run = await EndOfAsync(program);
        run.AssertExit(0, 5);
        AssertProved(run, load);
        await AssertNothingLeftAsync();
        return run;
    }

    /// <summary>Asserts that the run met faults and passed its audit.</summary>
    /// <param name="run">The run.</param>
    /// <param name="load">The load of the run.</param>
    /// <param name="faults">The fault kinds that the report must have, else the trial is void. "|" separates
    /// alternatives.</param>
    public static void AssertDegraded(BenchmarkResult run, ClusterLoad load, params IReadOnlyList<string> faults)
    {
        run.AssertExit(5);
        Assert.True(string.Equals("degraded", run.At("verdict").GetString(), StringComparison.Ordinal), run.ToString());
        AssertProved(run, load);
        foreach (var kind in faults)
        {
            Assert.True(
                KindsOf(run).Intersect(kind.Split('|'), StringComparer.Ordinal).Any(), $"void: no {kind} fault. {run}");
        }
    }

    /// <summary>Asserts that the run passed its audit, with or without faults.</summary>
    public static void AssertProved(BenchmarkResult run, ClusterLoad load)
    {
        Assert.Equal("passed", run.At("audit.conservation").GetString());
        Assert.Equal("passed", run.At("audit.replay").GetString());
        Assert.Equal(0, run.At("audit.accountsWrong").GetInt32());
        Assert.Equal((long)load.Transfers * load.Rounds, run.At("figures.offered").GetInt64());
        Assert.Equal((long)load.Transfers * load.Rounds, run.At("figures.committed").GetInt64());
        Assert.InRange(run.At("tps.median").GetDouble(), double.Epsilon, double.MaxValue);
        Assert.DoesNotContain("mismatch", run.At("store.reconciliation").GetString(), StringComparison.Ordinal);
    }

    /// <summary>Asserts that the run has no figure, because the store lost acknowledged writes.</summary>
    public static void AssertLostByStore(BenchmarkResult run, ProblemKind kind)
    {
        run.AssertExit(2);
        run.AssertNoNumber();
        Assert.Equal(kind, Printed.KindIn(run.Reasons()));
    }

    /// <summary>Asserts that the run has no figure, and that its reasons contain one of the texts.</summary>
    public static void AssertFailed(BenchmarkResult run, params IReadOnlyList<string> reasons)
    {
        run.AssertExit(3, 5);
        run.AssertNoNumber();
        Assert.True(
            reasons.Any(reason => run.Reasons().Contains(reason, StringComparison.Ordinal)),
            $"none of '{string.Join("', '", reasons)}' in {run.Reasons()}");
    }

    /// <summary>Ends every process, and asserts that no process, port or key is left.</summary>
    /// <param name="keys">Whether to check the keys.</param>
    public async Task AssertNothingLeftAsync(bool keys = true)
    {
        if (keys)
        {
            await AssertNoKeyAsync();
        }

        Assert.Empty(await Cluster.EndAsync());
    }

    /// <summary>Asserts that the store has no key.</summary>
    public async Task AssertNoKeyAsync()
    {
        foreach (var server in servers)
        {
            Assert.Equal("*0\r\n", await server.AskAsync("KEYS", "*"));
        }
    }

    /// <summary>The kinds of faults in a report.</summary>
    public static IReadOnlyList<string> KindsOf(BenchmarkResult run) =>
        [.. run.At("faults").EnumerateArray().Select(KindOf).Distinct(StringComparer.Ordinal)];

    public async ValueTask DisposeAsync()
    {
        await Cluster.DisposeAsync();
        if (owned is not null)
        {
            await owned.DisposeAsync();
        }
    }

    private static ProgramMain? InsideBut(IReadOnlyList<string> struck, string name) =>
        struck.Contains(name, StringComparer.Ordinal) ? null
        : name is Manager ? (words, ending) => ManagerProgram.Run(words, new TransferWorkloadType(), ending)
        : (words, ending) => WorkerProgram.Run(words, new TransferWorkloadType(), ending);

    private static string KindOf(JsonElement fault) => fault.GetProperty("kind").GetString()!;

    private string Output(IProductRun program) =>
        $"The benchmark wrote: {program.Output}{program.Error}\nThe cluster wrote: {Cluster.Logs}";
}

/// <summary>A load to submit.</summary>
/// <param name="Transfers">Transfers per round.</param>
/// <param name="Groups">Groups per round; 0 for the default.</param>
/// <param name="Rounds">Measured rounds.</param>
/// <param name="Lanes">Lanes per actor.</param>
internal sealed record ClusterLoad(int Transfers, int Groups, int Rounds, int Lanes)
{
    /// <summary>The options of the benchmark.</summary>
    public IEnumerable<string> Arguments =>
    [
        "-n", Text(Transfers), .. Groups == 0 ? Array.Empty<string>() : ["--grouprange", Text(Groups), Text(Groups)],
        "--repeattime", Text(Rounds), "--warmup", Text(Warmup), "--lanes", Text(Lanes),
        "--ceiling", ProbesStore ? "on" : "off",
    ];

    /// <summary>Whether the bare store is measured too.</summary>
    public bool ProbesStore { get; init; }

    /// <summary>Warm-up rounds.</summary>
    public int Warmup { get; init; }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
