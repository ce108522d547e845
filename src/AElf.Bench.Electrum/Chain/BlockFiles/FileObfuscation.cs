using System.Numerics;
using System.Runtime.InteropServices;

namespace AElf.Bench.Electrum.Chain.BlockFiles;

/// <summary>The 8 bytes that newer nodes (Bitcoin Core 28) combine with their block files, stored in xor.dat.</summary>
public sealed class FileObfuscation
{
    public const string FileName = "xor.dat";

    private const int KeySize = sizeof(ulong);

    // Maximum bytes to read of a file that is not a key; the message has its size.
    private const int MaxShown = 1 << 20;

    private readonly ulong key;

    /// <summary>A key of 8 bytes; zeros do not change the files.</summary>
    /// <exception cref="ChainException">There are not 8 bytes.</exception>
    public FileObfuscation(ReadOnlySpan<byte> key) => this.key = key.Length == KeySize
        ? MemoryMarshal.Read<ulong>(key)
        : throw new ChainException($"{FileName} has {key.Length} bytes; expected {KeySize}");

    /// <summary>The key of a folder; without a key file, the block files are plain.</summary>
    /// <exception cref="ChainException">The file is not a key.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static FileObfuscation Of(string folder)
    {
        var path = Path.Combine(folder, FileName);
        if (!File.Exists(path))
        {
            return new FileObfuscation(new byte[KeySize]);
        }

        using var file = new FileStream(RegularFile.Open(path), FileAccess.Read);
        var bytes = new byte[Math.Min(file.Length, MaxShown)];
        file.ReadExactly(bytes);
        return new FileObfuscation(bytes);
    }

    /// <summary>Combines bytes at a position of the file with the key. A second call restores them.</summary>
    public void Apply(Span<byte> bytes, long position)
    {
        if (key == 0)
        {
            return;
        }

        // Rotates the key in memory order, so that its first byte belongs to the byte at the position.
        var turn = 8 * (int)(position % KeySize);
        var turned = BitConverter.IsLittleEndian
            ? BitOperations.RotateRight(key, turn)
            : BitOperations.RotateLeft(key, turn);
        var words = MemoryMarshal.Cast<byte, ulong>(bytes);
        for (var i = 0; i < words.Length; i++)
        {
            words[i] ^= turned;
        }

        Span<byte> last = stackalloc byte[KeySize];
        MemoryMarshal.Write(last, in turned);
        for (var i = words.Length * KeySize; i < bytes.Length; i++)
        {
            bytes[i] ^= last[i % KeySize];
        }
    }
}
