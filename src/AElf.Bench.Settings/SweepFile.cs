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
        string? title = null;
        string? source = null;
        string? scenario = null;
        IReadOnlyList<KeyValuePair<string, string>> options = [];
        IReadOnlyList<SweepPoint>? points = null;
        foreach (var field in tree.AsObject($"{path}:{tree.Line}"))
        {
            var what = $"{path}:{field.Line}: {field.Name}";
            switch (field.Name)
            {
                case "$schema":
                    break;
                case "title":
                    title = field.Value.AsText(what);
                    break;
                case "source":
                    source = field.Value.AsText(what);
                    break;
                case "scenario":
                    scenario = field.Value.AsText(what);
                    break;
                case "options":
                    options = ValuesOf(what, field.Value.AsObject(what));
                    break;
                case "over" when points is null:
                    points = SweepAxis.Combine([.. field.Value.AsObject(what).Select(axis => AxisOf(what, axis))]);
                    break;
                case "points" when points is null:
                    points = field.Value.Kind is JsonTokenType.StartArray
                        ? [.. field.Value.Items.Select(point => PointOf(what, point))]
                        : throw field.Value.Invalid(what, "an array of points");
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
        value.Kind == JsonTokenType.Number
        && double.TryParse(value.Text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) && number > 0
            ? number
            : throw value.Invalid(what, "a number above 0, without quotes");

    private static string ValueOf(string what, JsonTree value) =>
        value.Kind is JsonTokenType.String or JsonTokenType.Number or JsonTokenType.True or JsonTokenType.False
            ? value.Text
            : throw value.Invalid(what, "a text or a number");
}
