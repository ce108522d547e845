using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.TestKit.Electrum;

namespace AElf.Bench.Tests.Chain.Synthetic;

public sealed class SyntheticChainTests
{
    private static readonly SyntheticChainOptions Small = new()
    {
        Blocks = 160,
        TransactionsPerBlock = 30,
        WalletAddresses = 40,
        WalletTransactions = 90,
        WalletHeights = 35,
    };

    [Fact]
    public void SyntheticChain_Start_IsTheRegtestGenesisBlock()
    {
        var block = new SyntheticChain(Small).NextBlock();
        Assert.Equal(
            "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206", block.Header.Hash().ToString());
        Assert.Equal(285, block.Bytes.Length);
        Assert.Equal(
            "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
            Assert.Single(BlockCheck.Verify(block.Bytes.Span)).ToString());
    }

    [Fact]
    public void Block_AnyHeight_IsValidAndSpendsExistingOutputs()
    {
        for (var seed = 0UL; seed < 6; seed++)
        {
            var options = Small with
            {
                Seed = seed,
                Wallets = (int)(seed % 4),
                TransactionsPerBlock = 1 + ((int)seed * 14),
                WalletAddresses = 1 + ((int)seed * 50),
            };
            var audit = Grow(new SyntheticChain(options), options.Blocks);
            Assert.Equal(options.Blocks, audit.Height);
            Assert.Equal(options.TipTime, audit.Time);
        }
    }

    [Theory]
    [InlineData(40, 90, 35)]
    [InlineData(90, 90, 60)]
    [InlineData(200, 90, 35)]
    [InlineData(1, 500, 7)]
    public void Wallet_Options_HaveTheirAddressesTransactionsAndHeights(int addresses, int transactions, int heights)
    {
        var options = Small with
        {
            Wallets = 2,
            WalletAddresses = addresses,
            WalletTransactions = transactions,
            WalletHeights = heights,
        };
        var chain = new SyntheticChain(options);
        var audit = Grow(chain, options.Blocks);
        Assert.All(chain.Wallets, wallet =>
        {
            var histories = wallet.Addresses.Select(address => audit.Histories[address.ScriptHash]).ToArray();
            Assert.Equal(addresses, histories.Length);
            Assert.Equal(transactions, histories.SelectMany(each => each).DistinctBy(each => each.Id).Count());
            Assert.Equal(heights, histories.SelectMany(each => each).DistinctBy(each => each.Height).Count());
            var balances = audit.Balances.ToDictionary();
            Assert.Equal(
                wallet.Balance, wallet.Addresses.Sum(address => balances.GetValueOrDefault(address.ScriptHash)));
        });
    }

    // A restored wallet searches 20 addresses ahead, 6 for change.
    [Fact]
    public void Wallet_Addresses_AreUsedWithoutAGap()
    {
        var chain = new SyntheticChain(Small);
        Grow(chain, Small.Blocks);
        Assert.All(
            chain.Wallets[0].Addresses.GroupBy(address => address.IsChange),
            each => Assert.Equal(
                Enumerable.Range(0, each.Count()).Select(index => (uint)index), each.Select(address => address.Index)));
        Assert.Contains(chain.Wallets[0].Addresses, address => address.IsChange);
        Assert.All(
            chain.Wallets[0].Addresses.Take(3),
            address => Assert.Equal(
                chain.Wallets[0].Account.AddressAt(address.IsChange, address.Index).Text, address.Text));
    }

    [Fact]
    public void Seeds_EqualOrDifferent_GiveEqualOrDifferentChains()
    {
        Assert.Equal(Tip(Small), Tip(Small));
        Assert.NotEqual(Tip(Small), Tip(Small with { Seed = 2 }));

        static Hash256 Tip(SyntheticChainOptions options) => Grow(new SyntheticChain(options), 130).Tip;
    }

    // Every version of the runtime and every machine must produce this chain.
    [Fact]
    public void Chain_OfASeed_HasAFixedHash() =>
        Assert.Equal(
            "694b60a50d9338697b098c461c0c895ea643b3d60a221af8a372d6a6ffec19b4",
            Grow(new SyntheticChain(Small), Small.Blocks).Tip.ToString());

    [Fact]
    public void Scripts_OfAllKinds_Occur()
    {
        var audit = Grow(new SyntheticChain(Small with { TransactionsPerBlock = 100 }), Small.Blocks);
        Assert.Equal(
            Enum.GetValues<ScriptKind>().Except([ScriptKind.Other]).Order(), audit.Kinds.Keys.Order());
        Assert.True(audit.Histories.Values.Max(each => each.Count) > 10, "no address is reused");
    }

    [Fact]
    public void Mempool_DependentTransactions_AreInTheNextBlock()
    {
        var chain = new SyntheticChain(Small);
        var audit = Grow(chain, 150);
        chain.FillMempool(300);
        var waiting = chain.Mempool.Select(transaction => transaction.Id).ToHashSet();
        Assert.Equal(300, waiting.Count);
        Assert.Contains(chain.Mempool, transaction => SpendsOneOf(transaction.Bytes, waiting));
        Assert.Contains(chain.Mempool, transaction => !SpendsOneOf(transaction.Bytes, waiting));

        var block = chain.NextBlock();
        audit.Apply(block);
        Assert.Subset(BlockCheck.Verify(block.Bytes.Span).ToHashSet(), waiting);
        Assert.Empty(chain.Mempool);
    }

    [Fact]
    public void Mempool_LargerThanABlock_KeepsTheRest()
    {
        var chain = new SyntheticChain(Small);
        var audit = Grow(chain, 130);
        chain.FillMempool(5_000);
        audit.Apply(chain.NextBlock());
        var left = chain.Mempool.Count;
        Assert.InRange(left, 500, 3_000);
        audit.Apply(chain.NextBlock());
        Assert.Empty(chain.Mempool);
    }

    [Fact]
    public void Verify_ChangedWitness_IsRefused()
    {
        var block = new SyntheticChainSource(Small).ReadFrom(Small.Blocks).Single().Bytes.ToArray();
        var reader = new BlockReader(block);
        do
        {
            Assert.True(reader.MoveNext());
        }
        while (reader.Current.IsCoinbase || !reader.Current.HasWitness);

        // The last byte of the last witness item, before the lock time.
        block[reader.Current.Start + reader.Current.Bytes.Length - 5] ^= 1;
        Assert.Contains(
            "commitment",
            Assert.Throws<ChainException>(() => BlockCheck.Verify(block)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Mempool_Transactions_AreValidAndPayTheirFee()
    {
        var chain = new SyntheticChain(Small);
        var audit = Grow(chain, 150);
        chain.FillMempool(100);
        Assert.All(
            chain.Mempool,
            transaction => Assert.Equal(
                transaction.Fee, audit.Apply(TransactionView.Read(transaction.Bytes), transaction.Id)));
    }

    [Fact]
    public void Branch_ReplacesTheLastBlocks()
    {
        var chain = new SyntheticChain(Small);
        var (main, other) = (Grow(chain, 150), Grow(new SyntheticChain(Small), 150));
        chain.FillMempool(60);
        var waiting = chain.Mempool.Select(transaction => transaction.Id).ToHashSet();
        var fork = chain.Fork();
        Extend(chain, main, 4);
        Extend(fork, other, 5);

        Assert.NotEqual(main.Tip, other.Tip);
        Assert.Equal((154, 155), (main.Height, other.Height));
        var (mainHeights, otherHeights) = (HeightsOf(main, waiting), HeightsOf(other, waiting));
        Assert.Equal(60, mainHeights.Count);
        Assert.NotEmpty(mainHeights.Intersect(otherHeights));
        Assert.Contains(
            mainHeights.Keys.Intersect(otherHeights.Keys), id => mainHeights[id] != otherHeights[id]);
        Assert.NotEmpty(AllIds(main).Except(AllIds(other)));
    }

    [Fact]
    public void Fork_TwiceFromOneBlock_GivesDifferentChains()
    {
        var chain = new SyntheticChain(Small);
        Grow(chain, 120);
        Hash256[] tips = [chain.Fork().NextBlock().Header.Hash(), chain.Fork().NextBlock().Header.Hash()];
        Assert.Equal(3, tips.Append(chain.NextBlock().Header.Hash()).Distinct().Count());
    }

    [Theory]
    [InlineData(-1, 10, 1, 1, "Blocks is -1; expected 0 or more")]
    [InlineData(90, 10, 1, 1, "Blocks is 90; wallets have no coins before block 101: expected more")]
    [InlineData(200, 0, 1, 1, "0 transactions per block; expected 1 to 4000")]
    [InlineData(200, 10, 0, 1, "WalletAddresses is 0; expected 1 to 10000000")]
    [InlineData(200, 10, 1, 0, "WalletTransactions is 0; expected 1 or more")]
    public void Options_Invalid_AreRefused(
        int blocks, int transactions, int addresses, int walletTransactions, string message) =>
        Assert.Equal(
            message,
            Assert.Throws<ArgumentException>(() => new SyntheticChain(new SyntheticChainOptions
            {
                Blocks = blocks,
                TransactionsPerBlock = transactions,
                WalletAddresses = addresses,
                WalletTransactions = walletTransactions,
            })).Message);

    private static ChainAudit Grow(SyntheticChain chain, int height)
    {
        var audit = new ChainAudit();
        Extend(chain, audit, height + 1);
        return audit;
    }

    private static void Extend(SyntheticChain chain, ChainAudit audit, int blocks)
    {
        for (var i = 0; i < blocks; i++)
        {
            audit.Apply(chain.NextBlock());
        }
    }

    private static Dictionary<Hash256, int> HeightsOf(ChainAudit audit, HashSet<Hash256> ids) =>
        AllIds(audit).Where(each => ids.Contains(each.Id)).DistinctBy(each => each.Id)
            .ToDictionary(each => each.Id, each => each.Height);

    private static IEnumerable<(int Height, Hash256 Id)> AllIds(ChainAudit audit) =>
        audit.Histories.Values.SelectMany(each => each);

    private static bool SpendsOneOf(byte[] transaction, HashSet<Hash256> ids)
    {
        foreach (var input in TransactionView.Read(transaction).Inputs)
        {
            if (ids.Contains(input.PreviousId))
            {
                return true;
            }
        }

        return false;
    }
}
