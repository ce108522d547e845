using System.Numerics;

namespace AElf.Bench.Electrum.Chain.Keys;

/// <summary>The text of extended keys: base 58 with four bytes of a double SHA-256 behind (BIP32).</summary>
internal static class Base58Check
{
    private const string Digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    private const int ChecksumSize = 4;

    public static string Encode(ReadOnlySpan<byte> bytes)
    {
        Span<byte> hash = stackalloc byte[Hash256.Size];
        Hash256.OfTwice(bytes).CopyTo(hash);
        byte[] whole = [.. bytes, .. hash[..ChecksumSize]];
        var digits = new Stack<char>();
        for (var number = new BigInteger(whole, isUnsigned: true, isBigEndian: true); !number.IsZero; number /= 58)
        {
            digits.Push(Digits[(int)(number % 58)]);
        }

        return string.Concat(whole.TakeWhile(each => each == 0).Select(_ => Digits[0]).Concat(digits));
    }
}
