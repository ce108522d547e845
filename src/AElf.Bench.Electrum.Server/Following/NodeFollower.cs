using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Following;

/// <summary>
/// Makes a chain follow the chain of a node, by polling. If the node is down or slow, changes during a poll, or has an
/// unreadable block, the follower reports this once and polls again. The chain stays unchanged meanwhile.
/// </summary>
/// <param name="open">Opens the node, and opens it again after a fault: a restarted node has another cookie.</param>
/// <param name="say">Receives a line when the follower begins to wait, and when it stops waiting.</param>
public sealed class NodeFollower(Func<NodeChainSource> open, Action<string> say) : IDisposable
{
    private const int MaxBytes = 8 << 20;
    private const int MaxTransactions = 500;
    private const int MaxTurns = 8;

    private readonly Lock gate = new();
    private readonly HashSet<Hash256> unusable = [];
    private readonly HashSet<Hash256> unreadable = [];
    private NodeChainSource? source;
    private string? reported;
    private bool isEnded;

    /// <summary>Follows the chain to the node's last block.</summary>
    /// <returns>Whether the chain was read; false if the node is down.</returns>
    /// <exception cref="ChainException">The node has an unreadable block.</exception>
    /// <exception cref="InvalidDataException">The node has an invalid block.</exception>
    public bool Follow(IFollowedChain chain) => Try(chain, () => FollowChain(chain));

    /// <summary>
    /// Follows the chain to the node's last block, or to the last block before an unreadable block. Also copies the
    /// node's waiting transactions.
    /// </summary>
    /// <returns>Whether it has reached the node's last block.</returns>
    /// <exception cref="InvalidDataException">The node has an invalid block.</exception>
    public bool Follow(ServedIndex served)
    {
        try
        {
            return Try(served, () => FollowBoth(served));
        }
        catch (ChainException exception) when (exception.IsOfBlock)
        {
            SayOnce(FormattableString.Invariant($"{exception.Message}; block {served.Height} stays the last one"));
            return false;
        }
    }

    /// <summary>Number of skipped unreadable transactions of the mempool.</summary>
    public int SkippedTransactions { get; private set; }

    /// <summary>A block of the node, also from an abandoned branch; null if the node does not have it.</summary>
    /// <exception cref="IOException">The node cannot be reached.</exception>
    public byte[]? BlockOf(Hash256 hash) => Source().BlockOf(hash);

    /// <summary>Ends the current poll, also from another thread.</summary>
    public void Dispose()
    {
        lock (gate)
        {
            isEnded = true;
            source?.Dispose();
        }
    }

    private bool Try(IFollowedChain chain, Action follow)
    {
        try
        {
            follow();
        }
        catch (NodeFaultException fault)
        {
            lock (gate)
            {
                source?.Dispose();
                source = null;
            }

            SayOnce($"waiting for the node: {fault.Message}");
            return false;
        }

        if (reported is not null)
        {
            reported = null;
            say(FormattableString.Invariant($"following the node again: block {chain.Height}"));
        }

        return true;
    }

    private void SayOnce(string line)
    {
        if (!isEnded && !string.Equals(reported, line, StringComparison.Ordinal))
        {
            say(line);
        }

        reported = line;
    }

    private void FollowBoth(ServedIndex served)
    {
        // Repeats both if a block arrives between them.
        for (var turn = 0; turn < MaxTurns; turn++)
        {
            FollowChain(served);
            if (TryFollowMempool(served))
            {
                return;
            }
        }
    }

    private void FollowChain(IFollowedChain chain)
    {
        for (var turn = 0; chain.Height < 0 || Ask(node => node.TipHash) != chain.HashAt(chain.Height); turn++)
        {
            if (turn == MaxTurns)
            {
                throw new NodeFaultException("its last block changes with each request");
            }

            var common = chain.Height < 0 ? -1 : Ask(node => node.LastCommonHeight(chain.Height, chain.HashAt));
            if (common < 0 && chain.Height >= 0)
            {
                throw new NodeFaultException("it has another chain now; expected the indexed one");
            }

            unusable.Clear();
            using var blocks = Ask(node => node.ReadFrom(common + 1).GetEnumerator());
            while (Ask(_ => NextOf(blocks)) is var next && (next.Count > 0 || chain.Height > common))
            {
                Follow(chain, chain.Height - common, next);
                common = chain.Height;
            }
        }
    }

    private static void Follow(IFollowedChain chain, int removed, List<byte[]> added)
    {
        try
        {
            chain.Follow(removed, added);
        }
        catch (ChainException exception)
        {
            throw new NodeFaultException(exception.Message, exception);
        }
    }

    private static List<byte[]> NextOf(IEnumerator<ChainBlock> blocks)
    {
        var next = new List<byte[]>();
        try
        {
            for (var size = 0; size < MaxBytes && blocks.MoveNext(); size += next[^1].Length)
            {
                next.Add(blocks.Current.Bytes.ToArray());
            }
        }
        catch (ChainException exception) when (exception.IsOfBlock && next.Count > 0)
        {
            // Returns the blocks before the unreadable block; the next call reads this block again.
        }

        return next;
    }

    private bool TryFollowMempool(ServedIndex served)
    {
        var (tip, ids) = Ask(node => node.Mempool());
        if (tip != served.HashAt(served.Height))
        {
            return false;
        }

        var present = ids.ToHashSet();
        unusable.IntersectWith(present);
        unreadable.IntersectWith(present);
        IReadOnlyList<byte[]> left = served.FollowMempool(present, []);
        var wanted = ids.Where(id => !unusable.Contains(id) && !unreadable.Contains(id) && !served.IsWaiting(id));
        foreach (var some in wanted.Chunk(MaxTransactions))
        {
            left = served.FollowMempool(present, [.. left, .. Ask(node => node.Transactions(some, Skip))]);
        }

        // These transactions spend unknown outputs. They are not requested again before another block.
        unusable.UnionWith(left.Select(bytes => TransactionView.Read(bytes).Id()));
        return true;
    }

    private void Skip(Hash256 id, ChainException reason)
    {
        unreadable.Add(id);
        if (++SkippedTransactions == 1)
        {
            say($"transaction {id} of the mempool cannot be read, and is skipped: {reason.Message}");
        }
    }

    private NodeChainSource Source()
    {
        if (source is null)
        {
            var opened = open();
            lock (gate)
            {
                source = opened;
                if (isEnded)
                {
                    source.Dispose();
                }
            }
        }

        return source;
    }

    private T Ask<T>(Func<NodeChainSource, T> question)
    {
        try
        {
            return question(Source());
        }
        catch (Exception exception) when (
            exception is IOException or ChainException { IsOfBlock: false } or UnauthorizedAccessException
                or ObjectDisposedException)
        {
            throw new NodeFaultException(exception.Message, exception);
        }
    }

    private sealed class NodeFaultException(string message, Exception? inner = null) : Exception(message, inner);
}
