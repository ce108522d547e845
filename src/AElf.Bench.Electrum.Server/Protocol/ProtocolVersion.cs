using System.Buffers;

namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>Versions of the Electrum protocol: two or three numbers with dots, such as 1.4, 1.4.2, 1.7.</summary>
internal static class ProtocolVersion
{
    private const int MaxTextLength = 20;
    private static readonly SearchValues<char> DigitsAndDots = SearchValues.Create("0123456789.");

    /// <summary>The oldest supported version.</summary>
    public static Version V14 { get; } = new(1, 4);

    /// <summary>The first version with <c>unsubscribe</c>.</summary>
    public static Version V142 { get; } = new(1, 4, 2);

    /// <summary>The last version before 1.6.</summary>
    public static Version V143 { get; } = new(1, 4, 3);

    /// <summary>The first version with a canonical order of waiting transactions, and with headers as a list.</summary>
    public static Version V16 { get; } = new(1, 6);

    /// <summary>The newest supported version: scripts instead of their hashes, subscriptions to outputs.</summary>
    public static Version V17 { get; } = new(1, 7);

    /// <summary>Reads a version; 1.4.0 is 1.4.</summary>
    public static bool TryParse(string text, out Version version)
    {
        version = V14;

        // Version alone would also accept spaces, signs and a fourth number.
        if (text.Length > MaxTextLength || text.AsSpan().ContainsAnyExcept(DigitsAndDots)
            || !Version.TryParse(text, out var read) || read.Revision >= 0)
        {
            return false;
        }

        version = read.Build > 0 ? read : new Version(read.Major, read.Minor);
        return true;
    }
}
