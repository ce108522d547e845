using System.Buffers.Binary;
using Microsoft.Win32.SafeHandles;

namespace AElf.Bench.Electrum.Chain.BlockFiles;

/// <summary>Iterates over the records of one file, and reads only their headers.</summary>
internal sealed class BlockFileScan(string path, int file, ChainNetwork network, FileObfuscation obfuscation)
{
    public const int RecordHeader = 8;

    private const int MinBlock = BlockHeader.Size + 1;

    public void AddTo(BlockTree tree)
    {
        using var handle = RegularFile.Open(path);
        var end = RandomAccess.GetLength(handle);
        Span<byte> start = stackalloc byte[RecordHeader + BlockHeader.Size];
        for (var position = 0L; position < end;)
        {
            var read = RandomAccess.Read(handle, start, position);
            obfuscation.Apply(start[..read], position);
            if (read < 4 || BinaryPrimitives.ReadUInt32LittleEndian(start) != network.Magic)
            {
                EnsurePadding(handle, position, end);
                return;
            }

            var length = read < start.Length ? 0 : BinaryPrimitives.ReadUInt32LittleEndian(start[4..]);
            position += RecordHeader;
            if (length is < MinBlock or > BlockReader.MaxSize || position + length > end)
            {
                throw Fault(
                    position,
                    $"a block of {length} bytes with {end - position} bytes left; expected a whole block of at most "
                        + $"{BlockReader.MaxSize} bytes");
            }

            tree.Add(BlockHeader.Read(start[RecordHeader..]), new BlockPlace(file, position, (int)length));
            position += length;
        }
    }

    // A node reserves room at the end of its last file: zeros, which are not combined with the key.
    private void EnsurePadding(SafeFileHandle handle, long position, long end)
    {
        var buffer = new byte[1 << 16];
        while (position < end)
        {
            var read = RandomAccess.Read(handle, buffer, position);
            var other = buffer.AsSpan(0, read).IndexOfAnyExcept((byte)0);
            if (other >= 0)
            {
                throw Fault(
                    position + other,
                    $"{buffer[other]:x2} is neither a block of {network.Name}, whose magic is {network.Magic:x8}, "
                    + "nor zeros after the last block");
            }

            if (read == 0)
            {
                throw Fault(position, "the file was truncated while it was read");
            }

            position += read;
        }
    }

    private ChainException Fault(long position, string message) => new($"{path}, byte {position}: {message}");
}
