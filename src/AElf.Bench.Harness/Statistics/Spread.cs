namespace AElf.Bench.Harness.Statistics;

/// <summary>A sample's spread.</summary>
/// <param name="Median">The middle value.</param>
/// <param name="Min">The smallest value.</param>
/// <param name="Max">The largest value.</param>
/// <param name="Mean">The arithmetic mean.</param>
/// <param name="Low95">
/// Lower end of the 95 % confidence interval of the mean (Student's t), cut at 0; null below five values.
/// </param>
/// <param name="High95">Upper end of that interval; null below five values.</param>
/// <param name="Variation">Coefficient of variation: standard deviation ÷ mean; null below two values.</param>
/// <param name="Count">How many values.</param>
public sealed record Spread(
    double Median, double Min, double Max, double Mean, double? Low95, double? High95, double? Variation, int Count)
{
    /// <summary>The variation above which something else ran on the machine.</summary>
    public const double MaxVariation = 0.1;
}
