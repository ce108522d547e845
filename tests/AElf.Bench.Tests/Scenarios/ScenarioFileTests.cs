using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Settings;
using AElf.Bench.Settings.Formats;
using AElf.Bench.Tests.CommandLine;
using static AElf.Bench.Tests.Settings.LayerText;

namespace AElf.Bench.Tests.Scenarios;

public class ScenarioFileTests
{
    private const string Whole = """
        {
          // scenario III
          "name": "eight shards", "kind": "distributed",
          "servers": 5, "processes": 2, "actors": 16, "lanes": 64,
          "store": "redis", "shards": 8, "proxies": 5, "persistence": "aof", "latency": "500us",
          "workload": { "transfers": 240000, "groups": 1200, "rounds": 3, "blocks": 7, "mode": "multi" } /* or batch */
        } // end
        """;

    private static ScenarioReading Read(string text, params (Setting Setting, string Text)[] options)
    {
        var layer = new SettingLayer(SettingSource.CommandLine);
        foreach (var (setting, value) in options)
        {
            layer.Add(setting, setting.Option!, value);
        }

        return ScenarioFile.Read(TransferPrograms.Scenario.Program.Table, "s.json", layer, text);
    }

    private static string Problem(string text) => Assert.Single(Read(text).Problems).ToString();

    private static string OfRun(ScenarioReading reading) =>
        string.Join(
            ' ',
            reading.Run.Values.Keys
                .Select(each => $"{each.Key}={reading.Run.TextOf(each)}").Order(StringComparer.Ordinal));

    [Fact]
    public void Scenario_EveryField_IsRead()
    {
        var reading = Read(Whole);

        Assert.Empty(reading.Problems);
        Assert.Equal(
            new Scenario
            {
                Name = "eight shards",
                Kind = ScenarioKind.Distributed,
                Servers = 5,
                Processes = 2,
                Actors = 16,
                Lanes = 64,
                Shards = 8,
                Proxies = 5,
                IsAppendOnly = true,
            },
            reading.Scenario);
        Assert.Equal(
            "Blocks=7 Conflicts=group Dispatchers=auto Engine=akka Execute=client Groups=1200 1200 HashTag=none "
                + "Lanes=64 Latency=500us Load=even Mix=transfer Mode=multi Rounds=3 Router=scheduler "
                + "Transfers=240000 Type=redis WorkerCount=16",
            OfRun(reading));
    }

    [Fact]
    public void Scenario_Empty_IsOneWorkerOverOneRedis()
    {
        var reading = Read("{\"kind\": \"cluster\"}");

        Assert.Empty(reading.Problems);
        Assert.Equal(new Scenario { Name = "s", Kind = ScenarioKind.Cluster }, reading.Scenario);
    }

    [Fact]
    public void ScenarioFile_Options_ReplaceItsValuesBeforeTheCheck()
    {
        var reading = Read(Whole, (ScenarioSettings.Servers, "2"), (ScenarioSettings.Proxies, "1"));

        Assert.Empty(reading.Problems);
        Assert.Equal((2, 1), (reading.Scenario!.Servers, reading.Scenario.Proxies));
    }

    [Theory]
    [InlineData("single", 1)]
    [InlineData("cluster", 4)]
    [InlineData("distributed", 4)]
    public void ScenarioFile_EveryShippedOne_IsValid(string name, int workers)
    {
        var file = Path.Combine(AppContext.BaseDirectory, "config", "scenarios", $"{name}.json");

        var reading = ScenarioFile.Read(
            TransferPrograms.Scenario.Program.Table, file, new SettingLayer(SettingSource.CommandLine));

        Assert.Empty(reading.Problems);
        Assert.Equal(
            (name, name, workers),
            (reading.Scenario!.Name, ScenarioSettings.Kinds[(int)reading.Scenario.Kind], reading.Scenario.Workers));
    }

    [Theory]
    [InlineData(5, 5, "0 1 2 3 4")]
    [InlineData(5, 2, "0 1 0 1 0")]
    [InlineData(3, 1, "0 0 0")]
    [InlineData(2, 0, "0 0")]
    public void Server_Proxy_IsItsNumberModuloTheProxies(int servers, int proxies, string used)
    {
        var scenario = new Scenario
        {
            Name = "s",
            Kind = ScenarioKind.Distributed,
            Servers = servers,
            Proxies = proxies,
        };

        Assert.Equal(used, string.Join(' ', Enumerable.Range(0, servers).Select(scenario.ProxyOf)));
    }

    [Theory]
    [InlineData("{\"kind\": \"cluster\", \"servres\": 2}", "s.json:1: servres: … servers?")]
    [InlineData(
        "{\"kind\": \"cluster\", \"workload\": {\"groups\": 1, \"round\": 2}}", "s.json:1: workload.round: … rounds?")]
    [InlineData("{\"kind\": \"cluster\", \"colour\": 2}", "s.json:1: colour: … name, kind, … router")]
    [InlineData("{\"kind\": \"cluster\", \"workload.groups\": 2}", "s.json:1: workload.groups: … name, kind, … router")]
    [InlineData(
        "{\"kind\": \"cluster\",\n\"servers\": \"2\"}", "s.json:2: servers: the text \"2\" … 1 to 256, without quotes")]
    [InlineData(
        "{\"kind\": \"cluster\", \"workload\": {\"groups\": \"2\"}}",
        "s.json:1: workload.groups: the text \"2\" … 1 to 100,000,000, without quotes")]
    [InlineData("{\"kind\": \"cluster\", \"workload\": [1]}", "s.json:1: workload: an array … object in braces")]
    [InlineData("{\"kind\": \"cluster\", \"workload\": 1}", "s.json:1: workload: the number 1 … object in braces")]
    [InlineData("{\"kind\": \"cluster\", \"servers\": 1,\n\"servers\": 2}", "s.json:2: servers: … line 1; … once")]
    [InlineData(
        "{\"kind\": \"cluster\", \"workload\": {\"mode\": \"multi\",\n\"mode\": \"batch\"}}",
        "s.json:2: workload.mode: … line 1; … once")]
    [InlineData("{\"kind\": \"cluster\", \"workload\": {},\n\"workload\": {}}", "s.json:2: workload: … line 1; … once")]
    [InlineData("{\"kind\": \"cluster\", \"servers\": 0}", "s.json:1: servers: '0' … 1 to 256")]
    [InlineData("{\"kind\": \"cluster\", \"servers\": -1}", "s.json:1: servers: '-1' … 1 to 256")]
    [InlineData("{\"kind\": \"cluster\", \"servers\": 1e9}", "s.json:1: servers: '1e9' … 1 to 256")]
    [InlineData("{\"kind\": \"cluster\", \"servers\": 1000000000}", "s.json:1: servers: '1000000000' … 1 to 256")]
    [InlineData("{\"kind\": \"cluster\", \"servers\": 1.5}", "s.json:1: servers: '1.5' … 1 to 256")]
    [InlineData("{\"kind\": \"cluster\", \"servers\": null}", "s.json:1: servers: null … 1 to 256, without quotes")]
    [InlineData("{\"kind\": \"cluster\", \"proxies\": -1}", "s.json:1: proxies: '-1' … 0 to 64")]
    [InlineData("{\"kind\": \"clusters\"}", "s.json:1: kind: 'clusters' … single, cluster, distributed")]
    [InlineData("{}", "s.json: kind: … missing… single, cluster, distributed")]
    [InlineData("{\"kind\": \"cluster\", \"store\": \"ssdb\"}", "s.json:1: store: 'ssdb' … redis")]
    [InlineData(
        "{\"kind\": \"cluster\", \"persistence\": true}", "s.json:1: persistence: true … none, aof, in double quotes")]
    [InlineData(
        "{\"kind\": \"cluster\", \"latency\": \"1 hour\"}",
        "s.json:1: latency: '1 hour' … 0ms to 10s … (us, ms or s)…")]
    [InlineData(
        "{\"kind\": \"cluster\", \"hosts\": {\"manager\": \"10.0.0.1\"}}",
        "s.json:1: hosts.manager: '10.0.0.1' … HOST:PORT…")]
    [InlineData(
        "{\"kind\": \"cluster\", \"hosts\": {\"manager\": \"a:1,b:2\"}}",
        "s.json:1: hosts.manager: 'a:1,b:2' … HOST:PORT…")]
    [InlineData("{\"kind\": \"cluster\"} x", "s.json:1: unexpected 'x'; …")]
    [InlineData("{\"kind\": \"cluster\"} {}", "s.json:1: unexpected '{'; …")]
    [InlineData("{\"kind\": \"cluster\"", "s.json:1: … end of the file; … '}'")]
    [InlineData("[]", "s.json:1: an array … object in braces")]
    public void Scenario_File_InvalidValue_IsNamed(string text, string message) => Prose.AssertSays(
        message, Problem(text));

    [Theory]
    [InlineData(
        "{\"kind\": \"single\", \"servers\": 2}",
        "s.json:1: servers: 2 is not possible in a single-process scenario; use 1, or the kind cluster")]
    [InlineData(
        "{\"kind\": \"single\", \"hosts\": {\"manager\": \"a:1\"}}",
        "s.json:1: hosts.manager: a single-process scenario has no manager; remove hosts, or use the kind "
            + "cluster or distributed")]
    [InlineData(
        "{\"kind\": \"cluster\", \"shards\": 4, \"proxies\": 0}",
        "s.json:1: proxies: 4 shards need a proxy; add --proxies 1, or --sharding cluster or client")]
    [InlineData(
        "{\"kind\": \"cluster\", \"servers\": 2, \"proxies\": 2}",
        "s.json:1: proxies: 2 proxies, but only a distributed scenario uses more than one; use 0 or 1, or the "
            + "kind distributed")]
    [InlineData(
        "{\"kind\": \"distributed\", \"proxies\": 0}",
        "s.json:1: proxies: a distributed scenario needs proxies; use one for each server, or the kind cluster")]
    [InlineData(
        "{\"kind\": \"cluster\", \"servers\": 100,\n\"processes\": 3}",
        "s.json:2: processes: 300 workers (servers x processes) are too many; expected at most 256")]
    public void ScenarioFile_ConflictingFields_NamesThem(string text, string message)
    {
        Prose.AssertSays(message, Problem(text));
        Assert.Null(Read(text).Scenario);
    }

    [Theory]
    [InlineData("twemproxy", StoreType.Twemproxy, 2)]
    [InlineData("cluster", StoreType.RedisCluster, 0)]
    [InlineData("client", StoreType.RedisShards, 0)]
    public void Sharding_Value_SetsStoreAndProxies(string sharding, StoreType store, int proxies)
    {
        var read = Read(
            $$"""{"kind": "distributed", "servers": 2, "shards": 3, "proxies": 2, "sharding": "{{sharding}}"}""");

        Assert.Equal((store, proxies), (read.Scenario!.StoreType, read.Scenario.Proxies));
    }

    [Fact]
    public void Scenario_ManagerAndShards_GiveAWarning()
    {
        var reading = Read("{\"kind\": \"cluster\", \"shards\": 8, \"hosts\": {\"manager\": \"[::1]:4053\"}}");

        Assert.Equal(new Endpoint("::1", 4053), reading.Scenario!.Manager);
        Prose.AssertNames(Assert.Single(reading.Problems).ToString(), "s.json:1: shards: ", "hosts");
    }

    [Fact]
    public void Parse_SeveralProblems_ReportsAll() =>
        Assert.Equal(3, Read("{\"kind\": \"x\", \"servers\": 0, \"workload\": {\"mode\": 1}}").Problems.Count);

    [Theory]
    [InlineData(33)]
    [InlineData(10_000)]
    public void Read_DeepNesting_NamesIt(int depth) => Prose.AssertNames(
        Problem(string.Concat(Enumerable.Repeat("{\"workload\":", depth))), "s.json:1: ", "32 levels");

    [Fact]
    public void Json_CutAtAnyByte_IsOneNamedProblem()
    {
        for (var length = 1; length <= Whole.LastIndexOf('}'); length++)
        {
            Assert.EndsWith("'}'", Problem(Whole[..length]), StringComparison.Ordinal);
        }
    }

    public static TheoryData<string, byte[], string> BadBytes => new()
    {
        { "empty", [], "s.json:1: file is empty; add settings, or remove the file" },
        { "only a mark", [0xEF, 0xBB, 0xBF], "s.json:1: file is empty; add settings, or remove the file" },
        {
            "UTF-16",
            [.. Encoding.Unicode.Preamble, .. Encoding.Unicode.GetBytes("{}")],
            "s.json:1: UTF-16 text; expected UTF-8"
        },
        { "UTF-16 without mark", Encoding.Unicode.GetBytes("{}"), "s.json:1: UTF-16 text; expected UTF-8" },
        { "not UTF-8", [(byte)'{', 0xC3, 0x28], "s.json:1: invalid UTF-8; expected UTF-8 text" },
        {
            "a zero at the end",
            [.. "{\"kind\": \"single\"}\0"u8],
            "s.json:1: unexpected '\\u0000'; expected a name in double quotes, a colon, a value, and commas "
                + "between entries"
        },
        {
            "too large",
            new byte[ConfigurationText.MaxBytes + 1],
            "s.json: file is too large; expected at most 1048576 bytes"
        },
    };

    [Theory]
    [MemberData(nameof(BadBytes))]
    public void Scenario_File_InvalidBytes_AreNamed(string why, byte[] bytes, string message)
    {
        var reading = ReadBytes(bytes);

        Assert.Null(reading.Scenario);
        Assert.Equal($"{why}: {message}", $"{why}: {string.Join('\n', reading.Problems)}");
    }

    [Fact]
    public void Json_ByteOrderMark_IsAccepted() =>
        Assert.Empty(ReadBytes([0xEF, 0xBB, 0xBF, .. "{\"kind\": \"single\"}"u8]).Problems);

    [Fact]
    public void ScenarioFile_Missing_IsNamed()
    {
        var reading = ScenarioFile.Read(
            TransferPrograms.Scenario.Program.Table, "/no/such/s.json", new SettingLayer(SettingSource.CommandLine));

        Prose.AssertNames(Assert.Single(reading.Problems).ToString(), "/no/such/s.json: ");
    }

    private static ScenarioReading ReadBytes(byte[] bytes)
    {
        using var folder = new TemporaryFolder();
        var path = folder.File("s.json");
        File.WriteAllBytes(path, bytes);
        var reading = ScenarioFile.Read(
            TransferPrograms.Scenario.Program.Table, path, new SettingLayer(SettingSource.CommandLine));
        var problems = reading.Problems
            .Select(problem => problem with { What = problem.What.Replace(path, "s.json", StringComparison.Ordinal) });
        return reading with { Problems = [.. problems] };
    }
}
