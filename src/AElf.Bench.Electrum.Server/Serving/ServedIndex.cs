using System.Collections.Concurrent;
using AElf.Bench.Core.Actors;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Archives;
using AElf.Bench.Electrum.Indexing.Engines;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>A change, for its subscribers.</summary>
/// <param name="isTipChanged">Whether the last block has changed.</param>
/// <param name="isDone">
/// Whether to notify subscribers. False for each of several blocks; the last change then repeats their scripts.
/// </param>
/// <param name="scripts">The scripts whose status may have changed.</param>
public sealed class IndexChangedEventArgs(bool isTipChanged, bool isDone, IReadOnlyCollection<Hash256> scripts)
    : EventArgs
{
    public bool IsTipChanged => isTipChanged;
    public bool IsDone => isDone;
    public IReadOnlyCollection<Hash256> Scripts => scripts;
}

/// <summary>
/// An engine with its chain and mempool, queried by sessions while blocks arrive: each request has a consistent view of
/// all three. One thread changes it.
/// </summary>
public sealed class ServedIndex : IFollowedChain, IDisposable
{
    // 32 MiB.
    private const int MaxKeptIds = 1 << 20;

    // The default number of cached statuses, if the engine's server caches them.
    private const int DefaultStatuses = 1_000_000;

    private readonly ReadersGate gate = new();
    private readonly IndexEngine engine;
    private readonly ChainArchive archive;
    private readonly Mempool mempool;
    private readonly int maxStatuses;
    private readonly List<Hash256> headerHashes = [];
    private readonly ConcurrentDictionary<Hash256, Hash256> statuses = [];
    private readonly ConcurrentDictionary<int, Hash256[]> blockIds = [];
    private readonly bool keepsIds;
    private int statusCount;
    private int keptIds;

    /// <summary>Serves an engine at the archive's height, and disposes of it.</summary>
    /// <param name="archive">Replaces the node: the same blocks as in the engine.</param>
    /// <param name="maxStatuses">Maximum of cached statuses; null caches them if the engine's server does.</param>
    /// <exception cref="ArgumentException">The engine is at another height, or on another branch.</exception>
    public ServedIndex(IndexEngine engine, ChainArchive archive, Mempool mempool, int? maxStatuses = null)
    {
        (this.engine, this.archive, this.mempool) = (engine, archive, mempool);
        var keepsStatuses = engine.Keeps.HasFlag(KeptAnswers.Statuses);
        this.maxStatuses = maxStatuses ?? (keepsStatuses ? DefaultStatuses : 0);
        keepsIds = engine.Keeps.HasFlag(KeptAnswers.BlockIds);
        Deviation = (keepsStatuses, this.maxStatuses) switch
        {
            (false, > 0) => $"caches statuses, unlike {engine.Name}",
            (true, 0) => $"caches no statuses, unlike {engine.Name}",
            _ => null,
        };
        for (var height = 0; height <= archive.Height; height++)
        {
            headerHashes.Add(BlockHeader.Read(Header(height)).Hash());
        }

        if (engine.Height != archive.Height || engine.Height < 0 || engine.TipHash != headerHashes[^1])
        {
            throw new ArgumentException(
                $"the index is at height {engine.Height} and the chain at {archive.Height}: expected the same tip");
        }
    }

    /// <summary>Raised for each change, by the changing thread, under the write lock.</summary>
    public event EventHandler<IndexChangedEventArgs>? Changed;

    public string EngineName => engine.Name;

    /// <summary>The differences from the caches of the engine's server; null without differences.</summary>
    public string? Deviation { get; }

    public int Height => headerHashes.Count - 1;

    /// <summary>
    /// Sends a transaction to the node, or to the generator of the blocks, before it is added here. Throws
    /// <see cref="ChainException"/> on a refusal, and <see cref="IOException"/> without an answer.
    /// </summary>
    public Action<ReadOnlyMemory<byte>>? Relay { get; init; }

    /// <summary>The fees for clients: the node's, or bitcoind's defaults without a node.</summary>
    public IFeeSource Fees { get; init; } = new FixedFees();

    internal Hash256 GenesisHash => headerHashes[0];

    /// <inheritdoc/>
    /// <remarks>Only for the changing thread.</remarks>
    public Hash256 HashAt(int height) => headerHashes[height];

    /// <summary>Adds the next block.</summary>
    /// <exception cref="ChainException">The block does not follow the last one, or cannot be read.</exception>
    public void Append(byte[] block) => Follow(0, [block]);

    /// <inheritdoc/>
    /// <remarks>
    /// Requests are answered between two blocks, with the chain at that moment. Subscribers are notified once, at the
    /// end.
    /// </remarks>
    public void Follow(int removed, IReadOnlyList<byte[]> added)
    {
        EnsureLinked(removed, added);
        var scripts = new HashSet<Hash256>();
        for (var i = 0; i < removed; i++)
        {
            scripts.UnionWith(Change(RemoveTip));
        }

        foreach (var block in added)
        {
            scripts.UnionWith(Change(() => AppendTip(block)));
        }

        using var changing = gate.Change();
        Announce(new IndexChangedEventArgs(isTipChanged: true, isDone: true, scripts));
    }

    /// <summary>Adds a client's transaction to the mempool.</summary>
    /// <exception cref="ChainException">The transaction is refused; the message has the reason.</exception>
    /// <exception cref="IOException">The relay cannot be called.</exception>
    public Hash256 Broadcast(ReadOnlyMemory<byte> transaction)
    {
        if (Relay is null)
        {
            return AddToMempool(transaction);
        }

        var id = TransactionView.Read(transaction.Span).Id();
        Relay(transaction);
        try
        {
            AddToMempool(transaction);
        }
        catch (ChainException)
        {
            // The next poll will add this transaction, after blocks or transactions that only the node has.
        }

        return id;
    }

    public int WaitingCount => mempool.Count;

    public bool IsWaiting(Hash256 id) => mempool.Transaction(id) is not null;

    /// <summary>Copies the mempool of a node, without checks.</summary>
    /// <param name="present">The ids in the node's mempool: all others are removed here.</param>
    /// <param name="added">Some of these transactions, in any order.</param>
    /// <returns>Transactions that spend unknown outputs.</returns>
    public IReadOnlyList<byte[]> FollowMempool(IReadOnlySet<Hash256> present, IReadOnlyList<byte[]> added)
    {
        var scripts = new HashSet<Hash256>();
        using var changing = gate.Change();
        foreach (var gone in mempool.Ids.Where(id => !present.Contains(id)))
        {
            scripts.UnionWith(mempool.Remove(gone));
        }

        // A child can be added only after its parents, so the loop continues while it adds transactions.
        for (var before = -1; before != added.Count;)
        {
            before = added.Count;
            added = [.. added.Where(each => !TryAdd(each, scripts))];
        }

        if (scripts.Count > 0)
        {
            Announce(new IndexChangedEventArgs(isTipChanged: false, isDone: true, scripts));
        }

        return added;
    }

    /// <summary>Adds a transaction to the mempool, after checking it.</summary>
    /// <returns>Its id, also if it already waits.</returns>
    /// <exception cref="ChainException">
    /// The transaction cannot be read, spends an unknown or spent output, or its outputs exceed its inputs.
    /// </exception>
    public Hash256 AddToMempool(ReadOnlyMemory<byte> transaction)
    {
        using var changing = gate.Change();
        var id = TransactionView.Read(transaction.Span).Id();
        if (mempool.Transaction(id) is null)
        {
            EnsureUnspent(TransactionView.Read(transaction.Span));
            Announce(new IndexChangedEventArgs(isTipChanged: false, isDone: true, mempool.Add(transaction)));
        }

        return id;
    }

    /// <summary>Checks transactions in order, as if each were added to the mempool; adds none.</summary>
    /// <returns>The reason for each refusal; null for an accepted transaction.</returns>
    /// <exception cref="ChainException">A transaction cannot be read.</exception>
    internal IReadOnlyList<string?> Test(IReadOnlyList<byte[]> transactions)
    {
        var (refusals, added) = (new List<string?>(), new Stack<Hash256>());
        using var changing = gate.Change();
        try
        {
            foreach (var bytes in transactions)
            {
                refusals.Add(Test(bytes, added));
            }

            return refusals;
        }
        finally
        {
            while (added.TryPop(out var id))
            {
                mempool.Remove(id);
            }
        }
    }

    private string? Test(byte[] bytes, Stack<Hash256> added)
    {
        var transaction = TransactionView.Read(bytes);
        try
        {
            EnsureUnspent(transaction);
            if (mempool.Add(bytes).Count > 0)
            {
                added.Push(transaction.Id());
            }

            return null;
        }
        catch (ChainException exception)
        {
            return exception.Message;
        }
    }

    public void Dispose() => engine.Dispose();

    /// <summary>Keeps the view unchanged until the result is disposed of.</summary>
    internal ReadersGate.Reading Read() => gate.Read();

    /// <summary>Number of requests that wait for the end of a change.</summary>
    internal int WaitingReaders => gate.WaitingReaders;

    internal ReadOnlySpan<byte> Header(int height) => archive.Header(height).Span;

    /// <summary>The hashes of the first <paramref name="count"/> headers.</summary>
    internal Hash256[] HeaderHashes(int count) => [.. headerHashes[..count]];

    /// <summary>The cached histories of a new client, empty at first.</summary>
    internal ClientHistories OpenHistories() => new(engine);

    internal IReadOnlyList<MempoolEntry> Waiting(Hash256 script) => mempool.Of(script);

    /// <summary>The status of a script for a subscription; null without a transaction.</summary>
    internal Hash256? Status(Hash256 script, ClientHistories client, IndexCosts costs)
    {
        if (statuses.TryGetValue(script, out var known))
        {
            costs.CacheHits++;
            return known;
        }

        Span<byte> hash = stackalloc byte[Hash256.Size];
        if (!ScriptStatus.TryWrite(client.Subscribe(script, costs), Waiting(script), hash))
        {
            // Does not cache this status: clients can request any number of unused scripts.
            return null;
        }

        var status = new Hash256(hash);
        if (Volatile.Read(ref statusCount) < maxStatuses && statuses.TryAdd(script, status))
        {
            Interlocked.Increment(ref statusCount);
        }

        return status;
    }

    /// <summary>The creation and spending of an output; empty for an unknown output.</summary>
    /// <param name="historyOf">Finds the history of its script.</param>
    internal OutpointStatus Status(
        Outpoint outpoint, Func<Hash256, IReadOnlyList<HistoryEntry>> historyOf, IndexCosts costs)
    {
        if (Transaction(outpoint.Id, costs) is not { } bytes
            || !TransactionView.Read(bytes.Span).TryFind(outpoint.Index, out var output))
        {
            return default;
        }

        var made = mempool.Find(outpoint.Id);
        var height = made?.Height ?? archive.PlaceOf(outpoint.Id)!.Value.Height;
        if (mempool.SpenderOf(outpoint.Id, outpoint.Index) is { } waiting)
        {
            return new OutpointStatus(height, waiting.Id, waiting.Height);
        }

        // No block spends an unconfirmed output.
        var later = made is null ? historyOf(output.ScriptHash()).SkipWhile(each => each.Height < height) : [];
        var spender = later.Cast<HistoryEntry?>()
            .FirstOrDefault(each => Spends(outpoint, each!.Value.Id, costs));
        return new OutpointStatus(height, spender?.Id, spender?.Height);
    }

    /// <summary>A transaction of the mempool or of a block; null if unknown.</summary>
    internal ReadOnlyMemory<byte>? Transaction(Hash256 id, IndexCosts costs) =>
        mempool.Transaction(id) ?? engine.Transaction(id, costs);

    /// <summary>The position of a transaction in the chain; null if no block contains it.</summary>
    internal TransactionPlace? PlaceOf(Hash256 id) => archive.PlaceOf(id);

    /// <summary>The ids of a block's transactions, in order; the caller must not change them.</summary>
    internal Hash256[] IdsOf(int height, IndexCosts costs)
    {
        if (blockIds.TryGetValue(height, out var known))
        {
            costs.CacheHits++;
            return known;
        }

        var block = archive.Block(height);
        costs.Blocks++;
        costs.BlockBytes += block.Length;
        var reader = new BlockReader(block.Span);
        var ids = new Hash256[reader.Count];
        for (var i = 0; reader.MoveNext(); i++)
        {
            ids[i] = reader.Current.Id();
        }

        if (keepsIds && Volatile.Read(ref keptIds) < MaxKeptIds && blockIds.TryAdd(height, ids))
        {
            Interlocked.Add(ref keptIds, ids.Length);
        }

        return ids;
    }

    internal ScriptCoins CoinsOf(Hash256 script, IReadOnlyList<HistoryEntry> history, IndexCosts costs) =>
        ScriptCoins.Of(
            script,
            history,
            Waiting(script),
            id => Transaction(id, costs)
                ?? throw new InvalidDataException($"the index has transaction {id}, which does not exist"));

    /// <inheritdoc cref="Mempool.Fees"/>
    internal IReadOnlyList<(long Fee, int VirtualSize)> WaitingFees() => mempool.Fees();

    /// <inheritdoc cref="Mempool.Newest"/>
    internal IReadOnlyList<(Hash256 Id, long Fee, int VirtualSize)> NewestWaiting(int most) => mempool.Newest(most);

    private bool Spends(Outpoint outpoint, Hash256 id, IndexCosts costs) =>
        TransactionView.Read(Transaction(id, costs)!.Value.Span).Spends(outpoint.Id, outpoint.Index);

    // Checks all blocks before any change, so that invalid blocks leave the index unchanged.
    private void EnsureLinked(int removed, IReadOnlyList<byte[]> added)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(removed, headerHashes.Count);
        var previous = headerHashes[^(removed + 1)];
        foreach (var block in added)
        {
            var header = BlockHeader.Read(block);
            if (header.PreviousHash != previous)
            {
                throw new ChainException($"a block follows {header.PreviousHash}; expected {previous}");
            }

            BlockCheck.Verify(block);
            previous = header.Hash();
        }
    }

    // Releases the lock after each block, so that readers wait for at most one block.
    private HashSet<Hash256> Change(Func<HashSet<Hash256>> change)
    {
        using var changing = gate.Change();
        var scripts = change();
        Announce(new IndexChangedEventArgs(isTipChanged: true, isDone: false, scripts));
        return scripts;
    }

    private HashSet<Hash256> AppendTip(byte[] block)
    {
        try
        {
            archive.Add(block);
            engine.Append(block);
        }
        catch (ChainException exception)
        {
            // The index has a part of the block, so it can no longer answer requests.
            throw new InvalidDataException($"block {archive.Height} is invalid: {exception.Message}", exception);
        }

        headerHashes.Add(engine.TipHash);
        var scripts = ScriptsOf(block);
        scripts.UnionWith(mempool.Confirm(block));
        return scripts;
    }

    private bool TryAdd(byte[] transaction, HashSet<Hash256> scripts)
    {
        try
        {
            scripts.UnionWith(mempool.Add(transaction));
            return true;
        }
        catch (ChainException)
        {
            return false;
        }
    }

    private HashSet<Hash256> RemoveTip()
    {
        var block = archive.Block(archive.Height);
        var scripts = ScriptsOf(block.Span);
        engine.RemoveTip(block.Span);
        if (blockIds.TryRemove(archive.Height, out var ids))
        {
            Interlocked.Add(ref keptIds, -ids.Length);
        }

        archive.RemoveTip();
        headerHashes.RemoveAt(headerHashes.Count - 1);
        scripts.UnionWith(mempool.Return(block));
        return scripts;
    }

    /// <summary>The scripts that a block of the archive pays or spends.</summary>
    private HashSet<Hash256> ScriptsOf(ReadOnlySpan<byte> block)
    {
        var scripts = new HashSet<Hash256>();
        foreach (var transaction in new BlockReader(block))
        {
            foreach (var output in transaction.Outputs)
            {
                scripts.Add(output.ScriptHash());
            }

            foreach (var input in transaction.Inputs)
            {
                if (!input.IsCoinbase && archive.ScriptSpentBy(input) is { } script)
                {
                    scripts.Add(script);
                }
            }
        }

        return scripts;
    }

    // Skips outputs of waiting transactions, which the mempool checks.
    private void EnsureUnspent(TransactionView transaction)
    {
        foreach (var input in transaction.Inputs)
        {
            if (mempool.Transaction(input.PreviousId) is not null)
            {
                continue;
            }

            if (archive.ScriptSpentBy(input) is not { } script
                || !IsUnspent(script, input.PreviousId, input.PreviousIndex))
            {
                throw new ChainException(
                    $"spends output {input.PreviousIndex} of {input.PreviousId}, which does not exist or is spent");
            }
        }
    }

    private bool IsUnspent(Hash256 script, Hash256 id, uint index)
    {
        var costs = new IndexCosts();
        return CoinsOf(script, engine.History(script, costs), costs).Unspent
            .Any(coin => coin.Id == id && coin.Index == index);
    }

    // Runs under the write lock, so that an answer never mixes old and new state.
    private void Announce(IndexChangedEventArgs change)
    {
        foreach (var script in change.Scripts)
        {
            if (statuses.TryRemove(script, out _))
            {
                Interlocked.Decrement(ref statusCount);
            }
        }

        Changed?.Invoke(this, change);
    }
}
