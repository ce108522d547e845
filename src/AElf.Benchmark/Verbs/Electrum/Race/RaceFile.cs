using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings.Formats;

namespace AElf.Benchmark.Verbs.Electrum.Race;

/// <summary>Reads the file with the servers of a race: JSON with comments.</summary>
internal sealed partial class RaceFile(string path)
{
    private static readonly string[] Keys = ["name", "command", "environment", "files", "ready", "needsOfNode"];

    /// <summary>Reads the file.</summary>
    /// <exception cref="ConfigurationFormatException">The file cannot be read, or is invalid.</exception>
    public static IReadOnlyList<RacedServer> Read(string path) =>
        new RaceFile(path).ServersOf(JsonTree.Parse(path, ConfigurationText.Read(path)));

    private RacedServer[] ServersOf(JsonTree tree)
    {
        var list = FieldsOf(tree, "the file", ["$schema", "servers"], ["servers"])["servers"];
        var servers = ItemsOf(list, "servers").ConvertAll(item => (item.Line, Read: ServerOf(item)));
        var twice = servers.GroupBy(each => each.Read.Name, StringComparer.Ordinal)
            .FirstOrDefault(same => same.Count() > 1);
        return twice is null ? [.. servers.Select(each => each.Read)] : throw new ConfigurationFormatException(
            At(twice.Last().Line, "name"), $"two servers have the name {twice.Key}", "expected different names");
    }

    private RacedServer ServerOf(JsonTree tree)
    {
        var fields = FieldsOf(tree, "a server", Keys, ["name", "command"]);
        return new RacedServer
        {
            Name = FileName(TextOf("name")!, fields["name"].Line, "name"),
            Command = [.. ItemsOf(fields["command"], "command").Select(item => Filled(item, "command"))],
            Environment = TextsOf("environment"),
            Files = TextsOf("files")?.ToDictionary(
                each => FileName(each.Key, fields["files"].Line, "files"), each => each.Value, StringComparer.Ordinal),
            Ready = TextOf("ready"),
            NeedsOfNode = TextOf("needsOfNode"),
        };

        string? TextOf(string key) => fields.GetValueOrDefault(key)?.AsText(At(fields[key].Line, key));
        Dictionary<string, string>? TextsOf(string key) => fields.GetValueOrDefault(key)?
            .AsObject(At(fields[key].Line, key))
            .ToDictionary(each => each.Name, each => Filled(each.Value, key), StringComparer.Ordinal);
    }

    private string At(int line, string key) => $"{path}:{line}: {Quoted.Text(key)[1..^1]}";

    // Files of a server must stay in its folder, which has the server's name.
    private string FileName(string text, int line, string key) =>
        text is "" or "." or ".." || text.AsSpan().IndexOfAny('/', '\\', '\0') >= 0
            ? throw new ConfigurationFormatException(
                ValidationError.Invalid(At(line, key), Quoted.Text(text), "a name without a path"))
            : text;

    private string Filled(JsonTree value, string key)
    {
        var text = value.AsText(At(value.Line, key));
        return Placeholder().Matches(text).Select(match => match.Groups["name"].Value)
            .Except(RacedServer.Placeholders, StringComparer.Ordinal).FirstOrDefault() is { } name
                ? throw new ConfigurationFormatException(
                    At(value.Line, key), $"unknown placeholder {{{name}}}",
                    $"expected one of {string.Join(", ", RacedServer.Placeholders.Select(each => $"{{{each}}}"))}")
                : text;
    }

    private List<JsonTree> ItemsOf(JsonTree value, string key) => value.Items.Count > 0
        ? value.Items
        : throw value.Invalid(At(value.Line, key), "an array with one entry or more");

    private Dictionary<string, JsonTree> FieldsOf(JsonTree tree, string where, string[] known, string[] required)
    {
        var fields = tree.AsObject(path, At(tree.Line, where), known);
        return Array.Find(required, key => !fields.ContainsKey(key)) is { } missing
            ? throw new ConfigurationFormatException(At(tree.Line, missing), "key missing", $"add \"{missing}\"")
            : fields.ToDictionary(each => each.Key, each => each.Value.Value, StringComparer.Ordinal);
    }

    // ${NAME} of a shell is not a placeholder.
    [GeneratedRegex(@"(?<!\$)\{(?<name>[A-Za-z]\w*)\}", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Placeholder();
}
