using System.Globalization;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Plots;

/// <summary>A value at which an axis has a label.</summary>
internal readonly record struct PlotTick(double Value, string Text);

/// <summary>Maps the values of an axis to shares, 0 to 1, of its length.</summary>
/// <param name="transform">Makes the distances on the axis, such as the logarithm.</param>
/// <param name="low">The transformed value at the beginning.</param>
/// <param name="high">The transformed value at the end.</param>
/// <param name="ticks">The labelled values in rising order.</param>
internal sealed class PlotScale(
    Func<double, double> transform, double low, double high, IReadOnlyList<PlotTick> ticks)
{
    private const int MaxSteps = 6;
    private const double MaxPercentile = 99.9999;

    // A linear axis shows small values as 0 when its range is wider than this.
    private const double WideRange = 30;

    /// <summary>The labelled values in rising order.</summary>
    public IReadOnlyList<PlotTick> Ticks => ticks;

    /// <summary>Whether the axis lists names one below the other instead of values.</summary>
    public bool HasNames { get; private init; }

    /// <summary>
    /// From 0, or the smallest negative value, to a round value above all. If all values are whole numbers, such as
    /// counts, all ticks are whole numbers.
    /// </summary>
    /// <param name="values">Values; times in microseconds.</param>
    /// <param name="isTime">Whether the values are times.</param>
    public static PlotScale Linear(IEnumerable<double> values, bool isTime = false)
    {
        double[] finite = [.. values.Where(double.IsFinite), 0];
        return Between(finite, isTime);
    }

    /// <summary>From a round value below all values to a round value above all; 0 may be outside.</summary>
    public static PlotScale Around(IReadOnlyCollection<double> values) => Between(values);

    /// <summary>Exactly from one value to the other, such as the start and end of a time.</summary>
    public static PlotScale Exact(double first, double last)
    {
        var end = last > first && double.IsFinite(last) ? last : first + 1;
        return new PlotScale(
            value => value,
            first,
            end,
            [.. Steps(first, end, LeastStep([first, end])).Where(tick => tick.Value >= first && tick.Value <= end)]);
    }

    /// <summary>Whole numbers from 1, such as numbers of rounds, with a margin of 0.5 at each end.</summary>
    public static PlotScale Numbers(int count)
    {
        var (first, last) = (0.5, Math.Max(1, count) + 0.5);
        return new PlotScale(value => value, first, last, [.. Steps(first, last, 1)]);
    }

    /// <summary>Times; logarithmic if the values above 0 differ widely, otherwise linear.</summary>
    /// <param name="values">In microseconds.</param>
    public static PlotScale Times(IEnumerable<double> values)
    {
        double[] positive = [.. values.Where(value => double.IsFinite(value) && value > 0)];
        return positive.Length > 0 && positive.Max() / positive.Min() > WideRange
            ? Logarithmic(positive.Min(), positive.Max())
            : Linear(positive, isTime: true);
    }

    /// <summary>
    /// Percentiles, 0 to below 100, as in HdrHistogram's plots: 90, 99, 99.9 and so on are at equal distances.
    /// </summary>
    /// <param name="highest">Highest percentile shown, in per cent.</param>
    public static PlotScale Percentiles(double highest)
    {
        var end = double.IsFinite(highest) ? Math.Clamp(highest, 90, MaxPercentile) : 90;
        double[] named = [0, 50, 90, 99, 99.9, 99.99, 99.999, MaxPercentile];
        return new PlotScale(
            Rarity,
            0,
            Rarity(end),
            [
                .. named.Where(percentile => percentile <= end).Select(percentile =>
                    new PlotTick(percentile, percentile.ToString("0.####", CultureInfo.InvariantCulture))),
            ]);

        static double Rarity(double percentile) => -Math.Log10(1 - (Math.Clamp(percentile, 0, MaxPercentile) / 100));
    }

    /// <summary>Names in order; the first is value 0, the next 1.</summary>
    public static PlotScale Names(IReadOnlyList<string> names) => new(
        value => value, -0.5, Math.Max(1, names.Count) - 0.5, [.. names.Select((name, at) => new PlotTick(at, name))])
    {
        HasNames = true,
    };

    /// <summary>
    /// The position of a value as a share of the length, 0 to 1. Values outside the axis are at its end.
    /// </summary>
    public double At(double value) => Math.Clamp((transform(value) - low) / (high - low), 0, 1);

    private static PlotScale Between(IReadOnlyCollection<double> values, bool isTime = false)
    {
        var (least, most) = (values.Min(), values.Max());
        var end = most > least ? most : least + (least == 0 ? 1 : Math.Abs(least) / 10);
        var leastStep = isTime ? 0 : LeastStep(values);
        var step = StepOf(end - least, leastStep);
        var (first, last) = (Math.Floor(least / step) * step, Math.Ceiling(end / step) * step);
        var ticks = Steps(first, last, leastStep);
        return new PlotScale(
            value => value,
            first,
            last,
            [.. isTime ? ticks.Select(tick => tick with { Text = ShortTime(tick.Value) }) : ticks]);
    }

    private static double LeastStep(IEnumerable<double> values) => values.All(double.IsInteger) ? 1 : 0;

    private static PlotScale Logarithmic(double least, double most)
    {
        var (first, last) = ((int)Math.Floor(Math.Log10(least)), (int)Math.Ceiling(Math.Log10(most)));
        double[] multiples = last - first > 3 ? [1] : [1, 2, 5];
        PlotTick[] ticks =
        [
            .. from power in Enumerable.Range(first, last - first + 1)
               from multiple in multiples
               let value = multiple * Math.Pow(10, power)
               select new PlotTick(value, ShortTime(value)),
        ];

        // From the last tick below all values to the first tick above.
        var from = Array.FindLastIndex(ticks, tick => tick.Value <= least * (1 + 1e-9));
        var to = Array.FindIndex(ticks, tick => tick.Value >= most * (1 - 1e-9));
        return new PlotScale(
            value => Math.Log10(Math.Max(value, 1e-300)),
            Math.Log10(ticks[from].Value),
            Math.Log10(ticks[to].Value),
            ticks[from..(to + 1)]);
    }

    // 1, 2 or 5 times a power of ten: the finest step for which the labels have room.
    private static double StepOf(double range, double least)
    {
        var unit = Math.Pow(10, Math.Floor(Math.Log10(range)) - 1);
        double[] multiples = [1, 2, 5, 10, 20, 50, 100];
        return multiples.Select(multiple => multiple * unit).First(step => range / step <= MaxSteps && step >= least);
    }

    private static IEnumerable<PlotTick> Steps(double first, double last, double leastStep)
    {
        var step = StepOf(last - first, leastStep);
        var from = Math.Ceiling((first / step) - 1e-9);
        for (var at = 0; (from + at) * step <= last + (step * 1e-9); at++)
        {
            yield return new PlotTick((from + at) * step, Text((from + at) * step, step, last));
        }
    }

    // Long numbers would leave too little room for the plot on a phone.
    private static string Text(double value, double step, double last)
    {
        var decimals = Math.Clamp((int)Math.Ceiling(-Math.Log10(step) - 1e-9), 0, 9);
        return Math.Abs(value) switch
        {
            >= 1e12 => value.ToString("0.####e+0", CultureInfo.InvariantCulture),
            >= 1e6 => (value / 1e6).ToString("#,0.### M", CultureInfo.InvariantCulture),
            >= 1e3 when last >= 1e4 => (value / 1e3).ToString("0.### k", CultureInfo.InvariantCulture),
            _ => value.ToString($"N{decimals}", CultureInfo.InvariantCulture),
        };
    }

    // The usual number format, without trailing zeros.
    private static string ShortTime(double microseconds)
    {
        var words = NumberFormat.Time(microseconds).Split(' ');
        var number = words[0].Contains('.', StringComparison.Ordinal) ? words[0].TrimEnd('0').TrimEnd('.') : words[0];
        return $"{number} {words[1]}";
    }
}
