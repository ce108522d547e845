using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;

namespace AElf.Bench.Electrum.Wallets;

/// <summary>
/// What a server must answer a wallet, found by one walk over the blocks that knows no index: every engine and every
/// server is held against it.
/// </summary>
public sealed class WalletAnswers
{
    private readonly Dictionary<Hash256, int> numbers;
    private readonly Dictionary<(Hash256 Id, uint Index), int> owned = [];
    private readonly List<HistoryEntry>[] histories;
    private readonly HashSet<Hash256> seen = [];
    private readonly List<Hash256> transactions = [];

    /// <summary>The answers about scripts of a chain.</summary>
    /// <param name="blocks">Its blocks from the genesis block on.</param>
    /// <param name="scripts">The hashes of the wallet's scripts, each once.</param>
    /// <exception cref="ChainException">A block cannot be read.</exception>
    public WalletAnswers(IEnumerable<ReadOnlyMemory<byte>> blocks, IReadOnlyList<Hash256> scripts)
    {
        Scripts = scripts;
        numbers = scripts.Index().ToDictionary(script => script.Item, script => script.Index);
        histories = [.. scripts.Select(_ => new List<HistoryEntry>())];
        foreach (var (height, block) in blocks.Index())
        {
            foreach (var transaction in new BlockReader(block.Span))
            {
                Add(transaction, height);
            }
        }

        Statuses = [.. histories.Select(history => ScriptStatus.Of(history, []))];
    }

    /// <summary>The hashes of the wallet's scripts.</summary>
    public IReadOnlyList<Hash256> Scripts { get; }

    /// <summary>For each script the transactions that pay or spend it, in the order of the chain.</summary>
    public IReadOnlyList<IReadOnlyList<HistoryEntry>> Histories => histories;

    /// <summary>For each script its status; null when it has no transaction.</summary>
    public IReadOnlyList<string?> Statuses { get; }

    /// <summary>All transactions of the wallet, each once, in the order of the chain.</summary>
    public IReadOnlyList<Hash256> Transactions => transactions;

    private void Add(TransactionView transaction, int height)
    {
        var id = transaction.Id();
        foreach (var input in transaction.Inputs)
        {
            if (owned.Remove((input.PreviousId, input.PreviousIndex), out var script))
            {
                Note(script, id, height);
            }
        }

        foreach (var output in transaction.Outputs)
        {
            if (numbers.TryGetValue(output.ScriptHash(), out var script))
            {
                owned[(id, output.Index)] = script;
                Note(script, id, height);
            }
        }
    }

    private void Note(int script, Hash256 id, int height)
    {
        var history = histories[script];
        if (history.Count == 0 || history[^1].Id != id)
        {
            history.Add(new HistoryEntry(id, height));
        }

        if (seen.Add(id))
        {
            transactions.Add(id);
        }
    }
}
