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
            var keys = settings.Select(setting => (keyOf(setting), setting));
            Read(path, "", JsonTree.Parse(path, text ?? ConfigurationText.Read(path)), [.. keys], layer);
        }
        catch (ConfigurationFormatException exception)
        {
            layer.Add(exception.Problem);
        }

        return layer;
    }

    /// <summary>Reads a parsed object.</summary>
    /// <param name="outer">Path of the object in the file, the prefix of its keys; empty for the whole file.</param>
    internal static void Read(
        string path, string outer, JsonTree tree, (string Key, Setting Setting)[] keys, SettingLayer layer)
    {
        if (tree.Kind != JsonValueKind.Object)
        {
            var place = outer.Length > 0 ? $"{path}:{tree.Line}: {outer[..^1]}" : $"{path}:{tree.Line}";
            layer.Add(ValidationError.Invalid(place, tree.Shown, "an object in braces"));
            return;
        }

        var inside = keys.Where(each => each.Key.StartsWith(outer, StringComparison.Ordinal)).ToArray();
        var seen = new Dictionary<string, int>(StringComparer.Ordinal);
        foreach (var field in tree.Fields)
        {
            var what = $"{path}:{field.Line}: {outer}{Name(field.Name)}";
            var key = outer + field.Name;
            var isHere = !field.Name.Contains('.', StringComparison.Ordinal);
            if (!seen.TryAdd(field.Name, field.Line))
            {
                layer.Add(
                    ValidationError.Error(what, $"duplicate key, first in line {seen[field.Name]}", "set it once"));
            }
            else if (outer.Length == 0 && field is { Name: "$schema", Value.Kind: JsonValueKind.String })
            {
                continue;
            }
            else if (isHere
                && Array.Find(inside, each => each.Key.Equals(key, StringComparison.Ordinal)).Setting is { } setting)
            {
                ReadSetting(what, setting, field.Value, layer);
            }
            else if (isHere && Array.Exists(inside, each => each.Key.StartsWith($"{key}.", StringComparison.Ordinal)))
            {
                Read(path, $"{outer}{field.Name}.", field.Value, keys, layer);
            }
            else
            {
                layer.Add(ValidationError.Error(what, "unknown key", Known(field.Name, outer, inside)));
            }
        }
    }

    private static string Name(string name) => Quoted.Text(name)[1..^1];

    private static string Known(string given, string outer, (string Key, Setting Setting)[] known)
    {
        var file = Array.Find(known, each => each.Key is "PasswordFile").Setting;
        if (given.Equals("Password", StringComparison.OrdinalIgnoreCase) && file is not null)
        {
            return "use PasswordFile, a file with the password, or the environment variable "
                + file.EnvironmentName![..^"FILE".Length];
        }

        string[] names =
        [
            .. known.Select(each => each.Key[outer.Length..].Split('.')[0]).Distinct(StringComparer.Ordinal),
        ];
        return NearestName.Suggest(given, names, $"expected one of {string.Join(", ", names)}");
    }

    private static void ReadSetting(string what, Setting setting, JsonTree value, SettingLayer layer)
    {
        var isList = setting.Rule.Form is JsonForm.TextList or JsonForm.AddressList;
        if (isList && value is { Kind: JsonValueKind.Array, Items.Count: 0 })
        {
            return;
        }

        if (TextOf(value, setting.Rule.Form) is { } text)
        {
            layer.Add(setting, what, text);
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
        layer.Reject(setting, ValidationError.Invalid(what, value.Shown, expected));
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
        var host = item.Fields.Find(each => each is { Name: "HostName", Value.Kind: JsonValueKind.String })?.Value.Text;
        var port = item.Fields.Find(each => each is { Name: "Port", Value.Kind: JsonValueKind.Number })?.Value.Text;
        var isIPv6 = host?.Contains(':', StringComparison.Ordinal) is true;
        return host is null || port is null || item.Fields.Count != 2 ? null
            : $"{(isIPv6 ? $"[{host}]" : host)}:{port}";
    }
}

/// <summary>A member of a JSON object and the line of its name.</summary>
internal sealed record JsonMember(string Name, int Line, JsonTree Value);

/// <summary>A JSON value and the line where it begins.</summary>
internal sealed record JsonTree(JsonValueKind Kind, int Line, string Text)
{
    /// <summary>The members of an object in the order of the file, including duplicates.</summary>
    public List<JsonMember> Fields { get; } = [];

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
    /// <param name="what">Place of the value, for messages.</param>
    /// <exception cref="ConfigurationFormatException">The value has another kind.</exception>
    public string AsText(string what) =>
        Kind is JsonValueKind.String ? Text : throw Invalid(what, "a text in double quotes");

    /// <summary>The members of an object by name; refuses unknown names.</summary>
    /// <inheritdoc cref="AsText"/>
    public Dictionary<string, JsonMember> AsObject(string path, string what, params string[] known)
    {
        var members = AsObject(what);
        var keys = known.Where(key => key is not "$schema");
        return members.Find(each => !known.Contains(each.Name, StringComparer.Ordinal)) is not { } other
            ? members.ToDictionary(each => each.Name, StringComparer.Ordinal)
            : throw new ConfigurationFormatException(
                $"{path}:{other.Line}: {Quoted.Text(other.Name)[1..^1]}",
                "unknown key",
                NearestName.Suggest(other.Name, keys, $"expected one of {string.Join(", ", keys)}"));
    }

    /// <summary>The members of an object; refuses duplicate names.</summary>
    /// <inheritdoc cref="AsText"/>
    public List<JsonMember> AsObject(string what)
    {
        if (Kind is not JsonValueKind.Object)
        {
            throw Invalid(what, "an object in braces");
        }

        var twice = Fields.GroupBy(field => field.Name, StringComparer.Ordinal).FirstOrDefault(all => all.Count() > 1);
        return twice is null
            ? Fields
            : throw new ConfigurationFormatException($"{what}.{twice.Key}", "duplicate key", "set it once");
    }

    /// <summary>The problem of an unexpected value.</summary>
    public ConfigurationFormatException Invalid(string what, string expected) =>
        new(ValidationError.Invalid(what, Shown, expected));

    /// <summary>Parses a whole file.</summary>
    /// <exception cref="ConfigurationFormatException">
    /// The text is not one JSON value, or is nested too deep.
    /// </exception>
    public static JsonTree Parse(string file, string text)
    {
        var bytes = Encoding.UTF8.GetBytes(text);
        try
        {
            using var document = JsonDocument.Parse(bytes, new JsonDocumentOptions
            {
                CommentHandling = JsonCommentHandling.Skip,
                MaxDepth = JsonSettingsFile.MaxDepth,
            });
            return Read(document.RootElement);
        }
        catch (JsonException exception)
        {
            throw Broken(file, bytes, exception);
        }

        JsonTree Read(JsonElement element)
        {
            var line = LineOf(JsonMarshal.GetRawUtf8Value(element));
            var tree = new JsonTree(element.ValueKind, line, element.ValueKind switch
            {
                JsonValueKind.String => Decoded(line, element.GetString),
                JsonValueKind.Object or JsonValueKind.Array => "",
                _ => element.GetRawText(),
            });
            if (tree.Kind is JsonValueKind.Array)
            {
                tree.Items.AddRange(element.EnumerateArray().Select(Read));
            }
            else if (tree.Kind is JsonValueKind.Object)
            {
                foreach (var member in element.EnumerateObject())
                {
                    var at = LineOf(JsonMarshal.GetRawUtf8PropertyName(member));
                    tree.Fields.Add(new(Decoded(at, () => member.Name), at, Read(member.Value)));
                }
            }

            return tree;
        }

        int LineOf(ReadOnlySpan<byte> part)
        {
            bytes.AsSpan().Overlaps(part, out var at);
            return 1 + bytes.AsSpan(0, at).Count((byte)'\n');
        }

        string Decoded(int line, Func<string?> decode)
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
    }

    private static ConfigurationFormatException Broken(string file, byte[] bytes, JsonException exception)
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
        return new($"{file}:{1 + bytes.AsSpan(0, at).Count((byte)'\n')}", problem, advice);
    }
}
