using System.Globalization;

namespace AElf.Bench.Harness.Runs;

/// <summary>Weights of a block's units as one line: <c>WEIGHT:COUNT</c> for each weight, lightest first.</summary>
internal static class UnitWeights
{
    public static string Format(IEnumerable<long> weights) => string.Join(' ', weights
        .CountBy(weight => weight)
        .OrderBy(each => each.Key)
        .Select(each => string.Create(CultureInfo.InvariantCulture, $"{each.Key}:{each.Value}")));

    /// <summary>Parses a line that <see cref="Format"/> made.</summary>
    /// <exception cref="FormatException">The text is not a list of weights.</exception>
    public static IReadOnlyList<(long Weight, int Count)> Parse(string text) =>
        [.. text.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(Pair)];

    private static (long Weight, int Count) Pair(string word) =>
        word.Split(':') is [var left, var right]
        && long.TryParse(left, NumberStyles.None, CultureInfo.InvariantCulture, out var weight)
        && int.TryParse(right, NumberStyles.None, CultureInfo.InvariantCulture, out var count)
            ? (weight, count)
            : throw new FormatException($"'{word}' among the weights of units; expected WEIGHT:COUNT");
}
