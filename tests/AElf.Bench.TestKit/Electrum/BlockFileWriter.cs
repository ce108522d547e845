using System.Buffers.Binary;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.BlockFiles;

namespace AElf.Bench.TestKit.Electrum;

/// <summary>
/// Writes blocks in the format of a node: files blk00000.dat, blk00001.dat and so on, with magic and length before each
/// block.
/// </summary>
public sealed class BlockFileWriter : IDisposable
{
    /// <summary>Maximum bytes of a node's file (MAX_BLOCKFILE_SIZE).</summary>
    public const int NodeFileSize = 128 << 20;

    private readonly string folder;
    private readonly ChainNetwork network;
    private readonly int maxFileSize;
    private readonly FileObfuscation obfuscation;
    private readonly WireWriter record = new();
    private FileStream file;
    private int number;

    /// <summary>Starts in a folder without block files.</summary>
    /// <param name="folder">The folder; it is created.</param>
    /// <param name="network">The network; its magic precedes each block.</param>
    /// <param name="key">8 bytes that are combined with all bytes by XOR and stored in xor.dat; empty for no key, as in
    /// older nodes.</param>
    /// <param name="maxFileSize">Bytes of a file before the next file begins.</param>
    /// <exception cref="IOException">The folder has block files, or it cannot be written.</exception>
    public BlockFileWriter(
        string folder, ChainNetwork network, ReadOnlySpan<byte> key = default, int maxFileSize = NodeFileSize)
    {
        Directory.CreateDirectory(folder);
        (this.folder, this.network, this.maxFileSize) = (folder, network, maxFileSize);
        file = Open(folder, number);
        if (!key.IsEmpty)
        {
            using var keyFile = new FileStream(
                Path.Combine(folder, FileObfuscation.FileName), FileMode.CreateNew, FileAccess.Write);
            keyFile.Write(key);
        }

        obfuscation = FileObfuscation.Of(folder);
    }

    /// <summary>Appends a block.</summary>
    /// <exception cref="IOException">The folder cannot be written.</exception>
    public void Append(ReadOnlySpan<byte> block)
    {
        if (file.Position > 0 && file.Position + BlockFileScan.RecordHeader + block.Length > maxFileSize)
        {
            file.Dispose();
            file = Open(folder, ++number);
        }

        record.Clear();
        var bytes = record.Reserve(BlockFileScan.RecordHeader + block.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, network.Magic);
        BinaryPrimitives.WriteInt32LittleEndian(bytes[4..], block.Length);
        block.CopyTo(bytes[BlockFileScan.RecordHeader..]);
        obfuscation.Apply(bytes, file.Position);
        file.Write(bytes);
    }

    /// <summary>Appends the zeros that a running node reserves at the end of its last file.</summary>
    public void Pad(int count) => file.Write(new byte[count]);

    public void Dispose() => file.Dispose();

    // Never overwrites an existing file: it may belong to a node.
    private static FileStream Open(string folder, int number) => new(
        Path.Combine(folder, $"blk{number:d5}.dat"), FileMode.CreateNew, FileAccess.Write, FileShare.Read, 1 << 16);
}
