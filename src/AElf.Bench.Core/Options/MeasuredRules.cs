using System.Globalization;

namespace AElf.Bench.Core.Options;

/// <summary>Reads numbers with a unit.</summary>
internal static class MeasuredNumber
{
    private const int MaxCharacters = 40;

    /// <summary>The number in the base unit; null if it is not whole, or outside of the range.</summary>
    /// <param name="units">The accepted units, each with its factor to the base unit.</param>
    public static long? Parse(string text, decimal min, decimal max, (string Name, decimal Factor)[] units)
    {
        var trimmed = text.Trim();
        var numberLength = trimmed.TakeWhile(letter => char.IsAsciiDigit(letter) || letter == '.').Count();
        var name = trimmed[numberLength..].Trim();
        var unit = Array.Find(units, each => each.Name.Equals(name, StringComparison.Ordinal)).Factor;
        return trimmed.Length <= MaxCharacters
            && unit > 0
            && decimal.TryParse(
                trimmed[..numberLength], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number)
            && number <= max / unit && number * unit >= min && decimal.IsInteger(number * unit)
            ? decimal.ToInt64(number * unit)
            : null;
    }
}

/// <summary>A percentage, whose value is a share.</summary>
/// <param name="min">The minimum, in percent.</param>
/// <param name="max">The maximum, in percent.</param>
/// <param name="parts">The number of steps in one percent: 1 for whole percents.</param>
public sealed class PercentRule(decimal min, decimal max, int parts, string expected)
    : ValueRule(expected, JsonForm.Text), IRuleOf<double>, IRuleOf<double?>
{
    public override object? Parse(string text) =>
        MeasuredNumber.Parse(text, min * parts, max * parts, [("", parts), ("%", parts)]) is { } value
            ? value / (100.0 * parts)
            : null;

    public override string Format(object value) =>
        (100 * (double)value).ToString("0.###", CultureInfo.InvariantCulture);
}

/// <summary>A time as a number with its unit, such as <c>500us</c>: a whole number of a base unit.</summary>
/// <param name="min">The minimum, in the base unit.</param>
/// <param name="max">The maximum, in the base unit.</param>
/// <param name="unit">The base unit: <c>us</c>, <c>ms</c> or <c>s</c>.</param>
/// <param name="units">The accepted units, each with its factor to the base unit, in ascending order.</param>
public sealed class TimeRule(
    string expected, int min, long max, string unit, (string Name, decimal Factor)[] units,
    JsonForm form = JsonForm.Text)
    : ValueRule(expected, form), IRuleOf<TimeSpan>, IRuleOf<TimeSpan?>
{
    /// <summary>A round-trip time: 0 to 10 s. The unit is required: a bare 1 would be ambiguous.</summary>
    public static readonly TimeRule RoundTrip = new(
        "a time from 0ms to 10s with its unit (us, ms or s), such as 1ms or 500us", 0, 10_000_000, "us",
        [("us", 1), ("ms", 1000), ("s", 1_000_000)]);

    /// <summary>The time of all runs together; a number without a unit is in minutes.</summary>
    public static readonly TimeRule Budget = new(
        "a time such as 30s, 15m or 1h; a number without a unit is in minutes", 0, 6_000_000_000, "ms",
        [("", 60_000), ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)]);

    public static readonly TimeRule Duration = new(
        "a time from 100ms to 24h with its unit (ms, s, m or h), such as 10s or 2m", 100, 86_400_000, "ms",
        [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)]);

    private readonly TimeSpan one = unit switch
    {
        "us" => TimeSpan.FromMicroseconds(1),
        "ms" => TimeSpan.FromMilliseconds(1),
        _ => TimeSpan.FromSeconds(1),
    };

    /// <summary>Whether reports show only the number, in the base unit.</summary>
    public bool IsBare { get; init; }

    /// <summary>A time whose unit may be omitted if it is the base unit.</summary>
    /// <param name="unit"><c>ms</c> or <c>s</c>.</param>
    public static TimeRule Bare(int min, int max, string unit)
    {
        var factor = unit is "ms" ? 1m : 1000m;
        (string Name, decimal Factor)[] units =
            [("", 1), ("ms", 1 / factor), ("s", 1000 / factor), ("m", 60_000 / factor), ("h", 3_600_000 / factor)];
        var expected = $"a time from {Text(min, units)} to {Text(max, units)}, such as "
            + $"{Text(Math.Min(max, 2000), units)}; a number without a unit is in {unit}";
        return new(expected, min, max, unit, units, JsonForm.NumberOrText) { IsBare = true };
    }

    public override object? Parse(string text) =>
        MeasuredNumber.Parse(text, min, max, units) is { } count ? count * one : null;

    public override string Format(object value) => IsBare
        ? Count(value).ToString("0", CultureInfo.InvariantCulture)
        : Text(Count(value), units);

    public override string Describe(object value) =>
        Form is JsonForm.NumberOrText ? Text(Count(value), units) : Format(value);

    private decimal Count(object value) => (decimal)((TimeSpan)value / one);

    // In the largest unit that gives a whole number.
    private static string Text(decimal count, (string Name, decimal Factor)[] units)
    {
        var (name, factor) = Array.FindLast(units, each => count % each.Factor == 0);
        return count == 0 ? "0s" : FormattableString.Invariant($"{count / factor:0}{name}");
    }
}
