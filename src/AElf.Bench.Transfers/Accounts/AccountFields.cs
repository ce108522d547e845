using System.Buffers.Binary;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>
/// The bytes of an account's fields after its balance. They follow the 32 bytes of <see cref="AccountCodec"/>: eight
/// bytes for each field, then a CRC-32C. It continues the CRC of the 32 bytes, so that both parts belong together.
/// </summary>
internal static class AccountFields
{
    private const int FieldLength = 8;
    private const int ChecksumAt = AccountCodec.ValueLength - sizeof(uint);

    /// <summary>Bytes after the value of an account that has only a balance.</summary>
    public static int LengthOf(int more) => more == 0 ? 0 : (FieldLength * more) + sizeof(uint);

    /// <summary>Writes fields after the account that the bytes already contain.</summary>
    public static void Write(Span<byte> value, ReadOnlySpan<long> more)
    {
        var crc = BinaryPrimitives.ReadUInt32LittleEndian(value[ChecksumAt..]);
        var rest = value[AccountCodec.ValueLength..];
        foreach (var field in more)
        {
            BinaryPrimitives.WriteInt64LittleEndian(rest, field);
            crc = Crc32C.Append(crc, (ulong)field);
            rest = rest[FieldLength..];
        }

        BinaryPrimitives.WriteUInt32LittleEndian(rest, ~crc);
    }

    /// <summary>
    /// Reads fields that <see cref="Write"/> or a script wrote; false if they do not match their checksum.
    /// </summary>
    public static bool TryRead(ReadOnlySpan<byte> value, Span<long> more)
    {
        var isOfScript = BinaryPrimitives.ReadUInt32LittleEndian(value) == AccountCodec.ScriptMagic;
        var crc = BinaryPrimitives.ReadUInt32LittleEndian(value[ChecksumAt..]);
        var rest = value[AccountCodec.ValueLength..];
        foreach (ref var field in more)
        {
            field = BinaryPrimitives.ReadInt64LittleEndian(rest);
            crc = isOfScript ? crc + (uint)field + (uint)(field >> 32) : Crc32C.Append(crc, (ulong)field);
            rest = rest[FieldLength..];
        }

        return BinaryPrimitives.ReadUInt32LittleEndian(rest) == (isOfScript ? crc : ~crc);
    }
}
