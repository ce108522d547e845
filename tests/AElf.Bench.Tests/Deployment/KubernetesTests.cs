using System.Globalization;
using YamlDotNet.RepresentationModel;

namespace AElf.Bench.Tests.Deployment;

public sealed class KubernetesTests
{
    private const string SecretExample = "secret.example.yaml";
    private static readonly YamlNode Kustomization = DeploymentFiles.Yaml("k8s/kustomization.yaml");
    private static readonly YamlNode[] Manifests =
        [.. Kustomization.Find("resources").Texts().SelectMany(name => DeploymentFiles.Documents($"k8s/{name}"))];
    private static readonly YamlNode[] Workloads =
        [.. Manifests.Where(manifest => manifest.Find("spec", "template") is not null)];

    public static TheoryData<string> WorkloadNames => [.. Workloads.Select(Name)];

    public static TheoryData<string> ProgramNames => [.. Programs().Select(container => container.Name)];

    [Fact]
    public void Kustomization_Resources_AreAllManifests()
    {
        var files = Directory.EnumerateFiles(Path.Combine(DeploymentFiles.Folder, "k8s"), "*.yaml")
            .Select(path => Path.GetFileName(path));

        Assert.Equal(
            files.Except(["kustomization.yaml", SecretExample], StringComparer.Ordinal).Order(StringComparer.Ordinal),
            Kustomization.Find("resources").Texts().Order(StringComparer.Ordinal));
        Assert.Equal(
            Name(Manifests.Single(manifest => manifest.TextAt("kind") is "Namespace")),
            Kustomization.TextAt("namespace"));
    }

    [Theory]
    [MemberData(nameof(ProgramNames))]
    public void Kubernetes_ProgramOptions_AreKnownAndValid(string name)
    {
        var container = Programs().Single(program => program.Name.Equals(name, StringComparison.Ordinal));
        container.AssertOptionsAreKnown();
        container.AssertValuesAreAccepted();
        if (container.Program is not "benchmark")
        {
            container.AssertPublicAddressIsGuarded();
        }
    }

    [Theory]
    [MemberData(nameof(WorkloadNames))]
    public void Kubernetes_References_AreDefined(string name)
    {
        var workload = Workload(name);
        var pod = Pod(workload);
        var claims = workload.Find("spec", "volumeClaimTemplates").Items().Select(claim => claim.Find("metadata")!);
        YamlNode[] volumes = [.. pod.Find("volumes").Items(), .. claims];
        var configurations = Generated("configMapGenerator");
        var secrets = Generated("secretGenerator");

        Assert.All(
            volumes.Select(volume => volume.TextAt("configMap", "name")).OfType<string>(),
            used => Assert.Contains(used, configurations, StringComparer.Ordinal));
        Assert.All(
            volumes.Select(volume => volume.TextAt("secret", "secretName")).OfType<string>(),
            used => Assert.Contains(used, secrets, StringComparer.Ordinal));
        Assert.All(Containers(pod), container =>
        {
            var mounted = container.Find("volumeMounts").Items().Select(mount => mount.TextAt("name")!);
            Assert.All(
                mounted,
                volume => Assert.Contains(
                    volume, volumes.Select(given => given.TextAt("name")), StringComparer.Ordinal));
            Assert.All(
                container.Find("envFrom").Items(),
                source => Assert.Contains(
                    source.TextAt("configMapRef", "name"), configurations, StringComparer.Ordinal));
            var variables = container.Find("env").Items().Select(variable => $"$({variable.TextAt("name")})").ToArray();
            Assert.All(
                container.Find("args").Texts().Where(word => word.Contains("$(", StringComparison.Ordinal)),
                word => Assert.Contains(word, variables, StringComparer.Ordinal));
            foreach (var probe in Probes(container))
            {
                Assert.Contains(
                    probe, container.Find("ports").Items().Select(port => port.TextAt("name")), StringComparer.Ordinal);
            }
        });
        Assert.Equal(
            Containers(pod).SelectMany(Mounted).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal),
            volumes.Select(volume => volume.TextAt("name")!).Order(StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(WorkloadNames))]
    public void Kubernetes_Pods_HaveMinimalRights(string name)
    {
        var pod = Pod(Workload(name));
        Assert.Equal(
            ("true", "RuntimeDefault"),
            (pod.TextAt("securityContext", "runAsNonRoot"), pod.TextAt("securityContext", "seccompProfile", "type")));
        Assert.Equal(
            ("false", "false"), (pod.TextAt("automountServiceAccountToken"), pod.TextAt("enableServiceLinks")));
        Assert.All(Containers(pod), container =>
        {
            var context = container.Find("securityContext");
            Assert.Equal(
                ("false", "true"),
                (context.TextAt("allowPrivilegeEscalation"), context.TextAt("readOnlyRootFilesystem")));
            Assert.Equal(["ALL"], context.Find("capabilities", "drop").Texts(), StringComparer.Ordinal);
            Assert.Equal(["cpu", "memory"], container.Find("resources", "requests").Keys(), StringComparer.Ordinal);
            Assert.NotNull(container.TextAt("resources", "limits", "memory"));
        });
    }

    [Fact]
    public void Service_Port_IsAPortOfItsPods()
    {
        var services = Manifests.Where(manifest => manifest.TextAt("kind") is "Service").ToArray();
        Assert.Equal(["redis", "manager", "worker"], services.Select(Name), StringComparer.Ordinal);
        Assert.All(services, service =>
        {
            var selected = Selected(service.Find("spec", "selector"));
            Assert.All(service.Find("spec", "ports").Items(), port =>
                Assert.Contains(
                    (port.TextAt("targetPort"), port.TextAt("port")),
                    Ports(Assert.Single(selected))
                        .Select(open => (open.TextAt("name"), open.TextAt("containerPort")))));
        });
        Assert.All(Workloads.Where(workload => workload.TextAt("kind") is "StatefulSet"), workload =>
        {
            Assert.Contains(workload.TextAt("spec", "serviceName"), services.Select(Name), StringComparer.Ordinal);
            Assert.Equal(workload, Assert.Single(Selected(workload.Find("spec", "selector", "matchLabels"))));
        });
    }

    [Fact]
    public void Kubernetes_NetworkPolicies_AllowExactlyTheCalls()
    {
        var policies = Manifests.Where(manifest => manifest.TextAt("kind") is "NetworkPolicy").ToArray();

        Assert.Contains(
            policies,
            policy => !policy.Find("spec", "podSelector").Pairs().Any()
                && policy.Find("spec", "policyTypes").Texts().Count() == 2);
        Assert.Equal(["manager", "worker"], Names("uses-store", "true"), StringComparer.Ordinal);
        Assert.Equal(
            ["redis", "6379", "from", "uses-store=true"], Rule(policies, "redis", "ingress", "from").Split(' '));
        Assert.Equal(
            ["uses-store", "6379", "to", "app=redis"], Rule(policies, "uses-store", "egress", "to").Split(' '));
        Assert.Equal(["joins", "4053", "from", "app=worker"], Rule(policies, "joins", "ingress", "from").Split(' '));
        Assert.Equal(
            ["joins-manager", "4053", "to", "app=manager"], Rule(policies, "joins-manager", "egress", "to").Split(' '));
        Assert.Equal(
            ["submissions", "5053", "from", "app=benchmark"],
            Rule(policies, "submissions", "ingress", "from").Split(' '));
        Assert.Equal(
            ["submits-to-manager", "5053", "to", "app=manager"],
            Rule(policies, "submits-to-manager", "egress", "to").Split(' '));
        Assert.All(policies, policy => Assert.NotEmpty(Selected(policy.Find("spec", "podSelector", "matchLabels"))));
    }

    [Fact]
    public void Shards_Addresses_AreThoseGivenToThePrograms()
    {
        var redis = Workload("redis");
        var count = int.Parse(redis.TextAt("spec", "replicas")!, CultureInfo.InvariantCulture);
        string[] shards =
        [
            .. Enumerable.Range(0, count)
                .Select(number => $"redis-{number}.{redis.TextAt("spec", "serviceName")}:6379"),
        ];
        var proxy = DeploymentFiles.Yaml("k8s/nutcracker.yml").Find("bench");

        Assert.Equal(8, count);
        Assert.Equal(
            shards,
            proxy.Find("servers").Texts().Select(server => server[..server.LastIndexOf(':')]),
            StringComparer.Ordinal);
        Assert.Equal(string.Join(',', shards), Store()["AELF_DATABASE_SHARDS"]);
        Assert.Equal(proxy.TextAt("listen"), $"{Store()["AELF_DATABASE_HOST"]}:{Store()["AELF_DATABASE_PORT"]}");
        Assert.All(["manager", "worker"], name =>
        {
            var sidecar = Assert.Single(Pod(Workload(name)).Find("initContainers").Items());
            Assert.Equal(
                ("aelf-bench/twemproxy:1.0", "Always"), (sidecar.TextAt("image"), sidecar.TextAt("restartPolicy")));
            Assert.Contains("nutcracker", Mounted(sidecar), StringComparer.Ordinal);
        });
    }

    [Fact]
    public void Manager_HasAServiceAndAVolumeAndWorkersHaveNames()
    {
        var manager = Programs().Single(container => container.Program is "manager");
        var worker = Programs().Single(container => container.Program is "worker");
        var benchmark = Programs().Single(container => container.Program is "benchmark");
        var claim = Assert.Single(Workload("manager").Find("spec", "volumeClaimTemplates").Items());
        var mount = Containers(Pod(Workload("manager"))).SelectMany(container => container.Find("volumeMounts").Items())
            .Single(candidate =>
                string.Equals(candidate.TextAt("mountPath"), manager["--state"], StringComparison.Ordinal));

        Assert.Equal(claim.TextAt("metadata", "name"), mount.TextAt("name"));
        Assert.All(
            [worker, benchmark], caller => Assert.Equal($"manager:{manager["--actor.port"]}", caller["--manager"]));
        Assert.Equal(("$(POD_NAME)", "$(NODE_NAME)"), (worker["--name"], worker["--server"]));
        Assert.Equal(["metadata.name", "spec.nodeName"], FieldPaths("worker"));
        Assert.Equal(Workload("worker").TextAt("spec", "replicas"), benchmark["--workers"]);
        Assert.Contains(
            "health.sh 5053 manager",
            string.Join(
                ' ', Pod(Workload("benchmark")).Find("initContainers").Items().Single().Find("command").Texts()),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Secret_Name_IsTheFileThatAllUse()
    {
        var example = DeploymentFiles.Yaml($"k8s/{SecretExample}");

        Assert.Equal(Name(example), Assert.Single(Generated("secretGenerator")));
        Assert.Equal(["cluster-secret"], example.Find("stringData").Keys(), StringComparer.Ordinal);
        Assert.Equal(
            ["cluster-secret"],
            Kustomization.Find("secretGenerator").Items().Single().Find("files").Texts(),
            StringComparer.Ordinal);
        Assert.Equal(Kustomization.TextAt("namespace"), example.TextAt("metadata", "namespace"));
        Assert.All(
            Programs(), container => Assert.Equal("/run/secrets/aelf/cluster-secret", container["--secret-file"]));
        Assert.All(
            ["manager", "worker", "benchmark"],
            name => Assert.Contains("/run/secrets/aelf", SecretPaths(name), StringComparer.Ordinal));
    }

    [Fact]
    public void Images_Kubernetes_EqualThoseOfCompose()
    {
        var images = Workloads.SelectMany(workload => Containers(Pod(workload)))
            .Select(container => container.TextAt("image")!);
        var used = images.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal).ToArray();
        var composed = DeploymentFiles.Yaml("compose.yml").Find("services").Pairs()
            .Select(service => service.Value.TextAt("image")!);

        Assert.Equal(
            composed.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal), used, StringComparer.Ordinal);
        Assert.Equal(
            used.Where(image => image.StartsWith("aelf-bench/", StringComparison.Ordinal)),
            Kustomization.Find("images").Items().Select(image => $"{image.TextAt("name")}:{image.TextAt("newTag")}"),
            StringComparer.Ordinal);
    }

    private static string Name(YamlNode manifest) => manifest.TextAt("metadata", "name")!;

    private static YamlNode Workload(string name) =>
        Workloads.Single(workload => Name(workload).Equals(name, StringComparison.Ordinal));

    private static YamlNode Pod(YamlNode workload) => workload.Find("spec", "template", "spec")!;

    private static IEnumerable<YamlNode> Containers(YamlNode pod) =>
        pod.Find("initContainers").Items().Concat(pod.Find("containers").Items());

    private static IEnumerable<YamlNode> Ports(YamlNode workload) =>
        Containers(Pod(workload)).SelectMany(container => container.Find("ports").Items());

    private static IEnumerable<string> Mounted(YamlNode container) =>
        container.Find("volumeMounts").Items().Select(mount => mount.TextAt("name")!);

    private static IEnumerable<string> Probes(YamlNode container) =>
        new[] { "startupProbe", "readinessProbe", "livenessProbe" }
            .SelectMany(probe => new[]
            {
                container.TextAt(probe, "httpGet", "port"), container.TextAt(probe, "tcpSocket", "port"),
            })
            .OfType<string>();

    private static string[] Generated(string generator) =>
        [.. Kustomization.Find(generator).Items().Select(item => item.TextAt("name")!)];

    private static IEnumerable<string?> SecretPaths(string workload) =>
        Containers(Pod(Workload(workload)))
            .SelectMany(container => container.Find("volumeMounts").Items())
            .Where(mount => mount.TextAt("name") is "secret")
            .Select(mount => mount.TextAt("mountPath"));

    private static IEnumerable<string> FieldPaths(string workload) =>
        Containers(Pod(Workload(workload)))
            .SelectMany(container => container.Find("env").Items())
            .Select(variable => variable.TextAt("valueFrom", "fieldRef", "fieldPath"))
            .OfType<string>();

    private static Dictionary<string, string> Store() =>
        Kustomization.Find("configMapGenerator").Items()
            .Single(item => item.TextAt("name") is "store")
            .Find("literals").Texts()
            .Select(literal => literal.Split('=', 2))
            .ToDictionary(pair => pair[0], pair => pair[1], StringComparer.Ordinal);

    private static YamlNode[] Selected(YamlNode? selector) =>
        [
            .. Workloads.Where(workload =>
                selector.Pairs().All(label => HasLabel(workload, label.Key, label.Value.Text()))),
        ];

    private static IEnumerable<string> Names(string label, string value) =>
        Workloads.Where(workload => HasLabel(workload, label, value)).Select(Name);

    private static bool HasLabel(YamlNode workload, string label, string value) =>
        string.Equals(
            workload.TextAt("spec", "template", "metadata", "labels", label), value, StringComparison.Ordinal);

    // A policy as one line: its name, its port, and the labels of its peers.
    private static string Rule(IEnumerable<YamlNode> policies, string name, string direction, string peers)
    {
        var rule = Assert.Single(policies
            .Single(policy => Name(policy).Equals(name, StringComparison.Ordinal))
            .Find("spec", direction).Items());
        var peer = Assert.Single(rule.Find(peers).Items()).Find("podSelector");
        var label = Assert.Single(peer.Find("matchLabels").Pairs());
        var whom = $"{label.Key}={label.Value.Text()}";
        return $"{name} {Assert.Single(rule.Find("ports").Items()).TextAt("port")} {peers} {whom}";
    }

    private static IEnumerable<ProgramContainer> Programs() =>
        from workload in Workloads
        from container in Pod(workload).Find("containers").Items()
        where ProgramContainer.ProgramOf(container.TextAt("image")!) is not null
        select new ProgramContainer(
            container.TextAt("name")!,
            container.TextAt("image")!,
            [.. container.Find("args").Texts()],
            Environment(container));

    private static Dictionary<string, string> Environment(YamlNode container)
    {
        var variables = container.Find("envFrom").Items().Any()
            ? Store()
            : new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var variable in container.Find("env").Items())
        {
            variables[variable.TextAt("name")!] =
                variable.TextAt("value") ?? variable.TextAt("valueFrom", "fieldRef", "fieldPath")!;
        }

        return variables;
    }
}
