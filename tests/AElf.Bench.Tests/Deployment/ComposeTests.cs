using System.Globalization;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using YamlDotNet.RepresentationModel;

namespace AElf.Bench.Tests.Deployment;

public sealed class ComposeTests
{
    private const int RedisPort = 6379;
    private static readonly YamlNode File = DeploymentFiles.Yaml("compose.yml");
    private static readonly YamlNode Override = DeploymentFiles.Yaml("compose.scenario2.yml");
    private static readonly YamlNode Proxy = DeploymentFiles.Yaml("twemproxy/nutcracker.yml").Find("bench")!;

    public static TheoryData<string> ServiceNames => [.. File.Find("services").Keys()];

    public static TheoryData<string> ProgramNames => [.. Programs(File).Select(container => container.Name)];

    public static TheoryData<string> OverriddenNames => [.. Override.Find("services").Keys()];

    [Theory]
    [MemberData(nameof(ProgramNames))]
    public void Compose_ProgramOptions_AreKnownAndValid(string name)
    {
        var container = Program(name);
        container.AssertOptionsAreKnown();
        container.AssertValuesAreAccepted();
        container.AssertPublicAddressIsGuarded();
    }

    [Theory]
    [MemberData(nameof(ServiceNames))]
    public void Compose_References_AreDefined(string name)
    {
        var service = Service(name);
        Assert.All(
            service.Find("networks").Texts(),
            network => Assert.Contains(network, File.Find("networks").Keys(), StringComparer.Ordinal));
        Assert.All(
            service.Find("secrets").Texts(),
            secret => Assert.Contains(secret, File.Find("secrets").Keys(), StringComparer.Ordinal));
        Assert.All(
            service.Find("volumes").Texts(),
            volume => Assert.Contains(volume.Split(':')[0], File.Find("volumes").Keys(), StringComparer.Ordinal));
        Assert.All(
            service.Find("depends_on").Pairs(),
            needed => Assert.True(
                needed.Value.TextAt("condition") is not "service_healthy" || HasHealthCheck(Service(needed.Key)),
                $"{name}: {needed.Key}"));
    }

    [Theory]
    [MemberData(nameof(ProgramNames))]
    public void Compose_Addresses_AreReachable(string name)
    {
        var container = Program(name);
        var store = container.Environment;
        string?[] addresses =
        [
            container["--manager"],
            .. container["--proxies"]?.Split(',') ?? [],
            .. store.GetValueOrDefault("AELF_DATABASE_SHARDS")?.Split(',') ?? [],
            store.ContainsKey("AELF_DATABASE_HOST")
                ? $"{store["AELF_DATABASE_HOST"]}:{store["AELF_DATABASE_PORT"]}"
                : null,
        ];
        Assert.All(addresses.OfType<string>(), address =>
        {
            var endpoint = Assert.Single(AddressListRule.Split(address)!);
            Assert.Equal(PortOf(endpoint.Host), endpoint.Port);
            Assert.NotEmpty(Service(name).Find("networks").Texts()
                .Intersect(Service(endpoint.Host).Find("networks").Texts(), StringComparer.Ordinal));
        });
        Assert.Equal("/run/secrets/cluster-secret", container["--secret-file"]);
        Assert.Contains("cluster-secret", Service(name).Find("secrets").Texts(), StringComparer.Ordinal);
    }

    [Fact]
    public void Compose_PublishedPort_IsTheManagersPageOnLoopbackOnly()
    {
        var ports = File.Find("services").Pairs()
            .SelectMany(service => service.Value.Find("ports").Texts().Select(port => (service.Key, port)));

        var pages = PortOf("manager") + ActorSystemOptions.HttpPortDistance;
        Assert.Equal([("manager", $"127.0.0.1:{pages}:{pages}")], ports);
        Assert.Equal(
            ["page"],
            File.Find("networks").Pairs()
                .Where(network => network.Value.TextAt("internal") is not "true").Select(network => network.Key),
            StringComparer.Ordinal);
        Assert.All(
            File.Find("services").Pairs().Where(service => service.Key is not "manager"),
            service => Assert.DoesNotContain("page", service.Value.Find("networks").Texts(), StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(ServiceNames))]
    public void Compose_Services_HaveMinimalRights(string name)
    {
        var service = Service(name);
        Assert.Equal("true", service.TextAt("read_only"));
        Assert.Equal(["ALL"], service.Find("cap_drop").Texts(), StringComparer.Ordinal);
        Assert.Equal(["no-new-privileges:true"], service.Find("security_opt").Texts(), StringComparer.Ordinal);
    }

    [Fact]
    public void Compose_Shards_AreThoseOfTheProxies()
    {
        string[] known = [.. Proxy.Find("servers").Texts().Select(server => server[..server.LastIndexOf(':')])];
        string[] started = [.. Names("redis-").Select(name => $"{name}:{RedisPort}")];

        Assert.Equal(8, known.Length);
        Assert.Equal(started, known);
        Assert.All(
            Programs(File).Where(container => container.Program is not "benchmark"),
            container => Assert.Equal(string.Join(',', known), container.Environment["AELF_DATABASE_SHARDS"]));
    }

    [Fact]
    public void Compose_FiveServers_HaveTheirProxiesAndTheManagerKnowsAll()
    {
        var workers = Programs(File).Where(container => container.Program is "worker").ToArray();

        Assert.Equal(Numbered("worker-"), workers.Select(worker => worker.Name), StringComparer.Ordinal);
        Assert.Equal(Numbered("worker-"), workers.Select(worker => worker["--name"]), StringComparer.Ordinal);
        Assert.Equal(Numbered("server-"), workers.Select(worker => worker["--server"]), StringComparer.Ordinal);
        Assert.Equal(
            Numbered("proxy-"),
            workers.Select(worker => worker.Environment["AELF_DATABASE_HOST"]),
            StringComparer.Ordinal);
        Assert.Equal(Numbered("proxy-"), Names("proxy-"), StringComparer.Ordinal);
        var manager = Program("manager");
        Assert.Equal(
            Numbered("proxy-").Select(proxy => $"{proxy}:{PortOf(proxy)}"),
            manager["--proxies"]!.Split(',')
                .Prepend($"{manager.Environment["AELF_DATABASE_HOST"]}:{manager.Environment["AELF_DATABASE_PORT"]}"),
            StringComparer.Ordinal);
        Assert.Single(workers.Select(Unnamed).Distinct(StringComparer.Ordinal));
        Assert.Equal(workers.Length.ToString(CultureInfo.InvariantCulture), Program("benchmark")["--workers"]);
    }

    [Fact]
    public void Manager_LogOnAVolume_SurvivesARestart()
    {
        Assert.Contains(
            $"state:{Program("manager")["--state"]}",
            Service("manager").Find("volumes").Texts(),
            StringComparer.Ordinal);
        Assert.Equal("unless-stopped", Service("manager").TextAt("restart"));
    }

    [Theory]
    [MemberData(nameof(OverriddenNames))]
    public void Compose_ScenarioII_ChangesKnownServices(string name)
    {
        Assert.NotNull(File.Find("services", name));
        var service = Override.Find("services", name);
        if (service.Find("profiles") is { } profiles)
        {
            Assert.Equal(["scenario3"], profiles.Texts(), StringComparer.Ordinal);
            return;
        }

        Assert.All(
            File.Find("services", name, "depends_on").Keys(),
            needed => Assert.Null(Override.Find("services", needed, "profiles")));
        var container = Container(name, service!, File.Find("services", name)!);
        container.AssertOptionsAreKnown();
        container.AssertValuesAreAccepted();
        container.AssertPublicAddressIsGuarded();
        Assert.Null(container["--proxies"]);
        Assert.DoesNotContain("AELF_DATABASE_SHARDS", container.Environment.Keys, StringComparer.Ordinal);
        Assert.Equal(
            "redis redis-1 6379",
            string.Join(
                ' ', new[] { "TYPE", "HOST", "PORT" }.Select(key => container.Environment[$"AELF_DATABASE_{key}"])));
    }

    [Fact]
    public void ScenarioII_ServicesWithAProxy_AreAllChanged()
    {
        string[] unused =
        [
            .. Override.Find("services").Pairs()
                .Where(service => service.Value.Find("profiles") is not null).Select(service => service.Key),
        ];

        Assert.Equal([.. Names("redis-").Skip(1), .. Names("proxy-")], unused);
        Assert.Equal(
            File.Find("services").Keys().Except([.. unused, "redis-1", "benchmark"], StringComparer.Ordinal),
            Override.Find("services").Keys().Except(unused, StringComparer.Ordinal), StringComparer.Ordinal);
    }

    [Theory]
    [InlineData("compose.yml")]
    [InlineData("compose.scenario2.yml")]
    [InlineData("compose.metrics.yml")]
    public void Compose129_EveryKeyOfAFile_IsKnown(string name)
    {
        string[] known = ["services", "networks", "secrets", "volumes"];
        var file = DeploymentFiles.Yaml(name);

        Assert.All(
            file.Keys().Where(key => !key.StartsWith("x-", StringComparison.Ordinal)),
            key => Assert.Contains(key, known, StringComparer.Ordinal));
        Assert.All(file.AllNodes.Where(node => !node.Tag.IsEmpty), node =>
            Assert.StartsWith("tag:yaml.org,", node.Tag.Value, StringComparison.Ordinal));
        Assert.Equal("COMPOSE_PROJECT_NAME=aelf-bench\n", DeploymentFiles.Text(".env"));
    }

    private static IEnumerable<string> Names(string prefix) =>
        File.Find("services").Keys().Where(name => name.StartsWith(prefix, StringComparison.Ordinal));

    private static string[] Numbered(string prefix) =>
        [.. Enumerable.Range(1, 5).Select(number => $"{prefix}{number}")];

    private static string Unnamed(ProgramContainer worker) =>
        string.Join(' ', worker.Arguments.Except([worker["--name"]!, worker["--server"]!], StringComparer.Ordinal));

    private static YamlNode Service(string name)
    {
        var service = File.Find("services", name);
        Assert.True(service is not null, $"no service {name}");
        return service;
    }

    private static ProgramContainer Program(string name) =>
        Programs(File).Single(container => container.Name.Equals(name, StringComparison.Ordinal));

    private static IEnumerable<ProgramContainer> Programs(YamlNode file) =>
        file.Find("services").Pairs()
            .Where(service => ProgramContainer.ProgramOf(service.Value.Find("image").Text()) is not null)
            .Select(service => Container(service.Key, service.Value, service.Value));

    private static ProgramContainer Container(string name, YamlNode service, YamlNode original)
    {
        var command = ProgramContainer.Words(service.TextAt("command") ?? original.Find("command").Text());
        string[] entry =
        [
            .. original.Find("entrypoint").Texts()
                .SkipWhile(word => !word.EndsWith(".dll", StringComparison.Ordinal)).Skip(1),
        ];
        return new ProgramContainer(
            name,
            original.Find("image").Text(),
            [.. entry, .. command],
            original.Find("environment").Pairs().Concat(service.Find("environment").Pairs())
                .GroupBy(variable => variable.Key, variable => variable.Value.Text(), StringComparer.Ordinal)
                .Where(variable => variable.Last().Length > 0)
                .ToDictionary(variable => variable.Key, variable => variable.Last(), StringComparer.Ordinal));
    }

    private static bool HasHealthCheck(YamlNode service) =>
        service.Find("healthcheck") is not null
            || Dockerfiles.For(service.Find("image").Text()).Contains("HEALTHCHECK", StringComparison.Ordinal);

    private static int PortOf(string service) => service switch
    {
        ['r', 'e', 'd', 'i', 's', '-', ..] => RedisPort,
        ['p', 'r', 'o', 'x', 'y', '-', ..] => Assert.Single(AddressListRule.Split(Proxy.Find("listen").Text())!).Port,
        _ => int.Parse(Program(service)["--actor.port"]!, CultureInfo.InvariantCulture),
    };
}
