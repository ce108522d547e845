using System.Text;

namespace AElf.Bench.Electrum.Chain.Keys;

/// <summary>The text of witness programs: Bech32 for version 0 (BIP173), Bech32m from version 1 on (BIP350).</summary>
public static class Bech32
{
    private const string Digits = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    private const uint Bech32mConstant = 0x2bc8_30a3;
    private const int ChecksumDigits = 6;
    private const int MaxLength = 90;

    private static readonly uint[] Generators = [0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3];

    /// <summary>The address of a witness program.</summary>
    /// <param name="network">What stands before the 1: bc, tb, bcrt.</param>
    /// <param name="version">The witness version, 0 to 16.</param>
    /// <param name="program">The hash or key that a script of this version holds.</param>
    public static string Encode(string network, int version, ReadOnlySpan<byte> program)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)version, 16u, nameof(version));
        List<byte> values = [(byte)version, .. InFives(program)];
        values.AddRange(Checksum(network, values, version == 0 ? 1 : Bech32mConstant));
        var text = new StringBuilder(network).Append('1');
        foreach (var value in values)
        {
            text.Append(Digits[value]);
        }

        return text.ToString();
    }

    /// <summary>The witness program of an address; null if it is not Bech32 or its checksum is wrong.</summary>
    public static WitnessProgram? Decode(string text)
    {
        var lower = text.ToLowerInvariant();
        var one = lower.LastIndexOf('1');
        var isMixed = !text.Equals(lower, StringComparison.Ordinal)
            && !text.Equals(text.ToUpperInvariant(), StringComparison.Ordinal);
        if (isMixed || text.Length > MaxLength || one < 1 || one + 2 + ChecksumDigits > text.Length
            || lower[(one + 1)..].Any(digit => !Digits.Contains(digit, StringComparison.Ordinal)))
        {
            return null;
        }

        byte[] values = [.. lower[(one + 1)..].Select(digit => (byte)Digits.IndexOf(digit, StringComparison.Ordinal))];
        var (network, version) = (lower[..one], values[0]);
        var isRight = Remainder([.. Spread(network), .. values]) == (version == 0 ? 1 : Bech32mConstant);
        return isRight && FromFives(values.AsSpan(1..^ChecksumDigits)) is { } program && IsProgram(version, program)
            ? new WitnessProgram(network, version, program)
            : null;
    }

    // BIP141: 2 to 40 bytes; of version 0, 20 or 32.
    private static bool IsProgram(int version, byte[] program) =>
        version <= 16 && program.Length is >= 2 and <= 40 && (version > 0 || program.Length is 20 or 32);

    private static byte[]? FromFives(ReadOnlySpan<byte> values)
    {
        var (bytes, bits, left) = (new List<byte>(), 0u, 0);
        foreach (var next in values)
        {
            bits = (bits << 5) | next;
            left += 5;
            if (left >= 8)
            {
                left -= 8;
                bytes.Add((byte)(bits >> left));
            }
        }

        // The rest is padding: less than a digit, and zero.
        return left < 5 && (bits & ((1u << left) - 1)) == 0 ? [.. bytes] : null;
    }

    private static List<byte> InFives(ReadOnlySpan<byte> bytes)
    {
        var (values, bits, left) = (new List<byte>(), 0u, 0);
        foreach (var next in bytes)
        {
            bits = (bits << 8) | next;
            for (left += 8; left >= 5;)
            {
                left -= 5;
                values.Add((byte)((bits >> left) & 31));
            }
        }

        if (left > 0)
        {
            values.Add((byte)((bits << (5 - left)) & 31));
        }

        return values;
    }

    private static IEnumerable<byte> Checksum(string network, IEnumerable<byte> values, uint constant)
    {
        IEnumerable<byte> all =
        [
            .. Spread(network),
            .. values,
            .. new byte[ChecksumDigits],
        ];
        var remainder = Remainder(all) ^ constant;
        return Enumerable.Range(0, ChecksumDigits)
            .Select(digit => (byte)((remainder >> (5 * (ChecksumDigits - 1 - digit))) & 31));
    }

    private static IEnumerable<byte> Spread(string network) =>
        [.. network.Select(each => (byte)(each >> 5)), 0, .. network.Select(each => (byte)(each & 31))];

    private static uint Remainder(IEnumerable<byte> values)
    {
        var remainder = 1u;
        foreach (var value in values)
        {
            var top = remainder >> 25;
            remainder = ((remainder & 0x1ff_ffff) << 5) ^ value;
            for (var i = 0; i < Generators.Length; i++)
            {
                remainder ^= ((top >> i) & 1) * Generators[i];
            }
        }

        return remainder;
    }
}

/// <summary>The meaning of a witness address.</summary>
/// <param name="Network">What stands before the 1: bc, tb, bcrt.</param>
/// <param name="Version">The witness version, 0 to 16.</param>
/// <param name="Bytes">The hash or key.</param>
public sealed record WitnessProgram(string Network, int Version, byte[] Bytes);
