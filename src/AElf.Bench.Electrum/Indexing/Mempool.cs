using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Archives;

namespace AElf.Bench.Electrum.Indexing;

/// <summary>A transaction that waits for a block and pays or spends a script.</summary>
/// <param name="SpendsUnconfirmed">Whether it spends an output of another that waits.</param>
/// <param name="Fee">Sum of its inputs less that of its outputs, in 10⁻⁸ coins.</param>
public readonly record struct MempoolEntry(Hash256 Id, bool SpendsUnconfirmed, long Fee)
{
    /// <summary>The protocol's stand-in for a height: 0, or −1 with unconfirmed inputs.</summary>
    public int Height => SpendsUnconfirmed ? -1 : 0;
}

/// <summary>
/// The transactions that wait for a block, and which scripts they touch: in memory with every engine, as the servers
/// have it. One thread changes it, many may ask.
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
    private long numbers;

    public int Count
    {
        get
        {
            lock (gate)
            {
                return waiting.Count;
            }
        }
    }

    public IReadOnlyList<Hash256> Ids
    {
        get
        {
            lock (gate)
            {
                return [.. waiting.Keys];
            }
        }
    }

    /// <summary>Sum of the virtual sizes: a quarter of each transaction's weight, rounded up (BIP141).</summary>
    public long VirtualSize
    {
        get
        {
            lock (gate)
            {
                return waiting.Values.Sum(each => (long)TransactionView.Read(each.Bytes.Span).VirtualSize);
            }
        }
    }

    /// <summary>Takes a transaction in, after those it spends.</summary>
    /// <returns>The scripts it touches, whose status changes; none when it waits already.</returns>
    /// <exception cref="ChainException">
    /// It cannot be read, is made with its block, or spends what is not there or what another that waits spends.
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

    /// <summary>Takes a transaction out: a block has it, or nobody wants it any more.</summary>
    /// <returns>The scripts it touched; none when it did not wait.</returns>
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
    /// outputs, then by id as it is written.
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
    /// Follows the chain to another tip, which the archive has already. Transactions of blocks that are gone wait
    /// again; those that are in a new block, or spend an output that is spent or gone now, wait no longer.
    /// </summary>
    /// <param name="returned">The transactions of blocks that are gone, in the order of the chain.</param>
    /// <returns>The scripts whose waiting transactions are others, or have another height, than before.</returns>
    public IReadOnlyCollection<Hash256> Follow(
        IEnumerable<ReadOnlyMemory<byte>> returned, IEnumerable<ReadOnlyMemory<byte>> added)
    {
        lock (gate)
        {
            var before = waiting.ToDictionary(each => each.Key, each => (each.Value.Scripts, Entry(each.Key).Height));
            ReadOnlyMemory<byte>[] candidates =
                [.. returned, .. waiting.Values.OrderBy(each => each.Number).Select(each => each.Bytes)];
            if (candidates.Length == 0)
            {
                return [];
            }

            waiting.Clear();
            touching.Clear();
            spenders.Clear();
            AddAllBut(SpentBy(added), candidates);
            return ChangedSince(before);
        }
    }

    /// <summary>The fee, in 10⁻⁸ coins, and the virtual size (BIP141) of each waiting transaction.</summary>
    public IReadOnlyList<(long Fee, int VirtualSize)> Fees()
    {
        lock (gate)
        {
            return
            [
                .. waiting.Values.Select(
                    each => (each.Fee, TransactionView.Read(each.Bytes.Span).VirtualSize)),
            ];
        }
    }

    /// <summary>The bytes of a transaction that waits; null when none has the id.</summary>
    public ReadOnlyMemory<byte>? Transaction(Hash256 id)
    {
        lock (gate)
        {
            return waiting.TryGetValue(id, out var found) ? found.Bytes : default(ReadOnlyMemory<byte>?);
        }
    }

    // The outputs it spends may have been confirmed since it came.
    private MempoolEntry Entry(Hash256 id)
    {
        var found = waiting[id];
        return new MempoolEntry(id, found.Parents.Exists(waiting.ContainsKey), found.Fee);
    }

    private Waiting Read(TransactionView transaction, ReadOnlyMemory<byte> bytes)
    {
        if (transaction.JoinsExtension)
        {
            throw new ChainException("a HogEx is made with its block, and never waits for one");
        }

        var scripts = new HashSet<Hash256>();
        var parents = new List<Hash256>();
        var spent = new HashSet<(Hash256, uint)>();
        var fee = 0L;
        foreach (var input in transaction.Inputs)
        {
            var output = (input.PreviousId, input.PreviousIndex);
            if (spenders.ContainsKey(output) || !spent.Add(output))
            {
                throw new ChainException(
                    $"spends output {input.PreviousIndex} of {input.PreviousId}, which is spent already");
            }

            var isWaiting = waiting.TryGetValue(input.PreviousId, out var parent);
            var from = isWaiting ? parent!.Bytes : archive.Transaction(input.PreviousId);
            var (script, value) = OutputOf(from, input);
            scripts.Add(script);
            fee += value;
            if (isWaiting)
            {
                parents.Add(input.PreviousId);
            }
        }

        foreach (var output in transaction.Outputs)
        {
            fee -= output.Value;
            if (output.Kind != ScriptKind.NullData)
            {
                scripts.Add(output.ScriptHash());
            }
        }

        if (fee < 0)
        {
            throw new ChainException($"its outputs have {-fee} more than its inputs");
        }

        return new Waiting(++numbers, bytes, scripts, parents, fee);
    }

    private void AddAllBut(HashSet<(Hash256 Id, uint Index)> spent, ReadOnlyMemory<byte>[] candidates)
    {
        foreach (var bytes in candidates)
        {
            var transaction = TransactionView.Read(bytes.Span);
            if (SpendsAny(transaction, spent))
            {
                continue;
            }

            try
            {
                Add(bytes);
            }
            catch (ChainException)
            {
                // An output it spends is gone, or two branches spend it: nobody wants it any more.
            }
        }
    }

    // A transaction that is confirmed is one of those that spend what it spends.
    private static bool SpendsAny(TransactionView transaction, HashSet<(Hash256 Id, uint Index)> spent)
    {
        foreach (var input in transaction.Inputs)
        {
            if (spent.Contains((input.PreviousId, input.PreviousIndex)))
            {
                return true;
            }
        }

        return false;
    }

    private static HashSet<(Hash256 Id, uint Index)> SpentBy(IEnumerable<ReadOnlyMemory<byte>> blocks)
    {
        var spent = new HashSet<(Hash256, uint)>();
        foreach (var block in blocks)
        {
            foreach (var transaction in new BlockReader(block.Span))
            {
                foreach (var input in transaction.Inputs)
                {
                    spent.Add((input.PreviousId, input.PreviousIndex));
                }
            }
        }

        return spent;
    }

    private HashSet<Hash256> ChangedSince(Dictionary<Hash256, (HashSet<Hash256> Scripts, int Height)> before)
    {
        var changed = new HashSet<Hash256>();
        foreach (var (id, now) in waiting)
        {
            if (!before.Remove(id, out var then) || then.Height != Entry(id).Height)
            {
                changed.UnionWith(now.Scripts);
            }
        }

        foreach (var (scripts, _) in before.Values)
        {
            changed.UnionWith(scripts);
        }

        return changed;
    }

    private static (Hash256 Script, long Value) OutputOf(ReadOnlyMemory<byte>? transaction, InputView input)
    {
        if (transaction is { } bytes)
        {
            foreach (var output in TransactionView.Read(bytes.Span).Outputs)
            {
                if (output.Index == input.PreviousIndex)
                {
                    return (output.ScriptHash(), output.Value);
                }
            }
        }

        throw new ChainException($"spends output {input.PreviousIndex} of {input.PreviousId}, which is not there");
    }

    private sealed record Waiting(
        long Number, ReadOnlyMemory<byte> Bytes, HashSet<Hash256> Scripts, List<Hash256> Parents, long Fee);
}
