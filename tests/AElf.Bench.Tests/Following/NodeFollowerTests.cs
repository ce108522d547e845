using AElf.Bench.Core.Generation;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;
using AElf.Bench.Electrum.Server.Following;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Following;

/// <summary>A server whose chain follows a node's chain.</summary>
public sealed class NodeFollowerTests : IDisposable
{
    private const int Blocks = 120;

    private readonly List<string> lines = [];
    private readonly List<IDisposable> opened = [];

    public void Dispose() => opened.ForEach(each => each.Dispose());

    [Fact]
    public void Follow_AnyHistoryOfTheNode_HasTheSameChain()
    {
        for (ulong seed = 1; seed <= 6; seed++)
        {
            var (random, node) = (new SeededRandom(seed), new NodeInProcess(seed));
            node.Chain.Generate(Blocks);
            var (served, follower) = Serve(node);
            for (var step = 0; step < 12; step++)
            {
                Change(node, random);
                var calls = random.Next(12);
                var isCut = random.Next(3) == 0;
                node.BeforeAnswer = () =>
                {
                    // In the middle of an update the node is away or changes its branch.
                    if (--calls == 0)
                    {
                        node.IsAway = isCut;
                        Change(node, random);
                    }
                };
                while (!follower.Follow(served))
                {
                    node.IsAway = false;
                }

                node.BeforeAnswer = () => { };
                Assert.True(follower.Follow(served), $"seed {seed}, step {step}: {string.Join('\n', lines)}");
                EnsureSame(node, served, $"seed {seed}, step {step}");
            }
        }
    }

    [Fact]
    public void Follow_NodeAway_IsNamedOnceAndReopened()
    {
        var node = new NodeInProcess(seed: 1);
        node.Chain.Generate(Blocks);
        var (served, follower) = Serve(node);
        var before = node.Opened;

        node.IsAway = true;
        Assert.False(follower.Follow(served));
        Assert.False(follower.Follow(served));
        Prose.AssertNames(Assert.Single(lines), "http://node.test/", "Connection refused");
        Assert.Equal(Blocks, served.Height);

        node.IsAway = false;
        node.Chain.Generate(2);
        Assert.True(follower.Follow(served));
        Assert.EndsWith(" block 122", lines[^1], StringComparison.Ordinal);
        Assert.True(node.Opened > before);
    }

    [Fact]
    public void Follow_TipChangesAtEachUpdate_WaitsForIt()
    {
        var node = new NodeInProcess(seed: 1);
        node.Chain.Generate(Blocks);
        var (served, follower) = Serve(node);
        var calls = 0;
        node.BeforeAnswer = () => node.Chain.Generate(++calls <= 100 ? 1 : 0);

        Assert.False(follower.Follow(served));
        Assert.StartsWith("waiting for the node", Assert.Single(lines), StringComparison.Ordinal);
    }

    [Fact]
    public void Follow_Ended_ReportsNothingMore()
    {
        var node = new NodeInProcess(seed: 1);
        node.Chain.Generate(Blocks);
        var (served, follower) = Serve(node);

        follower.Dispose();

        Assert.False(follower.Follow(served));
        Assert.Empty(lines);
    }

    [Fact]
    public void Follow_RolledBackTip_ReturnsTransactionsToTheMempool()
    {
        var node = new NodeInProcess(seed: 2);
        node.Chain.Generate(Blocks);
        var (served, follower) = Serve(node);
        var changes = new List<IndexChangedEventArgs>();
        served.Changed += (_, change) => changes.Add(change);

        node.Chain.Invalidate(node.Node.HeaderAt(Blocks - 4)!.Hash);
        Assert.True(follower.Follow(served));
        Assert.Equal(Blocks - 5, served.Height);
        Assert.True(changes[0].IsTipChanged);
        EnsureSame(node, served, "seed 2");
        Assert.Empty(lines);
    }

    [Fact]
    public void Broadcast_IsForwardedToTheNode()
    {
        var node = new NodeInProcess(seed: 3);
        node.Chain.Generate(Blocks);
        using var relay = new NodeRelay(node.Open, TimeProvider.System);
        var (served, follower) = Serve(node, relay);
        var other = TestChains.Of(seed: 3);
        other.Take(Blocks + 1);
        other.FillMempool(8);
        var (first, child) = ParentAndChild(other.Mempool.Select(each => each.Bytes).ToList());

        var refused = Assert.Throws<ChainException>(() => served.Broadcast(child));
        Assert.StartsWith("bad-txns-inputs-missingorspent", refused.Message, StringComparison.Ordinal);
        var id = served.Broadcast(first);
        Assert.Equal(id, served.Broadcast(first));
        Assert.Equal([id], node.Node.Mempool.Ids);
        Assert.True(served.IsWaiting(id));

        node.IsAway = true;
        Assert.Throws<IOException>(() => served.Broadcast(child));
        node.IsAway = false;
        served.Broadcast(child);
        node.Chain.Generate(1);
        Assert.True(follower.Follow(served));
        Assert.Equal(0, served.WaitingCount);
        EnsureSame(node, served, "seed 3");
    }

    [Theory]
    [InlineData(4, 4)]
    [InlineData(4, 0)]
    public void Follow_IndexOnALostBranch_GoesBack(int lost, int made)
    {
        var node = new NodeInProcess(seed: 5);
        node.Chain.Generate(Blocks);
        var gone = new Dictionary<Hash256, byte[]>();
        var (archive, store) = (new MemoryArchive(), new MemoryIndexStore());
        using (var engine = new FulcrumEngine(store, archive))
        {
            for (var height = 0; height <= Blocks; height++)
            {
                var block = node.Node.Archive.Block(height).ToArray();
                gone[BlockHeader.Read(block).Hash()] = block;
                archive.Add(block);
                engine.Append(block);
            }

            engine.Commit();
        }

        node.Chain.Invalidate(node.Node.HeaderAt(Blocks - lost + 1)!.Hash);
        if (made > 0)
        {
            node.Chain.Generate(made);
        }

        var newer = new MemoryArchive();
        using var again = new FulcrumEngine(store, newer);
        var indexed = new IndexedChain(newer, again, () => { });
        using var follower = new NodeFollower(node.Open, lines.Add);
        Assert.True(follower.Follow(indexed));
        var refused = Assert.Throws<InvalidDataException>(() => indexed.CatchUp("here", _ => null));
        Assert.Contains("another chain", refused.Message, StringComparison.Ordinal);
        indexed.CatchUp("here", gone.GetValueOrDefault);

        using var served = new ServedIndex(again, newer, new Mempool(newer));
        Assert.True(follower.Follow(served));
        EnsureSame(node, served, "seed 5");
    }

    [Fact]
    public void Follow_BlockDiffersFromItsBytes_ChangesNothing()
    {
        var node = new NodeInProcess(seed: 1);
        node.Chain.Generate(Blocks);
        var (served, _) = Serve(node);
        var next = new NodeInProcess(seed: 1);
        next.Chain.Generate(Blocks + 1);
        var block = next.Node.Archive.Block(Blocks + 1).ToArray();
        block[^20] ^= 1;

        Assert.Throws<ChainException>(() => served.Append(block));
        Assert.Equal(Blocks, served.Height);
        EnsureSame(node, served, "seed 1");
    }

    [Fact]
    public void Follow_UnreadableBlock_IsNamedOnceAndEarlierBlocksAreServed()
    {
        var node = new NodeInProcess(seed: 6);
        node.Chain.Generate(Blocks);
        var (served, follower) = Serve(node);
        node.Chain.Generate(3);
        var hash = node.Node.HeaderAt(Blocks + 2)!.Hash;
        var hex = Convert.ToHexStringLower(node.Node.Archive.Block(Blocks + 2).Span);
        node.Damage = (hex, hex[..^1] + (hex[^1] == '0' ? '1' : '0'));

        Assert.False(follower.Follow(served));
        Assert.False(follower.Follow(served));
        Assert.Equal(Blocks + 1, served.Height);
        Prose.AssertNames(Assert.Single(lines), $"block {Blocks + 2}", $"{hash}", "merkle root");
        Assert.EndsWith($"; block {Blocks + 1} stays the last one", lines[0], StringComparison.Ordinal);

        // The other branch has other blocks.
        node.Chain.Invalidate(hash);
        node.Chain.Generate(4);
        Assert.True(follower.Follow(served));
        Assert.EndsWith($" block {Blocks + 5}", lines[^1], StringComparison.Ordinal);
        EnsureSame(node, served, "seed 6");
    }

    [Fact]
    public void Follow_UnreadableBlockBeforeTheFirstClient_EndsWithIt()
    {
        var node = new NodeInProcess(seed: 6);
        node.Chain.Generate(Blocks);
        var hex = Convert.ToHexStringLower(node.Node.Archive.Block(Blocks).Span);
        node.Damage = (hex, $"{hex}00");
        var archive = new MemoryArchive();
        using var engine = new FulcrumEngine(new MemoryIndexStore(), archive);
        using var follower = new NodeFollower(node.Open, lines.Add);

        var refused = Assert.Throws<ChainException>(
            () => follower.Follow(new IndexedChain(archive, engine, () => { })));

        Assert.StartsWith(
            $"block {Blocks}, {node.Node.Tip!.Hash}, cannot be read: ", refused.Message, StringComparison.Ordinal);
        Assert.Equal(Blocks - 1, archive.Height);
        Assert.Empty(lines);
    }

    [Fact]
    public void Follow_UnreadableTransactionOfTheMempool_IsSkippedAndCounted()
    {
        var node = new NodeInProcess(seed: 7);
        node.Chain.Generate(Blocks);
        var (served, follower) = Serve(node);
        node.Chain.FillMempool(20);
        var skipped = node.Node.Mempool.Ids[^1];
        var hex = Convert.ToHexStringLower(node.Node.Mempool.Transaction(skipped)!.Value.Span);
        node.Damage = (hex, "0200000000080000");

        Assert.True(follower.Follow(served));
        Assert.True(follower.Follow(served));

        Assert.Equal(1, follower.SkippedTransactions);
        Assert.StartsWith($"transaction {skipped}", Assert.Single(lines), StringComparison.Ordinal);
        Assert.Equal(node.Node.Mempool.Count - 1, served.WaitingCount);
    }

    private static void Change(NodeInProcess node, SeededRandom random)
    {
        switch (random.Next(4))
        {
            case 0:
                node.Chain.Generate(1 + random.Next(3));
                break;
            case 1:
                node.Chain.FillMempool(1 + random.Next(20));
                break;
            case 2:
                node.Chain.Invalidate(node.Node.HeaderAt(node.Node.Height - random.Next(4))!.Hash);
                break;
            default:
                node.Chain.Invalidate(node.Node.HeaderAt(node.Node.Height - random.Next(4))!.Hash);
                node.Chain.Generate(1 + random.Next(6));
                break;
        }
    }

    // The second transaction spends an output of the first.
    private static (byte[] Parent, byte[] Child) ParentAndChild(List<byte[]> transactions)
    {
        foreach (var child in transactions)
        {
            foreach (var input in TransactionView.Read(child).Inputs)
            {
                var id = input.PreviousId;
                if (transactions.Find(each => TransactionView.Read(each).Id() == id) is { } parent)
                {
                    return (parent, child);
                }
            }
        }

        throw new InvalidOperationException("no transaction spends another one's output");
    }

    private static void EnsureSame(NodeInProcess node, ServedIndex served, string seed)
    {
        var blocks = Enumerable.Range(0, node.Node.Height + 1)
            .Select(height => node.Node.Archive.Block(height).ToArray()).ToList();
        var waiting = node.Node.Mempool.Ids.ToHashSet();
        Assert.Equal(node.Node.Tip!.Hash, served.HashAt(served.Height));
        Assert.True(served.WaitingCount == waiting.Count && waiting.All(served.IsWaiting), $"{seed}: another mempool");
        var model = new ChainModel(blocks);
        foreach (var script in model.Scripts)
        {
            Assert.True(
                served.OpenHistories().Find(script, new IndexCosts()).SequenceEqual(model.History(script)),
                $"{seed}: wrong history of {script}");
            Assert.Equal(node.Node.Mempool.Of(script), served.Waiting(script));
        }
    }

    private (ServedIndex Served, NodeFollower Follower) Serve(NodeInProcess node, NodeRelay? relay = null)
    {
        var archive = new MemoryArchive();
        var engine = new FulcrumEngine(new MemoryIndexStore(), archive);
        var follower = new NodeFollower(node.Open, lines.Add);
        var indexed = new IndexedChain(archive, engine, () => { });
        Assert.True(follower.Follow(indexed));
        indexed.CatchUp("memory", follower.BlockOf);
        var served = new ServedIndex(engine, archive, new Mempool(archive))
        {
            Relay = relay is null ? null : relay.Send,
        };
        opened.AddRange([follower, served]);
        return (served, follower);
    }
}
