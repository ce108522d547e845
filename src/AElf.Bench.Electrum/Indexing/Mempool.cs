using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;

namespace AElf.Bench.Electrum.Indexing;

/// <summary>A transaction that waits for a block and pays or spends a script.</summary>
/// <param name="SpendsUnconfirmed">Whether it spends an output of another waiting transaction.</param>
/// <param name="Fee">Sum of its inputs − sum of its outputs, in 10⁻⁸ coins.</param>
public readonly record struct MempoolEntry(Hash256 Id, bool SpendsUnconfirmed, long Fee)
{
    /// <summary>The height of a waiting transaction in the protocol: 0, or −1 with unconfirmed inputs.</summary>
    public int Height => SpendsUnconfirmed ? -1 : 0;
}

/// <summary>
/// The waiting transactions and their scripts. All engines have the mempool in memory, like the real servers. One
/// thread changes it; many threads may read it.
/// </summary>
/// <param name="archive">Finds the outputs of confirmed transactions.</param>
public sealed class Mempool(ChainArchive archive)
{
    private static readonly IComparer<Hash256> AsWritten =
        Comparer<Hash256>.Create((left, right) => left.CompareAsNumber(right));

    private readonly Lock gate = new();
    private readonly Dictionary<Hash256, Waiting> waiting = [];
    private readonly Dictionary<Hash256, List<Hash256>> touching = [];
    private readonly Dictionary<(Hash256 Id, uint Index), Hash256> spenders = [];
    private long lastNumber;

    public int Count => Locked(() => waiting.Count);

    public IReadOnlyList<Hash256> Ids => Locked<Hash256[]>(() => [.. waiting.Keys]);

    /// <summary>Sum of the virtual sizes: a quarter of each transaction's weight, rounded up (BIP141).</summary>
    public long VirtualSize => Fees().Sum(each => (long)each.VirtualSize);

    /// <summary>Adds a transaction, after the transactions whose outputs it spends.</summary>
    /// <returns>Its scripts, whose status changes; empty if it already waits.</returns>
    /// <exception cref="ChainException">
    /// The transaction cannot be read, is a coinbase, or spends an output that is unknown or that another waiting
    /// transaction spends.
    /// </exception>
    public IReadOnlyCollection<Hash256> Add(ReadOnlyMemory<byte> bytes)
    {
        lock (gate)
        {
            var transaction = TransactionView.Read(bytes.Span);
            var id = transaction.Id();
            if (waiting.ContainsKey(id))
            {
                return [];
            }

            var added = Read(transaction, bytes);
            foreach (var input in transaction.Inputs)
            {
                spenders.Add((input.PreviousId, input.PreviousIndex), id);
            }

            waiting.Add(id, added);
            foreach (var script in added.Scripts)
            {
                if (!touching.TryGetValue(script, out var ids))
                {
                    touching[script] = ids = [];
                }

                ids.Add(id);
            }

            return added.Scripts;
        }
    }

    /// <summary>Removes a transaction that was confirmed or dropped.</summary>
    /// <returns>Its scripts; empty if it did not wait.</returns>
    public IReadOnlyCollection<Hash256> Remove(Hash256 id)
    {
        lock (gate)
        {
            if (!waiting.Remove(id, out var removed))
            {
                return [];
            }

            foreach (var input in TransactionView.Read(removed.Bytes.Span).Inputs)
            {
                spenders.Remove((input.PreviousId, input.PreviousIndex));
            }

            foreach (var script in removed.Scripts)
            {
                var ids = touching[script];
                ids.Remove(id);
                if (ids.Count == 0)
                {
                    touching.Remove(script);
                }
            }

            return removed.Scripts;
        }
    }

    /// <summary>
    /// The waiting transactions of a script, in the order of protocol 1.6: first those that spend only confirmed
    /// outputs, then by id in text order.
    /// </summary>
    public IReadOnlyList<MempoolEntry> Of(Hash256 scriptHash)
    {
        lock (gate)
        {
            return touching.TryGetValue(scriptHash, out var ids)
                ? [.. ids.Select(Entry).OrderByDescending(entry => entry.Height).ThenBy(entry => entry.Id, AsWritten)]
                : [];
        }
    }

    /// <summary>
    /// Removes the transactions of the chain's new last block, and those that spend an output that the block spends.
    /// </summary>
    /// <returns>The scripts whose waiting transactions, or their heights, have changed.</returns>
    public IReadOnlyCollection<Hash256> Confirm(ReadOnlySpan<byte> block)
    {
        var changed = new HashSet<Hash256>();
        lock (gate)
        {
            if (waiting.Count == 0)
            {
                return changed;
            }

            foreach (var transaction in new BlockReader(block))
            {
                var id = transaction.Id();
                if (waiting.ContainsKey(id))
                {
                    changed.UnionWith(Remove(id));
                    changed.UnionWith(SpendersOf(transaction, id).SelectMany(each => waiting[each].Scripts));
                    continue;
                }

                foreach (var input in transaction.Inputs)
                {
                    if (spenders.TryGetValue((input.PreviousId, input.PreviousIndex), out var rival))
                    {
                        RemoveWithSpenders(rival, changed);
                    }
                }
            }
        }

        return changed;
    }

    /// <summary>
    /// Adds the transactions of a block that the archive has removed. If one of them cannot wait, such as the coinbase,
    /// removes the transactions that spend its outputs.
    /// </summary>
    /// <returns>The scripts whose waiting transactions, or their heights, have changed.</returns>
    public IReadOnlyCollection<Hash256> Return(ReadOnlyMemory<byte> block)
    {
        var changed = new HashSet<Hash256>();
        lock (gate)
        {
            foreach (var transaction in new BlockReader(block.Span))
            {
                var id = transaction.Id();
                var children = SpendersOf(transaction, id);
                try
                {
                    changed.UnionWith(Add(block.Slice(transaction.Start, transaction.Bytes.Length)));
                    changed.UnionWith(children.SelectMany(each => waiting[each].Scripts));
                }
                catch (ChainException)
                {
                    // It is a coinbase, or spends a missing output.
                    children.ForEach(each => RemoveWithSpenders(each, changed));
                }
            }
        }

        return changed;
    }

    /// <summary>
    /// The fee, in 10⁻⁸ coins, and the virtual size (BIP141) of waiting transactions, the latest first.
    /// </summary>
    /// <param name="most">Maximum number.</param>
    public IReadOnlyList<(Hash256 Id, long Fee, int VirtualSize)> Newest(int most) => Locked(() =>
        waiting.OrderByDescending(each => each.Value.Number).Take(most)
            .Select(each => (each.Key, each.Value.Fee, SizeOf(each.Value))).ToArray());

    /// <summary>The fee and the virtual size of all waiting transactions, in any order.</summary>
    public IReadOnlyList<(long Fee, int VirtualSize)> Fees() =>
        Locked(() => waiting.Values.Select(each => (each.Fee, SizeOf(each))).ToArray());

    /// <summary>A waiting transaction by its id; null if unknown.</summary>
    public MempoolEntry? Find(Hash256 id) =>
        Locked(() => waiting.ContainsKey(id) ? Entry(id) : default(MempoolEntry?));

    /// <summary>The waiting transaction that spends an output; null if unspent.</summary>
    public MempoolEntry? SpenderOf(Hash256 id, uint index) =>
        Locked(() => spenders.TryGetValue((id, index), out var spender) ? Entry(spender) : default(MempoolEntry?));

    /// <summary>The bytes of a waiting transaction by its id; null if unknown.</summary>
    public ReadOnlyMemory<byte>? Transaction(Hash256 id) =>
        Locked(() => waiting.TryGetValue(id, out var found) ? found.Bytes : default(ReadOnlyMemory<byte>?));

    private T Locked<T>(Func<T> read)
    {
        lock (gate)
        {
            return read();
        }
    }

    // The outputs that it spends may have been confirmed since its arrival, or may wait again.
    private MempoolEntry Entry(Hash256 id)
    {
        var found = waiting[id];
        var spendsUnconfirmed = false;
        foreach (var input in TransactionView.Read(found.Bytes.Span).Inputs)
        {
            spendsUnconfirmed |= waiting.ContainsKey(input.PreviousId);
        }

        return new MempoolEntry(id, spendsUnconfirmed, found.Fee);
    }

    private Waiting Read(TransactionView transaction, ReadOnlyMemory<byte> bytes)
    {
        if (transaction.IsCoinbase || transaction.JoinsExtension)
        {
            throw new ChainException("a coinbase or a HogEx is created with its block, and cannot wait for a block");
        }

        var scripts = new HashSet<Hash256>();
        var spent = new HashSet<(Hash256, uint)>();
        var fee = 0L;
        foreach (var input in transaction.Inputs)
        {
            var output = (input.PreviousId, input.PreviousIndex);
            if (spenders.ContainsKey(output) || !spent.Add(output))
            {
                throw new ChainException(
                    $"spends output {input.PreviousIndex} of {input.PreviousId}, which is already spent");
            }

            var from = waiting.TryGetValue(input.PreviousId, out var parent)
                ? parent.Bytes
                : archive.Transaction(input.PreviousId);
            if (from is not { } bytesOf
                || !TransactionView.Read(bytesOf.Span).TryFind(input.PreviousIndex, out var spends))
            {
                throw new ChainException(
                    $"spends output {input.PreviousIndex} of {input.PreviousId}, which does not exist");
            }

            scripts.Add(spends.ScriptHash());
            fee += spends.Value;
        }

        foreach (var output in transaction.Outputs)
        {
            fee -= output.Value;
            if (!output.IsUnspendable)
            {
                scripts.Add(output.ScriptHash());
            }
        }

        if (fee < 0)
        {
            throw new ChainException($"its outputs have {-fee} more than its inputs");
        }

        return new Waiting(bytes, scripts, fee, ++lastNumber);
    }

    private List<Hash256> SpendersOf(TransactionView transaction, Hash256 id)
    {
        var found = new List<Hash256>();
        for (var index = 0u; index < transaction.OutputCount; index++)
        {
            if (spenders.TryGetValue((id, index), out var spender))
            {
                found.Add(spender);
            }
        }

        return found;
    }

    private void RemoveWithSpenders(Hash256 id, HashSet<Hash256> changed)
    {
        var open = new Stack<Hash256>([id]);
        while (open.TryPop(out var next))
        {
            if (waiting.TryGetValue(next, out var found))
            {
                SpendersOf(TransactionView.Read(found.Bytes.Span), next).ForEach(open.Push);
                changed.UnionWith(Remove(next));
            }
        }
    }

    private static int SizeOf(Waiting each) => TransactionView.Read(each.Bytes.Span).VirtualSize;

    private sealed record Waiting(ReadOnlyMemory<byte> Bytes, HashSet<Hash256> Scripts, long Fee, long Number);
}
