using AElf.Bench.Core.Generation;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;
using Xunit;

namespace AElf.Bench.TestKit.Electrum;

/// <summary>
/// The contract of every engine over every store: its answers equal those of a plain walk over the chain.
/// </summary>
public abstract class IndexEngineContract
{
    private const int Blocks = 130;

    /// <summary>An empty store; when the engine is reopened, the store that it had.</summary>
    protected abstract IIndexStore OpenStore();

    /// <summary>Opens the engine over a store.</summary>
    protected abstract IndexEngine Open(IIndexStore store, ChainArchive archive);

    [Fact]
    public void History_EveryScript_EqualsAWalkOverTheChain()
    {
        var blocks = TestChains.Of(seed: 1).Take(Blocks);
        var archive = new MemoryArchive();
        using var engine = Open(OpenStore(), archive);
        Follow(engine, archive, blocks);

        EnsureAnswers(engine, blocks, "seed 1");
        Assert.Empty(engine.History(Hash256.Of("nobody"u8), new IndexCosts()));
        Assert.Null(engine.Transaction(Hash256.Of("nothing"u8), new IndexCosts()));
    }

    [Fact]
    public void Answers_AfterAReorganisation_AreThoseOfTheNewChain()
    {
        for (ulong seed = 1; seed <= 3; seed++)
        {
            var random = new SeededRandom(seed);
            var chain = TestChains.Of(seed);
            var common = chain.Take(Blocks - 20);
            var other = chain.Fork();
            var depth = 1 + random.Next(12);
            var (first, second) = (chain.Take(depth), other.Take(depth + 2));
            var archive = new MemoryArchive();
            using var engine = Open(OpenStore(), archive);
            Follow(engine, archive, [.. common, .. first]);
            if (random.Next(2) == 0)
            {
                engine.Commit();
            }

            for (var removed = 0; removed < depth; removed++)
            {
                engine.RemoveTip(archive.Block(archive.Height).Span);
                archive.RemoveTip();
            }

            EnsureAnswers(engine, common, $"seed {seed}, taken back");
            Follow(engine, archive, second);
            EnsureAnswers(engine, [.. common, .. second], $"seed {seed}");
        }
    }

    [Fact]
    public void Open_EngineStoppedAnywhere_ResumesAtItsLastCommit()
    {
        const ulong Seed = 7;
        var random = new SeededRandom(Seed);
        var chain = TestChains.Of(Seed);
        var blocks = chain.Take(Blocks);
        var (archive, store) = (new MemoryArchive(), OpenStore());
        Array.ForEach(blocks, archive.Add);
        var engine = Open(store, archive);
        var ended = 0;
        while (engine.Height < Blocks - 1)
        {
            engine.Append(blocks[engine.Height + 1]);
            if (random.Next(4) == 0)
            {
                engine.Commit();
            }

            if (random.Next(10) == 0)
            {
                // The process loses its uncommitted rows; flat files have more bytes than were committed.
                engine.Dispose();
                store = Reopen(store);
                engine = Open(store, archive);
                ended++;
            }
        }

        Assert.True(ended > 3, $"it ended {ended} times");
        EnsureAnswers(engine, blocks, $"seed {Seed}");
        engine.Dispose();
    }

    [Fact]
    public void Block_DoesNotFollowTheTip_IsRefusedAndChangesNothing()
    {
        var blocks = TestChains.Of(seed: 1).Take(110);
        var archive = new MemoryArchive();
        using var engine = Open(OpenStore(), archive);
        Follow(engine, archive, blocks[..108]);

        var refused = Assert.Throws<ChainException>(() => engine.Append(blocks[109]));
        Assert.Contains("expected", refused.Message, StringComparison.Ordinal);
        Assert.Throws<ChainException>(() => engine.RemoveTip(blocks[50]));
        Assert.Throws<ChainException>(() => engine.Append(blocks[108].AsSpan(0, 100)));
        Assert.Equal(107, engine.Height);
        EnsureAnswers(engine, blocks[..108], "seed 1");
    }

    [Fact]
    public async Task Read_WhileBlocksAreIndexed_IsConsistentAtSomeHeight()
    {
        const ulong Seed = 3;
        var blocks = TestChains.Of(Seed).Take(Blocks);
        var archive = new MemoryArchive();
        using var engine = Open(OpenStore(), archive);
        Follow(engine, archive, blocks[..105]);
        var whole = new ChainModel(blocks);
        var scripts = whole.Scripts.OrderByDescending(script => whole.History(script).Count).Take(20).ToList();
        using var stop = new CancellationTokenSource();
        var asking = Task.Run(() =>
        {
            for (var asked = 0; !stop.IsCancellationRequested || asked < 200; asked++)
            {
                var script = scripts[asked % scripts.Count];
                var answer = engine.History(script, new IndexCosts());
                var truth = whole.History(script).Take(answer.Count);
                Assert.Equal(truth, answer);
            }
        });

        foreach (var block in blocks[105..])
        {
            archive.Add(block);
            engine.Append(block);
        }

        await stop.CancelAsync();
        await asking;
    }

    /// <summary>Opens the store of a process that has ended.</summary>
    protected virtual IIndexStore Reopen(IIndexStore store) => store;

    /// <summary>Adds blocks to the node and to the engine.</summary>
    protected static void Follow(IndexEngine engine, ChainArchive archive, IEnumerable<byte[]> blocks)
    {
        foreach (var block in blocks)
        {
            archive.Add(block);
            engine.Append(block);
        }
    }

    /// <summary>Asserts the answers for every script and every transaction.</summary>
    protected static void EnsureAnswers(IndexEngine engine, IEnumerable<byte[]> blocks, string seed)
    {
        var model = new ChainModel(blocks);
        var costs = new IndexCosts();
        foreach (var script in model.Scripts)
        {
            Assert.True(
                model.History(script).SequenceEqual(engine.History(script, costs)),
                $"{seed}: wrong history of {script}");
        }

        foreach (var (id, bytes) in model.Transactions)
        {
            Assert.True(
                engine.Transaction(id, costs) is { } found && found.Span.SequenceEqual(bytes),
                $"{seed}: wrong transaction {id}");
        }
    }
}
