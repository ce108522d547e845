using AElf.Bench.Core.Options;

namespace AElf.Bench.Transfers.Generation;

/// <summary>The kinds of generated load.</summary>
public enum LoadKind
{
    /// <summary>Groups of one size.</summary>
    Even,

    /// <summary>Group sizes that follow Zipf's law.</summary>
    Zipf,

    /// <summary>Groups of given sizes.</summary>
    Sizes,

    /// <summary>A share of the transfers touches a few hot accounts. All others share no account.</summary>
    Hot,

    /// <summary>A transfer shares an account with an earlier transfer, with a given probability.</summary>
    Conflict,

    /// <summary>One receiver: one group.</summary>
    Receiver,

    /// <summary>Chains: a pays b, b pays c, and so on.</summary>
    Chain,

    /// <summary>A share of the transfers is between a user and one of a few hubs, the others between users.</summary>
    Exchange,
}

/// <summary>The load that <c>--load</c> names, with its parameters.</summary>
/// <param name="Kind">The kind of load.</param>
/// <param name="Count">Hot accounts, hubs, or the maximum number of transfers in a chain.</param>
/// <param name="Share">The exponent of Zipf's law; a share or probability, 0 to 1.</param>
/// <param name="Sizes">Sizes of groups and the number of groups of each size, largest first.</param>
public sealed record LoadShape(LoadKind Kind, int Count, double Share, IReadOnlyList<(int Size, int Groups)> Sizes)
{
    public static readonly LoadShape Even = new(LoadKind.Even, 0, 0, []);

    private static readonly WholeNumberRule Whole = new(1, 100_000_000);
    private static readonly DecimalNumberRule Portion = new(0, 1, "");
    private static readonly DecimalNumberRule Exponent = new(0, SkewedGroups.MaxSkew, "");

    /// <summary>Whether the user chooses the number of groups; otherwise it follows from the load.</summary>
    public bool TakesGroups => Kind is LoadKind.Even or LoadKind.Zipf;

    /// <summary>The exponent of the law that group sizes follow; null for other kinds.</summary>
    public double? Skew => Kind == LoadKind.Zipf ? Share : null;

    /// <summary>Transfers of all sizes together; 0 if the load takes the number from <c>-n</c>.</summary>
    public long Transfers => Sizes.Sum(each => (long)each.Size * each.Groups);

    /// <summary>Group sizes that follow Zipf's law with this exponent.</summary>
    public static LoadShape Skewed(double exponent) => new(LoadKind.Zipf, 0, exponent, []);

    /// <summary>Reads a value of <c>--load</c>; <c>+</c> may replace a comma.</summary>
    /// <returns>Null for another format.</returns>
    public static LoadShape? Parse(string text)
    {
        var colon = text.IndexOf(':', StringComparison.Ordinal);
        var name = colon < 0 ? text : text[..colon];
        var parts = colon < 0 ? [] : text[(colon + 1)..].Split(',', '+');
        return Enum.TryParse<LoadKind>(name, ignoreCase: true, out var kind) && name.All(char.IsAsciiLetter)
            ? Read(kind, parts)
            : null;
    }

    /// <summary>The text that <see cref="Parse"/> reads.</summary>
    public override string ToString()
    {
        var name = Kind.ToString().ToLowerInvariant();
        FormattableString text = Kind switch
        {
            LoadKind.Even or LoadKind.Receiver => $"{name}",
            LoadKind.Zipf or LoadKind.Conflict => $"{name}:{Share:0.###}",
            LoadKind.Chain => $"{name}:{Count}",
            LoadKind.Sizes => $"{name}:{string.Join(',', Sizes.Select(each => $"{each.Size}x{each.Groups}"))}",
            _ => $"{name}:{Count},{Share:0.###}",
        };
        return FormattableString.Invariant(text);
    }

    /// <summary>A size of groups, <c>SIZE</c> or <c>SIZExCOUNT</c>; null for another format.</summary>
    internal static (int Size, int Groups)? SizeOf(string text)
    {
        var parts = text.Split('x');
        var numbers = parts.Select(Whole.Parse).OfType<int>().ToArray();
        return numbers.Length != parts.Length ? null : numbers switch
        {
            [var size] => (size, 1),
            [var size, var groups] => (size, groups),
            _ => null,
        };
    }

    /// <summary>Groups of these sizes; null without groups or with too many transfers.</summary>
    internal static LoadShape? OfSizes(IEnumerable<(int Size, int Groups)> sizes)
    {
        var merged = sizes
            .GroupBy(each => each.Size, each => (long)each.Groups)
            .Select(same => (Size: same.Key, Groups: same.Sum()))
            .OrderByDescending(each => each.Size)
            .ToList();
        return merged.Count > 0 && merged.Sum(each => (decimal)each.Size * each.Groups) <= 100_000_000
            ? new LoadShape(LoadKind.Sizes, 0, 0, [.. merged.Select(each => (each.Size, (int)each.Groups))])
            : null;
    }

    private static LoadShape? Read(LoadKind kind, string[] parts) => (kind, parts) switch
    {
        (LoadKind.Even or LoadKind.Receiver, []) => new(kind, 0, 0, []),
        (LoadKind.Zipf, [var exponent]) when Exponent.Parse(exponent) is decimal value =>
            new(kind, 0, (double)value, []),
        (LoadKind.Conflict, [var rate]) when Portion.Parse(rate) is decimal value => new(kind, 0, (double)value, []),
        (LoadKind.Chain, [var length]) when Whole.Parse(length) is int value => new(kind, value, 0, []),
        (LoadKind.Hot or LoadKind.Exchange, [var count, var share])
            when Whole.Parse(count) is int number && Portion.Parse(share) is decimal value =>
            new(kind, number, (double)value, []),
        (LoadKind.Sizes, _) when parts.Select(SizeOf).OfType<(int, int)>().ToList() is var sizes
            && sizes.Count == parts.Length => OfSizes(sizes),
        _ => null,
    };
}
