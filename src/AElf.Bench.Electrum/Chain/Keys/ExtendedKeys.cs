using System.Buffers.Binary;
using System.Security.Cryptography;
using Org.BouncyCastle.Crypto.EC;
using Org.BouncyCastle.Math;
using Org.BouncyCastle.Math.EC.Multiplier;
using ECPoint = Org.BouncyCastle.Math.EC.ECPoint;

namespace AElf.Bench.Electrum.Chain.Keys;

/// <summary>A private key and the code its children derive from (BIP32).</summary>
public sealed class ExtendedPrivateKey
{
    /// <summary>The first number of a hardened child, which cannot be derived from the public key.</summary>
    public const uint Hardened = 0x8000_0000;

    private readonly BigInteger key;
    private readonly KeyPlace place;
    private readonly Lazy<ExtendedPublicKey> neutered;

    private ExtendedPrivateKey(BigInteger key, KeyPlace place)
    {
        (this.key, this.place) = (key, place);
        neutered = new(() => new ExtendedPublicKey(Secp256k1.PointOf(key), place));
    }

    public ExtendedPublicKey Public => neutered.Value;

    /// <summary>The master key of a seed of 16 to 64 bytes.</summary>
    /// <exception cref="ArgumentException">The seed gives no key: less likely than 2⁻¹²⁷.</exception>
    public static ExtendedPrivateKey FromSeed(ReadOnlySpan<byte> seed)
    {
        var hash = HMACSHA512.HashData("Bitcoin seed"u8, seed);
        var master = new BigInteger(1, hash, 0, 32);
        return Secp256k1.IsKey(master)
            ? new ExtendedPrivateKey(master, new KeyPlace(0, 0, 0, hash[32..]))
            : throw new ArgumentException("the seed gives no key; expected another one", nameof(seed));
    }

    /// <summary>The child of a number; from <see cref="Hardened"/> on it is hardened.</summary>
    /// <exception cref="ArgumentException">The child is invalid, with a probability below 2⁻¹²⁷.</exception>
    public ExtendedPrivateKey Derive(uint number)
    {
        byte[] parent = number >= Hardened ? [0, .. Secp256k1.Bytes(key)] : Public.Bytes;
        var hash = place.HashOfChild(parent, number);
        var tweak = new BigInteger(1, hash, 0, 32);
        var child = tweak.Add(key).Mod(Secp256k1.Order);
        return tweak.CompareTo(Secp256k1.Order) < 0 && Secp256k1.IsKey(child)
            ? new ExtendedPrivateKey(child, place.Child(Public.Bytes, number, hash[32..]))
            : throw new ArgumentException($"child {number} is invalid; expected another number", nameof(number));
    }

    /// <summary>Its text, whose first letters follow from the version (SLIP-132).</summary>
    public string ToText(uint version) => place.ToText(version, [0, .. Secp256k1.Bytes(key)]);
}

/// <summary>A public key and the code its children derive from (BIP32).</summary>
public sealed class ExtendedPublicKey
{
    private readonly ECPoint point;
    private readonly KeyPlace place;

    internal ExtendedPublicKey(ECPoint point, KeyPlace place)
    {
        (this.point, this.place) = (point, place);
        Bytes = point.GetEncoded(compressed: true);
    }

    /// <summary>The compressed key, 33 bytes.</summary>
    public byte[] Bytes { get; }

    /// <summary>The child of a number below 2³¹.</summary>
    /// <exception cref="ArgumentException">The child is invalid.</exception>
    public ExtendedPublicKey Derive(uint number)
    {
        if (number >= ExtendedPrivateKey.Hardened)
        {
            throw new ArgumentException($"a public key has no hardened child {number}", nameof(number));
        }

        var hash = place.HashOfChild(Bytes, number);
        var tweak = new BigInteger(1, hash, 0, 32);
        var child = Secp256k1.PointOf(tweak).Add(point).Normalize();
        return Secp256k1.IsKey(tweak) && !child.IsInfinity
            ? new ExtendedPublicKey(child, place.Child(Bytes, number, hash[32..]))
            : throw new ArgumentException($"child {number} is invalid; expected another number", nameof(number));
    }

    /// <summary>Reads the text of a key, public or private, whose version is one of two.</summary>
    /// <returns>The public key; null for another version or a wrong checksum.</returns>
    public static ExtendedPublicKey? Parse(string text, uint publicVersion, uint privateVersion)
    {
        if (Base58Check.Decode(text) is not { Length: KeyPlace.TextSize } bytes)
        {
            return null;
        }

        var read = KeyPlace.Read(bytes);
        byte[] key = bytes[KeyPlace.Size..];
        var version = BinaryPrimitives.ReadUInt32BigEndian(bytes);
        return version == publicVersion && Secp256k1.Point(key) is { } point ? new ExtendedPublicKey(point, read)
            : version == privateVersion && key[0] == 0 && new BigInteger(1, key) is var number
                && Secp256k1.IsKey(number) ? new ExtendedPublicKey(Secp256k1.PointOf(number), read)
            : null;
    }

    /// <summary>Its text, whose first letters follow from the version (SLIP-132).</summary>
    public string ToText(uint version) => place.ToText(version, Bytes);
}

/// <summary>Where a key stands below its master key: depth, parent, number, and the code of its children.</summary>
internal sealed record KeyPlace(byte Depth, uint Parent, uint Number, byte[] ChainCode)
{
    /// <summary>Bytes of a text before the key: version, place, code.</summary>
    public const int Size = 45;

    /// <summary>Bytes of a text, before its checksum.</summary>
    public const int TextSize = Size + 33;

    public static KeyPlace Read(ReadOnlySpan<byte> bytes) => new(
        bytes[4],
        BinaryPrimitives.ReadUInt32BigEndian(bytes[5..]),
        BinaryPrimitives.ReadUInt32BigEndian(bytes[9..]),
        bytes[13..Size].ToArray());

    public byte[] HashOfChild(byte[] key, uint number)
    {
        Span<byte> last = stackalloc byte[4];
        BinaryPrimitives.WriteUInt32BigEndian(last, number);
        byte[] message = [.. key, .. last];
        return HMACSHA512.HashData(ChainCode, message);
    }

    public KeyPlace Child(byte[] publicKey, uint number, byte[] chainCode)
    {
        Span<byte> hash = stackalloc byte[PublicKeyHash.Size];
        PublicKeyHash.Write(publicKey, hash);
        return new KeyPlace((byte)(Depth + 1), BinaryPrimitives.ReadUInt32BigEndian(hash), number, chainCode);
    }

    public string ToText(uint version, byte[] key)
    {
        Span<byte> head = stackalloc byte[13];
        BinaryPrimitives.WriteUInt32BigEndian(head, version);
        head[4] = Depth;
        BinaryPrimitives.WriteUInt32BigEndian(head[5..], Parent);
        BinaryPrimitives.WriteUInt32BigEndian(head[9..], Number);
        return Base58Check.Encode([.. head, .. ChainCode, .. key]);
    }
}

/// <summary>The curve (SEC 2, "secp256k1"), by BouncyCastle: .NET adds no points.</summary>
internal static class Secp256k1
{
    private static readonly Org.BouncyCastle.Asn1.X9.X9ECParameters Curve = CustomNamedCurves.GetByName("secp256k1");
    private static readonly FixedPointCombMultiplier Multiplier = new();

    public static BigInteger Order => Curve.N;

    public static bool IsKey(BigInteger number) => number.SignValue > 0 && number.CompareTo(Order) < 0;

    public static ECPoint PointOf(BigInteger key) => Multiplier.Multiply(Curve.G, key).Normalize();

    /// <summary>The point of a compressed key; null if it is not on the curve.</summary>
    public static ECPoint? Point(byte[] key)
    {
        try
        {
            return key[0] is 2 or 3 ? Curve.Curve.DecodePoint(key) : null;
        }
        catch (ArgumentException)
        {
            return null;
        }
    }

    /// <summary>A private key's 32 bytes, zeros at the start included.</summary>
    public static byte[] Bytes(BigInteger key)
    {
        var bytes = key.ToByteArrayUnsigned();
        return [.. new byte[32 - bytes.Length], .. bytes];
    }
}
