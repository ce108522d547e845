using AElf.Bench.Core.Generation;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Serving;

/// <summary>Waiting transactions, and their state after new blocks and reorganisations.</summary>
public sealed class MempoolServingTests
{
    private const int Blocks = 122;

    [Fact]
    public void Mempool_IsServedInOrderAndChangesBalances()
    {
        using var served = ServedChain.Of(seed: 4, Blocks);
        served.FillMempool(60);

        EnsureAnswers(served, served.Chain.Mempool.Select(each => each.Bytes), "seed 4");
    }

    [Fact]
    public void Answers_AnyChain_EqualAWalk()
    {
        for (ulong seed = 1; seed <= 4; seed++)
        {
            var random = new SeededRandom(seed);
            using var served = ServedChain.Of(seed, Blocks);
            var waiting = new List<byte[]>();
            for (var step = 0; step < 4; step++)
            {
                if (random.Next(2) == 0)
                {
                    served.FillMempool(random.Next(30));
                    waiting = After(served.Blocks, [.. waiting, .. served.Chain.Mempool.Select(each => each.Bytes)]);
                }

                var branch = served.Chain.Fork();
                var replaced = served.Chain.Take(1 + random.Next(3));
                served.Reorganise(served.Chain, 0, replaced);
                waiting = After(served.Blocks, waiting);
                if (random.Next(2) == 0)
                {
                    served.Reorganise(branch, replaced.Length, branch.Take(replaced.Length + 1));
                    waiting = After(served.Blocks, [.. LedgerModel.TransactionsOf(replaced), .. waiting]);
                }

                EnsureAnswers(served, waiting, $"seed {seed}, step {step}");
            }
        }
    }

    [Fact]
    public void Broadcast_Transaction_WaitsAndAConflictingOneIsRefused()
    {
        using var served = ServedChain.Of(seed: 4, Blocks);
        served.Chain.FillMempool(1);
        var transaction = served.Chain.Mempool[0];
        var text = Convert.ToHexStringLower(transaction.Bytes);

        Assert.Equal($"{transaction.Id}", served.Result("blockchain.transaction.broadcast", text).GetString());
        Assert.Equal($"{transaction.Id}", served.Result("blockchain.transaction.broadcast", text).GetString());
        Assert.Equal(text, served.Result("blockchain.transaction.get", $"{transaction.Id}").GetString());

        var input = TransactionView.Read(transaction.Bytes).Inputs;
        input.MoveNext();
        var rival = Convert.ToHexStringLower(Spending(input.Current.PreviousId, input.Current.PreviousIndex, 1000));
        Assert.Contains("spent", served.Error("blockchain.transaction.broadcast", rival), StringComparison.Ordinal);
        var before = served.Blocks[^1];
        var confirmed = new BlockReader(before);
        while (confirmed.MoveNext() && confirmed.Current.IsCoinbase)
        {
            // The first transaction that spends an output.
        }

        var spent = confirmed.Current.Inputs;
        spent.MoveNext();
        var late = Convert.ToHexStringLower(Spending(spent.Current.PreviousId, spent.Current.PreviousIndex, 1000));
        Assert.Contains("spent", served.Error("blockchain.transaction.broadcast", late), StringComparison.Ordinal);
    }

    [Fact]
    public void Broadcast_PaysMoreThanItsInputs_IsRefused()
    {
        using var served = ServedChain.Of(seed: 4, Blocks);
        served.Chain.FillMempool(1);
        var input = TransactionView.Read(served.Chain.Mempool[0].Bytes).Inputs;
        input.MoveNext();
        var forged = Spending(input.Current.PreviousId, input.Current.PreviousIndex, 20_000_000_0000_0000);

        Assert.Contains(
            "more than its inputs",
            served.Error("blockchain.transaction.broadcast", Convert.ToHexStringLower(forged)),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Package_ChildWithItsParents_IsAccepted()
    {
        using var served = ServedChain.Of(seed: 4, Blocks);
        served.Negotiate("1.6", "1.6");
        served.Chain.FillMempool(1);
        var parent = served.Chain.Mempool[0];
        var child = Spending(parent.Id, 0, 1000);
        string[] package = [Convert.ToHexStringLower(parent.Bytes), Convert.ToHexStringLower(child)];

        Assert.Contains(
            "topology", served.Error("blockchain.transaction.broadcast_package", [package.Reverse().ToArray()]),
            StringComparison.Ordinal);
        Assert.True(
            served.Result("blockchain.transaction.broadcast_package", [package]).GetProperty("success").GetBoolean());
        var rival = Convert.ToHexStringLower(Spending(parent.Id, 0, 999));
        var refused = served.Result("blockchain.transaction.broadcast_package", [new[] { package[0], rival }]);
        Assert.False(refused.GetProperty("success").GetBoolean());
        Assert.Contains(
            "already spent",
            Assert.Single(refused.GetProperty("errors").EnumerateArray()).GetProperty("error").GetString(),
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(26)]
    public void Package_NotOneTo25Transactions_IsRefused(int count)
    {
        using var served = ServedChain.Of(seed: 4, Blocks);
        served.Negotiate("1.6", "1.6");

        Assert.Contains(
            "1 to 25",
            served.Error("blockchain.transaction.broadcast_package", [Enumerable.Repeat("00", count).ToArray()]),
            StringComparison.Ordinal);
    }

    [Fact]
    public void FeeHistogram_HasTheSizeOfTheMempoolWithFallingRates()
    {
        using var served = ServedChain.Of(seed: 4, Blocks);
        Assert.Equal(0, served.Result("mempool.get_fee_histogram").GetArrayLength());
        served.FillMempool(300);
        var bins = served.Result("mempool.get_fee_histogram").EnumerateArray()
            .Select(bin => (Rate: bin[0].GetDouble(), Size: bin[1].GetInt64()))
            .ToArray();

        Assert.Equal(
            served.Chain.Mempool.Sum(each => (long)((TransactionView.Read(each.Bytes).Weight + 3) / 4)),
            bins.Sum(bin => bin.Size));
        Assert.True(bins.Length > 1);
        Assert.All(bins.Zip(bins.Skip(1)), pair => Assert.True(pair.First.Rate > pair.Second.Rate));
    }

    // The candidates that wait on top of a chain.
    private static List<byte[]> After(IReadOnlyList<byte[]> blocks, List<byte[]> candidates)
    {
        var ids = new LedgerModel(blocks, candidates).Waiting.ToHashSet();
        return [.. candidates.Where(bytes => ids.Remove(TransactionView.Read(bytes).Id()))];
    }

    private static void EnsureAnswers(ServedChain served, IEnumerable<byte[]> candidates, string seed)
    {
        var model = new LedgerModel(served.Blocks, candidates);
        foreach (var script in new ChainModel(served.Blocks).Scripts)
        {
            var waiting = model.WaitingOf(script);
            var status = served.Result("blockchain.scripthash.subscribe", $"{script}").GetString();
            Assert.True(
                string.Equals(ScriptStatus.Of(model.History(script), waiting), status, StringComparison.Ordinal),
                $"{seed}: the status of {script} is {status}");
            Assert.Equal(
                waiting.Select(each => $"{each.Id} {each.Height} {each.Fee}"),
                served.Result("blockchain.scripthash.get_mempool", $"{script}").EnumerateArray().Select(each =>
                    $"{each.GetProperty("tx_hash")} {each.GetProperty("height")} {each.GetProperty("fee")}"),
                StringComparer.Ordinal);
            var balance = served.Result("blockchain.scripthash.get_balance", $"{script}");
            Assert.Equal(
                model.Balance(new HashSet<Hash256> { script }),
                balance.GetProperty("confirmed").GetInt64() + balance.GetProperty("unconfirmed").GetInt64());
        }
    }

    private static byte[] Spending(Hash256 id, uint index, long value)
    {
        var (builder, writer) = (new TransactionBuilder(), new WireWriter());
        builder.AddInput(id, index, []);
        builder.AddOutput(value, [0x51]);
        builder.MoveTo(writer);
        return writer.Written.ToArray();
    }
}
