using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Transfers;
using AElf.Benchmark.Verbs.Measure;
using AElf.Benchmark.Verbs.Scenarios;

namespace AElf.Bench.Tests.CommandLine;

public sealed class ScenarioCommandLineTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    public ScenarioCommandLineTests()
    {
        Write(
            "single",
            """{ "kind": "single", "actors": 3, "workload": { "transfers": 5000, "groups": 50, "rounds": 2 } }""");
        Write("cluster", """{ "kind": "cluster", "servers": 2, "processes": 2 }""");
    }

    public void Dispose() => folder.Dispose();

    [Fact]
    public void Scenario_Settings_ApplyWithoutOptions()
    {
        var request = Request("scenario single --rounds 7 --lanes 9");
        var run = Run(
            request,
            new ScenarioAddresses
            {
                Store = StoreType.Redis,
                Stores = [new("127.0.0.1", 7001)],
                Shards = [new("127.0.0.1", 7001)],
            });

        Assert.Equal(("single", 3, 9), (request.Scenario.Name, request.Scenario.Actors, request.Scenario.Lanes));
        Assert.Equal(new TransferOptions { Transfers = 5000, Groups = 50 }, run.Transfers());
        Assert.Equal((7, 3, 9), (run.Measure.Rounds, run.Actors.Actors, run.Actors.Lanes));
        Assert.Equal((StoreType.Redis, new Endpoint("127.0.0.1", 7001)), (run.Store.Type, run.Store.Address));
        Assert.Equal(new("7001", "scenario"), run.Effective["Database.Port"]);
        Assert.Equal(new("7", "command line"), run.Effective["Measure.Rounds"]);
        Assert.False(run.Hosts.IsCluster);
    }

    [Theory]
    [InlineData("", 50)]
    [InlineData("-n 50", 50)]
    [InlineData("-n 49", 4)]
    [InlineData("-n 9 --contract erc20", 1)]
    [InlineData("-n 49 --groups 40", 40)]
    public void Groups_OfAScenarioForMoreTransfers_FitTheBlock(string options, int groups)
    {
        var run = Run(Request($"scenario single {options}".TrimEnd()), new ScenarioAddresses());

        Assert.Equal(groups, Assert.Single(run.Plans).Settings.Get(TransferSettings.Groups).From);
    }

    [Fact]
    public void Help_Scenario_ShowsItsSettings()
    {
        Write("far", """{ "kind": "cluster", "servers": 3, "processes": 1, "workload": { "transfers": 5000 } }""");

        var text = Assert.IsType<ParseOutcome.Printed>(Parse("scenario far --help all")).Text;

        Prose.AssertNames(Prose.Unwrapped(text), "in this scenario 3", "in this scenario 5000");
        Assert.DoesNotContain("in this scenario 1", Prose.Unwrapped(text), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("scenario far", 1)]
    [InlineData("scenario far --latency 2ms", 2)]
    [InlineData("scenario single", 0)]
    public void RoundTrip_InFileOrOption_IsAdded(string line, int milliseconds)
    {
        Write("far", """{ "kind": "single", "latency": "1ms" }""");
        var redis = new Endpoint("127.0.0.1", 7001);

        var addresses = new ScenarioAddresses { Store = StoreType.Redis, Stores = [redis], Shards = [redis] };
        var run = Run(Request(line), addresses);

        Assert.Equal(TimeSpan.FromMilliseconds(milliseconds), run.Store.AddedRoundTrip);
    }

    [Fact]
    public void Proxies_Run_UsesTheFirstAndKnowsTheShards()
    {
        var addresses = new ScenarioAddresses
        {
            Store = StoreType.Twemproxy,
            Stores = [new("127.0.0.1", 8001), new("127.0.0.1", 8002)],
            Shards = [new("127.0.0.1", 7001), new("127.0.0.1", 7002)],
            Manager = new("127.0.0.1", 4053),
            ClusterSecret = new Secret("canary-canary-canary-canary"),
        };

        var run = Run(Request("scenario cluster --processes 3"), addresses);

        Assert.Equal((StoreType.Twemproxy, new Endpoint("127.0.0.1", 8001)), (run.Store.Type, run.Store.Address));
        Assert.Equal(addresses.Shards, run.Store.Shards);
        Assert.True(run.Hosts.IsCluster);
        Assert.Equal(addresses.Manager, Assert.Single(run.Hosts.Seeds));
        Assert.Equal(new WorkerCount(6, OrMore: false), run.Settings.Get(ClusterSettings.Workers));
        Assert.Equal("canary-canary-canary-canary", run.Hosts.Secret!.Reveal());
        Assert.DoesNotContain(
            "canary", string.Join(' ', run.Effective.Values), StringComparison.Ordinal);
    }

    [Fact]
    public void Scenario_UsersStore_IsNotUsed()
    {
        File.WriteAllText(
            folder.File("config/database.json"),
            """{ "Type": "ssdb", "Host": "192.0.2.1", "User": "me", "Tls": true }""");

        var request = Request(
            "scenario single",
            ("AELF_DATABASE_HOST", "192.0.2.2"),
            ("AELF_DATABASE_PASSWORD", "canary"),
            ("AELF_ACTOR_LANES", "5"));
        var store = Run(
            request, new ScenarioAddresses { Store = StoreType.Redis, Stores = [new("127.0.0.1", 7001)] }).Store;

        Assert.Equal((new Endpoint("127.0.0.1", 7001), false), (store.Address, store.Tls));
        Assert.Null(store.User);
        Assert.Null(store.Password);
        Assert.Equal(128, request.Scenario.Lanes);
    }

    [Fact]
    public void Scenario_InConfigurationFolder_WinsOverTheShippedOne()
    {
        var own = Directory.CreateDirectory(folder.File("own/scenarios")).FullName;
        File.WriteAllText(Path.Combine(own, "single.json"), """{ "name": "mine", "kind": "single" }""");

        Assert.Equal("mine", Request($"scenario single --config {folder.File("own")}").Scenario.Name);
        Assert.Equal("cluster", Request($"scenario cluster --config={folder.File("own")}").Scenario.Name);
        Assert.Equal("mine", Request($"scenario {Path.Combine(own, "single.json")}").Scenario.Name);
    }

    [Fact]
    public void Logs_RelativePath_IsInTheCallersFolder() =>
        Assert.Equal(Path.GetFullPath("logs"), Request("scenario single --keep-logs=logs --quiet").LogFolder);

    [Theory]
    [InlineData("scenario", "scenario: … missing… cluster, single, or the file of a scenario")]
    [InlineData("scenario --servers 2", "scenario: … missing… cluster, single, or the file of a scenario")]
    [InlineData("scenario clutser", "scenario: 'clutser' … cluster?")]
    [InlineData("scenario whatever", "scenario: 'whatever' … cluster, single, or the file of a scenario")]
    [InlineData("scenario cluster single", "'single': not an option; … -n 8000")]
    [InlineData("scenario cluster --servers 0", "--servers: '0' … 1 to 256")]
    [InlineData("scenario cluster --process 3", "--process: … --processes?")]
    [InlineData("scenario cluster --shards 127.0.0.1:6379", "--shards: '127.0.0.1:6379' … 1 to 64")]
    [InlineData("scenario cluster --shards 4",
        "--proxies: 4 shards need a proxy; add --proxies 1, or --sharding cluster or client")]
    [InlineData("scenario single -n 10 --groups 20 20", "--groups: 20 groups … 10 transfers (-n); … at most 10")]
    [InlineData("scenario single --dbport 6379", "--dbport: … scenario --help …")]
    [InlineData("scenario single --benchmark genAccount", "--benchmark: … scenario --help …")]
    [InlineData("scenario DIR/none.json", "DIR/none.json: … does not exist…")]
    public void Scenario_InvalidValue_IsNamed(string line, string message) =>
        Prose.AssertSays(
            message, Assert.Single(Problems(line)).ToString().Replace(folder.Path, "DIR", StringComparison.Ordinal));

    [Fact]
    public void Parse_SeveralScenarioProblems_ReportsAll() =>
        Assert.Equal(3, Problems("scenario cluster --servers x --mode fast --shards 0").Count());

    [Fact]
    public void Help_Scenario_NamesEveryOptionAndField()
    {
        var text = Assert.IsType<ParseOutcome.Printed>(Parse("scenario cluster --help all")).Text;

        Assert.All(
            TransferPrograms.Scenario.Program.Settings,
            setting => Assert.Contains($"\n  {setting.Syntax} ", text, StringComparison.Ordinal));
        Assert.All(
            TransferPrograms.Scenario.Program.Table.Where(setting => setting.ScenarioKey is not null),
            setting => Assert.Contains($"\n  {setting.ScenarioKey} ", text, StringComparison.Ordinal));
        Assert.All(text.Split('\n'), line => Assert.True(line.Length <= 100, line));
    }

    private void Write(string name, string text)
    {
        var scenarios = Directory.CreateDirectory(folder.File("config/scenarios")).FullName;
        File.WriteAllText(Path.Combine(scenarios, $"{name}.json"), text);
    }

    private IEnumerable<ValidationError> Problems(string line) =>
        Assert.IsType<ParseOutcome.Rejected>(Parse(line)).Problems.Where(problem => problem.Critical);

    private ParseOutcome Parse(string line, params (string Name, string Text)[] environment) =>
        TransferPrograms.Scenario.Parse(
        line.Replace("DIR", folder.Path, StringComparison.Ordinal).Split(' '),
        environment.ToDictionary(variable => variable.Name, variable => variable.Text, StringComparer.Ordinal),
        folder.Path,
        userData: "");

    private ScenarioRequest Request(string line, params (string Name, string Text)[] environment) =>
        Assert.IsType<ScenarioRequest>(Assert.IsType<ParseOutcome.Run>(Parse(line, environment)).Options);

    private static BenchmarkOptions Run(ScenarioRequest request, ScenarioAddresses addresses) =>
        Assert.IsType<BenchmarkOptions>(Assert.IsType<ParseOutcome.Run>(request.CreateRun(addresses)).Options);
}
