using System.Globalization;
using System.Text.Json.Serialization;

namespace AElf.Bench.Core.Options;

/// <summary>How the rate of an open loop changes during a round.</summary>
public enum ArrivalKind
{
    /// <summary>A constant rate at equal intervals.</summary>
    Constant,

    /// <summary>A constant rate with exponential intervals, as of many independent users.</summary>
    Poisson,

    /// <summary>A linear change from the first rate to the second.</summary>
    Ramp,

    /// <summary>Several rates, each for an equal part of the round.</summary>
    Step,
}

/// <summary>The rate of <c>--rate</c>: starts per second.</summary>
/// <param name="Kind">How the rate changes during a round.</param>
/// <param name="Rates">Starts per second: one rate, two for a ramp, one for each step.</param>
[JsonConverter(typeof(ArrivalRateConverter))]
public sealed record ArrivalRate(ArrivalKind Kind, IReadOnlyList<double> Rates)
{
    /// <summary>The highest rate, per second.</summary>
    public const int Max = 100_000_000;

    /// <summary>The lowest rate, per second, and the smallest difference between two.</summary>
    public const double Min = 0.001;

    private const int MaxSteps = 100;

    /// <summary>Accepts the rate of an open loop.</summary>
    public static readonly TextRule<ArrivalRate> Rule = new(
        FormattableString.Invariant(
            $"a number per second from {Min} to {Max}, such as 50000 or 0.5, or poisson:50000, ramp:1000..100000 or ")
            + "step:1000,5000,20000",
        Parse, JsonForm.NumberOrText);

    /// <summary>The mean rate over a round, per second.</summary>
    public double Mean => Rates.Average();

    /// <summary>Time that the schedule needs for this number of starts.</summary>
    public TimeSpan DurationOf(double count) => TimeSpan.FromSeconds(count / Mean);

    /// <summary>Reads a value of <c>--rate</c>. A <c>+</c> may replace a comma.</summary>
    /// <returns>Null if the text is invalid.</returns>
    public static ArrivalRate? Parse(string text)
    {
        var colon = text.IndexOf(':', StringComparison.Ordinal);
        var rates = text[(colon + 1)..];
        return (colon < 0 ? "" : text[..colon]).ToUpperInvariant() switch
        {
            "" when colon < 0 => From(ArrivalKind.Constant, [rates], 1),
            "POISSON" => From(ArrivalKind.Poisson, [rates], 1),
            "RAMP" => From(ArrivalKind.Ramp, rates.Split(".."), 2),
            "STEP" => From(ArrivalKind.Step, rates.Split(',', '+'), MaxSteps),
            _ => null,
        };
    }

    /// <summary>The text that <see cref="Parse"/> reads.</summary>
    public override string ToString()
    {
        var rates = Rates.Select(rate => rate.ToString("0.###", CultureInfo.InvariantCulture));
        return Kind switch
        {
            ArrivalKind.Constant => rates.First(),
            ArrivalKind.Poisson => $"poisson:{rates.First()}",
            ArrivalKind.Ramp => $"ramp:{string.Join("..", rates)}",
            _ => $"step:{string.Join(',', rates)}",
        };
    }

    private static ArrivalRate? From(ArrivalKind kind, string[] parts, int most)
    {
        var rates = parts.Select(ParseOne).OfType<double>().ToArray();
        return rates.Length == parts.Length && rates.Length <= most && (kind != ArrivalKind.Ramp || rates.Length == 2)
            ? new ArrivalRate(kind, rates)
            : null;
    }

    private static double? ParseOne(string text) =>
        double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var rate)
        && rate is >= Min and <= Max && Math.Round(rate, 3).Equals(rate)
            ? rate
            : null;
}

/// <summary>Writes a rate as its text.</summary>
public sealed class ArrivalRateConverter() : TextConverter<ArrivalRate>(ArrivalRate.Parse);
