using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.Electrum.Indexing;

/// <summary>
/// A chain during its initial indexing, before requests. An engine in a folder may be ahead of the archive. It then
/// waits until the archive has reached its height.
/// </summary>
/// <param name="added">Called after each indexed block.</param>
public sealed class IndexedChain(ChainArchive archive, IndexEngine engine, Action added) : IFollowedChain
{
    public int Height => archive.Height;

    public Hash256 HashAt(int height) => BlockHeader.Read(archive.Header(height).Span).Hash();

    public void Follow(int removed, IReadOnlyList<byte[]> added)
    {
        for (; removed > 0; removed--)
        {
            if (IsCaughtUp)
            {
                engine.RemoveTip(archive.Block(Height).Span);
            }

            archive.RemoveTip();
        }

        foreach (var block in added)
        {
            Append(block);
        }
    }

    /// <summary>
    /// Brings an engine to the chain's last block, after its process ended on another branch or at a greater height.
    /// </summary>
    /// <param name="place">The place of the index, for messages.</param>
    /// <param name="lost">Finds a block of an abandoned branch; null if unknown.</param>
    /// <exception cref="InvalidDataException">The index belongs to another chain.</exception>
    public void CatchUp(string place, Func<Hash256, byte[]?> lost)
    {
        while (engine.Height > Height || (engine.Height >= 0 && HashAt(engine.Height) != engine.TipHash))
        {
            engine.RemoveTip(lost(engine.TipHash) ?? throw new InvalidDataException(
                $"the index in {place} belongs to another chain: its block {engine.Height} is {engine.TipHash}; "
                    + "use an empty folder, or the chain of the index"));
        }

        while (engine.Height < Height)
        {
            engine.Append(archive.Block(engine.Height + 1).Span);
        }

        engine.Commit();
    }

    private bool IsCaughtUp => engine.Height == Height && Height >= 0 && engine.TipHash == HashAt(Height);

    private void Append(byte[] block)
    {
        var isNext = Height < 0 ? engine.Height < 0 : IsCaughtUp;
        archive.Add(block);
        try
        {
            if (isNext)
            {
                engine.Append(block);
            }
        }
        catch (ChainException exception)
        {
            throw new InvalidDataException($"block {Height} is invalid: {exception.Message}", exception);
        }

        added();
    }
}

/// <summary>A chain that follows a node. Only one thread changes it.</summary>
public interface IFollowedChain
{
    /// <summary>The height of its last block; −1 before the first.</summary>
    int Height { get; }

    Hash256 HashAt(int height);

    /// <summary>Changes to another branch.</summary>
    /// <param name="removed">Number of blocks to remove first.</param>
    /// <param name="added">The blocks to add after that.</param>
    /// <exception cref="ChainException">The blocks do not link or are damaged; the chain is unchanged.</exception>
    /// <exception cref="InvalidDataException">A block is invalid; the chain can no longer be used.</exception>
    void Follow(int removed, IReadOnlyList<byte[]> added);
}
