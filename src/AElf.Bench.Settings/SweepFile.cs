using System.Globalization;
using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings.Formats;

namespace AElf.Bench.Settings;

/// <summary>The content of a sweep file.</summary>
/// <param name="Source">The source of the published figures; null without published figures.</param>
/// <param name="Scenario">The scenario that starts the processes; null for runs of one process.</param>
/// <param name="Options">The options of all runs, by the names of axes.</param>
public sealed record SweepDefinition(
    string Title,
    string? Source,
    string? Scenario,
    IReadOnlyList<KeyValuePair<string, string>> Options,
    IReadOnlyList<SweepPoint> Points);

/// <summary>
/// Reads a sweep file: JSON with comments. <c>over</c> has an axis and its values in each field, such as <c>"actors":
/// "1..8"</c>. Instead of <c>over</c>, <c>points</c> lists each point with its values and, if it was published, the
/// <c>published</c> rate. <c>scenario</c> names the scenario that starts the processes. All runs have the
/// <c>options</c>.
/// </summary>
public static class SweepFile
{
    private const string Published = "published";

    /// <summary>Reads a file.</summary>
    /// <param name="text">Its text; null reads it from the path.</param>
    /// <exception cref="ConfigurationFormatException">The file cannot be read, or a value is invalid.</exception>
    public static SweepDefinition Read(string path, string? text = null)
    {
        var tree = JsonTree.Parse(path, text ?? ConfigurationText.Read(path));
        var fields = tree.AsObject(
            path, $"{path}:{tree.Line}", "$schema", "title", "source", "scenario", "options", "over", "points");
        var (title, source, scenario) = (TextOf("title"), TextOf("source"), TextOf("scenario"));
        var options = fields.TryGetValue("options", out var shared)
            ? ValuesOf(At(shared), shared.Value.AsObject(At(shared)))
            : [];
        var (over, listed) = (fields.GetValueOrDefault("over"), fields.GetValueOrDefault("points"));
        IReadOnlyList<SweepPoint> points = (over, listed) switch
        {
            ({ } axes, null) => SweepAxis.Combine(
                [.. axes.Value.AsObject(At(axes)).Select(axis => AxisOf(At(axes), axis))]),
            (null, { Value.Kind: JsonValueKind.Array }) =>
                [.. listed.Value.Items.Select(point => PointOf(At(listed), point))],
            (null, { }) => throw listed.Value.Invalid(At(listed), "an array of points"),
            (null, null) => [],
            _ => throw new ConfigurationFormatException(
                At(listed), "the points are set twice", "use over or points"),
        };
        return points.Count > 0
            ? new SweepDefinition(
                title ?? Path.GetFileNameWithoutExtension(path), source, scenario, options, points)
            : throw new ConfigurationFormatException(
                path, "no points", "name an axis in over, such as \"actors\": \"1..8\", or list points");

        string At(JsonMember field) => $"{path}:{field.Line}: {field.Name}";
        string? TextOf(string key) => fields.GetValueOrDefault(key) is { } field ? field.Value.AsText(At(field)) : null;
    }

    private static SweepAxis AxisOf(string what, JsonMember axis)
    {
        var text = axis.Value.Kind == JsonValueKind.Array
            ? string.Join(',', axis.Value.Items.Select(item => ValueOf($"{what}.{axis.Name}", item)))
            : ValueOf($"{what}.{axis.Name}", axis.Value);
        return SweepAxis.ValuesOf(text) is { } values
            ? new SweepAxis(axis.Name, values)
            : throw axis.Value.Invalid($"{what}.{axis.Name}", "values such as \"1,2,4..8\" or [1, 2, 4]");
    }

    private static SweepPoint PointOf(string what, JsonTree point)
    {
        var fields = point.AsObject(what);
        var published = fields.FirstOrDefault(field => string.Equals(field.Name, Published, StringComparison.Ordinal));
        return new SweepPoint(
            ValuesOf(what, fields.Where(field => field != published)),
            published is null ? null : NumberOf($"{what}.{Published}", published.Value));
    }

    private static KeyValuePair<string, string>[] ValuesOf(string what, IEnumerable<JsonMember> fields) =>
    [
        .. fields.Select(field =>
            new KeyValuePair<string, string>(field.Name, ValueOf($"{what}.{field.Name}", field.Value))),
    ];

    private static double NumberOf(string what, JsonTree value) =>
        value.Kind == JsonValueKind.Number
        && double.TryParse(value.Text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && number > 0
            ? number
            : throw value.Invalid(what, "a number above 0, without quotes");

    private static string ValueOf(string what, JsonTree value) =>
        value.Kind is JsonValueKind.String or JsonValueKind.Number or JsonValueKind.True or JsonValueKind.False
            ? value.Text
            : throw value.Invalid(what, "a text or a number");
}
