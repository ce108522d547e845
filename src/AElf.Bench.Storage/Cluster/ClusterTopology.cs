using System.Diagnostics;
using System.Globalization;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Control;

namespace AElf.Bench.Storage.Cluster;

/// <summary>
/// The owner of each slot of a Redis Cluster, from CLUSTER SLOTS and redirections. All connections of a store share it.
/// It decides the node of an operation, and sends none.
/// </summary>
/// <param name="options">The store; it names some nodes, which report the others.</param>
internal sealed class ClusterTopology(StoreOptions options) : IShardMap
{
    /// <summary>Time after the last ASK in which a slot counts as migrating.</summary>
    private static readonly TimeSpan MigrationMemory = TimeSpan.FromSeconds(5);

    // If all slots of a block have one owner, it is stored once. This table fits into the first-level cache of a
    // processor.
    private const int BlockBits = 6;
    private const short Mixed = -2;

    private static readonly TimeSpan RefreshInterval = TimeSpan.FromMilliseconds(200);

    private readonly Lock gate = new();
    private readonly short[] owners = [.. Enumerable.Repeat((short)-1, HashSlot.Count)];
    private readonly short[] ownersOfBlocks = [.. Enumerable.Repeat(Mixed, HashSlot.Count >> BlockBits)];
    private readonly long[] askedAt = new long[HashSlot.Count];
    private volatile Endpoint[] nodes = [];
    private volatile bool isAnyAsked;
    private long refreshedAt;
    private int[]? masters;

    public IReadOnlyList<Endpoint> Nodes => nodes;

    /// <summary>The node that answered the last <see cref="Refresh"/>; null before that.</summary>
    public Endpoint? LastAnswered { get; private set; }

    public IReadOnlyList<int> Masters
    {
        get
        {
            lock (gate)
            {
                return masters ??= [.. owners.Where(owner => owner >= 0).Distinct().Select(owner => (int)owner)];
            }
        }
    }

    /// <summary>A key's part is its slot.</summary>
    public int PartOf(ReadOnlySpan<byte> key) => HashSlot.Of(key);

    public int PlaceOf(int slot) => IsMigrating(slot) ? -1 : OwnerOf(slot);

    public int OwnerOf(int slot) => Volatile.Read(ref ownersOfBlocks[slot >> BlockBits]) is not Mixed and var owner
        ? owner
        : Volatile.Read(ref owners[slot]);

    /// <summary>Whether keys of a slot may be at two nodes.</summary>
    private bool IsMigrating(int slot) =>
        isAnyAsked && Volatile.Read(ref askedAt[slot]) is var asked and not 0
            && Stopwatch.GetElapsedTime(asked) < MigrationMemory;

    public string KeysOf(int node)
    {
        var first = Array.IndexOf(owners, (short)node);
        var last = Array.LastIndexOf(owners, (short)node);
        return first < 0 ? "no slot" : FormattableString.Invariant($"slots {first} to {last}");
    }

    /// <summary>Reads the slots from the first node that answers.</summary>
    /// <exception cref="StoreException">No node answers, or this is not a Redis Cluster.</exception>
    public void Refresh()
    {
        StoreException? failure = null;
        Endpoint[] known = [.. options.Nodes.Prepend(options.Address).Concat(nodes).Distinct()];

        // A node that is down may cost a time-out each time.
        foreach (var node in known.OrderBy(node => node != LastAnswered))
        {
            try
            {
                using var client = RespControlClient.Connect(node, options);
                Read(node, client);
                LastAnswered = node;
                return;
            }
            catch (StoreException exception) when (exception.IsTransient)
            {
                failure ??= exception;
            }
        }

        throw known.Length == 1 ? failure! : new StoreException(
            failure!.Fault,
            failure.Problem.After($"no node of the cluster answers ({string.Join(", ", known)}): "),
            failure);
    }

    public Redirection? Follow(string error, Endpoint from)
    {
        if (ReadRedirection(error, from) is not { } redirection)
        {
            return null;
        }

        if (redirection.IsAsk)
        {
            Volatile.Write(ref askedAt[redirection.Slot], Stopwatch.GetTimestamp());
            isAnyAsked = true;
        }
        else
        {
            OnMoved(redirection.Slot, redirection.Node);
        }

        return redirection;
    }

    /// <summary>Reads a redirection, such as <c>MOVED 3999 127.0.0.1:6381</c>; null for another error.</summary>
    /// <param name="from">The node that sent it; a redirection without a host means this node's host.</param>
    public static Redirection? ReadRedirection(string error, Endpoint from)
    {
        if (error.Split(' ') is not [("MOVED" or "ASK") and var kind, var slotText, var address]
            || !int.TryParse(slotText, NumberStyles.None, CultureInfo.InvariantCulture, out var slot)
            || slot >= HashSlot.Count
            || address.LastIndexOf(':') is not (>= 0 and var colon)
            || !int.TryParse(address[(colon + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out var port)
            || port is 0 or > ushort.MaxValue)
        {
            return null;
        }

        var host = colon == 0 ? from.Host : address[..colon].Trim('[', ']');
        return new Redirection(kind is "ASK", slot, new Endpoint(host, port));
    }

    /// <summary>Reads all slots, unless they were just read.</summary>
    private void OnMoved(int slot, Endpoint node)
    {
        lock (gate)
        {
            askedAt[slot] = 0;
            Take(slot, node);
            if (Stopwatch.GetElapsedTime(refreshedAt) < RefreshInterval)
            {
                return;
            }

            refreshedAt = Stopwatch.GetTimestamp();
        }

        Refresh();
        Take(slot, node);
    }

    private void Take(int slot, Endpoint node)
    {
        lock (gate)
        {
            Volatile.Write(ref owners[slot], PlaceOf(node));
            NoteBlock(slot >> BlockBits);
            masters = null;
        }
    }

    private void Read(Endpoint node, RespControlClient client)
    {
        RespValue reply;
        try
        {
            reply = client.Ask("CLUSTER", "SLOTS");
        }
        catch (StoreException refused) when (refused.Fault is StoreFault.Refused)
        {
            throw new StoreException(
                StoreFault.Protocol, StoreProblems.NoCluster($"{node}", refused.Problem.Text), refused);
        }

        if (reply.Kind != RespKind.Array)
        {
            throw client.Unexpected("CLUSTER SLOTS", reply);
        }

        lock (gate)
        {
            var read = new short[HashSlot.Count];
            Array.Fill(read, (short)-1);
            foreach (var range in reply.Items)
            {
                if (range.Items is not [var first, var last, { Items: [var host, var port, ..] }, ..]
                    || !TryNumber(first, HashSlot.Count - 1, out var from)
                    || !TryNumber(last, HashSlot.Count - 1, out var to)
                    || !TryNumber(port, ushort.MaxValue, out var number))
                {
                    throw client.Unexpected("CLUSTER SLOTS", range);
                }

                var place = PlaceOf(new Endpoint(host.Text is "" or "?" ? node.Host : host.Text, number));
                Array.Fill(read, place, from, Math.Max(0, to - from + 1));
            }

            read.CopyTo(owners, 0);
            for (var block = 0; block < ownersOfBlocks.Length; block++)
            {
                NoteBlock(block);
            }

            masters = null;
        }
    }

    private void NoteBlock(int block)
    {
        var slots = owners.AsSpan(block << BlockBits, 1 << BlockBits);
        Volatile.Write(ref ownersOfBlocks[block], slots.ContainsAnyExcept(slots[0]) ? Mixed : slots[0]);
    }

    private static bool TryNumber(RespValue value, int most, out int number) =>
        int.TryParse(value.Text, NumberStyles.None, CultureInfo.InvariantCulture, out number) && number <= most;

    private short PlaceOf(Endpoint node)
    {
        lock (gate)
        {
            var place = Array.IndexOf(nodes, node);
            if (place < 0)
            {
                place = nodes.Length;
                nodes = [.. nodes, node];
            }

            return (short)place;
        }
    }
}
