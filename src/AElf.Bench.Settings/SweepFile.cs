using System.Globalization;
using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Settings.Formats;

namespace AElf.Bench.Settings;

/// <summary>A sweep as a file describes it.</summary>
/// <param name="Title">The heading of its report.</param>
/// <param name="Source">Where its published figures are from; null when it has none.</param>
/// <param name="Scenario">The scenario that starts the processes; null for runs of one process.</param>
/// <param name="Options">Options that all its runs share, by the names that axes have.</param>
public sealed record SweepDefinition(
    string Title,
    string? Source,
    string? Scenario,
    IReadOnlyList<KeyValuePair<string, string>> Options,
    IReadOnlyList<SweepPoint> Points);

/// <summary>
/// Reads the file of a sweep: JSON with comments. <c>over</c> holds an axis with its values, such as
/// <c>"actors": "1..8"</c>, for each axis; or <c>points</c> each point with its values and, where others measured it,
/// <c>published</c>. <c>scenario</c> names what starts the processes, <c>options</c> are typed for each run.
/// </summary>
public static class SweepFile
{
    private const string Published = "published";

    /// <summary>Reads the file.</summary>
    /// <exception cref="ConfigurationFormatException">It cannot be read, or something in it is not right.</exception>
    public static SweepDefinition Read(string path) => Read(path, ConfigurationText.Read(path));

    /// <summary>Reads a sweep from the file's text; <paramref name="path"/> is named in messages.</summary>
    /// <exception cref="ConfigurationFormatException">Something in it is not right.</exception>
    public static SweepDefinition Read(string path, string text)
    {
        var tree = JsonTree.Parse(path, text);
        Expect(tree.Kind == JsonTokenType.StartObject, $"{path}:{tree.Line}", tree, "an object in braces");
        string? title = null;
        string? source = null;
        string? scenario = null;
        IReadOnlyList<KeyValuePair<string, string>> options = [];
        IReadOnlyList<SweepPoint>? points = null;
        foreach (var field in tree.Fields)
        {
            var what = $"{path}:{field.Line}: {field.Name}";
            switch (field.Name)
            {
                case "$schema":
                    break;
                case "title":
                    title = TextOf(what, field.Value);
                    break;
                case "source":
                    source = TextOf(what, field.Value);
                    break;
                case "scenario":
                    scenario = TextOf(what, field.Value);
                    break;
                case "options":
                    options = ValuesOf(what, FieldsOf(what, field.Value));
                    break;
                case "over" when points is null:
                    points = SweepAxis.Combine([.. FieldsOf(what, field.Value).Select(axis => AxisOf(what, axis))]);
                    break;
                case "points" when points is null:
                    Expect(field.Value.Kind == JsonTokenType.StartArray, what, field.Value, "an array of points");
                    points = [.. field.Value.Items.Select(point => PointOf(what, point))];
                    break;
                case "over" or "points":
                    throw new ConfigurationFormatException(what, "the points are set twice", "use over or points");
                default:
                    throw new ConfigurationFormatException(
                        what,
                        "unknown key",
                        NearestName.Suggest(
                            field.Name,
                            ["title", "source", "scenario", "options", "over", "points"],
                            "expected title, source, scenario, options, over or points"));
            }
        }

        return points is { Count: > 0 }
            ? new SweepDefinition(
                title ?? Path.GetFileNameWithoutExtension(path),
                source,
                scenario,
                options,
                points)
            : throw new ConfigurationFormatException(
                path, "no points", "name an axis in over, such as \"actors\": \"1..8\", or list points");
    }

    private static SweepAxis AxisOf(string what, JsonMember axis)
    {
        var text = axis.Value.Kind == JsonTokenType.StartArray
            ? string.Join(',', axis.Value.Items.Select(item => ValueOf($"{what}.{axis.Name}", item)))
            : ValueOf($"{what}.{axis.Name}", axis.Value);
        return SweepAxis.ValuesOf(text) is { } values
            ? new SweepAxis(axis.Name, values)
            : throw Invalid($"{what}.{axis.Name}", axis.Value, "values such as \"1,2,4..8\" or [1, 2, 4]");
    }

    private static SweepPoint PointOf(string what, JsonTree point)
    {
        var fields = FieldsOf(what, point);
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
        value.Kind == JsonTokenType.Number
        && double.TryParse(value.Text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && number > 0
            ? number
            : throw Invalid(what, value, "a number above 0, without quotes");

    private static List<JsonMember> FieldsOf(string what, JsonTree value)
    {
        Expect(value.Kind == JsonTokenType.StartObject, what, value, "an object in braces");
        var twice = value.Fields.GroupBy(field => field.Name, StringComparer.Ordinal)
            .FirstOrDefault(fields => fields.Count() > 1);
        return twice is null
            ? value.Fields
            : throw new ConfigurationFormatException($"{what}.{twice.Key}", "duplicate key", "set it once");
    }

    private static string TextOf(string what, JsonTree value) => value.Kind == JsonTokenType.String
        ? value.Text
        : throw Invalid(what, value, "a text in double quotes");

    private static string ValueOf(string what, JsonTree value) =>
        value.Kind is JsonTokenType.String or JsonTokenType.Number or JsonTokenType.True or JsonTokenType.False
            ? value.Text
            : throw Invalid(what, value, "a text or a number");

    private static void Expect(bool isRight, string what, JsonTree value, string expected)
    {
        if (!isRight)
        {
            throw Invalid(what, value, expected);
        }
    }

    private static ConfigurationFormatException Invalid(string what, JsonTree value, string expected) =>
        new(ValidationError.Invalid(what, value.Shown, expected));
}
