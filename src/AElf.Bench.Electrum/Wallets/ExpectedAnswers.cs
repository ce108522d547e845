using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.Electrum.Wallets;

/// <summary>
/// The right answers to a wallet's requests, without the mempool. They come from a plain walk over the chain without an
/// index, which stores only the transactions of the wallet's scripts.
/// </summary>
public sealed class ExpectedAnswers
{
    private readonly Dictionary<Hash256, List<HistoryEntry>> histories = [];
    private readonly Dictionary<(Hash256 Id, uint Index), List<HistoryEntry>> unspent = [];
    private readonly HashSet<Hash256> transactions = [];
    private readonly Dictionary<Hash256, byte[]> paid = [];
    private readonly SortedDictionary<int, Hash256> blocks = [];

    /// <summary>The answers before the first block.</summary>
    /// <param name="scripts">The script hashes of the wallet; duplicates count once.</param>
    public ExpectedAnswers(IEnumerable<Hash256> scripts)
    {
        foreach (var script in scripts)
        {
            histories.TryAdd(script, []);
        }
    }

    /// <summary>The height of the last added block; −1 before the first.</summary>
    public int Height { get; private set; } = -1;

    /// <summary>The hash of the last added block.</summary>
    public Hash256 TipHash { get; private set; }

    public IReadOnlyCollection<Hash256> Scripts => histories.Keys;
    public IReadOnlyCollection<Hash256> Transactions => transactions;

    /// <summary>The scripts of the wallet that have a transaction, by their hashes.</summary>
    public IReadOnlyDictionary<Hash256, byte[]> Paid => paid;

    /// <summary>The hashes of the blocks with transactions of the wallet, by height.</summary>
    public IReadOnlyDictionary<int, Hash256> Blocks => blocks;

    /// <summary>Adds the next block.</summary>
    /// <exception cref="ChainException">The block cannot be read.</exception>
    public void Add(ChainBlock block)
    {
        var before = transactions.Count;
        foreach (var transaction in new BlockReader(block.Bytes.Span))
        {
            Add(transaction, block.Height);
        }

        (Height, TipHash) = (block.Height, BlockHeader.Read(block.Bytes.Span).Hash());
        if (transactions.Count > before)
        {
            blocks.Add(Height, TipHash);
        }
    }

    /// <summary>The transactions that pay or spend a script of the wallet, in the order of the chain.</summary>
    /// <exception cref="KeyNotFoundException">The wallet does not have the script.</exception>
    public IReadOnlyList<HistoryEntry> History(Hash256 script) => histories[script];

    /// <summary>The status of a script of the wallet; null without a transaction.</summary>
    /// <exception cref="KeyNotFoundException">The wallet does not have the script.</exception>
    public string? Status(Hash256 script) => ScriptStatus.Of(histories[script], []);

    private void Add(TransactionView transaction, int height)
    {
        // Computes ids only for transactions of the wallet, which are few.
        Hash256? id = null;
        foreach (var input in transaction.Inputs)
        {
            if (unspent.Remove((input.PreviousId, input.PreviousIndex), out var history))
            {
                Note(history, id ??= transaction.Id(), height);
            }
        }

        foreach (var output in transaction.Outputs)
        {
            var script = output.ScriptHash();
            if (histories.TryGetValue(script, out var history))
            {
                if (!paid.ContainsKey(script))
                {
                    paid.Add(script, output.Script.ToArray());
                }

                Note(history, id ??= transaction.Id(), height);
                unspent[(id.Value, output.Index)] = history;
            }
        }
    }

    private void Note(List<HistoryEntry> history, Hash256 id, int height)
    {
        if (history.Count == 0 || history[^1].Id != id)
        {
            history.Add(new HistoryEntry(id, height));
            transactions.Add(id);
        }
    }
}
