using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>
/// The bytes of accounts in a store, the same for every driver.
/// A value is 32 bytes, little-endian: magic <c>AEB1</c>, key version (int32), account (int32), sequence (int64),
/// balance (int64), CRC-32C of the 28 bytes before. A key is 28 bytes of ASCII: <c>ab</c>, run id, <c>:</c>, account,
/// <c>@</c>, version, the three numbers as eight lowercase hex digits each. A tagged key has its hash tag in braces
/// before the account.
/// </summary>
public static class AccountCodec
{
    /// <summary>Bytes of a key.</summary>
    public const int KeyLength = 28;

    /// <summary>Bytes of a key with a hash tag.</summary>
    public const int TaggedKeyLength = KeyLength + HashTags.Length + 2;

    /// <summary>Bytes of a value.</summary>
    public const int ValueLength = 32;

    private const int RunAt = 2;
    private const int ColonAt = 10;
    private const int AccountAt = 11;

    /// <summary>
    /// The magic number <c>AES1</c> of values that scripts write. They have the sum of the six numbers before it in
    /// place of the CRC-32C.
    /// </summary>
    internal const uint ScriptMagic = 0x31534541;

    // "AEB1", the first letter in the lowest byte.
    private const uint Magic = 0x31424541;

    /// <summary>Writes the key of an account version into the first <see cref="KeyLength"/> bytes.</summary>
    /// <param name="destination">At least <see cref="KeyLength"/> bytes.</param>
    /// <param name="runIdHexBytes">The run's <see cref="RunId.HexBytes"/>.</param>
    /// <param name="key">The account version.</param>
    public static void WriteKey(Span<byte> destination, ulong runIdHexBytes, AccountKey key)
    {
        // One check here replaces the check of each write below. The words have the sizes that HashSlot reads: a
        // processor is slow if it reads bytes that it has just written in words of other sizes.
        destination = destination[..KeyLength];
        var digits = HexDigits((uint)key.Account, (uint)key.Version);
        var account = digits.ToScalar();
        BinaryPrimitives.WriteUInt32LittleEndian(destination, 'a' | ('b' << 8) | ((uint)runIdHexBytes << 16));
        BinaryPrimitives.WriteUInt64LittleEndian(
            destination[4..], (runIdHexBytes >> 16) | ((ulong)':' << 48) | (account << 56));
        BinaryPrimitives.WriteUInt64LittleEndian(destination[12..], (account >> 8) | ((ulong)'@' << 56));
        BinaryPrimitives.WriteUInt64LittleEndian(destination[20..], digits.GetElement(1));
    }

    /// <summary>Writes a key with a hash tag into the first <see cref="TaggedKeyLength"/> bytes.</summary>
    /// <param name="tag">The letters of the tag, from <see cref="HashTags.Of"/>.</param>
    /// <inheritdoc cref="WriteKey"/>
    public static void WriteTaggedKey(Span<byte> destination, ulong runIdHexBytes, uint tag, AccountKey key)
    {
        // Writes account, version and sign by the key without a tag. The other parts overwrite the rest of that key.
        destination = destination[..TaggedKeyLength];
        WriteKey(destination[(TaggedKeyLength - KeyLength)..], runIdHexBytes, key);
        destination[0] = (byte)'a';
        destination[1] = (byte)'b';
        BinaryPrimitives.WriteUInt64LittleEndian(destination[RunAt..], runIdHexBytes);
        destination[ColonAt] = (byte)':';
        destination[AccountAt] = (byte)'{';
        BinaryPrimitives.WriteUInt32LittleEndian(destination[(AccountAt + 1)..], tag);
        destination[TaggedKeyLength - KeyLength + ColonAt] = (byte)'}';
    }

    /// <summary>Writes the value of an account version into the first <see cref="ValueLength"/> bytes.</summary>
    public static void WriteValue(Span<byte> destination, AccountKey key, AccountState state)
    {
        destination = destination[..ValueLength];
        var first = Magic | ((ulong)(uint)key.Version << 32);
        var second = (uint)key.Account | ((ulong)state.Sequence << 32);
        var third = ((ulong)state.Sequence >> 32) | ((ulong)state.Balance << 32);
        var last = (uint)((ulong)state.Balance >> 32);
        BinaryPrimitives.WriteUInt64LittleEndian(destination, first);
        BinaryPrimitives.WriteUInt64LittleEndian(destination[8..], second);
        BinaryPrimitives.WriteUInt64LittleEndian(destination[16..], third);
        BinaryPrimitives.WriteUInt64LittleEndian(
            destination[24..], last | ((ulong)Checksum(first, second, third, last) << 32));
    }

    /// <summary>
    /// Reads a value, and the key that it contains: the reader compares this key with the requested one. False if the
    /// bytes are not a whole value, or do not match their checksum.
    /// </summary>
    public static bool TryReadValue(ReadOnlySpan<byte> bytes, out AccountKey found, out AccountState state)
    {
        if (bytes.Length == ValueLength)
        {
            var first = BinaryPrimitives.ReadUInt64LittleEndian(bytes);
            var second = BinaryPrimitives.ReadUInt64LittleEndian(bytes[8..]);
            var third = BinaryPrimitives.ReadUInt64LittleEndian(bytes[16..]);
            var fourth = BinaryPrimitives.ReadUInt64LittleEndian(bytes[24..]);
            if ((uint)first is Magic or ScriptMagic
                && (uint)(fourth >> 32) == CheckOf(first, second, third, (uint)fourth))
            {
                found = new AccountKey((int)second, (int)(first >> 32));
                state = new AccountState(
                    (long)((second >> 32) | (third << 32)), (long)((third >> 32) | (fourth << 32)));
                return true;
            }
        }

        found = default;
        state = default;
        return false;
    }

    /// <summary>Explains why bytes are not a value. For messages, off the hot path.</summary>
    public static string Describe(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length != ValueLength)
        {
            return $"the value has {bytes.Length} bytes instead of {ValueLength}";
        }

        if (BinaryPrimitives.ReadUInt32LittleEndian(bytes) is not (Magic or ScriptMagic))
        {
            return "the value does not start with 'AEB1' or 'AES1'; another program wrote the key";
        }

        var stored = BinaryPrimitives.ReadUInt32LittleEndian(bytes[28..]);
        var computed = CheckOf(
            BinaryPrimitives.ReadUInt64LittleEndian(bytes),
            BinaryPrimitives.ReadUInt64LittleEndian(bytes[8..]),
            BinaryPrimitives.ReadUInt64LittleEndian(bytes[16..]),
            BinaryPrimitives.ReadUInt32LittleEndian(bytes[24..]));
        return stored == computed
            ? "the value is whole"
            : $"the value is damaged: its checksum is {stored:x8} instead of {computed:x8}";
    }

    /// <summary>The hex digits of two numbers side by side, without a branch or a table.</summary>
    private static Vector128<ulong> HexDigits(uint first, uint second)
    {
        // Most significant byte first; each byte is spread over 16 bits, with its high nibble below its low one.
        var packed = BinaryPrimitives.ReverseEndianness(first)
            | ((ulong)BinaryPrimitives.ReverseEndianness(second) << 32);
        var bytes = Vector128.WidenLower(Vector128.CreateScalar(packed).AsByte());
        var nibbles = ((bytes >> 4) | (bytes << 8)).AsByte() & Vector128.Create((byte)0x0F);

        // Letters begin 39 characters after the sign that follows '9'. Signed on purpose: x86 compares signed bytes
        // only, and nibbles fit.
        var letters = Vector128.GreaterThan(nibbles.AsSByte(), Vector128.Create((sbyte)9)).AsByte();
        return (nibbles + Vector128.Create((byte)'0') + (letters & Vector128.Create((byte)('a' - '9' - 1)))).AsUInt64();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint CheckOf(ulong first, ulong second, ulong third, uint last) => (uint)first == ScriptMagic
        ? Sum(first, second, third, last)
        : Checksum(first, second, third, last);

    private static uint Sum(ulong first, ulong second, ulong third, uint last) => unchecked(
        (uint)(first >> 32) + (uint)second + (uint)(second >> 32) + (uint)third + (uint)(third >> 32) + last);

    private static uint Checksum(ulong first, ulong second, ulong third, uint last)
    {
        var crc = Crc32C.Append(Crc32C.Start, first);
        crc = Crc32C.Append(crc, second);
        crc = Crc32C.Append(crc, third);
        return ~Crc32C.Append(crc, last);
    }
}
