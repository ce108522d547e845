using System.Globalization;

namespace AElf.Bench.Core.Options;

/// <summary>
/// A number with a unit, as HOCON writes durations and sizes; its value is a whole number of the base unit.
/// </summary>
/// <param name="min">The least, in the base unit.</param>
/// <param name="max">The most, in the base unit.</param>
/// <param name="expected">The accepted values, as a noun after "expected".</param>
/// <param name="units">The units accepted, each with how many of the base unit it has.</param>
/// <param name="form">How the value is written in JSON.</param>
public sealed class MeasuredNumberRule(
    int min, int max, string expected, (string Name, decimal Factor)[] units, JsonForm form = JsonForm.Text)
    : ValueRule(expected, form), IRuleOf<int>
{
    private const int MaxCharacters = 40;

    /// <summary>
    /// A time of which the base unit may be left out, as it was before others were accepted.
    /// </summary>
    /// <param name="min">The least, in the base unit.</param>
    /// <param name="max">The most, in the base unit.</param>
    /// <param name="unit">The base unit: <c>ms</c> or <c>s</c>.</param>
    public static MeasuredTimeRule Time(int min, int max, string unit)
    {
        var factor = unit is "ms" ? 1m : 1000m;
        (string Name, decimal Factor)[] units =
            [("", 1), ("ms", 1 / factor), ("s", 1000 / factor), ("m", 60_000 / factor), ("h", 3_600_000 / factor)];
        var expected = $"a time from {Text(min, units)} to {Text(max, units)}, such as "
            + $"{Text(Math.Min(max, 2000), units)}; a number without a unit is in {unit}";
        return new(
            TimeSpan.FromMilliseconds((double)factor),
            new MeasuredNumberRule(min, max, expected, units, JsonForm.NumberOrText));
    }

    public override string Describe(object value) => Form is JsonForm.NumberOrText ? Text((int)value, units)
        : base.Describe(value);

    private static string Text(int value, (string Name, decimal Factor)[] units)
    {
        var (name, factor) = Array.FindLast(units[1..], each => value % each.Factor == 0 && value >= each.Factor);
        return name is null ? $"0{units[2].Name}" : FormattableString.Invariant($"{value / factor:0}{name}");
    }

    public override object? Parse(string text) => Whole(text, min, max, units) is { } value ? (int)value : null;

    internal static long? Whole(string text, decimal min, decimal max, (string Name, decimal Factor)[] units)
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

/// <summary>A time that is written as a number of a unit.</summary>
/// <param name="unit">The base unit.</param>
/// <param name="number">The accepted numbers of it.</param>
public sealed class MeasuredTimeRule(TimeSpan unit, MeasuredNumberRule number)
    : ValueRule(number.Expected, number.Form), IRuleOf<TimeSpan>
{
    public override object? Parse(string text) => number.Parse(text) is int count ? count * unit : null;

    public override string Format(object value) => number.Format((int)((TimeSpan)value / unit));

    public override string Describe(object value) => number.Describe((int)((TimeSpan)value / unit));
}

/// <summary>A percentage, whose value is a share.</summary>
/// <param name="min">The least, in percent.</param>
/// <param name="max">The most, in percent.</param>
/// <param name="parts">Into how many parts a percent is divided.</param>
/// <param name="expected">The accepted values, as a noun after "expected".</param>
public sealed class PercentRule(decimal min, decimal max, int parts, string expected)
    : ValueRule(expected, JsonForm.Text), IRuleOf<double>, IRuleOf<double?>
{
    public override object? Parse(string text) =>
        MeasuredNumberRule.Whole(text, min * parts, max * parts, [("", parts), ("%", parts)]) is { } value
            ? value / (100.0 * parts)
            : null;

    public override string Format(object value) =>
        (100 * (double)value).ToString("0.###", CultureInfo.InvariantCulture);
}

/// <summary>A time with its unit, of which it is a whole number, such as <c>500us</c>.</summary>
/// <param name="expected">The accepted values, as a noun after "expected".</param>
/// <param name="min">The least, in the unit it is kept in.</param>
/// <param name="max">The most, in that unit.</param>
/// <param name="kept">That unit: <c>us</c> or <c>ms</c>.</param>
/// <param name="units">The units accepted, each with how many of the one kept it has, in rising order.</param>
public abstract class TimeRule(
    string expected, decimal min, decimal max, string kept, (string Name, decimal Factor)[] units)
    : ValueRule(expected, JsonForm.Text), IRuleOf<TimeSpan>, IRuleOf<TimeSpan?>
{
    private readonly TimeSpan unit = kept is "us" ? TimeSpan.FromMicroseconds(1) : TimeSpan.FromMilliseconds(1);

    public override object? Parse(string text) =>
        MeasuredNumberRule.Whole(text, min, max, units) is { } count ? count * unit : null;

    /// <summary>In the largest unit of which it is a whole number.</summary>
    public override string Format(object value)
    {
        var count = (decimal)((TimeSpan)value / unit);
        var (name, factor) = Array.FindLast(units, each => count % each.Factor == 0);
        return FormattableString.Invariant($"{count / factor:0}{name}");
    }
}

/// <summary>
/// A round-trip time, in whole microseconds: 0 to 10 s. The unit is required: a bare 1 would be ambiguous.
/// </summary>
public sealed class RoundTripRule() : TimeRule(
    "a time from 0ms to 10s with its unit (us, ms or s), such as 1ms or 500us",
    0,
    10_000_000,
    "us",
    [("us", 1), ("ms", 1000), ("s", 1_000_000)]);

/// <summary>A time that all runs may take together; a number without a unit is in minutes.</summary>
public sealed class BudgetRule() : TimeRule(
    "a time such as 30s, 15m or 1h; a number without a unit is in minutes",
    0,
    6_000_000_000,
    "ms",
    [("", 60_000), ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)]);

/// <summary>A duration, in whole milliseconds.</summary>
public sealed class DurationRule() : TimeRule(
    "a time from 100ms to 24h with its unit (ms, s, m or h), such as 10s or 2m",
    100,
    86_400_000,
    "ms",
    [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)]);
