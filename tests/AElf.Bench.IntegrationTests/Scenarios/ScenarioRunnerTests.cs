using System.Globalization;
using System.Text.RegularExpressions;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Scenarios;

/// <summary>The start and the end of scenarios, with a stand-in for manager and workers.</summary>
public sealed partial class ScenarioRunnerTests : IDisposable
{
    private static readonly string StandIn = Path.Combine(AppContext.BaseDirectory, "AElf.Bench.ClusterStandIn.dll");

    private readonly TemporaryFolder folder = new();
    private readonly StringWriter reported = new();

    public void Dispose()
    {
        folder.Dispose();
        reported.Dispose();
    }

    [Fact]
    public async Task Cluster_DuringAndAfterTheRun_IsUpAndGone()
    {
        ScenarioAddresses? seen = null;
        var isPassed = await RunAsync(Cluster(servers: 2, processes: 2), addresses =>
        {
            seen = addresses;
            Assert.Equal(6, Ids().Count);
            Assert.All(Ids(), id => Assert.True(ProcessTable.IsRunning(id), $"process {id} runs"));
            return true;
        });

        Assert.True(isPassed);
        Assert.Equal(StoreType.Redis, seen!.Store);
        Assert.Equal(seen.Shards, seen.Stores);
        Assert.NotNull(seen.Manager);
        Assert.NotNull(seen.ClusterSecret);
        AssertNothingLeft();
    }

    [Fact]
    public async Task Proxies_OnePerServer_FindTheSameKeys()
    {
        var scenario = Cluster(servers: 3, processes: 1) with
        {
            Kind = ScenarioKind.Distributed,
            Shards = 2,
            Proxies = 2,
        };
        List<string> found = [];
        ScenarioAddresses? seen = null;

        await RunAsync(scenario, addresses =>
        {
            seen = addresses;
            found = AskThroughBothAsync(addresses).GetAwaiter().GetResult();
            return true;
        });

        Assert.Equal(StoreType.Twemproxy, seen!.Store);
        Assert.All(found, reply => Assert.Equal("$1\r\nv\r\n", reply));
        Assert.All([(1, 0), (2, 1), (3, 0)], pair =>
            Assert.Contains(
                $"--dbport {seen.Stores[pair.Item2].Port} ",
                LogOf($"server{pair.Item1}-worker1"),
                StringComparison.Ordinal));
        Assert.Contains($"--proxies {seen.Stores[1]} ", LogOf("manager"), StringComparison.Ordinal);
        Assert.Contains("ended by SIGTERM", LogOf("server3-worker1"), StringComparison.Ordinal);
        AssertNothingLeft();
    }

    [Theory]
    [InlineData("manager ends", "manager ended with exit code 7 instead of serving on 127.0.0.1:")]
    [InlineData("server2-worker1 ends", "server2-worker1 ended with exit code 7 instead of serving on 127.0.0.1:")]
    public async Task Start_ProgramFails_ShowsItsLastLinesAndEndsTheOthers(string fault, string message)
    {
        folder.Write("stand-in.hocon", fault);

        var thrown = await Assert.ThrowsAsync<ScenarioException>(
            () => RunAsync(Cluster(servers: 2, processes: 1), addresses => Never(addresses, () => [])));

        Assert.StartsWith(message, thrown.Message, StringComparison.Ordinal);
        Assert.EndsWith("the script says so", thrown.Message, StringComparison.Ordinal);
        AssertNothingLeft();
    }

    [Fact]
    public async Task Start_WorkerNeverJoins_TimesOut()
    {
        folder.Write("stand-in.hocon", "server1-worker1 stays away");

        var thrown = await Assert.ThrowsAsync<ScenarioException>(
            () => ScenarioRunner.RunAsync(
                Cluster(1, 1),
                Options() with { ReadyDeadline = Wait.Deadline / 24 },
                Never,
                CancellationToken.None));

        Assert.Contains("server1-worker1", thrown.Message, StringComparison.Ordinal);
        AssertNothingLeft();
    }

    [Fact]
    public async Task Start_ProgramMissing_IsNamedBeforeAnythingStarts()
    {
        var options = Options() with { Programs = AElfPrograms.Beside(folder.Path) };

        var thrown = await Assert.ThrowsAsync<ScenarioException>(
            () => ScenarioRunner.RunAsync(Cluster(1, 1), options, Never, CancellationToken.None));

        Assert.Contains("AElf.Concurrency.Manager.dll", thrown.Message, StringComparison.Ordinal);
        Assert.Empty(Ids());
    }

    [Fact]
    public async Task Start_Interrupted_EndsStartedProcesses()
    {
        using var interrupted = new CancellationTokenSource();
        folder.Write("stand-in.hocon", "server1-worker1 stays away");

        var run = ScenarioRunner.RunAsync(Cluster(1, 1), Options(), Never, interrupted.Token);
        await Wait.UntilAsync(() => Ids().Count == 2, "shard and manager in the report");
        await interrupted.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
        AssertNothingLeft();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Worker_Killed_IsReportedAtOnceAndVerboseShowsLastLines(bool isVerbose)
    {
        var isPassed = await ScenarioRunner.RunAsync(Cluster(1, 1), Options() with { IsVerbose = isVerbose }, (_, _) =>
        {
            using var worker = System.Diagnostics.Process.GetProcessById(Ids()[^1]);
            worker.Kill();
            Wait.UntilAsync(
                () => Report().Contains("server1-worker1 (process", StringComparison.Ordinal),
                "the end in the report").GetAwaiter().GetResult();
            return false;
        }, CancellationToken.None);

        Assert.False(isPassed);
        Prose.AssertNames(Report(), "exit code 137", isVerbose ? "manager:\n  started with" : folder.File("logs"));
        Assert.Equal(isVerbose, Report().Contains("started with", StringComparison.Ordinal));
        AssertNothingLeft();
    }

    [Fact]
    public async Task Start_ExistingProcesses_AreWaitedForAndNotEnded()
    {
        using var manager = await StartStandInAsync("--workers", "1");
        var scenario = Cluster(1, 1) with { Manager = manager.Endpoint };
        var run = RunAsync(
            scenario, addresses => addresses is { Store: null } && addresses.Manager == manager.Endpoint);
        await Wait.UntilAsync(
            () => Report().Contains("waiting for 1 worker at the manager", StringComparison.Ordinal),
            "the wait in the report");
        using var worker = await StartStandInAsync("--manager", manager.Endpoint.ToString(), "--name", "by-hand");

        Assert.True(await run);

        Assert.False(manager.Process.HasExited);
        Assert.False(worker.Process.HasExited);
    }

    [Fact]
    public async Task Start_ManagerUnreachable_IsNamed()
    {
        var scenario = Cluster(1, 2) with { Manager = new Endpoint("127.0.0.1", LoopbackPort.ReserveForManager()) };

        var thrown = await Assert.ThrowsAsync<ScenarioException>(
            () => ScenarioRunner.RunAsync(
                scenario,
                Options() with { ReadyDeadline = TimeSpan.FromMilliseconds(200) },
                Never,
                CancellationToken.None));

        var pages = ActorSystemOptions.HttpAddressOf(scenario.Manager!.Value);
        Prose.AssertNames(thrown.Message, $"{pages}", "2 workers", "0.2 s");
    }

    private static Scenario Cluster(int servers, int processes) =>
        new() { Name = "test", Kind = ScenarioKind.Cluster, Servers = servers, Processes = processes };

    private static bool Never(ScenarioAddresses addresses, Func<IReadOnlyList<HostReport>> hosts) =>
        throw new InvalidOperationException("no run may be made");

    private static async Task<List<string>> AskThroughBothAsync(ScenarioAddresses addresses)
    {
        await using var first = await RespSocket.ConnectAsync(addresses.Stores[0]);
        await using var second = await RespSocket.ConnectAsync(addresses.Stores[1]);
        List<string> replies = [];
        for (var i = 0; i < 50; i++)
        {
            var key = string.Create(CultureInfo.InvariantCulture, $"key{i}");
            await first.AskAsync("SET", key, "v");
            replies.Add(await second.AskAsync("GET", key));
        }

        return replies;
    }

    [GeneratedRegex(
        @"^  \S+ +127\.0\.0\.1:\d+ +process (?<id>\d+)",
        RegexOptions.Multiline | RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 60_000)]
    private static partial Regex Line { get; }

    private Task<bool> RunAsync(Scenario scenario, Func<ScenarioAddresses, bool> run) =>
        ScenarioRunner.RunAsync(scenario, Options(), (addresses, _) => run(addresses), CancellationToken.None);

    private ScenarioRunnerOptions Options() => new()
    {
        MakeCluster = static (_, _) => throw new NotSupportedException("no scenario of these has a Redis Cluster"),
        Programs = new AElfPrograms(AElfPrograms.DotnetHost(), StandIn, StandIn),
        ProgramFile = StandIn,
        Report = TextWriter.Synchronized(reported),
        ConfigurationFolder = folder.Path,
        LogFolder = folder.File("logs"),
    };

    private Task<ServerProcess> StartStandInAsync(params string[] arguments)
    {
        ProcessStart Command(int port) => new(
            AElfPrograms.DotnetHost(),
            [StandIn, "--actor.port", port.ToString(CultureInfo.InvariantCulture), .. arguments])
        {
            OutputFile = folder.File($"{arguments[0]}.log"),
        };
        var start = new ServerStart("stand-in", Command, async (endpoint, cancellation) =>
        {
            using var client = new System.Net.Sockets.TcpClient();
            await client.ConnectAsync(endpoint.Host, endpoint.Port, cancellation);
            return true;
        });
        return ServerProcess.StartAsync(start, CancellationToken.None);
    }

    private string Report() => reported.ToString();

    private string LogOf(string name) => File.ReadAllText(Path.Combine(folder.File("logs"), $"{name}.log"));

    private List<int> Ids() =>
    [
        .. Line.Matches(Report())
            .Select(match => int.Parse(match.Groups["id"].ValueSpan, CultureInfo.InvariantCulture)),
    ];

    private void AssertNothingLeft()
    {
        Assert.NotEmpty(Ids());
        Assert.All(
            Ids(), id => Assert.False(ProcessTable.IsRunning(id), $"process {id} still runs. Report:\n{Report()}"));
    }
}
