using System.Globalization;
using System.Text.Json;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using YamlDotNet.RepresentationModel;

namespace AElf.Bench.Tests.Deployment;

/// <summary>Prometheus and Grafana with the cluster, in Compose and in Kubernetes.</summary>
public sealed class MetricsTests
{
    private static readonly YamlNode Cluster = DeploymentFiles.Yaml("compose.yml");
    private static readonly YamlNode Compose = DeploymentFiles.Yaml("compose.metrics.yml");
    private static readonly YamlNode Kustomization = DeploymentFiles.Yaml("metrics/kustomization.yaml");
    private static readonly YamlNode[] Manifests =
    [
        .. Kustomization.Find("resources").Texts()
            .Where(name => name.EndsWith(".yaml", StringComparison.Ordinal))
            .SelectMany(name => DeploymentFiles.Documents($"metrics/{name}")),
    ];

    public static TheoryData<string> ServiceNames => [.. Compose.Find("services").Keys()];

    public static TheoryData<string> BoundedServices =>
    [
        .. Cluster.Find("services").Keys().Select(name => $"compose.yml {name}"),
        .. Compose.Find("services").Keys().Select(name => $"compose.metrics.yml {name}"),
    ];

    [Theory]
    [MemberData(nameof(BoundedServices))]
    public void Service_Resources_AreLimited(string fileAndService)
    {
        var words = fileAndService.Split(' ');
        var limits = DeploymentFiles.Yaml(words[0]).Find("services", words[1], "deploy", "resources", "limits");

        Assert.Matches(@"^([0-9.]+|\$\{[A-Z_]+:-[0-9]+\})$", limits.TextAt("cpus"));
        Assert.Matches("^[0-9]+[MG]$", limits.TextAt("memory"));
    }

    [Theory]
    [MemberData(nameof(ServiceNames))]
    public void Service_HasTheRestrictionsOfTheClusterAndItsFiles(string name)
    {
        var service = Compose.Find("services", name);

        Assert.Equal("true", service.TextAt("read_only"));
        Assert.Equal(["ALL"], service.Find("cap_drop").Texts(), StringComparer.Ordinal);
        Assert.Equal(["no-new-privileges:true"], service.Find("security_opt").Texts(), StringComparer.Ordinal);
        Assert.All(
            service.Find("networks").Texts(),
            network => Assert.Contains(network, Cluster.Find("networks").Keys(), StringComparer.Ordinal));
        Assert.All(service.Find("volumes").Texts().Select(volume => volume.Split(':')), volume =>
        {
            var isFile = volume[0].StartsWith("./", StringComparison.Ordinal);
            Assert.True(
                isFile
                    ? File.Exists(Path.Combine(DeploymentFiles.Folder, volume[0])) && volume[2] is "ro"
                    : Compose.Find("volumes").Keys().Contains(volume[0], StringComparer.Ordinal),
                string.Join(':', volume));
        });
        Assert.All(
            service.Find("depends_on").Keys(),
            needed => Assert.NotNull(Compose.Find("services", needed, "healthcheck")));
    }

    [Fact]
    public void Prometheus_Target_IsTheManagerAndGrafanaReadsPrometheus()
    {
        var source = DeploymentFiles.Yaml("metrics/prometheus.yml").Find("scrape_configs").Items().Single();
        var target = Assert.Single(source.Find("static_configs").Items().Single().Find("targets").Texts());
        var grafana = DeploymentFiles.Yaml("metrics/datasources.yml").Find("datasources").Items().Single();

        var pages = int.Parse(target.Split(':')[1], CultureInfo.InvariantCulture);
        Assert.Contains(
            $"--actor.port {pages - ActorSystemOptions.HttpPortDistance} --allowed-hosts {target.Split(':')[0]} ",
            Cluster.TextAt("services", "manager", "command"),
            StringComparison.Ordinal);
        Assert.Contains(
            "control", Cluster.Find("services", "manager", "networks").Texts(), StringComparer.Ordinal);
        Assert.Equal("http://prometheus:9090", grafana.TextAt("url"));
        Assert.Equal(
            ["127.0.0.1:3000:3000"], Compose.Find("services", "grafana", "ports").Texts(), StringComparer.Ordinal);
        Assert.Null(Compose.Find("services", "prometheus", "ports"));
        var service = DeploymentFiles.Documents("k8s/manager.yaml")
            .Single(manifest => manifest.TextAt("kind") is "Service");
        var port = service.Find("spec", "ports").Items().Single(each => each.TextAt("name") is "http").TextAt("port");
        Assert.Equal(target, $"{service.TextAt("metadata", "name")}:{port}");
    }

    [Fact]
    public void Dashboard_Path_IsGrafanasAndAnyPrometheusWorks()
    {
        var folder = DeploymentFiles.Yaml("metrics/dashboards.yml").Find("providers").Items().Single()
            .TextAt("options", "path");
        using var dashboard = JsonDocument.Parse(DeploymentFiles.Text("metrics/dashboard.json"));
        var variable = dashboard.RootElement.GetProperty("templating").GetProperty("list").EnumerateArray().Single();

        Assert.Contains(
            Compose.Find("services", "grafana", "volumes").Texts(),
            volume => volume.StartsWith($"./metrics/dashboard.json:{folder}/", StringComparison.Ordinal));
        Assert.Contains(
            Mounts("grafana"), mount => string.Equals(mount.TextAt("mountPath"), folder, StringComparison.Ordinal));
        Assert.Equal("prometheus", variable.GetProperty("query").GetString());
        Assert.All(
            dashboard.RootElement.GetProperty("panels").EnumerateArray(),
            panel => Assert.Equal(
                $"${{{variable.GetProperty("name").GetString()}}}",
                panel.GetProperty("datasource").GetProperty("uid").GetString()));
    }

    [Fact]
    public void Kubernetes_Parts_EqualThoseOfCompose()
    {
        string[] Images(IEnumerable<string?> images) => [.. images.OfType<string>().Order(StringComparer.Ordinal)];

        Assert.Equal(
            Images(Compose.Find("services").Pairs().Select(service => service.Value.TextAt("image"))),
            Images(Workloads().SelectMany(Containers).Select(container => container.TextAt("image"))));
        Assert.Contains("../k8s", Kustomization.Find("resources").Texts(), StringComparer.Ordinal);
        Assert.All(
            Kustomization.Find("configMapGenerator").Items().SelectMany(map => map.Find("files").Texts()),
            file => Assert.True(File.Exists(Path.Combine(DeploymentFiles.Folder, "metrics", file)), file));
        Assert.Equal(
            Kustomization.Find("configMapGenerator").Items().Select(map => map.TextAt("name")!)
                .Order(StringComparer.Ordinal),
            Workloads().SelectMany(workload => workload.Find("spec", "template", "spec", "volumes").Items())
                .Select(volume => volume.TextAt("configMap", "name")).OfType<string>().Order(StringComparer.Ordinal));
        Assert.Equal(
            "manager<prometheus:5053 prometheus<grafana:9090 prometheus>manager:5053 grafana>prometheus:9090",
            string.Join(
                ' ', Manifests.Where(manifest => manifest.TextAt("kind") is "NetworkPolicy").SelectMany(Rules)));
    }

    private static IEnumerable<YamlNode> Workloads() =>
        Manifests.Where(manifest => manifest.Find("spec", "template") is not null);

    private static IEnumerable<YamlNode> Containers(YamlNode workload) =>
        workload.Find("spec", "template", "spec", "containers").Items();

    private static IEnumerable<YamlNode> Mounts(string name) => Workloads()
        .Where(workload => string.Equals(workload.TextAt("metadata", "name"), name, StringComparison.Ordinal))
        .SelectMany(Containers).SelectMany(container => container.Find("volumeMounts").Items());

    private static IEnumerable<string> Rules(YamlNode policy)
    {
        var whose = policy.TextAt("spec", "podSelector", "matchLabels", "app");
        foreach (var (direction, peers, sign) in new[] { ("ingress", "from", '<'), ("egress", "to", '>') })
        {
            foreach (var rule in policy.Find("spec", direction).Items())
            {
                var peer = rule.Find(peers).Items().Single().TextAt("podSelector", "matchLabels", "app");
                yield return $"{whose}{sign}{peer}:{rule.Find("ports").Items().Single().TextAt("port")}";
            }
        }
    }
}
