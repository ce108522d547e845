using System.Text.RegularExpressions;
using System.Xml.Linq;
using AElf.Bench.Tests.Tidy;
using YamlDotNet.RepresentationModel;

namespace AElf.Bench.Tests.Deployment;

public sealed partial class ImageTests
{
    private static readonly YamlNode Compose = DeploymentFiles.Yaml("compose.yml");

    [Theory]
    [MemberData(nameof(DeploymentFiles.YamlNames), MemberType = typeof(DeploymentFiles))]
    public void Yaml_EveryFile_CanBeParsed(string name) => Assert.NotEmpty(DeploymentFiles.Documents(name));

    [Theory]
    [InlineData("benchmark", "AElf.Benchmark")]
    [InlineData("manager", "AElf.Concurrency.Manager")]
    [InlineData("worker", "AElf.Concurrency.Worker")]
    public void Stage_Program_HasItsName(string target, string program)
    {
        var entry = $"ENTRYPOINT [\"dotnet\", \"/app/{program}.dll\"]";
        Assert.Contains(entry, Dockerfiles.Stage(target), StringComparison.Ordinal);
        Assert.Contains(program, Published(), StringComparer.Ordinal);
    }

    [Theory]
    [InlineData("manager")]
    [InlineData("worker")]
    public void HealthCheck_Port_IsTheProgramsPort(string target)
    {
        var stage = Dockerfiles.Stage(target);
        var ports = Exposed().Matches(stage).Select(match => match.Groups["port"].Value).ToList();
        var port = ports[0];

        Assert.Contains($"\"/app/health.sh\", \"{ports[^1]}\"]", stage, StringComparison.Ordinal);
        Assert.All(
            Compose.Find("services").Pairs().Where(service =>
                service.Value.TextAt("image")!.StartsWith($"aelf-bench/{target}:", StringComparison.Ordinal)),
            service => Assert.Contains(
                $"--actor.port {port} ", service.Value.TextAt("command"), StringComparison.Ordinal));
    }

    [Fact]
    public void ProxyHealthCheck_Port_IsTheProxysPort()
    {
        var file = DeploymentFiles.Text("twemproxy/Dockerfile");
        var port = Exposed().Match(file).Groups["port"].Value;

        Prose.AssertNames(file, $"health.sh\", \"{port}\"]", "\"--stats-addr\", \"127.0.");
        Assert.Equal($"0.0.0.0:{port}", DeploymentFiles.Yaml("twemproxy/nutcracker.yml").TextAt("bench", "listen"));
    }

    [Fact]
    public void Images_Programs_RunWithoutRootAndSecrets()
    {
        Assert.Equal("USER $APP_UID", LastUser(Dockerfiles.Stage("runtime")));
        Assert.All(new[] { "benchmark", "manager", "worker" }, target =>
        {
            Assert.StartsWith("runtime AS ", Dockerfiles.Stage(target), StringComparison.Ordinal);
            Assert.DoesNotContain("USER", Dockerfiles.Stage(target), StringComparison.Ordinal);
        });
        Assert.Matches(@"^USER\s[1-9][0-9]*:[1-9][0-9]*$", LastUser(DeploymentFiles.Text("twemproxy/Dockerfile")));
        Assert.All(new[] { "Dockerfile", "twemproxy/Dockerfile" }, name =>
            Assert.DoesNotMatch("(?im)^(ARG|ENV|COPY|ADD) .*(secret|password|token)", DeploymentFiles.Text(name)));
    }

    [Fact]
    public void Context_Files_AreExactlyTheCopiedOnes()
    {
        string[] patterns =
            [.. DeploymentFiles.Text(".dockerignore").Split('\n').Where(line => line.Length > 0 && line[0] != '#')];
        var let = patterns.Where(pattern => pattern[0] == '!').Select(pattern => pattern[1..]);
        var copied = Copied().Matches(DeploymentFiles.Text("Dockerfile")).Select(match => match.Groups["source"].Value);

        Assert.Equal("*", patterns[0]);
        Assert.Equal(copied.Order(StringComparer.Ordinal), let.Order(StringComparer.Ordinal));
        Assert.Contains(".editorconfig", copied, StringComparer.Ordinal);
        Assert.Contains("**/bin", patterns, StringComparer.Ordinal);
        Assert.Contains("**/obj", patterns, StringComparer.Ordinal);
        Assert.Contains(
            "health.sh",
            Directory.EnumerateFiles(DeploymentFiles.Folder).Select(Path.GetFileName),
            StringComparer.Ordinal);
    }

    [Fact]
    public void Image_Stage_HasItsName()
    {
        var built = Compose.Find("services").Pairs()
            .Where(service => service.Value.Find("build") is not null).Select(service => service.Value).ToArray();

        Assert.Equal(12, built.Length);
        Assert.All(built, service =>
        {
            var name = service.Find("image").Text().Split('/', ':')[1];
            var build = service.Find("build");
            var isProxy = name is "twemproxy";
            Assert.Equal(isProxy ? "twemproxy" : "..", build.TextAt("context"));
            Assert.Equal(isProxy ? null : "docker/Dockerfile", build.TextAt("dockerfile"));
            Assert.Equal(isProxy ? null : name, build.TextAt("target"));
            Assert.NotEmpty(Dockerfiles.For(service.Find("image").Text()));
        });
    }

    [Fact]
    public void ProxyFiles_Keys_AreOnTheSameShardAndNoWriteIsLost()
    {
        var compose = DeploymentFiles.Yaml("twemproxy/nutcracker.yml").Find("bench");
        var kubernetes = DeploymentFiles.Yaml("k8s/nutcracker.yml").Find("bench");

        Assert.Equal(Placement(compose), Placement(kubernetes));
        Assert.Equal(
            "murmur ketama false 1 true",
            string.Join(
                ' ',
                new[] { "hash", "distribution", "auto_eject_hosts", "server_connections", "redis" }
                    .Select(key => compose.TextAt(key))));
        Assert.Equal("127.0.0.1:22121", kubernetes.TextAt("listen"));
    }

    private static string Placement(YamlNode? proxy) => string.Join('\n', [
        .. proxy.Pairs()
            .Where(pair => pair.Key is not ("listen" or "servers")).Select(pair => $"{pair.Key} {pair.Value.Text()}"),
        .. proxy.Find("servers").Texts().Select(server => server[server.LastIndexOf(':')..])]);

    private static string LastUser(string stage) =>
        stage.Split('\n').Last(line => line.StartsWith("USER ", StringComparison.Ordinal));

    // The benchmark contains the programs that its project references.
    private static IEnumerable<string> Published()
    {
        var published = PublishedProject().Match(Dockerfiles.Stage("build")).Groups["project"].Value;
        var project = XDocument.Load(Path.Combine(SourceTree.Root, "src", published, $"{published}.csproj"));
        return project.Descendants("ProjectReference")
            .Select(reference => Path.GetFileNameWithoutExtension(reference.Attribute("Include")!.Value))
            .Append(published);
    }

    [GeneratedRegex("dotnet publish src/(?<project>\\S+) -c Release -o /programs ", RegexOptions.ExplicitCapture)]
    private static partial Regex PublishedProject();

    [GeneratedRegex("^EXPOSE (?<port>[0-9]+)$", RegexOptions.ExplicitCapture | RegexOptions.Multiline)]
    private static partial Regex Exposed();

    [GeneratedRegex("^COPY (?<source>[a-z.][^ ]*) ", RegexOptions.ExplicitCapture | RegexOptions.Multiline)]
    private static partial Regex Copied();
}
