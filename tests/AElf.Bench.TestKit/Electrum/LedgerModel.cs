using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.TestKit.Electrum;

/// <summary>
/// The history and balance of scripts with waiting transactions, from a plain walk with a table of unspent outputs. A
/// candidate transaction waits if its inputs are unspent when it arrives.
/// </summary>
public sealed class LedgerModel
{
    private readonly ChainModel chain;
    private readonly Dictionary<(Hash256 Id, uint Index), (Hash256 Script, long Value)> unspent = [];
    private readonly Dictionary<Hash256, (HashSet<Hash256> Scripts, bool SpendsWaiting, long Fee)> waiting = [];

    private readonly Lazy<Dictionary<Hash256, long>> balances;

    /// <summary>Models these blocks and the candidate transactions that follow them.</summary>
    public LedgerModel(IReadOnlyList<byte[]> blocks, IEnumerable<byte[]> candidates)
    {
        balances = new(() => unspent.Values.GroupBy(output => output.Script)
            .ToDictionary(outputs => outputs.Key, outputs => outputs.Sum(output => output.Value)));
        chain = new ChainModel(blocks);
        foreach (var block in blocks)
        {
            foreach (var transaction in new BlockReader(block))
            {
                Apply(transaction);
            }
        }

        foreach (var bytes in candidates)
        {
            Wait(TransactionView.Read(bytes));
        }
    }

    /// <summary>The ids of the waiting transactions.</summary>
    public IReadOnlyCollection<Hash256> Waiting => waiting.Keys;

    /// <summary>The transactions of blocks without coinbase transactions.</summary>
    public static IEnumerable<byte[]> TransactionsOf(IEnumerable<byte[]> blocks)
    {
        var transactions = new List<byte[]>();
        foreach (var block in blocks)
        {
            foreach (var transaction in new BlockReader(block))
            {
                if (!transaction.IsCoinbase)
                {
                    transactions.Add(transaction.Bytes.ToArray());
                }
            }
        }

        return transactions;
    }

    /// <summary>The balance of these scripts together, in 10⁻⁸ coins.</summary>
    public long Balance(IReadOnlySet<Hash256> scripts) =>
        scripts.Sum(script => balances.Value.GetValueOrDefault(script));

    /// <summary>The confirmed transactions of a script.</summary>
    public IReadOnlyList<HistoryEntry> History(Hash256 script) => chain.History(script);

    /// <summary>The waiting transactions of a script, in the order of protocol 1.6.</summary>
    public IReadOnlyList<MempoolEntry> WaitingOf(Hash256 script) =>
    [
        .. waiting.Where(each => each.Value.Scripts.Contains(script))
            .Select(each => new MempoolEntry(each.Key, each.Value.SpendsWaiting, each.Value.Fee))
            .OrderBy(entry => entry.SpendsUnconfirmed)
            .ThenBy(entry => entry.Id.ToString(), StringComparer.Ordinal),
    ];

    private void Wait(TransactionView transaction)
    {
        var scripts = new HashSet<Hash256>();
        var (spendsWaiting, fee) = (false, 0L);
        foreach (var input in transaction.Inputs)
        {
            if (!unspent.TryGetValue((input.PreviousId, input.PreviousIndex), out var output))
            {
                return;
            }

            scripts.Add(output.Script);
            fee += output.Value;
            spendsWaiting |= waiting.ContainsKey(input.PreviousId);
        }

        foreach (var output in transaction.Outputs)
        {
            fee -= output.Value;
            if (!output.IsUnspendable)
            {
                scripts.Add(output.ScriptHash());
            }
        }

        waiting.Add(transaction.Id(), (scripts, spendsWaiting, fee));
        Apply(transaction);
    }

    private void Apply(TransactionView transaction)
    {
        foreach (var input in transaction.Inputs)
        {
            unspent.Remove((input.PreviousId, input.PreviousIndex));
        }

        var id = transaction.Id();
        foreach (var output in transaction.Outputs)
        {
            unspent[(id, output.Index)] = (output.ScriptHash(), output.Value);
        }
    }
}
