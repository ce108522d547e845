using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Following;

/// <summary>
/// Has a chain go where a node's goes, one look after the other. A node that is away, late, or changes while it is read
/// is reported once and looked at again: what was followed so far stays as it is.
/// </summary>
/// <param name="open">Opens the node, again when it was away: a node that is started anew has another cookie.</param>
/// <param name="say">Called when it begins to wait, and when it waits no longer.</param>
public sealed class NodeFollower(Func<NodeChainSource> open, Action<string> say) : IDisposable
{
    private const int MaxBytes = 8 << 20;
    private const int MaxTransactions = 500;
    private const int MaxTurns = 8;

    private readonly Lock gate = new();
    private readonly HashSet<Hash256> unusable = [];
    private NodeChainSource? source;
    private string? waiting;
    private bool isEnded;

    /// <summary>Goes to the node's last block.</summary>
    /// <returns>Whether the chain is there; false when the node has to be waited for.</returns>
    /// <exception cref="InvalidDataException">The node has a block that is not valid.</exception>
    public bool Follow(IFollowedChain chain) => Try(chain, () => FollowChain(chain));

    /// <summary>Goes to the node's last block, and takes over its waiting transactions.</summary>
    /// <inheritdoc cref="Follow(IFollowedChain)"/>
    public bool Follow(ServedIndex served) => Try(served, () =>
    {
        // When a block comes between the two looks, both are repeated.
        for (var turn = 0; turn < MaxTurns; turn++)
        {
            FollowChain(served);
            if (TryFollowMempool(served))
            {
                return;
            }
        }
    });

    /// <summary>A block that the node has, also of a branch that lost; null when it has none.</summary>
    /// <exception cref="IOException">It cannot be reached.</exception>
    public byte[]? BlockOf(Hash256 hash) => Source().BlockOf(hash);

    /// <summary>Ends what is under way, also from another thread.</summary>
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

            if (!isEnded && !string.Equals(waiting, fault.Message, StringComparison.Ordinal))
            {
                say($"waiting for the node: {fault.Message}");
            }

            waiting = fault.Message;
            return false;
        }

        if (waiting is not null)
        {
            waiting = null;
            say(FormattableString.Invariant($"the node answers again: block {chain.Height}"));
        }

        return true;
    }

    private void FollowChain(IFollowedChain chain)
    {
        for (var turn = 0; chain.Height < 0 || Ask(node => node.TipHash) != chain.HashAt(chain.Height); turn++)
        {
            if (turn == MaxTurns)
            {
                throw new NodeFaultException("its last block is another each time it is asked for");
            }

            var common = chain.Height < 0 ? -1 : Ask(node => node.LastCommonHeight(chain.Height, chain.HashAt));
            if (common < 0 && chain.Height >= 0)
            {
                throw new NodeFaultException("it is of another chain now; expected the one that is indexed");
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
        for (var size = 0; size < MaxBytes && blocks.MoveNext(); size += next[^1].Length)
        {
            next.Add(blocks.Current.Bytes.ToArray());
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
        IReadOnlyList<byte[]> left = served.FollowMempool(present, []);
        foreach (var some in ids.Where(id => !unusable.Contains(id) && !served.IsWaiting(id)).Chunk(MaxTransactions))
        {
            left = served.FollowMempool(present, [.. left, .. Ask(node => node.Transactions(some))]);
        }

        // The outputs these spend are not known here: they need not be asked for until there is another block.
        unusable.UnionWith(left.Select(bytes => TransactionView.Read(bytes).Id()));
        return true;
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
            exception is IOException or ChainException or UnauthorizedAccessException or ObjectDisposedException)
        {
            throw new NodeFaultException(exception.Message, exception);
        }
    }

    private sealed class NodeFaultException(string message, Exception? inner = null) : Exception(message, inner);
}
