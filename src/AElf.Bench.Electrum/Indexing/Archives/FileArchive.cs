using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Stores;
using Microsoft.Win32.SafeHandles;

namespace AElf.Bench.Electrum.Indexing.Archives;

/// <summary>
/// The blocks of a chain in a file. Memory holds only the offset of each transaction and a table of ids: about 20 bytes
/// per transaction. In the file, a transaction follows its id, so that one read returns both. Computing the id would
/// take longer than reading it. The file disappears when the process ends, even after a crash.
/// </summary>
public sealed class FileArchive : ChainArchive, IDisposable
{
    private readonly string folder;
    private readonly SafeFileHandle file;
    private readonly List<FiledBlock> blocks = [];
    private readonly List<int> starts = [];
    private readonly IdTable numbers = new();
    private readonly WireWriter filed = new();

    /// <summary>Begins an archive.</summary>
    /// <param name="folder">The folder of the file; it is created.</param>
    /// <exception cref="IOException">The folder or the file cannot be created.</exception>
    /// <exception cref="UnauthorizedAccessException">The process may not write to the folder.</exception>
    public FileArchive(string folder)
    {
        this.folder = folder;
        Directory.CreateDirectory(folder);
        var path = Path.Combine(folder, $"blocks-{Guid.NewGuid():N}.tmp");
        file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.ReadWrite, FileShare.Delete);

        // The disk space is freed when the handle closes, also after kill -9.
        File.Delete(path);
    }

    public override int Height => Locked(() => blocks.Count - 1);

    public override int Transactions => Locked(() => starts.Count);

    public override long Bytes => Locked(() => End - (starts.Count * (long)Hash256.Size));

    private long End => blocks.Count == 0 ? 0 : blocks[^1].Offset + blocks[^1].Length;

    /// <inheritdoc/>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public override void Add(byte[] block)
    {
        var added = TransactionsOf(block);
        using var changing = Gate.Change();
        var bytes = WithIds(block, added);
        var next = new FiledBlock(End, bytes.Length, starts.Count);
        RandomAccess.Write(file, bytes, next.Offset);
        blocks.Add(next);
        foreach (var (position, (id, start, _)) in added.Index())
        {
            numbers.Add(id, starts.Count);
            starts.Add(start + (position * Hash256.Size));
        }
    }

    public override void RemoveTip()
    {
        using var changing = Gate.Change();
        var first = blocks[^1].FirstNumber;
        foreach (var (position, (id, _, _)) in TransactionsOf(ReadBlock(blocks.Count - 1)).Index())
        {
            numbers.Remove(id, first + position);
        }

        starts.RemoveRange(first, starts.Count - first);
        blocks.RemoveAt(blocks.Count - 1);
    }

    public override ReadOnlyMemory<byte> Block(int height) => Locked(() => ReadBlock(height));

    public override ReadOnlyMemory<byte> Header(int height) =>
        Locked(() => ReadFile(blocks[height].Offset, BlockHeader.Size));

    public override TransactionPlace? PlaceOf(Hash256 id) => Locked(() => Find(id))?.Place;

    public override ReadOnlyMemory<byte>? Transaction(Hash256 id) => Locked(() => Find(id))?.Bytes;

    public override ReadOnlyMemory<byte> TransactionAt(int height, int offset, int length)
    {
        using var reading = Gate.Read();
        var (first, last) = (blocks[height].FirstNumber, EndOf(height) - 1);
        for (var number = first; number < last;)
        {
            var middle = (number + last + 1) / 2;
            (number, last) = StartOf(middle) <= offset ? (middle, last) : (number, middle - 1);
        }

        return ReadFile(blocks[height].Offset + starts[last] + Hash256.Size, length);

        int StartOf(int number) => starts[number] - ((number - first) * Hash256.Size);
    }

    public override void DropCache() => PageCache.Drop(file);

    public void Dispose() => file.Dispose();

    private ReadOnlySpan<byte> WithIds(ReadOnlySpan<byte> block, (Hash256 Id, int Start, int Length)[] transactions)
    {
        filed.Clear();
        filed.WriteBytes(block[..transactions[0].Start]);
        foreach (var (id, start, length) in transactions)
        {
            filed.WriteHash(id);
            filed.WriteBytes(block.Slice(start, length));
        }

        return filed.Written;
    }

    // Two pairs of coinbases of the main network have equal ids (BIP30). The last one counts, as in a node.
    private FoundTransaction? Find(Hash256 id)
    {
        FoundTransaction? last = null;
        for (var from = 0; numbers.Next(id, ref from) is var number and >= 0;)
        {
            var (height, start, end) = PlaceOf(number);
            var read = ReadFile(blocks[height].Offset + start, end - start);
            if (new Hash256(read.AsSpan(0, Hash256.Size)) == id && !(last?.Number > number))
            {
                var place = new TransactionPlace(height, number - blocks[height].FirstNumber);
                last = new FoundTransaction(number, place, read.AsMemory(Hash256.Size));
            }
        }

        return last;
    }

    private byte[] ReadBlock(int height)
    {
        var (offset, length, first) = blocks[height];
        var end = EndOf(height);
        var read = ReadFile(offset, length);
        var block = GC.AllocateUninitializedArray<byte>(length - ((end - first) * Hash256.Size));
        var written = starts[first];
        read.AsSpan(0, written).CopyTo(block);
        for (var number = first; number < end; number++)
        {
            var next = number + 1 < end ? starts[number + 1] : length;
            var transaction = read.AsSpan((starts[number] + Hash256.Size)..next);
            transaction.CopyTo(block.AsSpan(written));
            written += transaction.Length;
        }

        return block;
    }

    // The offset of the transaction's id in the stored block, and the end of the transaction.
    private (int Height, int Start, int End) PlaceOf(int number)
    {
        var height = HeightOf(number);
        return (height, starts[number], number + 1 < EndOf(height) ? starts[number + 1] : blocks[height].Length);
    }

    private int EndOf(int height) => height + 1 < blocks.Count ? blocks[height + 1].FirstNumber : starts.Count;

    private int HeightOf(int number)
    {
        var (first, last) = (0, blocks.Count - 1);
        while (first < last)
        {
            var middle = (first + last + 1) / 2;
            (first, last) = blocks[middle].FirstNumber <= number ? (middle, last) : (first, middle - 1);
        }

        return first;
    }

    private byte[] ReadFile(long offset, int length)
    {
        var bytes = GC.AllocateUninitializedArray<byte>(length);
        for (var read = 0; read < length;)
        {
            var more = RandomAccess.Read(file, bytes.AsSpan(read), offset + read);
            read += more > 0 ? more : throw new InvalidDataException(
                $"the file of blocks in '{folder}' ends at byte {offset + read}: another process truncated it");
        }

        return bytes;
    }

    private readonly record struct FiledBlock(long Offset, int Length, int FirstNumber);

    private readonly record struct FoundTransaction(int Number, TransactionPlace Place, ReadOnlyMemory<byte> Bytes);
}
