using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.Formats;

/// <summary>
/// Reads <c>database.json</c>, <c>actor.json</c> or a scenario: strict JSON with comments. Refuses a field that is
/// unknown, duplicate or of the wrong type. Ignores <c>$schema</c>, which is for editors.
/// </summary>
public static class JsonSettingsFile
{
    /// <summary>Maximum nesting of objects and arrays.</summary>
    public const int MaxDepth = 32;

    /// <summary>Reads a file.</summary>
    /// <param name="text">Its text; null reads it from the path.</param>
    /// <param name="keyOf">
    /// A setting's key in this file. The key <c>a.b</c> is the field <c>b</c> of the object <c>a</c>.
    /// </param>
    public static SettingLayer Read(
        string path, string? text, IReadOnlyList<Setting> settings, Func<Setting, string> keyOf)
    {
        var layer = new SettingLayer(SettingSource.File);
        try
        {
            Read(JsonTree.Read(path, text), [.. settings.Select(setting => (keyOf(setting), setting))], layer);
        }
        catch (ConfigurationFormatException exception)
        {
            layer.Add(exception.Problem);
        }

        return layer;
    }

    /// <summary>Reads a parsed object.</summary>
    /// <param name="keys">The settings, with their keys in this object.</param>
    internal static void Read(JsonTree tree, (string Key, Setting Setting)[] keys, SettingLayer layer)
    {
        if (tree.Kind != JsonValueKind.Object)
        {
            layer.Add(ValidationError.Invalid(tree.Place, tree.Shown, "an object in braces"));
            return;
        }

        var lines = new Dictionary<string, int>(StringComparer.Ordinal);
        foreach (var (name, value) in tree.Fields)
        {
            var outer = $"{name}.";
            (string Key, Setting Setting)[] inside =
            [
                .. keys.Where(each => each.Key.StartsWith(outer, StringComparison.Ordinal))
                    .Select(each => (each.Key[outer.Length..], each.Setting)),
            ];
            var isDotted = name.Contains('.', StringComparison.Ordinal);
            if (!lines.TryAdd(name, value.Line))
            {
                layer.Add(ValidationError.Error(
                    value.Place, $"duplicate key, first in line {lines[name]}", "set it once"));
            }
            else if (name is "$schema" && tree.Path.Length == 0 && value.Kind is JsonValueKind.String)
            {
                continue;
            }
            else if (!isDotted && Array.Find(
                keys, each => each.Key.Equals(name, StringComparison.Ordinal)).Setting is { } setting)
            {
                ReadSetting(setting, value, layer);
            }
            else if (!isDotted && inside.Length > 0)
            {
                Read(value, inside, layer);
            }
            else
            {
                layer.Add(ValidationError.Error(value.Place, "unknown key", Known(name, keys)));
            }
        }
    }

    private static string Known(string given, (string Key, Setting Setting)[] known)
    {
        var file = Array.Find(known, each => each.Key is "PasswordFile").Setting;
        return given.Equals("Password", StringComparison.OrdinalIgnoreCase) && file is not null
            ? "use PasswordFile, a file with the password, or the environment variable "
                + file.EnvironmentName![..^"FILE".Length]
            : JsonTree.Suggest(given, known.Select(each => each.Key.Split('.')[0]).Distinct(StringComparer.Ordinal));
    }

    private static void ReadSetting(Setting setting, JsonTree value, SettingLayer layer)
    {
        var isList = setting.Rule.Form is JsonForm.TextList or JsonForm.AddressList;
        if (isList && value is { Kind: JsonValueKind.Array, Items.Count: 0 })
        {
            return;
        }

        if (TextOf(value, setting.Rule.Form) is { } text)
        {
            layer.Add(setting, value.Place, text);
            return;
        }

        var expected = setting.Rule.Form switch
        {
            JsonForm.Number => $"{setting.Rule.Expected}, without quotes",
            JsonForm.Flag => "true or false, without quotes",
            JsonForm.Text => $"{setting.Rule.Expected}, in double quotes",
            JsonForm.NumberOrText => $"{setting.Rule.Expected}, a word in double quotes",
            JsonForm.TextList => "an array of texts, such as [\"127.0.0.1:6380\"]",
            _ => "an array of objects, such as [{\"HostName\": \"127.0.0.1\", \"Port\": 4053}]",
        };
        layer.Reject(setting, value.Problem(expected));
    }

    private static string? TextOf(JsonTree value, JsonForm form) => (form, value.Kind) switch
    {
        (JsonForm.Number, JsonValueKind.Number) => value.Text,
        (JsonForm.Text, JsonValueKind.String) => value.Text,
        (JsonForm.NumberOrText, JsonValueKind.Number or JsonValueKind.String) => value.Text,
        (JsonForm.Flag, JsonValueKind.True) => "true",
        (JsonForm.Flag, JsonValueKind.False) => "false",
        (JsonForm.TextList, JsonValueKind.Array) => TextList(value),
        (JsonForm.AddressList, JsonValueKind.Array) => AddressList(value),
        _ => null,
    };

    private static string? TextList(JsonTree value) =>
        value.Items.All(item => item.Kind == JsonValueKind.String)
            ? string.Join(',', value.Items.Select(item => item.Text))
            : null;

    private static string? AddressList(JsonTree value)
    {
        string?[] addresses = [.. value.Items.Select(Address)];
        return addresses.Contains(null) ? null : string.Join(',', addresses);
    }

    private static string? Address(JsonTree item)
    {
        var host = item.Fields.Find(each => each is ("HostName", { Kind: JsonValueKind.String })).Value?.Text;
        var port = item.Fields.Find(each => each is ("Port", { Kind: JsonValueKind.Number })).Value?.Text;
        var isIPv6 = host?.Contains(':', StringComparison.Ordinal) is true;
        return host is null || port is null || item.Fields.Count != 2 ? null
            : $"{(isIPv6 ? $"[{host}]" : host)}:{port}";
    }
}

/// <summary>A JSON value and its place in a file.</summary>
/// <param name="Line">The line where the value begins; of a member, the line of its name.</param>
/// <param name="Path">The names that lead to the value, such as <c>hosts[0].address</c>; empty for the file.</param>
internal sealed record JsonTree(JsonValueKind Kind, string File, int Line, string Path, string Text)
{
    /// <summary>File, line and path, for messages.</summary>
    public string Place => Path.Length == 0 ? $"{File}:{Line}" : $"{File}:{Line}: {Path}";

    /// <summary>The members of an object in the order of the file, including duplicates.</summary>
    public List<(string Name, JsonTree Value)> Fields { get; } = [];

    public List<JsonTree> Items { get; } = [];

    /// <summary>The value for a message.</summary>
    public string Shown => Kind switch
    {
        JsonValueKind.Object => "an object",
        JsonValueKind.Array => "an array",
        JsonValueKind.String => $"the text \"{Quoted.Text(Text)[1..^1]}\"",
        JsonValueKind.Number => $"the number {Quoted.Text(Text)[1..^1]}",
        _ => Text,
    };

    /// <summary>The value, if it is a text.</summary>
    /// <exception cref="ConfigurationFormatException">The value has another kind.</exception>
    public string AsText() => Kind is JsonValueKind.String ? Text : throw Invalid("a text in double quotes");

    /// <summary>The members of an object by name; refuses duplicate names.</summary>
    /// <param name="known">The accepted names; empty for any name.</param>
    /// <exception cref="ConfigurationFormatException">The value has another kind, or other members.</exception>
    public OrderedDictionary<string, JsonTree> AsObject(params string[] known)
    {
        if (Kind is not JsonValueKind.Object)
        {
            throw Invalid("an object in braces");
        }

        var members = new OrderedDictionary<string, JsonTree>(StringComparer.Ordinal);
        foreach (var (name, value) in Fields)
        {
            if (known.Length > 0 && !known.Contains(name, StringComparer.Ordinal))
            {
                throw new ConfigurationFormatException(
                    value.Place, "unknown key", Suggest(name, known.Where(key => key is not "$schema")));
            }

            if (!members.TryAdd(name, value))
            {
                throw new ConfigurationFormatException(value.Place, "duplicate key", "set it once");
            }
        }

        return members;
    }

    /// <summary>Advice on an unknown key.</summary>
    public static string Suggest(string given, IEnumerable<string> known) =>
        NearestName.Suggest(given, known, $"expected one of {string.Join(", ", known)}");

    /// <summary>The problem of an unexpected value.</summary>
    public ValidationError Problem(string expected) => ValidationError.Invalid(Place, Shown, expected);

    /// <inheritdoc cref="Problem"/>
    public ConfigurationFormatException Invalid(string expected) => new(Problem(expected));

    /// <summary>Reads a whole file.</summary>
    /// <param name="text">Its text; null reads it from the path.</param>
    /// <exception cref="ConfigurationFormatException">
    /// The file cannot be read, is not one JSON value, or is nested too deep.
    /// </exception>
    public static JsonTree Read(string file, string? text = null)
    {
        var reader = new JsonTreeReader(file, Encoding.UTF8.GetBytes(text ?? ConfigurationText.Read(file)));
        return reader.Read();
    }
}

/// <summary>Reads the text of a JSON file, and finds the line of each value.</summary>
file sealed class JsonTreeReader(string file, byte[] bytes)
{
    public JsonTree Read()
    {
        try
        {
            using var document = JsonDocument.Parse(bytes, new JsonDocumentOptions
            {
                CommentHandling = JsonCommentHandling.Skip,
                MaxDepth = JsonSettingsFile.MaxDepth,
            });
            var root = document.RootElement;
            return Read(root, LineOf(JsonMarshal.GetRawUtf8Value(root)), "");
        }
        catch (JsonException exception)
        {
            throw Broken(exception);
        }
    }

    private JsonTree Read(JsonElement element, int line, string path)
    {
        var tree = new JsonTree(element.ValueKind, file, line, path, element.ValueKind switch
        {
            JsonValueKind.String => Decoded(line, element.GetString),
            JsonValueKind.Object or JsonValueKind.Array => "",
            _ => element.GetRawText(),
        });
        if (tree.Kind is JsonValueKind.Array)
        {
            tree.Items.AddRange(element.EnumerateArray().Select(
                (item, at) => Read(item, LineOf(JsonMarshal.GetRawUtf8Value(item)), $"{path}[{at}]")));
        }
        else if (tree.Kind is JsonValueKind.Object)
        {
            foreach (var member in element.EnumerateObject())
            {
                var at = LineOf(JsonMarshal.GetRawUtf8PropertyName(member));
                var name = Decoded(at, () => member.Name);
                var shown = (path.Length == 0 ? "" : $"{path}.") + Quoted.Text(name)[1..^1];
                tree.Fields.Add((name, Read(member.Value, at, shown)));
            }
        }

        return tree;
    }

    private int LineOf(ReadOnlySpan<byte> part)
    {
        bytes.AsSpan().Overlaps(part, out var at);
        return LineAt(at);
    }

    private int LineAt(int position) => 1 + bytes.AsSpan(0, position).Count((byte)'\n');

    private string Decoded(int line, Func<string?> decode)
    {
        try
        {
            return decode()!;
        }
        catch (InvalidOperationException)
        {
            throw new ConfigurationFormatException(
                $"{file}:{line}", "half of a surrogate pair", "expected whole characters");
        }
    }

    private ConfigurationFormatException Broken(JsonException exception)
    {
        var at = 0;
        for (var line = 0; line < exception.LineNumber; line++)
        {
            at += bytes.AsSpan(at).IndexOf((byte)'\n') + 1;
        }

        at = (int)Math.Min(bytes.Length, at + (exception.BytePositionInLine ?? 0));
        var before = bytes.AsSpan(0, at).TrimEnd(" \t\r\n"u8);
        var rest = Encoding.UTF8.GetString(bytes, at, Math.Min(4, bytes.Length - at));
        var letter = rest.EnumerateRunes().FirstOrDefault();
        var (problem, advice) = (char)letter.Value switch
        {
            _ when JsonFault.IsTooDeep(exception) =>
                ("nesting is too deep", $"expected at most {JsonSettingsFile.MaxDepth} levels"),
            _ when bytes.AsSpan(at) is [] or [(byte)'/']
                || exception.Message.Contains("reached end of data", StringComparison.Ordinal) =>
                ("unexpected end of the file", "expected the rest, up to the last '}'"),
            '}' or ']' when before is [.., (byte)','] =>
                ($"unexpected comma before '{letter}'", "remove the comma after the last entry"),
            '\'' => ("unexpected single quote", "use double quotes for names and texts"),
            _ => (
                $"unexpected {Quoted.Text($"{letter}")}",
                "expected a name in double quotes, a colon, a value, and commas between entries"),
        };
        return new($"{file}:{LineAt(at)}", problem, advice);
    }
}
