using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;
using AElf.Bench.TestKit.Electrum;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.Tests.Indexing;

public abstract class InMemoryIndexEngineTests : IndexEngineContract
{
    protected override IIndexStore OpenStore() => new MemoryIndexStore();
}

/// <summary>Engines that look up spent outputs, and so detect a missing one.</summary>
public abstract class LookingUpEngineTests : InMemoryIndexEngineTests
{
    [Fact]
    public void Block_SpendsUnknownOutput_EndsTheIndexUntilItIsReopened()
    {
        var blocks = TestChains.Of(seed: 1).Take(110);
        var (archive, store) = (new MemoryArchive(), new MemoryIndexStore());
        var engine = Open(store, archive);
        Follow(engine, archive, blocks[..108]);
        engine.Commit();

        // Block 109 on top of 107: it spends outputs of the missing block 108.
        var forged = (byte[])blocks[109].Clone();
        blocks[108].AsSpan(4, Hash256.Size).CopyTo(forged.AsSpan(4));
        var refused = Assert.Throws<ChainException>(() => engine.Append(forged));
        Assert.Contains("spends", refused.Message, StringComparison.Ordinal);
        Assert.Contains(
            "open it again",
            Assert.Throws<InvalidOperationException>(() => engine.Append(blocks[108])).Message,
            StringComparison.Ordinal);

        using var again = Open(store, archive);
        Follow(again, archive, blocks[108..]);
        EnsureAnswers(again, blocks, "seed 1");
    }
}

public sealed class FulcrumEngineTests : LookingUpEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) => new FulcrumEngine(store, archive);
}

public sealed class FastSyncFulcrumTests : LookingUpEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) =>
        new FulcrumEngine(store, archive, isFastSync: true);
}

public sealed class ElectrumXEngineTests : LookingUpEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) => new ElectrumXEngine(store, archive);
}

public sealed class Electrs09EngineTests : InMemoryIndexEngineTests
{
    [Fact]
    public void History_HashesWithACommonPrefix_ExcludesOtherBlocks()
    {
        var (engine, costs) = Shortened.Ask((store, archive) => new Electrs09Engine(store, archive, prefixBits: 6));
        using (engine)
        {
            Assert.True(costs.FalsePositives > 0);
        }
    }

    [Fact]
    public void Index_RowsAreEightBytesOfAHashAndAHeight()
    {
        var (store, blocks) = (new MemoryIndexStore(), TestChains.Of(seed: 5).Take(115));
        using var engine = Index(store, blocks);

        var transactions = new ChainModel(blocks).Transactions.Keys.ToArray();
        Assert.Equal(12 * transactions.Length, store.Tables.Single(table => table.Key is "txid").Value);
        Assert.Equal(80 * blocks.Length, store.Tables.Single(table => table.Key is "headers").Value);
        Assert.All(transactions, id => Assert.Single(
            store.Scan(
                new IndexTable(3, "txid", sizeof(ulong)), BitConverter.GetBytes(id.Prefix()).Reverse().ToArray())));
    }

    [Fact]
    public void History_OfOneTransaction_CostsItsBlock()
    {
        var (store, blocks) = (new MemoryIndexStore(), TestChains.Of(seed: 5).Take(115));
        using var engine = Index(store, blocks);
        var model = new ChainModel(blocks);

        Assert.All(model.Scripts.Where(script => model.History(script).Count == 1), script =>
        {
            var costs = new IndexCosts();
            var height = Assert.Single(engine.History(script, costs)).Height;

            // A scan for the script, a scan for each of its outputs, and a row for the block alone.
            Assert.InRange(costs.Scans, 2, long.MaxValue);
            Assert.Equal(
                (1, blocks[height].Length, 1, 0), (costs.Blocks, costs.BlockBytes, costs.Rows, costs.FalsePositives));
        });
    }

    private static Electrs09Engine Index(IIndexStore store, byte[][] blocks)
    {
        var archive = new MemoryArchive();
        var engine = new Electrs09Engine(store, archive);
        Array.ForEach(blocks, block =>
        {
            archive.Add(block);
            engine.Append(block);
        });
        engine.Commit();
        return engine;
    }

    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) => new Electrs09Engine(store, archive);
}

public sealed class BindexEngineTests : LookingUpEngineTests
{
    [Fact]
    public void History_HashesWithACommonPrefix_ExcludesOtherTransactions()
    {
        var (engine, costs) = Shortened.Ask((store, archive) => new BindexEngine(store, archive, prefixBits: 6));
        using (engine)
        {
            Assert.True(costs.FalsePositives > 0);
        }
    }

    [Fact]
    public void Index_RowsAreEightBytesOfAHashAndANumber()
    {
        var (store, archive, blocks) = (new MemoryIndexStore(), new MemoryArchive(), TestChains.Of(seed: 5).Take(115));
        using var engine = Open(store, archive);
        Follow(engine, archive, blocks);
        engine.Commit();

        var model = new ChainModel(blocks);
        var sizes = store.Tables.ToDictionary();
        Assert.Equal(12 * model.Transactions.Count, sizes["txid"]);
        Assert.Equal(12 * model.Scripts.Sum(script => model.History(script).Count), sizes["script_hash"]);
        Assert.Equal((4 + 32 + BlockHeader.Size) * blocks.Length, sizes["headers"]);
    }

    [Fact]
    public void Transaction_InALargeBlock_IsReadAlone()
    {
        var chain = new SyntheticChain(new() { Seed = 2, Blocks = 140, TransactionsPerBlock = 200 });
        var (archive, blocks) = (new MemoryArchive(), chain.Take(125));
        using var engine = Open(OpenStore(), archive);
        Follow(engine, archive, blocks);
        EnsureAnswers(engine, blocks, "seed 2");

        Assert.InRange(blocks.Max(block => new BlockReader(block).Count), 65, int.MaxValue);
        Assert.All(new ChainModel(blocks).Transactions, transaction =>
        {
            var costs = new IndexCosts();
            engine.Transaction(transaction.Key, costs);
            Assert.Equal(
                (1, 1, 0, 1, transaction.Value.Length),
                (costs.Scans, costs.Lookups, costs.Blocks, costs.NodeTransactions, costs.TransactionBytes));
        });
    }

    [Fact]
    public void RemoveTip_BlocksOfAnAbandonedBranch_LeaveNoRow()
    {
        var (store, archive, blocks) = (new MemoryIndexStore(), new MemoryArchive(), TestChains.Of(seed: 3).Take(130));
        using var engine = Open(store, archive);
        Follow(engine, archive, blocks[..115]);
        engine.Commit();
        var before = RowsOf(store);
        Follow(engine, archive, blocks[115..]);
        engine.Commit();
        Assert.NotEqual(before, RowsOf(store));

        Array.ForEach(blocks[115..], _ => archive.RemoveTip());
        Array.ForEach([.. blocks[115..].Reverse()], block => engine.RemoveTip(block));
        Assert.Equal(before, RowsOf(store));
    }

    private static string RowsOf(IIndexStore store) =>
        string.Join(' ', store.Tables.Where(table => table.Key is not "meta"));

    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) => new BindexEngine(store, archive);
}

public sealed class EsploraEngineTests : LookingUpEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) => new EsploraEngine(store, archive);
}

public sealed class LightEsploraEngineTests : InMemoryIndexEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) =>
        new EsploraEngine(store, archive, isLight: true);
}

public sealed class AddrindexrsEngineTests : InMemoryIndexEngineTests
{
    [Fact]
    public void History_HashesWithACommonPrefix_ExcludesOtherTransactions()
    {
        var (engine, costs) = Shortened.Ask((store, archive) => new AddrindexrsEngine(store, archive, prefixSize: 1));
        using (engine)
        {
            Assert.True(costs.FalsePositives > 0);
        }
    }

    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) =>
        new AddrindexrsEngine(store, archive);
}

internal static class Shortened
{
    /// <summary>Asserts an engine's answers for every script by a walk over the chain.</summary>
    public static (IndexEngine Engine, IndexCosts Costs) Ask(Func<IIndexStore, ChainArchive, IndexEngine> open)
    {
        var blocks = TestChains.Of(seed: 5).Take(115);
        var archive = new MemoryArchive();
        var engine = open(new MemoryIndexStore(), archive);
        foreach (var block in blocks)
        {
            archive.Add(block);
            engine.Append(block);
        }

        var model = new ChainModel(blocks);
        var costs = new IndexCosts();
        Assert.All(model.Scripts, script => Assert.Equal(model.History(script), engine.History(script, costs)));
        return (engine, costs);
    }
}

/// <summary>An index in a store of whole keys, which also survives the process.</summary>
public abstract class StoredIndexEngineTests : IndexEngineContract
{
    private MemoryStore values = new();

    protected override IIndexStore OpenStore()
    {
        values = new MemoryStore();
        return new PersistentIndexStore(values.Connect(), "i:"u8);
    }

    protected override IIndexStore Reopen(IIndexStore store) => new PersistentIndexStore(values.Connect(), "i:"u8);
}

public sealed class StoredFulcrumTests : StoredIndexEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) => new FulcrumEngine(store, archive);
}

public sealed class StoredElectrumXTests : StoredIndexEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) => new ElectrumXEngine(store, archive);
}

public sealed class StoredElectrs09Tests : StoredIndexEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) => new Electrs09Engine(store, archive);
}

public sealed class StoredBindexTests : StoredIndexEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) => new BindexEngine(store, archive);
}

public sealed class StoredEsploraTests : StoredIndexEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) => new EsploraEngine(store, archive);
}

public sealed class StoredAddrindexrsTests : StoredIndexEngineTests
{
    protected override IndexEngine Open(IIndexStore store, ChainArchive archive) =>
        new AddrindexrsEngine(store, archive);
}
