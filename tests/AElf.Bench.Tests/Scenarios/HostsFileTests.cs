using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Bench.Settings.Formats;
using AElf.Bench.Tests.CommandLine;
using AElf.Bench.Tests.Settings;
using AElf.Bench.Tests.Tidy;
using NJsonSchema;

namespace AElf.Bench.Tests.Scenarios;

public sealed class HostsFileTests : IDisposable
{
    private const string Whole = """
        {
          "$schema": "schemas/hosts.json",
          "manager": "192.0.2.1", "lease": "5s", "maxClockOffset": "200ms",
          "hosts": [
            // two workers, each with cores of its own
            { "name": "a", "address": "192.0.2.11", "port": 2222, "user": "bench", "processes": 2, "cores": "0-3 4,5" },
            { "address": "host-b" },
            {
              "name": "store", "address": "192.0.2.13", "processes": 0, "stores": true, "advertised": "10.0.0.13",
              "environment": { "DOTNET_ROOT": "/opt/dot net", "PATH": "/opt/bin:/usr/bin" }
            }
          ]
        }
        """;

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public void Hosts_EveryField_IsRead()
    {
        var hosts = Read(Whole);

        Assert.Equal("192.0.2.1", hosts.Manager);
        Assert.Equal(TimeSpan.FromSeconds(5), hosts.Lease);
        Assert.Equal(TimeSpan.FromMilliseconds(200), hosts.MaxClockOffset);
        var (a, b, store) = (hosts.All[0], hosts.All[1], hosts.All[2]);
        Assert.Equal(("a", "192.0.2.11", 2222, "bench", 2), (a.Name, a.Address, a.Port, a.User, a.Processes));
        Assert.Equal(["0-3", "4,5"], a.Cores);
        Assert.Equal(("host-b", "host-b", null, null, 7), (b.Name, b.Address, b.Port, b.User, b.Processes));
        Assert.Equal(("10.0.0.13", 0), (store.Advertised, store.Processes));
        Assert.Equal("/opt/dot net", store.Environment["DOTNET_ROOT"]);
        Assert.Equal([false, false, true], hosts.All.Select(host => host.HoldsStores));
    }

    [Fact]
    public void Hosts_WithoutStores_SpreadStoresOverAll() =>
        Assert.All(
            Read("""{"hosts": [{"address": "a"}, {"address": "b"}]}""").All, host => Assert.True(host.HoldsStores));

    [Theory]
    [InlineData("[]", "h.json:1: an array is not valid; expected an object in braces")]
    [InlineData("{}", "h.json: no hosts; expected one array of 1 to 256 objects, such as "
        + "[{\"address\": \"192.0.2.11\"}]")]
    [InlineData("{\"hosts\": []}", "h.json:1: hosts: no list of hosts; expected one array of 1 to 256 objects, such as "
        + "[{\"address\": \"192.0.2.11\"}]")]
    [InlineData("{\"hosts\": [7]}", "h.json:1: hosts[0]: the number 7 is not valid; expected an object in braces")]
    [InlineData("{\"hosts\": [{}]}", "h.json:1: hosts[0].address: value missing; expected a name of 1 to 64 letters, "
        + "digits and . - _ : that begins with a letter or digit")]
    [InlineData("{\"hosts\": [{\"address\": \"-oProxyCommand=x\"}]}", "h.json:1: hosts[0].address: '-oProxyCommand=x' "
        + "is not valid; expected a name of 1 to 64 letters, digits and . - _ : that begins with a letter or digit")]
    [InlineData("{\"hosts\": [\n{\"address\": \"a\"},\n{\"adress\": \"b\", \"address\": \"b\"}]}",
        "h.json:3: hosts[1].adress: unknown key; did you mean address?")]
    [InlineData("{\"hosts\": [{\"address\": \"a\", \"processes\": 300}]}",
        "h.json:1: hosts[0].processes: '300' is not valid; expected a whole number from 0 to 256")]
    [InlineData("{\"hosts\": [{\"address\": \"a\", \"cores\": \"0-3;4\"}]}",
        "h.json:1: hosts[0].cores: '0-3;4' is not valid; expected sets of cores separated by spaces, such as \"0-3\" "
            + "or \"0,1 2,3\"")]
    [InlineData("{\"hosts\": [{\"address\": \"a\"}, {\"address\": \"a\"}]}",
        "h.json:1: hosts: 2 hosts are called 'a'; give each a different name")]
    [InlineData("{\"hosts\": [{\"address\": \"a\", \"environment\": {\"A B\": \"x\"}}]}",
        "h.json:1: hosts[0].environment: 'A B' is not valid; expected names of letters, digits and _, such as "
            + "DOTNET_ROOT")]
    [InlineData("{\"hosts\": [{\"address\": \"a\", \"environment\": {\"A\": \"x\\ny\"}}]}",
        "h.json:1: hosts[0].environment.A: the text \"x\\u000ay\" is not valid; expected a text without control "
            + "characters")]
    [InlineData("{\"lease\": \"5\", \"hosts\": [{\"address\": \"a\"}]}",
        "h.json:1: lease: '5' is not valid; expected a time from 100ms to 24h with its unit (ms, s, m or h), such as "
            + "10s or 2m")]
    public void Hosts_InvalidValue_NamesFileLineAndField(string text, string expected)
    {
        List<ValidationError> problems = [];
        HostsFile.Read("h.json", 1, problems, text);

        Assert.StartsWith(expected, problems[0].ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void Hosts_Scenario_UsesAllHostsWithWorkersAndTheirProcesses()
    {
        var scenario = Scenario("""{"kind": "cluster", "servers": 9, "processes": 3}""");

        Assert.Equal([2, 3, 0], scenario.Hosts.All.Select(host => host.Processes));
        Assert.Equal((2, 5), (scenario.Servers, scenario.Workers));
    }

    [Fact]
    public void Hosts_TypedServers_LimitTheHostsWithWorkers()
    {
        var scenario = Scenario("""{"kind": "cluster"}""", (ScenarioSettings.Servers, "1"));

        Assert.Equal(["a", "store"], scenario.Hosts.All.Select(host => host.Name));
        Assert.Equal((1, 2), (scenario.Servers, scenario.Workers));
    }

    [Fact]
    public void Hosts_TypedProcesses_ApplyToEveryHostWithWorkers()
    {
        var scenario = Scenario("""{"kind": "cluster"}""", (ScenarioSettings.Processes, "4"));

        Assert.Equal([4, 4, 0], scenario.Hosts.All.Select(host => host.Processes));
    }

    [Theory]
    [InlineData(
        """{"kind": "cluster"}""", "3", "--servers: 3 servers, but '…' has 2 hosts with workers; add hosts, or ")]
    [InlineData("""{"kind": "single"}""", null, "--hosts: a single-process scenario has no hosts; remove it, or ")]
    [InlineData("""{"kind": "cluster", "hosts": {"manager": "127.0.0.1:4053"}}""", null,
        "--hosts: cannot be combined with hosts.manager 127.0.0.1:4053; remove one of the two")]
    public void Hosts_UnusableByTheScenario_AreRefused(string text, string? servers, string expected)
    {
        var file = folder.Write("hosts.json", Whole);
        var problems = Load(text, servers is null ? [] : [(ScenarioSettings.Servers, servers)], file).Problems;

        var problem = problems.First(each => each.Critical).ToString().Replace(file, "…", StringComparison.Ordinal);
        Assert.StartsWith(expected, problem, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Schema_EveryFile_EqualsTheTableOfSettings()
    {
        var path = Path.Combine(SourceTree.Root, "config", "schemas", "hosts.json");
        var expected = SettingsSchema.WriteHosts();
        if (Environment.GetEnvironmentVariable("AELF_WRITE_TABLES") is "1")
        {
            await File.WriteAllTextAsync(path, expected, ThisTest.Cancelled);
        }

        Assert.Equal(expected, await File.ReadAllTextAsync(path, ThisTest.Cancelled));
        var options = new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip };
        using var whole = JsonDocument.Parse(Whole, options);
        var schema = await JsonSchema.FromJsonAsync(expected, ThisTest.Cancelled);
        Assert.Empty(schema.Validate(JsonSerializer.Serialize(whole.RootElement)));
        Assert.NotEmpty(schema.Validate("""{"hosts": [{"adress": "a"}]}"""));
    }

    private static ScenarioHosts Read(string text)
    {
        List<ValidationError> problems = [];
        var hosts = HostsFile.Read("h.json", 7, problems, text);
        Assert.Empty(problems);
        return hosts;
    }

    private static ScenarioReading Load(string text, (Setting Setting, string Text)[] options, string hosts)
    {
        var layer = new SettingLayer(SettingSource.CommandLine);
        layer.Add(ScenarioSettings.Hosts, "--hosts", hosts);
        foreach (var (setting, value) in options)
        {
            layer.Add(setting, setting.Option!, value);
        }

        return ScenarioFile.Read(TransferPrograms.Scenario.Program.Table, "s.json", layer, text);
    }

    private Scenario Scenario(string text, params (Setting Setting, string Text)[] options)
    {
        var reading = Load(text, options, folder.Write("hosts.json", Whole));
        Assert.Empty(reading.Problems);
        return reading.Scenario!;
    }
}
