using AElf.Bench.Electrum.Chain;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Chain.Synthetic;

/// <summary>Applies blocks and transactions like a node, and throws if one breaks a rule.</summary>
internal sealed class ChainAudit
{
    private readonly Dictionary<(Hash256 Id, uint Index), Unspent> unspent = [];

    private readonly record struct Unspent(long Value, Hash256 Script, int Height, bool IsCoinbase);

    public int Height { get; private set; } = -1;

    public Hash256 Tip { get; private set; }

    public uint Time { get; private set; }

    public int Transactions { get; private set; }

    public long Bytes { get; private set; }

    public Dictionary<ScriptKind, int> Kinds { get; } = [];

    /// <summary>The heights and ids of the transactions of each script hash.</summary>
    public Dictionary<Hash256, List<(int Height, Hash256 Id)>> Histories { get; } = [];

    public IEnumerable<KeyValuePair<Hash256, long>> Balances =>
        unspent.Values.GroupBy(each => each.Script).Select(
            each => KeyValuePair.Create(each.Key, each.Sum(output => output.Value)));

    public void Apply(ChainBlock block)
    {
        var bytes = block.Bytes.Span;
        var header = block.Header;
        Assert.Equal(Height + 1, block.Height);
        Assert.Equal(Tip, header.PreviousHash);
        Assert.True(ProofOfWork.IsMet(header.Hash(), header.Bits), $"block {block.Height} misses its target");
        Assert.True(header.Time > Time, $"block {block.Height}");
        (Height, Tip, Time) = (block.Height, header.Hash(), header.Time);
        Bytes += bytes.Length;

        var ids = BlockCheck.Verify(bytes);
        var (fees, reward, position, weight) = (0L, 0L, 0, 4 * (BlockHeader.Size + 3));
        foreach (var transaction in new BlockReader(bytes))
        {
            weight += transaction.Weight;
            var left = Apply(transaction, ids[position++]);
            (fees, reward) = transaction.IsCoinbase ? (fees, -left) : (fees + left, reward);
            if (transaction.IsCoinbase && Height > 0)
            {
                AssertHeight(transaction);
            }
        }

        Assert.InRange(weight, 0, 4_000_000);
        Assert.Equal(Regtest.SubsidyAt(Height) + fees, reward);
    }

    /// <summary>Applies a transaction and returns its fee: the sum of its inputs less its outputs.</summary>
    public long Apply(TransactionView transaction, Hash256 id)
    {
        Transactions++;
        var touched = new HashSet<Hash256>();
        var left = transaction.IsCoinbase ? 0 : Spend(transaction, touched);
        var index = 0u;
        foreach (var output in transaction.Outputs)
        {
            left -= output.Value;
            var kind = OutputScript.KindOf(output.Script);
            Kinds[kind] = Kinds.GetValueOrDefault(kind) + 1;
            touched.Add(output.ScriptHash());

            // The outputs of the genesis block cannot be spent.
            if (!output.IsUnspendable && Height > 0)
            {
                unspent.Add(
                    (id, index), new Unspent(output.Value, output.ScriptHash(), Height, transaction.IsCoinbase));
            }

            index++;
        }

        Assert.True(transaction.IsCoinbase || left > 0, $"transaction {id} pays {-left} more than its inputs");
        foreach (var script in touched)
        {
            Histories.TryAdd(script, []);
            Histories[script].Add((Height, id));
        }

        return left;
    }

    private long Spend(TransactionView transaction, HashSet<Hash256> touched)
    {
        var sum = 0L;
        foreach (var input in transaction.Inputs)
        {
            Assert.True(
                unspent.Remove((input.PreviousId, input.PreviousIndex), out var spent),
                $"{input.PreviousId}:{input.PreviousIndex} is spent at {Height} but does not exist");
            Assert.True(!spent.IsCoinbase || Height - spent.Height >= 100, $"block {Height}");
            touched.Add(spent.Script);
            sum += spent.Value;
        }

        return sum;
    }

    // BIP34, implemented independently: OP_1 to OP_16, or a push of the shortest signed number.
    private void AssertHeight(TransactionView coinbase)
    {
        var inputs = coinbase.Inputs;
        Assert.True(inputs.MoveNext());
        var script = inputs.Current.Script;
        if (Height <= 16)
        {
            Assert.Equal(0x50 + Height, script[0]);
            return;
        }

        byte[] number = [.. new System.Numerics.BigInteger(Height).ToByteArray()];
        Assert.Equal(number.Length, script[0]);
        Assert.Equal(number, script.Slice(1, number.Length).ToArray());
    }
}
