using System.Globalization;

namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>A version of the Electrum protocol: numbers separated by dots, such as 1.4, 1.4.2, 1.7.</summary>
/// <param name="Revision">The third number; 0 if it is missing.</param>
internal readonly record struct ProtocolVersion(int Major, int Minor, int Revision = 0) : IComparable<ProtocolVersion>
{
    private const int MaxTextLength = 20;

    /// <summary>The oldest supported version.</summary>
    public static ProtocolVersion V14 { get; } = new(1, 4);

    /// <summary>The first version with <c>unsubscribe</c>.</summary>
    public static ProtocolVersion V142 { get; } = new(1, 4, 2);

    /// <summary>The last version before 1.6.</summary>
    public static ProtocolVersion V143 { get; } = new(1, 4, 3);

    /// <summary>The first version with a canonical order of waiting transactions, and with headers as a list.</summary>
    public static ProtocolVersion V16 { get; } = new(1, 6);

    /// <summary>The newest supported version: scripts instead of their hashes, subscriptions to outputs.</summary>
    public static ProtocolVersion V17 { get; } = new(1, 7);

    public static bool operator <(ProtocolVersion left, ProtocolVersion right) => left.CompareTo(right) < 0;

    public static bool operator >(ProtocolVersion left, ProtocolVersion right) => left.CompareTo(right) > 0;

    public static bool operator <=(ProtocolVersion left, ProtocolVersion right) => left.CompareTo(right) <= 0;

    public static bool operator >=(ProtocolVersion left, ProtocolVersion right) => left.CompareTo(right) >= 0;

    public static bool TryParse(string text, out ProtocolVersion version)
    {
        version = default;
        var parts = text.Length <= MaxTextLength ? text.Split('.') : [];
        Span<int> numbers = stackalloc int[3];
        if (parts.Length is < 2 or > 3)
        {
            return false;
        }

        for (var i = 0; i < parts.Length; i++)
        {
            if (!int.TryParse(parts[i], NumberStyles.None, CultureInfo.InvariantCulture, out numbers[i]))
            {
                return false;
            }
        }

        version = new ProtocolVersion(numbers[0], numbers[1], numbers[2]);
        return true;
    }

    public int CompareTo(ProtocolVersion other) =>
        (Major, Minor, Revision).CompareTo((other.Major, other.Minor, other.Revision));

    public override string ToString() => string.Create(
        CultureInfo.InvariantCulture, $"{Major}.{Minor}{(Revision == 0 ? "" : $".{Revision}")}");
}
