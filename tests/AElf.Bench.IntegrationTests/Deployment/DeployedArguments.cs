using System.Text.RegularExpressions;
using AElf.Bench.Tests.Deployment;
using YamlDotNet.RepresentationModel;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>The arguments of each program in a deployment, read from its files.</summary>
internal static partial class DeployedArguments
{
    /// <summary>The arguments of <c>manager</c>, <c>worker</c> and <c>benchmark</c>.</summary>
    /// <param name="deployment"><c>k8s</c>, or Compose files separated by '+', the later over the earlier.</param>
    public static IReadOnlyList<string> Of(string deployment, string program) => deployment is "k8s"
        ? Kubernetes(program)
        : Compose(deployment.Split('+'), program is "worker" ? "worker-1" : program);

    private static IReadOnlyList<string> Compose(string[] files, string service)
    {
        YamlNode?[] layers = [.. files.Select(file => DeploymentFiles.Yaml(file).Find("services", service))];
        var command = layers.Select(layer => layer.TextAt("command")).Last(text => text is not null)!;
        return
        [
            .. layers[0].Find("entrypoint").Texts()
                .SkipWhile(word => !word.EndsWith(".dll", StringComparison.Ordinal))
                .Skip(1),
            .. Variable().Replace(command, "${default}").Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries),
        ];
    }

    private static IReadOnlyList<string> Kubernetes(string program)
    {
        var workload = DeploymentFiles.Documents($"k8s/{program}.yaml")
            .Single(document => document.TextAt("kind") is "StatefulSet" or "Job");
        var container = workload.Find("spec", "template", "spec", "containers").Items().Single();
        return
        [
            .. container.Find("args").Texts().Select(word => word
                .Replace("$(POD_NAME)", $"{program}-0", StringComparison.Ordinal)
                .Replace("$(NODE_NAME)", "node-1", StringComparison.Ordinal)),
        ];
    }

    [GeneratedRegex(@"\$\{[A-Z_]+:-(?<default>[^}]*)\}", RegexOptions.ExplicitCapture)]
    private static partial Regex Variable();
}
