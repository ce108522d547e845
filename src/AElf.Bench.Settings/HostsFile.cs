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
    public static ScenarioHosts Read(
        string path, int processes, ICollection<ValidationError> problems, string? text = null)
    {
        try
        {
            return Read(path, JsonTree.Parse(path, text ?? ConfigurationText.Read(path)), processes, problems);
        }
        catch (ConfigurationFormatException exception)
        {
            problems.Add(exception.Problem);
            return new ScenarioHosts();
        }
    }

    private static ScenarioHosts Read(
        string path, JsonTree tree, int processes, ICollection<ValidationError> problems)
    {
        var lists = TakeFields(tree, List);
        var settings = Settle(path, "", tree, HostSettings.File, problems);
        if (lists is not [{ Value: { Kind: JsonValueKind.Array, Items.Count: > 0 and <= MaxHosts } list }])
        {
            throw new ConfigurationFormatException(
                lists.Count == 0 ? path : $"{path}:{lists[^1].Line}: {List}",
                lists.Count switch { 0 => "no hosts", 1 => "no list of hosts", _ => "duplicate key" },
                $"expected one array of 1 to {MaxHosts} objects, such as [{{\"address\": \"192.0.2.11\"}}]");
        }

        var hosts = list.Items.Select((item, at) => Host(path, $"{List}[{at}].", item, processes, problems)).ToList();
        foreach (var same in hosts.GroupBy(host => host.Name, StringComparer.Ordinal).Where(same => same.Count() > 1))
        {
            problems.Add(ValidationError.Error(
                $"{path}:{list.Line}: {List}",
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

    private static ScenarioHost Host(
        string path, string outer, JsonTree tree, int processes, ICollection<ValidationError> problems)
    {
        var variables = TakeFields(tree, Variables)
            .SelectMany(field => Environment($"{path}:{field.Line}: {outer}{Variables}", field.Value, problems))
            .GroupBy(variable => variable.Key, StringComparer.Ordinal)
            .ToDictionary(same => same.Key, same => same.Last().Value, StringComparer.Ordinal);
        var settings = Settle(path, outer, tree, HostSettings.Host, problems);
        var address = settings.Get(HostSettings.Address);
        if (address is null && !settings.IsRejected(HostSettings.Address) && tree.Kind == JsonValueKind.Object)
        {
            problems.Add(ValidationError.Error(
                $"{path}:{tree.Line}: {outer}{HostSettings.Address.Key}",
                "value missing",
                $"expected {HostSettings.Address.Rule.Expected}"));
        }

        return settings.Bind(
            new ScenarioHost { Name = address ?? outer, Address = "", Processes = processes, Environment = variables },
            HostSettings.Host);
    }

    private static ResolvedSettings Settle(
        string path,
        string outer,
        JsonTree tree,
        IReadOnlyList<Setting> fields,
        ICollection<ValidationError> problems)
    {
        var layer = new SettingLayer(SettingSource.File);
        JsonSettingsFile.Read(path, outer, tree, [.. fields.Select(setting => (outer + setting.Key, setting))], layer);
        foreach (var problem in layer.Problems)
        {
            problems.Add(problem);
        }

        return new ResolvedSettings(layer);
    }

    // Rows of settings read the other fields. They support neither lists of objects nor free names.
    private static List<JsonMember> TakeFields(JsonTree tree, string name)
    {
        var taken = tree.Fields.FindAll(field => field.Name.Equals(name, StringComparison.Ordinal));
        tree.Fields.RemoveAll(taken.Contains);
        return taken;
    }

    private static IEnumerable<KeyValuePair<string, string>> Environment(
        string what, JsonTree value, ICollection<ValidationError> problems)
    {
        if (value.Kind != JsonValueKind.Object)
        {
            problems.Add(ValidationError.Invalid(what, value.Shown, "an object of names and texts"));
        }

        foreach (var variable in value.Fields)
        {
            if (!VariableName.IsMatch(variable.Name))
            {
                problems.Add(ValidationError.Invalid(
                    what, Quoted.Text(variable.Name), "names of letters, digits and _, such as DOTNET_ROOT"));
            }
            else if (variable.Value.Kind != JsonValueKind.String
                || variable.Value.Text.Any(char.IsControl))
            {
                problems.Add(ValidationError.Invalid(
                    $"{what}.{variable.Name}", variable.Value.Shown, "a text without control characters"));
            }
            else
            {
                yield return new(variable.Name, variable.Value.Text);
            }
        }
    }

    [GeneratedRegex("^[A-Za-z_][A-Za-z0-9_]{0,255}\\z", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex VariableName { get; }
}
