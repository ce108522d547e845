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
        var fields = JsonTree.Read(path, text)
            .AsObject("$schema", "title", "source", "scenario", "options", "over", "points");
        var (title, source, scenario) = (TextOf("title"), TextOf("source"), TextOf("scenario"));
        var (over, listed) = (fields.GetValueOrDefault("over"), fields.GetValueOrDefault("points"));
        IReadOnlyList<SweepPoint> points = (over, listed) switch
        {
            ({ } axes, null) => SweepAxis.Combine([.. axes.AsObject().Select(AxisOf)]),
            (null, { Kind: JsonValueKind.Array }) => [.. listed.Items.Select(PointOf)],
            (null, { }) => throw listed.Invalid("an array of points"),
            (null, null) => [],
            _ => throw new ConfigurationFormatException(
                listed.Place, "the points are set twice", "use over or points"),
        };
        return points.Count > 0
            ? new SweepDefinition(
                title ?? Path.GetFileNameWithoutExtension(path),
                source,
                scenario,
                ValuesOf(fields.GetValueOrDefault("options")?.AsObject() ?? []),
                points)
            : throw new ConfigurationFormatException(
                path, "no points", "name an axis in over, such as \"actors\": \"1..8\", or list points");

        string? TextOf(string key) => fields.GetValueOrDefault(key)?.AsText();
    }

    private static SweepAxis AxisOf(KeyValuePair<string, JsonTree> axis)
    {
        var text = axis.Value.Kind == JsonValueKind.Array
            ? string.Join(',', axis.Value.Items.Select(ValueOf))
            : ValueOf(axis.Value);
        return SweepAxis.ValuesOf(text) is { } values
            ? new SweepAxis(axis.Key, values)
            : throw axis.Value.Invalid("values such as \"1,2,4..8\" or [1, 2, 4]");
    }

    private static SweepPoint PointOf(JsonTree point)
    {
        var fields = point.AsObject();
        double? published = fields.Remove(Published, out var value) ? NumberOf(value) : null;
        return new SweepPoint(ValuesOf(fields), published);
    }

    private static KeyValuePair<string, string>[] ValuesOf(OrderedDictionary<string, JsonTree> fields) =>
        [.. fields.Select(field => KeyValuePair.Create(field.Key, ValueOf(field.Value)))];

    private static double NumberOf(JsonTree value) =>
        value.Kind == JsonValueKind.Number
        && double.TryParse(value.Text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && number > 0
            ? number
            : throw value.Invalid("a number above 0, without quotes");

    private static string ValueOf(JsonTree value) =>
        value.Kind is JsonValueKind.String or JsonValueKind.Number or JsonValueKind.True or JsonValueKind.False
            ? value.Text
            : throw value.Invalid("a text or a number");
}
