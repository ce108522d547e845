using System.Buffers.Binary;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>
/// The bytes of an account's fields after its balance. They follow the 32 bytes of <see cref="AccountCodec"/>: eight
/// bytes each, then a CRC-32C that goes on from that of the 32 bytes, so that both parts belong together.
/// </summary>
internal static class AccountFields
{
    private const int FieldLength = 8;
    private const int ChecksumAt = AccountCodec.ValueLength - sizeof(uint);

    /// <summary>Bytes after those of an account with a balance alone.</summary>
    public static int LengthOf(int more) => more == 0 ? 0 : (FieldLength * more) + sizeof(uint);

    /// <summary>Writes fields behind the account that the bytes hold already.</summary>
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
    /// Reads what <see cref="Write"/> or a script wrote; false when it does not match its checksum.
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
