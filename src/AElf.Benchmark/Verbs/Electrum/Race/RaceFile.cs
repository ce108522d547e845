using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings.Formats;

namespace AElf.Benchmark.Verbs.Electrum.Race;

/// <summary>Reads the file with the servers of a race: JSON with comments.</summary>
internal static partial class RaceFile
{
    /// <summary>Reads the file.</summary>
    /// <exception cref="ConfigurationFormatException">The file cannot be read, or is invalid.</exception>
    public static IReadOnlyList<RacedServer> Read(string path)
    {
        var servers = new OrderedDictionary<string, RacedServer>(StringComparer.Ordinal);
        foreach (var item in ItemsOf(FieldsOf(JsonTree.Read(path), ["servers"], "$schema")["servers"]))
        {
            var server = ServerOf(item);
            if (!servers.TryAdd(server.Name, server))
            {
                throw new ConfigurationFormatException(
                    $"{item.Place}.name", $"two servers have the name {server.Name}", "expected different names");
            }
        }

        return [.. servers.Values];
    }

    private static RacedServer ServerOf(JsonTree tree)
    {
        var fields = FieldsOf(tree, ["name", "command"], "environment", "files", "ready", "needsOfNode");
        return new RacedServer
        {
            Name = FileName(fields["name"], fields["name"].AsText()),
            Command = [.. ItemsOf(fields["command"]).Select(Filled)],
            Environment = TextsOf("environment"),
            Files = TextsOf("files")?.ToDictionary(
                each => FileName(fields["files"], each.Key), each => each.Value, StringComparer.Ordinal),
            Ready = fields.GetValueOrDefault("ready")?.AsText(),
            NeedsOfNode = fields.GetValueOrDefault("needsOfNode")?.AsText(),
        };

        Dictionary<string, string>? TextsOf(string key) => fields.GetValueOrDefault(key)?.AsObject()
            .ToDictionary(each => each.Key, each => Filled(each.Value), StringComparer.Ordinal);
    }

    // Files of a server must stay in its folder, which has the server's name.
    private static string FileName(JsonTree place, string text) =>
        text is "" or "." or ".." || text.AsSpan().IndexOfAny('/', '\\', '\0') >= 0
            ? throw new ConfigurationFormatException(
                ValidationError.Invalid(place.Place, Quoted.Text(text), "a name without a path"))
            : text;

    private static string Filled(JsonTree value)
    {
        var text = value.AsText();
        return Placeholder().Matches(text).Select(match => match.Groups["name"].Value)
            .Except(RacedServer.Placeholders, StringComparer.Ordinal).FirstOrDefault() is { } name
                ? throw new ConfigurationFormatException(
                    value.Place, $"unknown placeholder {{{name}}}",
                    $"expected one of {string.Join(", ", RacedServer.Placeholders.Select(each => $"{{{each}}}"))}")
                : text;
    }

    private static List<JsonTree> ItemsOf(JsonTree value) =>
        value.Items.Count > 0 ? value.Items : throw value.Invalid("an array with one entry or more");

    private static OrderedDictionary<string, JsonTree> FieldsOf(
        JsonTree tree, string[] required, params string[] optional)
    {
        var fields = tree.AsObject([.. required, .. optional]);
        return Array.Find(required, key => !fields.ContainsKey(key)) is not { } missing ? fields
            : throw new ConfigurationFormatException(
                $"{tree.Place}{(tree.Path.Length == 0 ? ": " : ".")}{missing}", "key missing", $"add \"{missing}\"");
    }

    // ${NAME} of a shell is not a placeholder.
    [GeneratedRegex(@"(?<!\$)\{(?<name>[A-Za-z]\w*)\}", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Placeholder();
}
