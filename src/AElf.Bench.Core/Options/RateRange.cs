using System.Globalization;

namespace AElf.Bench.Core.Options;

/// <summary>
/// The rates of a search for the highest rate within a limit: each about 5 % above the previous one, with three digits.
/// Rates below 0.1 have three decimals, as <see cref="ArrivalRate"/> accepts no more.
/// </summary>
public static class RateRange
{
    /// <summary>The accepted values, for messages.</summary>
    public const string Expected = "rate=LOW..HIGH or rate=poisson:LOW..HIGH, such as rate=1000..200000";

    private const string Axis = "rate";
    private const double Factor = 1.05;

    /// <summary>Reads <c>rate=1000..200000</c>.</summary>
    /// <returns>Null when it is not written so.</returns>
    public static SweepAxis? Parse(string text)
    {
        const string Poisson = "poisson:";
        if (text.TrimStart('-').Split('=') is not [Axis, var range])
        {
            return null;
        }

        var prefix = range.StartsWith(Poisson, StringComparison.OrdinalIgnoreCase) ? Poisson : "";
        return ArrivalRate.Parse($"ramp:{range[prefix.Length..]}") is { Rates: [var low, var high] } && low < high
            ? new SweepAxis(Axis, [.. Between(low, high).Select(rate => $"{prefix}{rate}")])
            : null;
    }

    // Three digits are easy to read and still distinguish the rates.
    private static IEnumerable<string> Between(double low, double high)
    {
        var steps = (int)Math.Ceiling(Math.Log(high / low) / Math.Log(Factor));
        return Enumerable.Range(0, steps + 1)
            .Select(step => step == steps ? high : low * Math.Pow(high / low, (double)step / steps))
            .Select(rate => Math.Clamp(Rounded(rate), low, high))
            .Distinct()
            .Select(rate => rate.ToString(CultureInfo.InvariantCulture));
    }

    private static double Rounded(double rate) => Math.Round(
        double.Parse(rate.ToString("G3", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture), 3);
}
