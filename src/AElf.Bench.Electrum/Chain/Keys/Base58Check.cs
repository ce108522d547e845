using System.Numerics;

namespace AElf.Bench.Electrum.Chain.Keys;

/// <summary>
/// The text of extended keys and old addresses: base 58 with four bytes of a double SHA-256 behind (BIP32).
/// </summary>
internal static class Base58Check
{
    private const string Digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    private const int ChecksumSize = 4;
    private const int MaxLength = 120;

    public static string Encode(ReadOnlySpan<byte> bytes)
    {
        byte[] whole = [.. bytes, .. Checksum(bytes)];
        var digits = new Stack<char>();
        for (var number = new BigInteger(whole, isUnsigned: true, isBigEndian: true); !number.IsZero; number /= 58)
        {
            digits.Push(Digits[(int)(number % 58)]);
        }

        return string.Concat(whole.TakeWhile(each => each == 0).Select(_ => Digits[0]).Concat(digits));
    }

    /// <summary>The bytes of a text; null if it is not Base58Check or its checksum is wrong.</summary>
    public static byte[]? Decode(string text)
    {
        if (text.Length > MaxLength || text.Any(digit => !Digits.Contains(digit, StringComparison.Ordinal)))
        {
            return null;
        }

        var number = text.Aggregate(
            BigInteger.Zero, (sum, digit) => (sum * 58) + Digits.IndexOf(digit, StringComparison.Ordinal));
        byte[] whole =
        [
            .. text.TakeWhile(digit => digit == Digits[0]).Select(_ => (byte)0),
            .. number.IsZero ? [] : number.ToByteArray(isUnsigned: true, isBigEndian: true),
        ];
        var isRight = whole.Length >= ChecksumSize
            && Checksum(whole.AsSpan(..^ChecksumSize)).AsSpan().SequenceEqual(whole.AsSpan(^ChecksumSize..));
        return isRight ? whole[..^ChecksumSize] : null;
    }

    private static byte[] Checksum(ReadOnlySpan<byte> bytes) => Hash256.OfTwice(bytes).Bytes[..ChecksumSize].ToArray();
}
