using AElf.Bench.Core.Generation;

namespace AElf.Bench.Electrum.Chain.Synthetic;

/// <summary>
/// A regtest chain that is generated block by block and resembles a real one. Every input spends an existing output,
/// amounts are conserved, headers are linked and mined. It stores only the unspent outputs. Signatures have the right
/// format and size, but are invalid.
/// </summary>
/// <remarks>
/// For a reorganisation, <see cref="Fork"/> the chain and extend both branches. The longer branch replaces the other.
/// Transactions that waited at the fork may be in both branches, at different heights.
/// </remarks>
public sealed class SyntheticChain
{
    // Below the 4,000,000 of BIP141: room for header and coinbase.
    private const int MaxWeight = 3_990_000;
    private const int BlockSeconds = 600;
    private const int CoinsForEachTransaction = 8;
    private const int WaitPercent = 30;
    private const int MempoolWalletPercent = 10;

    private readonly SyntheticChainOptions options;
    private readonly ScriptOwners owners;
    private readonly Strangers strangers;
    private readonly BlockAssembler assembler = new();
    private readonly Queue<Coin> immature;
    private readonly SyntheticWallet[] wallets;
    private readonly List<SyntheticTransaction> mempool;
    private readonly CoinPool guests;
    private readonly ulong branch;
    private ulong forks;
    private ulong draws;

    /// <summary>A chain without blocks; its first block will be the genesis block.</summary>
    /// <exception cref="ArgumentException">The options are impossible for a chain.</exception>
    public SyntheticChain(SyntheticChainOptions options)
    {
        if (options.Problem is { } problem)
        {
            throw new ArgumentException(problem);
        }

        this.options = options;
        owners = new ScriptOwners(options.Seed);
        strangers = new Strangers(
            owners, new CoinPool(), CoinsForEachTransaction * options.TransactionsPerBlock,
            TransactionShape.Of(options.Shape));
        immature = new Queue<Coin>();
        mempool = [];
        guests = new CoinPool();
        Height = -1;
        wallets = [.. options.SizesOfWallets.Select((size, number) =>
            new SyntheticWallet(options.Seed, number, new WalletPlan(options, (int)size)))];
    }

    private SyntheticChain(SyntheticChain other)
    {
        options = other.options;
        owners = other.owners;
        strangers = other.strangers.Copy();
        immature = new Queue<Coin>(other.immature);
        mempool = [.. other.mempool];
        guests = other.guests.Copy();
        wallets = [.. other.wallets.Select(wallet => wallet.Copy())];
        branch = (other.branch << 8) + ++other.forks;
        (Height, TipHash) = (other.Height, other.TipHash);
    }

    /// <summary>The height of the last generated block; −1 before the genesis block.</summary>
    public int Height { get; private set; }

    public Hash256 TipHash { get; private set; }

    /// <summary>Its wallets, including waiting transactions.</summary>
    public IReadOnlyList<SyntheticWallet> Wallets => wallets;

    /// <summary>Transactions that wait for a block, parents before children.</summary>
    public IReadOnlyList<SyntheticTransaction> Mempool => mempool;

    /// <summary>A copy of the chain up to this block; its further blocks differ.</summary>
    public SyntheticChain Fork() => new(this);

    /// <summary>Generates waiting transactions; some spend outputs of other waiting transactions.</summary>
    public void FillMempool(int count)
    {
        var random = NextRandom();
        for (var i = 0; i < count && strangers.Coins.Count > 0; i++)
        {
            mempool.Add(
                wallets.Length > 0 && random.Next(100) < MempoolWalletPercent
                    ? wallets[random.Next(wallets.Length)].Make(strangers, random)
                    : strangers.Make(random));
        }
    }

    /// <summary>
    /// Accepts a foreign transaction. It waits for the next block with room. Only other foreign transactions spend its
    /// outputs.
    /// </summary>
    /// <returns>Its id, also if it already waits.</returns>
    /// <exception cref="ChainException">The transaction is not valid; the message begins like bitcoind's.</exception>
    public Hash256 Take(ReadOnlyMemory<byte> bytes)
    {
        var transaction = TransactionView.Read(bytes.Span);
        var id = transaction.Id();
        if (mempool.Exists(each => each.Id == id))
        {
            return id;
        }

        var fee = GuestTransaction.FeeOf(transaction, ValueOf);
        foreach (var input in transaction.Inputs)
        {
            PoolOf(input.PreviousId, input.PreviousIndex)!.Remove(input.PreviousId, input.PreviousIndex);
        }

        foreach (var output in transaction.Outputs)
        {
            if (!output.IsUnspendable)
            {
                guests.Add(new Coin(id, output.Index, output.Value, Owner: 0));
            }
        }

        mempool.Add(new SyntheticTransaction(bytes.ToArray(), id, fee));
        return id;
    }

    /// <summary>Generates the next block, from waiting and new transactions.</summary>
    public ChainBlock NextBlock()
    {
        Height++;
        var block = Height == 0 ? Regtest.GenesisBlock() : Mine(NextRandom());
        TipHash = BlockHeader.Read(block).Hash();
        return new ChainBlock(Height, block);
    }

    // Equal seeds, branches and calls give equal numbers.
    private SeededRandom NextRandom() =>
        new SeededRandom(options.Seed ^ (branch << 40) ^ ((ulong)(Height + 1) << 16) ^ ++draws).Split();

    private CoinPool? PoolOf(Hash256 id, uint index) => this switch
    {
        _ when strangers.Coins.Has(id, index) => strangers.Coins,
        _ when guests.Has(id, index) => guests,
        _ => Array.Find(wallets, wallet => wallet.Coins.Has(id, index))?.Coins,
    };

    private long? ValueOf(Hash256 id, uint index)
    {
        if (immature.Any(coin => coin.Id == id && coin.Index == index))
        {
            throw new ChainException($"bad-txns-premature-spend-of-coinbase: output {index} of {id}");
        }

        return PoolOf(id, index)?.ValueOf(id, index);
    }

    private byte[] Mine(SeededRandom random)
    {
        AddMature();
        var transactions = SelectTransactions(random);
        var miner = Strangers.DrawMiner(random);
        var reward = Regtest.SubsidyAt(Height) + transactions.Sum(transaction => transaction.Fee);
        var (block, coinbase) = assembler.Assemble(
            new BlockDraft(Height, TipHash, TimeAt(random), reward, owners.ScriptOf(miner), transactions),
            random);
        immature.Enqueue(new Coin(coinbase, 0, reward, miner));
        return block;
    }

    // The coinbase of height h may be spent in block h + 100 (COINBASE_MATURITY).
    private void AddMature()
    {
        if (immature.Count >= Regtest.CoinbaseMaturity)
        {
            var coin = immature.Dequeue();
            if (coin.Value >= TransactionDraft.MinOutput)
            {
                strangers.Coins.Add(coin);
            }
        }
    }

    private List<SyntheticTransaction> SelectTransactions(SeededRandom random)
    {
        var selection = new BlockSelection(MaxWeight);
        var waiting = mempool.ToArray();
        mempool.Clear();
        foreach (var transaction in waiting)
        {
            Select(transaction, selection, branch > 0 && random.Next(100) < WaitPercent);
        }

        MakeTransactions(selection, random);
        return selection.Transactions;
    }

    private void MakeTransactions(BlockSelection selection, SeededRandom random)
    {
        foreach (var wallet in wallets)
        {
            for (var left = wallet.TransactionsAt(Height); left > 0; left--)
            {
                Select(wallet.Make(strangers, random), selection, hasToWait: false);
            }
        }

        var average = options.TransactionsPerBlock;
        var count = (average / 2) + random.Next(average + 1);
        while (selection.Transactions.Count < count && !selection.IsFull && strangers.Coins.Count > 0)
        {
            Select(strangers.Make(random), selection, hasToWait: false);
        }
    }

    private void Select(SyntheticTransaction transaction, BlockSelection selection, bool hasToWait)
    {
        if (hasToWait || !selection.TryAdd(transaction))
        {
            selection.Defer(transaction);
            mempool.Add(transaction);
        }
    }

    // Blocks are ten minutes apart, or less if there is too little time until the planned time of the tip.
    private uint TimeAt(SeededRandom random)
    {
        var spacing = Math.Clamp((options.TipTime - Regtest.GenesisTime) / ((long)options.Blocks + 1), 1, BlockSeconds);
        var early = Height < options.Blocks ? random.Next((int)((spacing + 1) / 2)) : 0;
        return (uint)(options.TipTime - ((options.Blocks - Height) * spacing) - early);
    }
}

/// <summary>A generated transaction, which may wait for its block.</summary>
/// <param name="Bytes">The transaction in wire format.</param>
/// <param name="Id">Its id without witnesses.</param>
/// <param name="Fee">Sum of its inputs − sum of its outputs, in 10⁻⁸ coins.</param>
public sealed record SyntheticTransaction(byte[] Bytes, Hash256 Id, long Fee);

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
