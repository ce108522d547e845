using System.Text.Json;
using System.Text.RegularExpressions;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings.Formats;

namespace AElf.Bench.Settings;

/// <summary>
/// Reads a hosts file: JSON with comments. Its fields apply to all hosts; <c>hosts</c> has an object for each host.
/// </summary>
public static partial class HostsFile
{
    private const string List = "hosts";
    private const string Variables = "environment";
    private const int MaxHosts = 256;

    /// <summary>Reads the file.</summary>
    /// <param name="processes">Worker processes on a host without this field.</param>
    /// <param name="text">Its text; null reads it from the path.</param>
    internal static ScenarioHosts Read(
        string path, int processes, List<ValidationError> problems, string? text = null)
    {
        try
        {
            return Read(JsonTree.Read(path, text), processes, problems);
        }
        catch (ConfigurationFormatException exception)
        {
            problems.Add(exception.Problem);
            return new ScenarioHosts();
        }
    }

    private static ScenarioHosts Read(JsonTree tree, int processes, List<ValidationError> problems)
    {
        var lists = TakeFields(tree, List);
        var settings = Settle(tree, HostSettings.File, problems);
        if (lists is not [{ Kind: JsonValueKind.Array, Items.Count: > 0 and <= MaxHosts } list])
        {
            throw new ConfigurationFormatException(
                lists.Count == 0 ? tree.File : lists[^1].Place,
                lists.Count switch { 0 => "no hosts", 1 => "no list of hosts", _ => "duplicate key" },
                $"expected one array of 1 to {MaxHosts} objects, such as [{{\"address\": \"192.0.2.11\"}}]");
        }

        var hosts = list.Items.ConvertAll(item => Host(item, processes, problems));
        foreach (var same in hosts.GroupBy(host => host.Name, StringComparer.Ordinal).Where(same => same.Count() > 1))
        {
            problems.Add(ValidationError.Error(
                list.Place,
                $"{same.Count()} hosts are called {Quoted.Text(same.Key)}",
                "give each a different name"));
        }

        var areAllAlike = !hosts.Exists(host => host.HoldsStores);
        return settings.Bind(
            new ScenarioHosts
            {
                All = [.. hosts.Select(host => host with { HoldsStores = areAllAlike || host.HoldsStores })],
            },
            HostSettings.File);
    }

    private static ScenarioHost Host(JsonTree tree, int processes, List<ValidationError> problems)
    {
        var variables = TakeFields(tree, Variables)
            .SelectMany(field => Environment(field, problems))
            .GroupBy(variable => variable.Key, StringComparer.Ordinal)
            .ToDictionary(same => same.Key, same => same.Last().Value, StringComparer.Ordinal);
        var settings = Settle(tree, HostSettings.Host, problems);
        var address = settings.Get(HostSettings.Address);
        if (address is null && !settings.IsRejected(HostSettings.Address) && tree.Kind == JsonValueKind.Object)
        {
            problems.Add(ValidationError.Error(
                $"{tree.Place}.{HostSettings.Address.Key}",
                "value missing",
                $"expected {HostSettings.Address.Rule.Expected}"));
        }

        return settings.Bind(
            new ScenarioHost
            {
                Name = address ?? tree.Path,
                Address = "",
                Processes = processes,
                Environment = variables,
            },
            HostSettings.Host);
    }

    private static ResolvedSettings Settle(
        JsonTree tree, IReadOnlyList<Setting> fields, List<ValidationError> problems)
    {
        var layer = new SettingLayer(SettingSource.File);
        JsonSettingsFile.Read(tree, [.. fields.Select(setting => (setting.Key, setting))], layer);
        problems.AddRange(layer.Problems);
        return new ResolvedSettings(layer);
    }

    // Rows of settings read the other fields. They support neither lists of objects nor free names.
    private static List<JsonTree> TakeFields(JsonTree tree, string name)
    {
        var taken = tree.Fields.FindAll(field => field.Name.Equals(name, StringComparison.Ordinal));
        tree.Fields.RemoveAll(taken.Contains);
        return taken.ConvertAll(field => field.Value);
    }

    private static IEnumerable<KeyValuePair<string, string>> Environment(
        JsonTree value, List<ValidationError> problems)
    {
        if (value.Kind != JsonValueKind.Object)
        {
            problems.Add(value.Problem("an object of names and texts"));
        }

        foreach (var (name, text) in value.Fields)
        {
            if (!VariableName.IsMatch(name))
            {
                problems.Add(ValidationError.Invalid(
                    value.Place, Quoted.Text(name), "names of letters, digits and _, such as DOTNET_ROOT"));
            }
            else if (text.Kind != JsonValueKind.String || text.Text.Any(char.IsControl))
            {
                problems.Add(text.Problem("a text without control characters"));
            }
            else
            {
                yield return new(name, text.Text);
            }
        }
    }

    [GeneratedRegex("^[A-Za-z_][A-Za-z0-9_]{0,255}\\z", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex VariableName { get; }
}
