using Microsoft.Win32.SafeHandles;

namespace AElf.Bench.Electrum.Chain.BlockFiles;

/// <summary>
/// The best chain in a node's block files. The files contain blocks in order of arrival, including blocks of abandoned
/// branches. Opening reads the positions, links and work of all blocks. Reading checks the merkle root and the witness
/// commitment of each block.
/// </summary>
public sealed class BlockFileChain : IChainSource
{
    private readonly string[] paths;
    private readonly FileObfuscation key;
    private readonly BlockPlace[] places;

    private BlockFileChain(string[] paths, FileObfuscation key, BlockPlace[] places) =>
        (this.paths, this.key, this.places) = (paths, key, places);

    public int Height => places.Length - 1;

    /// <summary>Finds the chain with the most work in a folder; of equal chains, the one that arrived first.</summary>
    /// <param name="folder">A node's folder "blocks".</param>
    /// <exception cref="ChainException">A file is damaged, or blocks do not link to the genesis block.</exception>
    /// <exception cref="IOException">The folder has no block files, or a file cannot be read.</exception>
    public static BlockFileChain Open(string folder, ChainNetwork network)
    {
        string[] files = Directory.Exists(folder)
            ? [.. Directory.EnumerateFiles(folder, "blk*.dat").Order(StringComparer.Ordinal)]
            : [];
        if (files.Length == 0)
        {
            throw new FileNotFoundException($"{folder} is not a folder with block files; expected blk00000.dat in it");
        }

        var obfuscation = FileObfuscation.Of(folder);
        var tree = new BlockTree(network);
        for (var file = 0; file < files.Length; file++)
        {
            new BlockFileScan(files[file], file, network, obfuscation).AddTo(tree);
        }

        return new BlockFileChain(files, obfuscation, tree.BestChain());
    }

    public IEnumerable<ChainBlock> ReadFrom(int height)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(height);
        using var reader = new OpenBlockFile(paths);
        for (; height <= Height; height++)
        {
            yield return new ChainBlock(height, Read(reader, height));
        }
    }

    private byte[] Read(OpenBlockFile reader, int height)
    {
        var place = places[height];
        var block = GC.AllocateUninitializedArray<byte>(place.Length);
        var read = RandomAccess.Read(reader.HandleOf(place.File), block, place.Position);
        if (read < block.Length)
        {
            throw new ChainException(
                $"{paths[place.File]}, byte {place.Position}: the block was truncated while the file was read");
        }

        key.Apply(block, place.Position);
        try
        {
            BlockCheck.Verify(block);
            return block;
        }
        catch (ChainException exception)
        {
            var hash = BlockHeader.Read(block).Hash();
            throw new ChainException(
                $"{paths[place.File]}, byte {place.Position}: "
                    + new ChainException(height, hash, exception).Message);
        }
    }
}

/// <summary>Keeps the last file open, because neighbouring blocks are usually in one file.</summary>
internal sealed class OpenBlockFile(string[] files) : IDisposable
{
    private SafeFileHandle? handle;
    private int open;

    public SafeFileHandle HandleOf(int file)
    {
        if (handle is null || open != file)
        {
            handle?.Dispose();
            handle = RegularFile.Open(files[file]);
            open = file;
        }

        return handle;
    }

    public void Dispose() => handle?.Dispose();
}
