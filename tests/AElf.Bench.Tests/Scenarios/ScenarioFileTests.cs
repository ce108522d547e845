using System.Text;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.Formats;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Scenarios;

namespace AElf.Bench.Tests.Scenarios;

public class ScenarioFileTests
{
    private const string Whole = """
        {
          // scenario III
          "name": "eight shards", "kind": "distributed",
          "servers": 5, "processes": 2, "actors": 16, "lanes": 64,
          "store": "redis", "shards": 8, "proxies": 5, "persistence": "aof", "latency": "500us",
          "workload": { "transfers": 240000, "groups": 1200, "rounds": 3, "mode": "multi" } /* strict and batch too */
        } // end
        """;

    private static ScenarioReading Read(string text, params (Setting Setting, string Text)[] options)
    {
        var layer = new SettingLayer(SettingSource.CommandLine);
        foreach (var (setting, value) in options)
        {
            layer.Add(setting, setting.Option!, value);
        }

        return ScenarioFile.Read("s.json", text, layer);
    }

    private static string Problem(string text) => Assert.Single(Read(text).Problems).ToString();

    private static string OfRun(ScenarioReading reading) =>
        string.Join(' ', reading.Run.Values.Select(value => $"{value.Key.Key}={value.Value.Text}").Order(StringComparer.Ordinal));

    [Fact]
    public void Every_field_is_read()
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
            "GroupsFrom=1200 GroupsTo=1200 Lanes=64 Latency=500us Mode=multi Rounds=3 Transfers=240000 Type=redis "
                + "WorkerCount=16",
            OfRun(reading));
    }

    [Fact]
    public void What_is_not_given_is_one_worker_over_one_redis()
    {
        var reading = Read("{\"kind\": \"cluster\"}");

        Assert.Empty(reading.Problems);
        Assert.Equal(new Scenario { Name = "s", Kind = ScenarioKind.Cluster }, reading.Scenario);
    }

    [Fact]
    public void Options_win_over_the_file_before_it_is_judged()
    {
        var reading = Read(Whole, (ScenarioSettings.Servers, "2"), (ScenarioSettings.Proxies, "1"));

        Assert.Empty(reading.Problems);
        Assert.Equal((2, 1), (reading.Scenario!.Servers, reading.Scenario.Proxies));
    }

    [Theory]
    [InlineData("single", 1)]
    [InlineData("cluster", 4)]
    [InlineData("distributed", 4)]
    public void The_shipped_scenarios_are_right(string name, int workers)
    {
        var file = Path.Combine(AppContext.BaseDirectory, "config", "scenarios", $"{name}.json");

        var reading = ScenarioFile.Read(file, new SettingLayer(SettingSource.CommandLine));

        Assert.Empty(reading.Problems);
        Assert.Equal((name, name, workers), (reading.Scenario!.Name, ScenarioSettings.Kinds[(int)reading.Scenario.Kind], reading.Scenario.Workers));
    }

    [Theory]
    [InlineData(5, 5, "0 1 2 3 4")]
    [InlineData(5, 2, "0 1 0 1 0")]
    [InlineData(3, 1, "0 0 0")]
    [InlineData(2, 0, "0 0")]
    public void Server_i_goes_through_proxy_i_modulo_proxies(int servers, int proxies, string used)
    {
        var scenario = new Scenario { Name = "s", Kind = ScenarioKind.Distributed, Servers = servers, Proxies = proxies };

        Assert.Equal(used, string.Join(' ', Enumerable.Range(0, servers).Select(scenario.ProxyOf)));
    }

    [Theory]
    [InlineData("{\"kind\": \"cluster\", \"servres\": 2}", "s.json:1: servres: an unknown key was given; servers is right")]
    [InlineData("{\"kind\": \"cluster\", \"workload\": {\"groups\": 1, \"round\": 2}}", "s.json:1: workload.round: an unknown key was given; rounds is right")]
    [InlineData(
        "{\"kind\": \"cluster\", \"colour\": 2}",
        "s.json:1: colour: an unknown key was given; one of name, kind, servers, processes, actors, lanes, shards, proxies, store, persistence, "
            + "latency, workload, hosts is right")]
    [InlineData(
        "{\"kind\": \"cluster\", \"workload.groups\": 2}",
        "s.json:1: workload.groups: an unknown key was given; one of name, kind, servers, processes, actors, lanes, shards, proxies, store, "
            + "persistence, latency, workload, hosts is right")]
    [InlineData(
        "{\"kind\": \"cluster\",\n\"servers\": \"2\"}",
        "s.json:2: servers: the text \"2\" was given; a whole number from 1 to 256, without quotes, is right")]
    [InlineData(
        "{\"kind\": \"cluster\", \"workload\": {\"groups\": \"2\"}}",
        "s.json:1: workload.groups: the text \"2\" was given; a whole number from 1 to 100,000,000, without quotes, is right")]
    [InlineData("{\"kind\": \"cluster\", \"workload\": [1]}", "s.json:1: workload: an array was given; an object in braces is right")]
    [InlineData("{\"kind\": \"cluster\", \"workload\": 1}", "s.json:1: workload: the number 1 was given; an object in braces is right")]
    [InlineData(
        "{\"kind\": \"cluster\", \"servers\": 1,\n\"servers\": 2}",
        "s.json:2: servers: the key a second time (first in line 1) was given; one key of a name is right")]
    [InlineData(
        "{\"kind\": \"cluster\", \"workload\": {\"mode\": \"multi\",\n\"mode\": \"batch\"}}",
        "s.json:2: workload.mode: the key a second time (first in line 1) was given; one key of a name is right")]
    [InlineData(
        "{\"kind\": \"cluster\", \"workload\": {},\n\"workload\": {}}",
        "s.json:2: workload: the key a second time (first in line 1) was given; one key of a name is right")]
    [InlineData("{\"kind\": \"cluster\", \"servers\": 0}", "s.json:1: servers: '0' was given; a whole number from 1 to 256 is right")]
    [InlineData("{\"kind\": \"cluster\", \"servers\": -1}", "s.json:1: servers: '-1' was given; a whole number from 1 to 256 is right")]
    [InlineData("{\"kind\": \"cluster\", \"servers\": 1e9}", "s.json:1: servers: '1e9' was given; a whole number from 1 to 256 is right")]
    [InlineData("{\"kind\": \"cluster\", \"servers\": 1000000000}", "s.json:1: servers: '1000000000' was given; a whole number from 1 to 256 is right")]
    [InlineData("{\"kind\": \"cluster\", \"servers\": 1.5}", "s.json:1: servers: '1.5' was given; a whole number from 1 to 256 is right")]
    [InlineData("{\"kind\": \"cluster\", \"servers\": null}", "s.json:1: servers: null was given; a whole number from 1 to 256, without quotes, is right")]
    [InlineData("{\"kind\": \"cluster\", \"proxies\": -1}", "s.json:1: proxies: '-1' was given; a whole number from 0 to 64 is right")]
    [InlineData("{\"kind\": \"clusters\"}", "s.json:1: kind: 'clusters' was given; one of single, cluster, distributed is right")]
    [InlineData("{}", "s.json: kind: nothing was given; one of single, cluster, distributed is right")]
    [InlineData("{\"kind\": \"cluster\", \"store\": \"ssdb\"}", "s.json:1: store: 'ssdb' was given; one of redis is right")]
    [InlineData("{\"kind\": \"cluster\", \"persistence\": true}", "s.json:1: persistence: true was given; one of none, aof, in double quotes, is right")]
    [InlineData(
        "{\"kind\": \"cluster\", \"latency\": \"1 hour\"}",
        "s.json:1: latency: '1 hour' was given; "
            + "a round trip from 0ms to 10s with its unit (us, ms or s), such as 1ms or 500us, is right")]
    [InlineData(
        "{\"kind\": \"cluster\", \"hosts\": {\"manager\": \"10.0.0.1\"}}",
        "s.json:1: hosts.manager: '10.0.0.1' was given; one host:port, such as 127.0.0.1:4053, is right")]
    [InlineData(
        "{\"kind\": \"cluster\", \"hosts\": {\"manager\": \"a:1,b:2\"}}",
        "s.json:1: hosts.manager: 'a:1,b:2' was given; one host:port, such as 127.0.0.1:4053, is right")]
    [InlineData(
        "{\"kind\": \"cluster\"} x",
        "s.json:1: 'x' where JSON allows none was given; a name in double quotes, a colon, a value, and a comma between entries is right")]
    [InlineData(
        "{\"kind\": \"cluster\"} {}",
        "s.json:1: '{' where JSON allows none was given; a name in double quotes, a colon, a value, and a comma between entries is right")]
    [InlineData("{\"kind\": \"cluster\"", "s.json:1: the end of the file in the middle of the JSON was given; the rest, down to the last '}', is right")]
    [InlineData("[]", "s.json:1: an array was given; an object in braces is right")]
    public void What_is_wrong_is_named(string text, string message) => Assert.Equal(message, Problem(text));

    [Theory]
    [InlineData("{\"kind\": \"single\", \"servers\": 2}", "s.json:1: servers: 2 in a scenario of one process was given; 1, or the kind cluster, is right")]
    [InlineData(
        "{\"kind\": \"single\", \"hosts\": {\"manager\": \"a:1\"}}",
        "s.json:1: hosts.manager: a manager in a scenario of one process was given; no hosts, or the kind cluster or distributed, is right")]
    [InlineData(
        "{\"kind\": \"cluster\", \"shards\": 4, \"proxies\": 0}",
        "s.json:1: proxies: no proxy in front of 4 shards was given; at least 1 proxy is right")]
    [InlineData(
        "{\"kind\": \"cluster\", \"servers\": 2, \"proxies\": 2}",
        "s.json:1: proxies: 2 proxies, of which only a distributed scenario uses more than one, was given; 0 or 1, or the kind distributed, is right")]
    [InlineData(
        "{\"kind\": \"distributed\", \"proxies\": 0}",
        "s.json:1: proxies: no proxy in a distributed scenario was given; a proxy for each server, or the kind cluster, is right")]
    [InlineData(
        "{\"kind\": \"distributed\", \"servers\": 1, \"proxies\": 2}",
        "s.json:1: proxies: 2 proxies for 1 server, which would leave some idle, was given; at most 1 is right")]
    [InlineData(
        "{\"kind\": \"cluster\", \"servers\": 100,\n\"processes\": 3}",
        "s.json:2: processes: 300 workers, servers x processes, was given; at most 256 is right")]
    public void Fields_that_do_not_go_together_are_named(string text, string message)
    {
        Assert.Equal(message, Problem(text));
        Assert.Null(Read(text).Scenario);
    }

    [Fact]
    public void Beside_hosts_what_would_be_started_is_a_warning()
    {
        var reading = Read("{\"kind\": \"cluster\", \"shards\": 8, \"hosts\": {\"manager\": \"[::1]:4053\"}}");

        Assert.Equal(new Endpoint("::1", 4053), reading.Scenario!.Manager);
        Assert.Equal(
            "s.json:1: shards: a field that is not used beside hosts, whose processes others started, was given; no such field is right",
            Assert.Single(reading.Problems).ToString());
    }

    [Fact]
    public void All_problems_come_at_once() =>
        Assert.Equal(3, Read("{\"kind\": \"x\", \"servers\": 0, \"workload\": {\"mode\": 1}}").Problems.Count);

    [Theory]
    [InlineData(33)]
    [InlineData(10_000)]
    public void Deep_nesting_is_named(int depth) => Assert.Equal(
        "s.json:1: nesting deeper than 32 was given; at most 32 levels is right",
        Problem(string.Concat(Enumerable.Repeat("{\"workload\":", depth))));

    [Fact]
    public void A_file_cut_at_any_byte_gives_one_named_problem()
    {
        for (var length = 1; length <= Whole.LastIndexOf('}'); length++)
        {
            Assert.EndsWith("the rest, down to the last '}', is right", Problem(Whole[..length]), StringComparison.Ordinal);
        }
    }

    public static TheoryData<string, byte[], string> BadBytes => new()
    {
        { "empty", [], "s.json:1: an empty file was given; a file with settings, or no file at all, is right" },
        { "only a mark", [0xEF, 0xBB, 0xBF], "s.json:1: an empty file was given; a file with settings, or no file at all, is right" },
        { "UTF-16", [.. Encoding.Unicode.Preamble, .. Encoding.Unicode.GetBytes("{}")], "s.json:1: UTF-16 text was given; UTF-8 text is right" },
        { "UTF-16 without mark", Encoding.Unicode.GetBytes("{}"), "s.json:1: UTF-16 text was given; UTF-8 text is right" },
        { "not UTF-8", [(byte)'{', 0xC3, 0x28], "s.json:1: a byte that is not UTF-8 was given; UTF-8 text is right" },
        {
            "a zero at the end",
            [.. "{\"kind\": \"single\"}\0"u8],
            "s.json:1: '\\u0000' where JSON allows none was given; a name in double quotes, a colon, a value, and a comma between entries is right"
        },
        { "too large", new byte[ConfigurationText.MaxBytes + 1], "s.json: a file above the size limit was given; a file of at most 1048576 bytes is right" },
    };

    [Theory]
    [MemberData(nameof(BadBytes))]
    public void Bytes_that_are_no_scenario_are_named(string why, byte[] bytes, string message)
    {
        var reading = ReadBytes(bytes);

        Assert.Null(reading.Scenario);
        Assert.Equal($"{why}: {message}", $"{why}: {string.Join('\n', reading.Problems)}");
    }

    [Fact]
    public void A_byte_order_mark_is_accepted() => Assert.Empty(ReadBytes([0xEF, 0xBB, 0xBF, .. "{\"kind\": \"single\"}"u8]).Problems);

    [Fact]
    public void A_file_that_does_not_exist_is_named()
    {
        var reading = ScenarioFile.Read("/no/such/s.json", new SettingLayer(SettingSource.CommandLine));

        Assert.Equal("/no/such/s.json: a file that does not exist was given; a file that can be read is right", Assert.Single(reading.Problems).ToString());
    }

    private static ScenarioReading ReadBytes(byte[] bytes)
    {
        using var folder = new TemporaryFolder();
        var path = folder.File("s.json");
        File.WriteAllBytes(path, bytes);
        var reading = ScenarioFile.Read(path, new SettingLayer(SettingSource.CommandLine));
        var problems = reading.Problems.Select(problem => problem with { What = problem.What.Replace(path, "s.json", StringComparison.Ordinal) });
        return reading with { Problems = [.. problems] };
    }
}
