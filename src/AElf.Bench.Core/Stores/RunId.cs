using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace AElf.Bench.Core.Stores;

/// <summary>
/// Names a run in every key it writes, so that leftover keys of another run are never taken for its own. Eight
/// lowercase hex digits.
/// </summary>
/// <param name="Number">The number the digits spell.</param>
public readonly record struct RunId(uint Number)
{
    public const int Digits = 8;

    /// <summary>The eight ASCII digits, the first one in the lowest byte, to be written into keys at once.</summary>
    public ulong HexBytes => BinaryPrimitives.ReadUInt64LittleEndian(Encoding.ASCII.GetBytes(ToString()));

    /// <summary>What all keys of the run begin with; <c>:</c> or <c>#</c> follows.</summary>
    public string Prefix => PrefixOf(ToString());

    /// <summary>What all keys of a run begin with.</summary>
    /// <param name="id">The run's id.</param>
    public static string PrefixOf(string id) => $"ab{id}";

    /// <summary>The key of a run's lock.</summary>
    /// <param name="id">The run's id.</param>
    public static string LockOf(string id) => $"{PrefixOf(id)}:lock";

    /// <summary>The pattern of all keys of a run, as SCAN takes it.</summary>
    /// <param name="id">The run's id, or a pattern of it.</param>
    public static string PatternOf(string id) => $"{PrefixOf(id)}[:#]*";

    public static RunId Create(Random random) => new((uint)random.NextInt64(1L << 32));

    /// <summary>Reads eight lowercase hex digits; anything else is not a run id.</summary>
    public static bool TryParse(ReadOnlySpan<char> text, out RunId id)
    {
        id = default;
        if (text.Length != Digits)
        {
            return false;
        }

        foreach (var digit in text)
        {
            // One spelling only: the id is compared as bytes inside keys.
            if (!char.IsAsciiHexDigitLower(digit))
            {
                return false;
            }
        }

        id = new RunId(uint.Parse(text, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture));
        return true;
    }

    /// <summary>Reads eight lowercase hex digits.</summary>
    /// <exception cref="FormatException">The text is not a run id.</exception>
    public static RunId Parse(ReadOnlySpan<char> text) => TryParse(text, out var id)
        ? id
        : throw new FormatException("a run id is eight lowercase hex digits, such as 0badcafe");

    public override string ToString() => Number.ToString("x8", CultureInfo.InvariantCulture);
}
