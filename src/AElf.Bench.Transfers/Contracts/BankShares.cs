using System.Globalization;

namespace AElf.Bench.Transfers.Contracts;

/// <summary>The shares of SmallBank's transactions.</summary>
/// <param name="Weights">A weight for each contract of SmallBank's file, in its order; not all of them 0.</param>
public sealed record BankShares(IReadOnlyList<int> Weights)
{
    public const string Name = "smallbank";
    private const int MaxWeight = 1000;

    /// <summary>
    /// The shares of BenchBase's sample configuration, <c>sample_smallbank_config.xml</c>: 25 of 100 transactions are
    /// payments, 15 each of the other kinds.
    /// </summary>
    public static readonly BankShares Default = new([15, 15, 15, 25, 15, 15]);

    /// <summary>Reads a value of <c>--mix</c>; <c>+</c> may replace a comma.</summary>
    /// <returns>Null for another format.</returns>
    public static BankShares? Parse(string text)
    {
        var colon = text.IndexOf(':', StringComparison.Ordinal);
        if (!(colon < 0 ? text : text[..colon]).Equals(Name, StringComparison.OrdinalIgnoreCase))
        {
            return null;
        }

        if (colon < 0)
        {
            return Default;
        }

        int[] weights = [.. text[(colon + 1)..].Split(',', '+').Select(Weight)];
        var isWhole = weights.Length == Default.Weights.Count && weights.All(weight => weight <= MaxWeight);
        return isWhole && weights.Sum() > 0 ? new BankShares(weights) : null;
    }

    /// <summary>The text that <see cref="Parse"/> reads.</summary>
    public override string ToString() =>
        Weights.SequenceEqual(Default.Weights) ? Name : $"{Name}:{string.Join(',', Weights)}";

    private static int Weight(string text) =>
        text.Length is > 0 and <= 4 && text.All(char.IsAsciiDigit)
            ? int.Parse(text, CultureInfo.InvariantCulture)
            : MaxWeight + 1;
}
