using System.Text;

namespace AElf.Bench.Electrum.Chain.Keys;

/// <summary>The text of witness programs: Bech32 for version 0 (BIP173), Bech32m from version 1 on (BIP350).</summary>
public static class Bech32
{
    private const string Digits = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
    private const uint Bech32mConstant = 0x2bc8_30a3;
    private const int ChecksumDigits = 6;

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
            .. network.Select(each => (byte)(each >> 5)),
            0,
            .. network.Select(each => (byte)(each & 31)),
            .. values,
            .. new byte[ChecksumDigits],
        ];
        var remainder = Remainder(all) ^ constant;
        return Enumerable.Range(0, ChecksumDigits)
            .Select(digit => (byte)((remainder >> (5 * (ChecksumDigits - 1 - digit))) & 31));
    }

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
