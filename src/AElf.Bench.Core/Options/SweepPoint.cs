using System.Globalization;

namespace AElf.Bench.Core.Options;

/// <summary>One combination of the values that a sweep varies.</summary>
/// <param name="Values">The value of each axis, in the order of the axes.</param>
/// <param name="Published">The published figure of this point, per second; null if absent.</param>
public sealed record SweepPoint(IReadOnlyList<KeyValuePair<string, string>> Values, double? Published = null)
{
    private static readonly Setting[] OfRuns = [.. StoreSettings.All, .. CommonSettings.All, .. MeasureSettings.All];

    /// <summary>The axes with their values, such as <c>servers 4, actors 16</c>.</summary>
    public string Label => string.Join(", ", Values.Select(each => $"{each.Key} {each.Value}"));

    /// <summary>The value on an axis; null if the point does not have the axis.</summary>
    public string? this[string axis] => Values.FirstOrDefault(each => Is(each, axis)).Value;

    /// <summary>
    /// The value on an axis as a number; null for a text, a port, or a number that is not a size
    /// (<see cref="Setting.IsSize"/>).
    /// </summary>
    public double? Number(string axis) =>
        double.TryParse(this[axis], NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
        && !axis.EndsWith("port", StringComparison.Ordinal)
        && !OfRuns.Any(setting => !setting.IsSize && setting.IsNamed($"--{axis}"))
            ? number
            : null;

    /// <summary>The label without one of the axes.</summary>
    public string LabelWithout(string axis) =>
        new SweepPoint([.. Values.Where(each => !Is(each, axis))]).Label;

    private static bool Is(KeyValuePair<string, string> value, string axis) =>
        string.Equals(value.Key, axis, StringComparison.Ordinal);
}

/// <summary>One option that a sweep varies.</summary>
/// <param name="Name">Its name: an option without its dashes, or its key in scenario files.</param>
/// <param name="Values">The values it takes, in order.</param>
public sealed record SweepAxis(string Name, IReadOnlyList<string> Values)
{
    /// <summary>The accepted values, for messages.</summary>
    public const string Expected =
        "NAME=VALUES: different values separated by commas, ranges 1..8, 4..32+4 in steps, 1..32*2 by a factor";

    private const int MaxValues = 1000;

    /// <summary>Reads <c>actors=1,2,4..16+4</c>.</summary>
    /// <returns>Null if the text is invalid, or has too many values or a value twice.</returns>
    public static SweepAxis? Parse(string text)
    {
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        return equals > 0 && ValuesOf(text[(equals + 1)..]) is { } values
            ? new SweepAxis(text[..equals].TrimStart('-'), values)
            : null;
    }

    /// <summary>Reads the values of an axis.</summary>
    /// <returns>Null if the text is invalid, or has too many values or a value twice.</returns>
    public static IReadOnlyList<string>? ValuesOf(string text)
    {
        var values = new List<string>();
        foreach (var part in text.Split(','))
        {
            if (Range(part) is not { } range || values.Count + range.Count > MaxValues)
            {
                return null;
            }

            values.AddRange(range);
        }

        return values.Distinct(StringComparer.Ordinal).Count() == values.Count ? values : null;
    }

    /// <summary>Every combination of the axes' values. The last axis varies fastest.</summary>
    public static IReadOnlyList<SweepPoint> Combine(IReadOnlyList<SweepAxis> axes)
    {
        IEnumerable<IReadOnlyList<KeyValuePair<string, string>>> points = [[]];
        foreach (var axis in axes)
        {
            points = from point in points
                     from value in axis.Values
                     select (IReadOnlyList<KeyValuePair<string, string>>)[.. point, new(axis.Name, value)];
        }

        return [.. points.Select(values => new SweepPoint(values))];
    }

    private static List<string>? Range(string part)
    {
        var dots = part.IndexOf("..", StringComparison.Ordinal);
        if (dots < 0 || part.AsSpan(0, dots).Contains(':'))
        {
            return part.Length > 0 && !part.Any(char.IsWhiteSpace) ? [part] : null;
        }

        var step = part.AsSpan(dots + 2).IndexOfAny('+', '*');
        var end = step < 0 ? part.Length : dots + 2 + step;
        if (!Whole(part[..dots], out var first)
            || !Whole(part[(dots + 2)..end], out var last)
            || !Whole(step < 0 ? "1" : part[(end + 1)..], out var by)
            || first > last || by < 1 || (step >= 0 && part[end] == '*' && (by < 2 || first < 1)))
        {
            return null;
        }

        var values = new List<string>();
        for (var value = first; value <= last && values.Count <= MaxValues;)
        {
            values.Add(value.ToString(CultureInfo.InvariantCulture));
            value = step >= 0 && part[end] == '*' ? value * by : value + by;
        }

        return values;
    }

    private static bool Whole(string text, out long value) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value) && value <= int.MaxValue;
}
