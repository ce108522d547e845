using System.Security.Cryptography;
using System.Text;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Indexing;

public sealed class MempoolTests
{
    [Fact]
    public void Mempool_HasTransactionsOfEveryScriptAndTheirParents()
    {
        const ulong Seed = 11;
        var chain = TestChains.Of(Seed);
        var archive = new MemoryArchive();
        Array.ForEach(chain.Take(112), archive.Add);
        chain.FillMempool(60);
        var mempool = new Mempool(archive);
        var waiting = chain.Mempool.ToList();
        foreach (var transaction in waiting)
        {
            Assert.NotEmpty(mempool.Add(transaction.Bytes));
            Assert.Empty(mempool.Add(transaction.Bytes));
        }

        EnsureAnswers(mempool, archive, confirmed: [], waiting);
        Assert.All(waiting, each => Assert.Equal(each.Bytes, mempool.Transaction(each.Id)!.Value.ToArray()));

        // Parents precede children: a child of these now spends a confirmed output.
        var confirmed = waiting[..30];
        confirmed.ForEach(each => Assert.NotEmpty(mempool.Remove(each.Id)));
        EnsureAnswers(mempool, archive, confirmed, waiting[30..]);
        Assert.Empty(mempool.Remove(confirmed[0].Id));
    }

    [Fact]
    public void Mempool_SpendsAMissingOutput_IsRefused()
    {
        var archive = new MemoryArchive();
        Array.ForEach(TestChains.Of(seed: 1).Take(105), archive.Add);
        var builder = new TransactionBuilder();
        builder.AddInput(Hash256.Of("nobody"u8), 3, []);
        builder.AddOutput(1000, [0x51]);
        var writer = new WireWriter();
        builder.MoveTo(writer);
        var mempool = new Mempool(archive);

        var refused = Assert.Throws<ChainException>(() => mempool.Add(writer.WrittenMemory));

        Assert.Contains("spends output 3 of", refused.Message, StringComparison.Ordinal);
        Assert.Equal(0, mempool.Count);
        Assert.Empty(mempool.Of(Hash256.Of([0x51])));
    }

    [Fact]
    public void Status_Mempool_IsTheHashOfIdsAndHeights()
    {
        var (first, second, third) = (Hash256.Of("a"u8), Hash256.Of("b"u8), Hash256.Of("c"u8));

        Assert.Null(ScriptStatus.Of([], []));
        Assert.Equal(
            Convert.ToHexStringLower(SHA256.HashData(Encoding.ASCII.GetBytes($"{first}:7:{second}:0:{third}:-1:"))),
            ScriptStatus.Of(
                [new HistoryEntry(first, 7)],
                [new MempoolEntry(second, SpendsUnconfirmed: false, 1), new MempoolEntry(third, true, 1)]));
    }

    /// <summary>Compares the answers with a walk over all waiting transactions.</summary>
    private static void EnsureAnswers(
        Mempool mempool,
        ChainArchive archive,
        List<SyntheticTransaction> confirmed,
        List<SyntheticTransaction> waiting)
    {
        var outputs = new Dictionary<(Hash256, uint), (Hash256 Script, long Value)>();
        foreach (var each in confirmed.Concat(waiting))
        {
            foreach (var input in TransactionView.Read(each.Bytes).Inputs)
            {
                AddOutputs(archive.Transaction(input.PreviousId), outputs);
            }

            AddOutputs(each.Bytes, outputs);
        }

        var ids = waiting.Select(each => each.Id).ToHashSet();
        var expected = new Dictionary<Hash256, List<MempoolEntry>>();
        foreach (var each in waiting)
        {
            var (scripts, spendsWaiting) = Touched(each.Bytes, outputs, ids);
            foreach (var script in scripts)
            {
                expected.TryAdd(script, []);
                expected[script].Add(new MempoolEntry(each.Id, spendsWaiting, each.Fee));
            }
        }

        Assert.Equal(waiting.Count, mempool.Count);
        Assert.Contains(expected.Values.SelectMany(each => each), entry => entry.SpendsUnconfirmed);
        Assert.All(expected, each => Assert.Equal(
            each.Value.OrderByDescending(entry => entry.Height)
                .ThenBy(entry => entry.Id.ToString(), StringComparer.Ordinal),
            mempool.Of(each.Key)));
        Assert.Empty(mempool.Of(Hash256.Of("nobody"u8)));
    }

    private static (HashSet<Hash256> Scripts, bool SpendsWaiting) Touched(
        byte[] bytes, Dictionary<(Hash256, uint), (Hash256 Script, long Value)> outputs, HashSet<Hash256> waiting)
    {
        var (scripts, spendsWaiting) = (new HashSet<Hash256>(), false);
        var transaction = TransactionView.Read(bytes);
        foreach (var input in transaction.Inputs)
        {
            scripts.Add(outputs[(input.PreviousId, input.PreviousIndex)].Script);
            spendsWaiting |= waiting.Contains(input.PreviousId);
        }

        foreach (var output in transaction.Outputs)
        {
            if (!output.IsUnspendable)
            {
                scripts.Add(output.ScriptHash());
            }
        }

        return (scripts, spendsWaiting);
    }

    private static void AddOutputs(
        ReadOnlyMemory<byte>? bytes, Dictionary<(Hash256, uint), (Hash256 Script, long Value)> outputs)
    {
        if (bytes is not { } found)
        {
            return;
        }

        var transaction = TransactionView.Read(found.Span);
        var (id, index) = (transaction.Id(), 0u);
        foreach (var output in transaction.Outputs)
        {
            outputs[(id, index++)] = (output.ScriptHash(), output.Value);
        }
    }
}
