using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.TestKit.Electrum;

/// <summary>
/// The history of every script, from a plain walk over all blocks with dictionaries only. Engines are compared with it.
/// </summary>
public sealed class ChainModel
{
    private readonly Dictionary<(Hash256 Id, uint Index), Hash256> outputs = [];
    private readonly Dictionary<Hash256, List<HistoryEntry>> histories = [];
    private readonly Dictionary<Hash256, byte[]> transactions = [];

    /// <summary>Models these blocks, which start with the genesis block.</summary>
    public ChainModel(IEnumerable<byte[]> blocks)
    {
        foreach (var (height, block) in blocks.Index())
        {
            Add(height, block);
        }
    }

    /// <summary>All scripts that were paid.</summary>
    public IReadOnlyCollection<Hash256> Scripts => histories.Keys;

    /// <summary>All transactions in their serialised form.</summary>
    public IReadOnlyDictionary<Hash256, byte[]> Transactions => transactions;

    /// <summary>The transactions that pay or spend a script, in the order of the chain.</summary>
    public IReadOnlyList<HistoryEntry> History(Hash256 scriptHash) => histories.GetValueOrDefault(scriptHash) ?? [];

    private void Add(int height, byte[] block)
    {
        foreach (var transaction in new BlockReader(block))
        {
            var id = transaction.Id();
            transactions[id] = transaction.Bytes.ToArray();
            var touched = new HashSet<Hash256>();
            foreach (var input in transaction.Inputs)
            {
                if (!input.IsCoinbase)
                {
                    touched.Add(outputs[(input.PreviousId, input.PreviousIndex)]);
                }
            }

            var index = 0u;
            foreach (var output in transaction.Outputs)
            {
                if (!output.IsUnspendable)
                {
                    touched.Add(outputs[(id, index)] = output.ScriptHash());
                }

                index++;
            }

            foreach (var script in touched)
            {
                if (!histories.TryGetValue(script, out var history))
                {
                    histories[script] = history = [];
                }

                history.Add(new HistoryEntry(id, height));
            }
        }
    }
}
