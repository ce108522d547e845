using YamlDotNet.Core;
using YamlDotNet.RepresentationModel;

namespace AElf.Bench.Tests.Deployment;

/// <summary>The files of <c>docker/</c>, which the build copies beside the tests.</summary>
internal static class DeploymentFiles
{
    public static string Folder { get; } = Path.Combine(AppContext.BaseDirectory, "docker");

    public static TheoryData<string> YamlNames =>
        [
            .. Directory.EnumerateFiles(Folder, "*.y*ml", SearchOption.AllDirectories)
                .Select(path => Path.GetRelativePath(Folder, path))
                .Order(StringComparer.Ordinal),
        ];

    /// <summary>The manifests and kustomizations of Kubernetes.</summary>
    public static IEnumerable<string> ManifestNames =>
        new[] { "k8s", "metrics" }
            .SelectMany(folder => Directory.EnumerateFiles(Path.Combine(Folder, folder), "*.yaml"))
            .Select(path => Path.GetRelativePath(Folder, path))
            .Order(StringComparer.Ordinal);

    public static string Text(string name) => File.ReadAllText(Path.Combine(Folder, name));

    public static YamlNode Yaml(string name) => Assert.Single(Documents(name));

    public static IReadOnlyList<YamlNode> Documents(string name)
    {
        using var reader = new StringReader(Text(name));
        var stream = new YamlStream();
        stream.Load(new MergingParser(new Parser(reader)));
        return [.. stream.Documents.Select(document => document.RootNode)];
    }
}

/// <summary>Reads nodes that may be absent.</summary>
internal static class YamlReading
{
    public static YamlNode? Find(this YamlNode? node, params ReadOnlySpan<string> path)
    {
        var found = node;
        foreach (var key in path)
        {
            found = found is YamlMappingNode mapping
                && mapping.Children.TryGetValue(new YamlScalarNode(key), out var child)
                    ? child
                    : null;
        }

        return found;
    }

    public static string Text(this YamlNode? node) => Assert.IsType<YamlScalarNode>(node).Value!;

    public static string? TextAt(this YamlNode? node, params ReadOnlySpan<string> path) =>
        (node.Find(path) as YamlScalarNode)?.Value;

    public static IEnumerable<YamlNode> Items(this YamlNode? node) =>
        node is YamlSequenceNode list ? list.Children : [];

    public static IEnumerable<string> Texts(this YamlNode? node) => node.Items().Select(Text);

    public static IEnumerable<(string Key, YamlNode Value)> Pairs(this YamlNode? node) =>
        node is YamlMappingNode mapping ? mapping.Children.Select(pair => (pair.Key.Text(), pair.Value)) : [];

    public static IEnumerable<string> Keys(this YamlNode? node) => node.Pairs().Select(pair => pair.Key);
}
