using System.Buffers.Binary;
using AElf.Bench.Core.Files;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>A block on disk, so that a run can be repeated elsewhere with the same transfers.</summary>
/// <remarks>
/// Little-endian: the eight letters <c>AELFBLK1</c>; int32 accounts; int32 transfers; an int64 opening balance for each
/// account; for each transfer int32 from, int32 to, int64 amount; uint32 CRC-32C (Castagnoli) of everything before it.
/// Nothing follows.
/// </remarks>
public static class BlockFile
{
    private const int HeaderLength = 16;
    private const int BalanceLength = 8;
    private const int TransferLength = 16;
    private const int ChecksumLength = 4;

    private static ReadOnlySpan<byte> Magic => "AELFBLK1"u8;

    /// <summary>Writes a block to <paramref name="path"/>. A crash leaves the old file or the whole new one.</summary>
    /// <exception cref="IOException">The path cannot be written.</exception>
    /// <param name="path">The file.</param>
    /// <param name="work">Counts the transfers written, for progress; null for no progress.</param>
    public static void Write(string path, Block block, WorkCounter? work = null)
    {
        WholeFile.Replace(path, file =>
        {
            var crc = Crc32C.Start;
            Write(file, block, ref crc, work);
            var tail = new byte[ChecksumLength];
            BinaryPrimitives.WriteUInt32LittleEndian(tail, ~crc);
            file.Write(tail);
        });
    }

    /// <summary>Whether a file that starts with these bytes is a block file, whole or not.</summary>
    public static bool IsOne(ReadOnlySpan<byte> start) => start.StartsWith(Magic);

    private static void Write(Stream file, Block block, ref uint crc, WorkCounter? work)
    {
        Span<byte> record = stackalloc byte[HeaderLength];
        Magic.CopyTo(record);
        BinaryPrimitives.WriteInt32LittleEndian(record[8..], block.AccountCount);
        BinaryPrimitives.WriteInt32LittleEndian(record[12..], block.Count);
        Write(file, record, ref crc);
        foreach (var balance in block.OpeningBalances)
        {
            BinaryPrimitives.WriteInt64LittleEndian(record, balance);
            Write(file, record[..BalanceLength], ref crc);
        }

        work?.Begin(block.Count);
        foreach (var transfer in block.Transfers)
        {
            work?.Add(1);
            BinaryPrimitives.WriteInt32LittleEndian(record, transfer.From);
            BinaryPrimitives.WriteInt32LittleEndian(record[4..], transfer.To);
            BinaryPrimitives.WriteInt64LittleEndian(record[8..], transfer.Amount);
            Write(file, record[..TransferLength], ref crc);
        }
    }

    private static void Write(Stream file, ReadOnlySpan<byte> bytes, ref uint crc)
    {
        crc = Crc32C.Append(crc, bytes);
        file.Write(bytes);
    }

    /// <summary>Reads a block from a file that is open at its beginning.</summary>
    /// <exception cref="FormatException">The file is not a whole block; the message says where and why.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    internal static Block Read(FileStream file, string path, WorkCounter? work = null)
    {
        var crc = Crc32C.Start;
        Span<byte> record = stackalloc byte[HeaderLength];
        Read(file, record, path, ref crc);
        if (!IsOne(record))
        {
            throw new FormatException($"{path} is not a block file: it does not start with AELFBLK1");
        }

        var accounts = BinaryPrimitives.ReadInt32LittleEndian(record[8..]);
        var transfers = BinaryPrimitives.ReadInt32LittleEndian(record[12..]);
        var length = HeaderLength + ((long)accounts * BalanceLength)
            + ((long)transfers * TransferLength) + ChecksumLength;

        // Checked before any allocation: a damaged count must not allocate memory.
        if (accounts < 2 || transfers < 1 || file.Length != length)
        {
            throw new FormatException(
                $"{path} has {file.Length} bytes, but {accounts} accounts and {transfers} transfers in its header need "
                + $"{length}: the file was cut, or has extra bytes at its end");
        }

        var balances = ReadBalances(file, accounts, path, ref crc);
        var read = ReadTransfers(file, transfers, path, ref crc, work);
        var computed = ~crc;
        var ignored = 0u;
        Read(file, record[..ChecksumLength], path, ref ignored);
        var stored = BinaryPrimitives.ReadUInt32LittleEndian(record);
        if (stored != computed)
        {
            throw new FormatException($"{path} is damaged: its checksum is {stored:x8} instead of {computed:x8}");
        }

        try
        {
            return new Block(read, balances);
        }
        catch (ArgumentException exception)
        {
            throw new FormatException($"{path} is not a valid block: {exception.Message}", exception);
        }
    }

    private static long[] ReadBalances(Stream file, int count, string path, ref uint crc)
    {
        var balances = new long[count];
        Span<byte> record = stackalloc byte[BalanceLength];
        for (var account = 0; account < count; account++)
        {
            Read(file, record, path, ref crc);
            balances[account] = BinaryPrimitives.ReadInt64LittleEndian(record);
        }

        return balances;
    }

    private static Transfer[] ReadTransfers(
        Stream file, int count, string path, ref uint crc, WorkCounter? work)
    {
        var transfers = new Transfer[count];
        Span<byte> record = stackalloc byte[TransferLength];
        for (var i = 0; i < count; i++)
        {
            Read(file, record, path, ref crc);
            transfers[i] = new Transfer(
                BinaryPrimitives.ReadInt32LittleEndian(record),
                BinaryPrimitives.ReadInt32LittleEndian(record[4..]),
                BinaryPrimitives.ReadInt64LittleEndian(record[8..]));
            work?.Reach(file.Position);
        }

        return transfers;
    }

    private static void Read(Stream file, Span<byte> bytes, string path, ref uint crc)
    {
        if (file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false) < bytes.Length)
        {
            throw new FormatException($"{path} ends too early: it was cut, or is not a block file");
        }

        crc = Crc32C.Append(crc, bytes);
    }
}
