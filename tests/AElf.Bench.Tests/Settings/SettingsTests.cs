using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Tests.CommandLine;
using AElf.Bench.Transfers;

namespace AElf.Bench.Tests.Settings;

public class SettingsTests
{
    private static readonly Dictionary<string, string> NoVariables = [];

    private static readonly IReadOnlyList<Setting> Table = TransferPrograms.Benchmark.Program.Table;

    private static string Shipped => Path.Combine(AppContext.BaseDirectory, "config");

    private static ResolvedSettings Read(
        string folder, Dictionary<string, string>? environment = null, Programs role = Programs.Benchmark) =>
        ConfigurationReader.Read(
            Table, folder, role, environment ?? NoVariables, new SettingLayer(SettingSource.CommandLine));

    [Fact]
    public void Default_Every_IsAcceptedByItsRule() =>
        Assert.All(
            TransferPrograms.Scenario.Program.Table.Where(setting => setting.Default is not null),
            setting => Assert.Equal(setting.Default, setting.Rule.Normalise(setting.Default!)));

    [Fact]
    public void Defaults_Bound_EqualThoseOfTheRecords()
    {
        var merged = new ResolvedSettings();

        Assert.Equal(new StoreOptions(), SettingsBinder.Store(merged, null));
        Assert.Equal(new ActorOptions(), SettingsBinder.Actors(merged));
        Assert.Equal(new TransferOptions(), TransferSettings.Options(merged));
        Assert.Equal(new MeasureOptions(), SettingsBinder.Measure(merged));
        Assert.Equal(new ActorSystemOptions(), SettingsBinder.Hosts(merged, null));
    }

    [Fact]
    public void Bind_GivenSettings_SetsTheirProperties()
    {
        var layer = new SettingLayer(SettingSource.CommandLine);
        layer.Set(StoreSettings.Latency, "--latency", TimeSpan.FromMilliseconds(1));
        layer.Set(StoreSettings.Reconnect, "--reconnect", TimeSpan.FromSeconds(3));
        layer.Set(StoreSettings.Here, "--store-here", true);
        layer.Set(StoreSettings.User, "--user", "bob");
        layer.Set(StoreSettings.Database, "--db", 3);
        layer.Set(ActorSettings.ActorCount, "--actors", 2);
        layer.Set(MeasureSettings.WarmupRounds, "--warmup", 0);
        layer.Set(MeasureSettings.BareStore, "--ceiling", false);
        layer.Set(ClusterSettings.HeartbeatInterval, "single.hocon", TimeSpan.FromSeconds(2));
        var settings = new ResolvedSettings(layer);

        Assert.Equal(
            new StoreOptions
            {
                AddedRoundTrip = TimeSpan.FromMilliseconds(1),
                ReconnectDeadline = TimeSpan.FromSeconds(3),
                IsHere = true,
                User = "bob",
                Database = 3,
            },
            SettingsBinder.Store(settings, null));
        Assert.Equal(new ActorOptions { Actors = 2 }, SettingsBinder.Actors(settings));
        Assert.Equal(
            new MeasureOptions { WarmupRounds = 0, BareStore = false }, SettingsBinder.Measure(settings));
        Assert.Equal(
            new ActorSystemOptions { HeartbeatInterval = TimeSpan.FromSeconds(2) },
            SettingsBinder.Hosts(settings, null));
    }

    [Theory]
    [InlineData(Programs.Benchmark)]
    [InlineData(Programs.Worker)]
    [InlineData(Programs.Manager)]
    public void ShippedFiles_Values_AreTheDefaults(Programs role)
    {
        var merged = Read(Shipped, role: role);

        Assert.Empty(merged.Problems);
        Assert.Empty(ConfigurationReader.CheckHeartbeats(merged));
        Assert.All(
            Table.Except([ClusterSettings.Seeds]),
            setting => Assert.Equal(setting.ValueFor(role), merged.ValueOf(setting)));
        Assert.Equal("127.0.0.1:4053", merged[ClusterSettings.Seeds]);
        Assert.Equal(SettingSource.File, merged.Source(ClusterSettings.HeartbeatInterval));
    }

    [Theory]
    [InlineData("1000us", "1ms")]
    [InlineData("0.5ms", "500us")]
    [InlineData("500us", "500us")]
    [InlineData("10 s", "10s")]
    [InlineData("0ms", "0s")]
    [InlineData("1", null)]
    [InlineData("ms", null)]
    [InlineData("1.0005ms", null)]
    [InlineData("10001ms", null)]
    [InlineData("1e3us", null)]
    public void RoundTrip_AnyUnit_IsKeptInItsLargestWholeUnit(string text, string? kept)
    {
        Assert.Equal(kept, StoreSettings.Latency.Rule.Normalise(text));
        Assert.Equal(kept, kept is null ? null : StoreSettings.Latency.Rule.Normalise(kept));
    }

    [Fact]
    public void RoundTrip_InTheFile_IsRead()
    {
        using var folder = new TemporaryFolder();
        folder.Write("database.json", "{\"Type\": \"redis\", \"Latency\": \"1ms\"}");

        Assert.Equal(TimeSpan.FromMilliseconds(1), SettingsBinder.Store(Read(folder.Path), null).AddedRoundTrip);
    }

    [Fact]
    public void ShippedFiles_WorkerOfTheSameMachine_JoinsTheManager()
    {
        var manager = SettingsBinder.Hosts(Read(Shipped, role: Programs.Manager), null);
        var worker = SettingsBinder.Hosts(Read(Shipped, role: Programs.Worker), null);

        Assert.Equal([manager.Address], worker.Seeds);
        Assert.NotEqual(manager.Address, worker.Address);
    }

    [Fact]
    public void MasterFile_InACluster_IsRead()
    {
        using var folder = new TemporaryFolder();
        folder.Write("actor.json", "{\"IsCluster\": true}");
        folder.Write("single.hocon", "aelf { }");
        folder.Write("master.hocon", "akka.actor.deployment./router.nr-of-instances = 7");

        Assert.Equal("7", Read(folder.Path)[ActorSettings.ActorCount]);
    }

    [Theory]
    [InlineData("database.json", "{\"$schema\": \"https://example.com/database.schema.json\", \"Port\": 7}")]
    [InlineData("actor.json", "{\"$schema\": \"./actor.schema.json\"}")]
    public void Json_SchemaKey_IsIgnored(string file, string text)
    {
        using var folder = new TemporaryFolder();
        folder.Write(file, text);

        Assert.Empty(Read(folder.Path).Problems);
    }

    [Theory]
    [InlineData("manager", "manager")]
    [InlineData(" manager , *.example , ::1, 10.0.0.7 , *", "manager,*.example,::1,10.0.0.7,*")]
    [InlineData("0.0.0.0", null)]
    [InlineData("::", null)]
    [InlineData("manager:4053", null)]
    [InlineData("*.", null)]
    [InlineData("a,,b", null)]
    [InlineData("", null)]
    public void AllowedHosts_Names_HaveNoPort(string text, string? normalised) =>
        Assert.Equal(normalised, ClusterSettings.AllowedHosts.Rule.Normalise(text));

    [Theory]
    [InlineData("79228162514264337593543950335h")]
    [InlineData("0000000000000000000000000000000000000010s")]
    public void Time_TooLongOrTooManyDigits_IsInvalid(string text) =>
        Assert.Null(TimeRule.Duration.Parse(text));

    [Theory]
    [InlineData(
        "AELF_DATABASE_PORT", "abc", "AELF_DATABASE_PORT: 'abc' is not valid; expected a whole number from 1 to 65535")]
    [InlineData(
        "AELF_ACTOR_WORKERCOUNT", "", "AELF_ACTOR_WORKERCOUNT: empty value; expected a whole number from 1 to 1024")]
    [InlineData(
        "AELF_DATABASE_HSOT",
        "h",
        "AELF_DATABASE_HSOT: unknown environment variable; did you mean AELF_DATABASE_HOST?")]
    [InlineData(
        "AELF_ACTOR_SEEDS",
        "a:0",
        "AELF_ACTOR_SEEDS: 'a:0' is not valid; expected HOST:PORT (port 1 to 65535), or several separated by commas")]
    public void Variable_Wrong_IsNamed(string name, string text, string message)
    {
        var environment = new Dictionary<string, string>(StringComparer.Ordinal) { [name] = text, ["PATH"] = "/bin" };
        Assert.Equal(message, Assert.Single(EnvironmentSettings.Read(Table, environment).Problems).ToString());
    }

    [Fact]
    public void Setting_SeveralSources_IsThatOfTheLast()
    {
        using var folder = new TemporaryFolder();
        folder.Write("actor.json", "{\"WorkerCount\": 2, \"Lanes\": 2}");
        folder.Write("single.hocon", "akka.actor.deployment./router { nr-of-instances = 9, virtual-nodes-factor = 9 }");
        var commandLine = new SettingLayer(SettingSource.CommandLine);
        commandLine.Add(TransferSettings.Mode, "--mode", "batch");
        var variables = new Dictionary<string, string>(StringComparer.Ordinal)
        {
            ["AELF_ACTOR_LANES"] = "3",
            ["AELF_ACTOR_MODE"] = "multi",
        };

        var merged = ConfigurationReader.Read(Table, folder.Path, Programs.Benchmark, variables, commandLine);

        Assert.Equal(
            "WorkerCount 2 File, VirtualNodes 9 File, Lanes 3 Environment, Mode batch CommandLine, "
                + "Routing pull Default",
            string.Join(
                ", ",
                ((Setting[])
                [
                    ActorSettings.ActorCount, ActorSettings.VirtualNodes, ActorSettings.Lanes, TransferSettings.Mode,
                    ActorSettings.Routing,
                ]).Select(setting => $"{setting.Key} {merged[setting]} {merged.Source(setting)}")));
    }

    [Fact]
    public void Pause_AtMostTheHeartbeatInterval_IsNamed()
    {
        using var folder = new TemporaryFolder();
        folder.Write("single.hocon", "akka.cluster.failure-detector.acceptable-heartbeat-pause = 1s");

        Prose.AssertNames(
            string.Join('\n', ConfigurationReader.CheckHeartbeats(Read(folder.Path))), "single.hocon:1: ",
            "heartbeat-pause: 1000 ms");
    }

    [Fact]
    public void HoconFile_Named_MustExist()
    {
        using var folder = new TemporaryFolder();
        folder.Write("actor.json", "{\"SingleHoconFile\": \"mine.hocon\"}");

        var problem = Assert.Single(Read(folder.Path).Problems);

        Prose.AssertNames(
            folder.Shorten(problem.ToString()), "DIR/actor.json:1: ", "SingleHoconFile: ", "'mine.hocon'");
    }

    [Fact]
    public void Folder_Configuration_IsTheGivenThenTheUsersThenTheProgramsOne()
    {
        using var user = new TemporaryFolder();
        var expected = Path.Combine("program", "config");

        Assert.Equal("given", ConfigurationFolder.Find("given", user.Path, "program"));
        Assert.Equal(expected, ConfigurationFolder.Find(null, user.Path, "program"));
        Assert.Equal(expected, ConfigurationFolder.Find(null, "", "program"));
        var ofUser = Directory.CreateDirectory(Path.Combine(user.Path, "aelf", "config")).FullName;
        Assert.Equal(ofUser, ConfigurationFolder.Find(null, user.Path, "program"));
    }

    [Fact]
    public void Build_Debug_IsAWarning()
    {
        Assert.False(Assert.Single(BuildCheck.Check(isDebug: true)).Critical);
        Assert.Empty(BuildCheck.Check(isDebug: false));
    }
}
