using System.Globalization;

namespace AElf.Bench.Core.Metrics;

/// <summary>
/// A histogram as one line: <c>NS:COUNT</c> for each filled bucket, shortest first, where NS is the longest latency of
/// the bucket in nanoseconds. In the last bucket NS is the longest recorded latency. The histogram of each kind follows
/// after a bar.
/// </summary>
public static class HistogramText
{
    /// <summary>Writes a histogram; the text of an empty one is empty.</summary>
    public static string Format(LatencyHistogram histogram) =>
        string.Join('|', histogram.Kinds.Prepend(histogram).Select(One));

    /// <summary>Reads what <see cref="Format"/> writes.</summary>
    /// <exception cref="FormatException">The text is not a histogram; the message says why.</exception>
    public static LatencyHistogram Parse(string text)
    {
        LatencyHistogram[] all = [.. text.Split('|').Select(ParseOne)];
        for (var kind = 1; kind < all.Length; kind++)
        {
            all[0].OfKind(kind - 1).Add(all[kind]);
        }

        return all[0];
    }

    private static string One(LatencyHistogram histogram) =>
        string.Join(' ', histogram.Filled().Select(each => string.Create(
            CultureInfo.InvariantCulture, $"{each.Nanoseconds}:{each.Count}")));

    private static LatencyHistogram ParseOne(string text)
    {
        var filled = text.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(Pair).ToList();
        try
        {
            return LatencyHistogram.From(
                filled.Select(each => (LatencyHistogram.IndexOf(each.Nanoseconds), each.Count)),
                filled.Count == 0 ? 0 : filled[^1].Nanoseconds);
        }
        catch (ArgumentException exception)
        {
            throw new FormatException($"no histogram: {exception.Message}", exception);
        }
    }

    private static (long Nanoseconds, long Count) Pair(string word) =>
        word.Split(':') is [var time, var times]
        && long.TryParse(time, NumberStyles.None, CultureInfo.InvariantCulture, out var nanoseconds)
        && long.TryParse(times, NumberStyles.None, CultureInfo.InvariantCulture, out var count)
        && nanoseconds is >= LatencyHistogram.MinNanoseconds and <= LatencyHistogram.MaxNanoseconds
            ? (nanoseconds, count)
            : throw new FormatException(
                $"'{word}' in a histogram; expected NANOSECONDS:COUNT, from 1 ns to an hour");
}
