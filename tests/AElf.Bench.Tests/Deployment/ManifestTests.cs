using YamlDotNet.RepresentationModel;
using k8s;
using k8s.Models;

namespace AElf.Bench.Tests.Deployment;

/// <summary>Checks manifests against Kubernetes' types, and checks the labels and lifetimes of their objects.</summary>
public sealed class ManifestTests
{
    public static TheoryData<string> Names =>
    [
        .. DeploymentFiles.ManifestNames.Where(name => Path.GetFileName(name) is not "kustomization.yaml"),
    ];

    [Theory]
    [MemberData(nameof(Names))]
    public void Field_Every_IsKnownToKubernetes(string name)
    {
        var read = KubernetesYaml.LoadAllFromString(DeploymentFiles.Text(name), strict: true);

        Assert.Equal(DeploymentFiles.Documents(name).Count, read.Count);
    }

    [Theory]
    [InlineData("ttlSecondsAfterFinished: 86400", "ttlSecondsAfterFinish: 86400")]
    [InlineData("backoffLimit: 3", "backoffLimit: some")]
    public void Field_UnknownToKubernetes_IsRefused(string right, string wrong)
    {
        var text = DeploymentFiles.Text("k8s/benchmark.yaml");
        Assert.Contains(right, text, StringComparison.Ordinal);

        Assert.ThrowsAny<Exception>(() => KubernetesYaml.LoadAllFromString(
            text.Replace(right, wrong, StringComparison.Ordinal), strict: true));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Manifests_EveryObject_HasTheLabelOfTheApplication(string name)
    {
        var labelled = DeploymentFiles.Documents(name)
            .Where(manifest => manifest.TextAt("kind") is "Service" or "StatefulSet" or "Deployment" or "Job")
            .SelectMany(manifest => new[] { manifest, manifest.Find("spec", "template") }.OfType<YamlNode>());

        Assert.All(labelled, node =>
        {
            var labels = node.Find("metadata", "labels");
            Assert.Equal("aelf-bench", labels.TextAt("app.kubernetes.io/part-of"));
            Assert.NotNull(labels.TextAt("app.kubernetes.io/name"));
            Assert.NotNull(labels.TextAt("app.kubernetes.io/component"));
        });
    }

    [Fact]
    public void Job_Ended_IsRemovedAutomatically()
    {
        var job = Assert.IsType<V1Job>(
            Assert.Single(KubernetesYaml.LoadAllFromString(DeploymentFiles.Text("k8s/benchmark.yaml"), strict: true)));

        Assert.True(job.Spec.TtlSecondsAfterFinished > job.Spec.ActiveDeadlineSeconds);
    }

    [Theory]
    [InlineData("Dockerfile", "benchmark")]
    [InlineData("Dockerfile", "manager")]
    [InlineData("Dockerfile", "worker")]
    [InlineData("twemproxy/Dockerfile", "twemproxy")]
    public void Image_HasLabelsOfTitleLicenseAndVendor(string file, string image)
    {
        var stage = image is "twemproxy" ? DeploymentFiles.Text(file) : Dockerfiles.Stage(image);
        var all = stage + (image is "twemproxy" ? "" : Dockerfiles.Stage("runtime"));

        Assert.Contains($"org.opencontainers.image.title=\"aelf-bench/{image}\"", stage, StringComparison.Ordinal);
        Assert.Contains("org.opencontainers.image.description=\"", stage, StringComparison.Ordinal);
        Assert.Contains("org.opencontainers.image.licenses=\"", all, StringComparison.Ordinal);
        Assert.Contains("org.opencontainers.image.vendor=\"AElf.Bench\"", all, StringComparison.Ordinal);
    }
}
