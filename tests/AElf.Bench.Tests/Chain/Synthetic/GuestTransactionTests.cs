using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Chain.Synthetic;

/// <summary>Other people's transactions in a synthetic chain.</summary>
public sealed class GuestTransactionTests
{
    private const int Blocks = 120;

    [Fact]
    public void GuestTransaction_Accepted_IsInTheNextBlockAndNotSpentTwice()
    {
        for (ulong seed = 1; seed <= 5; seed++)
        {
            var (chain, audit) = (TestChains.Of(seed), new ChainAudit());
            Extend(chain, audit, Blocks);
            for (var step = 0; step < 12; step++)
            {
                var other = chain.Fork();
                other.FillMempool(6);
                var guests = other.Mempool.Select(each => chain.Take(each.Bytes)).ToList();
                Assert.Equal(other.Mempool.Select(each => each.Id), guests);
                Assert.Equal(guests, other.Mempool.Select(each => chain.Take(each.Bytes)));
                chain.FillMempool(6);

                var block = chain.NextBlock();
                audit.Apply(block);
                Assert.Subset(BlockCheck.Verify(block.Bytes.Span).ToHashSet(), guests.ToHashSet());
                Assert.Empty(chain.Mempool);
            }

            // The chain does not spend the outputs of guest transactions.
            Extend(chain, audit, 20);
        }
    }

    [Fact]
    public void GuestPayment_Accepted_CanBeSpentByGuests()
    {
        var (chain, audit) = (TestChains.Of(seed: 1), new ChainAudit());
        Extend(chain, audit, Blocks);
        var (id, value) = PayAnyone(chain);
        audit.Apply(chain.NextBlock());
        chain.Take(Spending([(id, 0)], value - 500));
        audit.Apply(chain.NextBlock());
        var again = Assert.Throws<ChainException>(() => chain.Take(Spending([(id, 0)], value - 600)));
        Assert.StartsWith("bad-txns-inputs-missingorspent", again.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void GuestTransaction_Invalid_IsRefusedWithBitcoindsReason()
    {
        var chain = TestChains.Of(seed: 1);
        var blocks = chain.Take(Blocks);
        var (id, value) = PayAnyone(chain);
        var coinbase = BlockCheck.Verify(blocks[^1])[0];

        Refuse("bad-txns-inputs-missingorspent", Spending([(Hash256.Of("none"u8), 0)], 1));
        Refuse("bad-txns-inputs-missingorspent", Spending([(id, 0), (id, 1)], 1));
        Refuse("bad-txns-inputs-duplicate", Spending([(id, 0), (id, 0)], 1));
        Refuse("bad-txns-premature-spend-of-coinbase", Spending([(coinbase, 0)], 1));
        Refuse("bad-txns-in-belowout", Spending([(id, 0)], value + 1));
        Refuse("bad-txns-in-belowout", Spending([(id, 0)], value, 1));
        Refuse("tx-size", Spending([(id, 0)], new long[12_000]));
        Refuse("coinbase", Spending([(default, uint.MaxValue)], 1));
        Assert.Single(chain.Mempool);
        chain.Take(Spending([(id, 0)], value));

        void Refuse(string expected, byte[] bytes) => Assert.StartsWith(
            expected,
            Assert.Throws<ChainException>(() => chain.Take(bytes)).Message,
            StringComparison.Ordinal);
    }

    // Pays a coin of another user to an output that anyone can spend.
    private static (Hash256 Id, long Value) PayAnyone(SyntheticChain chain)
    {
        var other = chain.Fork();
        other.FillMempool(1);
        var donor = TransactionView.Read(other.Mempool[0].Bytes);
        var inputs = new List<(Hash256, uint)>();
        foreach (var input in donor.Inputs)
        {
            inputs.Add((input.PreviousId, input.PreviousIndex));
        }

        var value = 0L;
        foreach (var output in donor.Outputs)
        {
            value += output.Value;
        }

        return (chain.Take(Spending(inputs, value)), value);
    }

    private static byte[] Spending(IEnumerable<(Hash256 Id, uint Index)> inputs, params long[] values)
    {
        var builder = new TransactionBuilder();
        foreach (var (id, index) in inputs)
        {
            builder.AddInput(id, index, []);
        }

        foreach (var value in values)
        {
            builder.AddOutput(value, [0x51]);
        }

        var writer = new WireWriter();
        builder.MoveTo(writer);
        return writer.Written.ToArray();
    }

    private static void Extend(SyntheticChain chain, ChainAudit audit, int blocks)
    {
        for (var i = 0; i < blocks; i++)
        {
            audit.Apply(chain.NextBlock());
        }
    }
}
