namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>A synthetic chain up to its planned height; each reader generates it again.</summary>
public sealed class SyntheticChainSource(SyntheticChainOptions options) : IChainSource
{
    public int Height => options.Blocks;

    public IEnumerable<ChainBlock> ReadFrom(int height)
    {
        for (var chain = new SyntheticChain(options); chain.Height < Height;)
        {
            var block = chain.NextBlock();
            if (block.Height >= height)
            {
                yield return block;
            }
        }
    }
}
