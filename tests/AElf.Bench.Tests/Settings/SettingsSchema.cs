using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Bench.Tests.Settings;

/// <summary>
/// Writes settings as JSON Schemas, which editors use to complete and check the files of <c>config</c>.
/// </summary>
internal static class SettingsSchema
{
    private static readonly JsonSerializerOptions Indented = new()
    {
        WriteIndented = true,
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    /// <param name="title">A description of the file.</param>
    /// <param name="settings">The settings of the file; a setting of two workloads is contained twice.</param>
    /// <param name="keyOf">A setting's key in the file; the part before a dot is the name of the object that contains
    /// it.</param>
    public static string Write(string title, IEnumerable<Setting> settings, Func<Setting, string> keyOf)
    {
        var root = new JsonObject
        {
            ["$schema"] = "http://json-schema.org/draft-07/schema#",
            ["title"] = title,
            ["allowComments"] = true,
        };
        Close(root)["$schema"] = new JsonObject { ["type"] = "string" };
        foreach (var same in settings.GroupBy(keyOf, StringComparer.Ordinal))
        {
            Put(root, same.Key, [.. same.DistinctBy(setting => setting.Rule.Expected, StringComparer.Ordinal)]);
        }

        return root.ToJsonString(Indented).ReplaceLineEndings("\n") + "\n";
    }

    public static string WriteHosts()
    {
        var file = JsonNode.Parse(Write("Hosts on which a scenario starts processes", HostSettings.File, Key))!;
        var host = JsonNode.Parse(Write("", HostSettings.Host, Key))!.AsObject();
        foreach (var ofFiles in new[] { "$schema", "title", "allowComments" })
        {
            host.Remove(ofFiles);
        }

        var fields = host["properties"]!.AsObject();
        fields.Remove("$schema");
        fields["environment"] = new JsonObject
        {
            ["type"] = "object",
            ["description"] = "environment variables of all that is started on it",
            ["additionalProperties"] = new JsonObject { ["type"] = "string" },
        };
        host["required"] = new JsonArray(HostSettings.Address.Key);
        file["properties"]!["hosts"] = new JsonObject { ["type"] = "array", ["minItems"] = 1, ["items"] = host };
        file["required"] = new JsonArray("hosts");
        return file.ToJsonString(Indented).ReplaceLineEndings("\n") + "\n";
    }

    private static string Key(Setting setting) => setting.Key;

    private static void Put(JsonObject inside, string key, Setting[] settings)
    {
        var properties = inside["properties"]!.AsObject();
        if (key.Split('.', 2) is [var outer, var rest])
        {
            if (properties[outer] is not JsonObject nested)
            {
                nested = [];
                Close(nested);
                properties[outer] = nested;
            }

            Put(nested, rest, settings);
            return;
        }

        properties[key] = settings is [var one]
            ? Describe(one)
            : new JsonObject { ["anyOf"] = new JsonArray([.. settings.Select(Describe)]) };
    }

    private static JsonObject Close(JsonObject node)
    {
        var properties = new JsonObject();
        node["type"] = "object";
        node["properties"] = properties;
        node["additionalProperties"] = false;
        return properties;
    }

    private static JsonObject Describe(Setting setting)
    {
        var node = setting.Expand is null ? Form(setting.Rule) : new JsonObject
        {
            ["anyOf"] = new JsonArray(Form(setting.Rule), new JsonObject { ["type"] = "string", ["pattern"] = ":" }),
        };
        var purpose = HelpText.Describe(setting, Programs.None);
        var expected = setting.Rule is ChoiceRule or FlagRule ? "" : $"; {setting.Rule.Expected}";
        node["description"] = purpose + expected;
        if (setting is { Default: { } value, Rule: not CountRangeRule })
        {
            node["default"] = setting.Rule.Form switch
            {
                JsonForm.Number => decimal.Parse(value, CultureInfo.InvariantCulture),
                JsonForm.Flag => value is "true",
                JsonForm.Text or JsonForm.NumberOrText => value,
                _ => null,
            };
        }

        return node;
    }

    private static JsonObject Form(ValueRule rule) => rule switch
    {
        WholeNumberRule whole => new() { ["type"] = "integer", ["minimum"] = whole.Min, ["maximum"] = whole.Max },
        DecimalNumberRule number => new() { ["type"] = "number", ["minimum"] = number.Min, ["maximum"] = number.Max },
        ChoiceRule choice => new()
        {
            ["type"] = "string",
            ["enum"] = new JsonArray([.. choice.Words.Concat(choice.Spellings).Select(name => JsonValue.Create(name))]),
        },
        { Form: JsonForm.Number } => new() { ["type"] = "integer" },
        { Form: JsonForm.Flag } => new() { ["type"] = "boolean" },
        TextRule<ArrivalRate> => new() { ["type"] = new JsonArray("number", "string") },
        { Form: JsonForm.NumberOrText } => new() { ["type"] = new JsonArray("integer", "string") },
        { Form: JsonForm.TextList } => new()
        {
            ["type"] = "array",
            ["items"] = new JsonObject { ["type"] = "string" },
        },
        { Form: JsonForm.AddressList } => new() { ["type"] = "array", ["items"] = Address() },
        _ => new() { ["type"] = "string", ["minLength"] = 1 },
    };

    private static JsonObject Address()
    {
        var address = new JsonObject();
        var properties = Close(address);
        properties["HostName"] = Form(SettingRules.Host);
        properties["Port"] = Form(SettingRules.Port);
        address["required"] = new JsonArray("HostName", "Port");
        return address;
    }
}
