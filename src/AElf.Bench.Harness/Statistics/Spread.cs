using System.Text.Json.Serialization;

namespace AElf.Bench.Harness.Statistics;

/// <summary>The spread of a sample, in the unit of its values.</summary>
/// <param name="Median">Middle value.</param>
/// <param name="Min">Smallest value.</param>
/// <param name="Max">Largest value.</param>
/// <param name="Mean">Arithmetic mean.</param>
/// <param name="Low95">
/// Lower end of the interval that contains the median in 95 % of cases, by the ranks of the values; null below five
/// values.
/// </param>
/// <param name="High95">Upper end of that interval; null below five values.</param>
/// <param name="Variation">Coefficient of variation: standard deviation ÷ mean; null below two values.</param>
/// <param name="Count">Number of values.</param>
public sealed record Spread(
    double Median, double Min, double Max, double Mean, double? Low95, double? High95, double? Variation, int Count)
{
    /// <summary>The maximum variation of steady rounds.</summary>
    public const double MaxVariation = 0.1;

    /// <summary>
    /// The share of cases in which the interval contains the median. Whole ranks rarely give exactly 95 %; five values
    /// give 93.75 %. Null without an interval.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? Coverage { get; init; }

    /// <summary>
    /// Number of process starts of the values. The median is then that of the starts' medians, and the interval covers
    /// starts and values (<see cref="SummaryStatistics.DescribeStarts"/>). Null for values of one start.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Starts { get; init; }
}
