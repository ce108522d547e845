using System.Buffers;
using System.Diagnostics;
using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Timing;
using AElf.Bench.Storage.Control;
using AElf.Bench.Storage.Resp;

namespace AElf.Bench.Storage.Cluster;

/// <summary>
/// One connection to each server of the keys. It writes to all servers together, and reads them one after the other. A
/// redirected operation is answered as refused, and is not sent again: the attempt ends, and the next attempt uses the
/// new node. Operations on a migrating slot are sent one by one, because only the old node knows which keys have moved.
/// </summary>
/// <param name="map">Returns the server of a key.</param>
/// <param name="dial">Opens a connection to one node; the action receives the text of each error reply.</param>
/// <param name="options">How to log in on the connections for migrating slots.</param>
internal sealed class ClusterConnection(
    IShardMap map, Func<Endpoint, Action<string>, RespConnection> dial, StoreOptions options)
    : IShardedConnection
{
    private const int MaxHops = 5;

    // Maximum wait for one of several sockets in each turn.
    private static readonly TimeSpan Turn = TimeSpan.FromMicroseconds(100);

    private readonly List<Single> singles = [];
    private readonly Dictionary<Endpoint, RespControlClient> clients = [];
    private readonly Queue<RespConnection> awaited = [];
    private readonly List<byte[]> scripts = [];
    private RespConnection?[] nodes = [];
    private OperationTally single;

    public int Outstanding
    {
        get
        {
            var sum = singles.Count;
            foreach (var node in nodes)
            {
                sum += node?.Outstanding ?? 0;
            }

            return sum;
        }
    }

    public OperationCounts Operations
    {
        get
        {
            var sum = single.Counts;
            foreach (var node in nodes)
            {
                sum += node?.Operations ?? default;
            }

            return sum;
        }
    }

    public string LastError { get; private set; } = string.Empty;

    public bool HasSlots => map is ClusterTopology;

    /// <summary>Opens a connection to each master.</summary>
    /// <exception cref="StoreException">A master cannot be reached, or refuses the login.</exception>
    public void Open()
    {
        foreach (var place in map.Masters)
        {
            if (place >= nodes.Length)
            {
                Array.Resize(ref nodes, map.Nodes.Count);
            }

            var node = map.Nodes[place];
            try
            {
                nodes[place] ??= dial(node, error => OnRefused(node, error));
                if (scripts.Count > 0)
                {
                    // A node may have joined since the scripts were loaded; it gets them now.
                    ClientOf(node);
                }
            }
            catch (StoreException failure)
            {
                throw new StoreException(
                    failure.Fault,
                    failure.Problem.After($"the server with {map.KeysOf(place)}: "),
                    failure);
            }
        }
    }

    public int PartOf(ReadOnlySpan<byte> key) => map.PartOf(key);

    public IInPlaceConnection? ConnectionOf(int part) => NodeOf(part);

    public void Get(ReadOnlySpan<byte> key, int tag)
    {
        if (NodeOf(key) is { } node)
        {
            node.Get(key, tag);
        }
        else
        {
            single.Get();
            Add("GET", tag, key);
        }
    }

    public void Set(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, int tag)
    {
        if (NodeOf(key) is { } node)
        {
            node.Set(key, value, tag);
        }
        else
        {
            single.Set();
            Add("SET", tag, key, value.ToArray());
        }
    }

    public void Delete(ReadOnlySpan<byte> key, int tag)
    {
        if (NodeOf(key) is { } node)
        {
            node.Delete(key, tag);
        }
        else
        {
            Add("DEL", tag, key);
        }
    }

    /// <inheritdoc/>
    /// <exception cref="StoreException">The keys are in several slots.</exception>
    public void MultiGet(ReadOnlySpan<byte> keys, int keyLength, int firstTag)
    {
        if (NodeOfAll(keys, keyLength) is { } node)
        {
            node.MultiGet(keys, keyLength, firstTag);
            return;
        }

        for (var i = 0; i < keys.Length / keyLength; i++)
        {
            Refuse(firstTag + i, keys[..keyLength]);
        }
    }

    /// <inheritdoc/>
    /// <exception cref="StoreException">The keys are in several slots.</exception>
    public void MultiSet(ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<byte> values, int valueLength, int tag)
    {
        if (NodeOfAll(keys, keyLength) is { } node)
        {
            node.MultiSet(keys, keyLength, values, valueLength, tag);
        }
        else
        {
            Refuse(tag, keys[..keyLength]);
        }
    }

    /// <inheritdoc/>
    /// <exception cref="StoreException">The keys are in several slots.</exception>
    public void Exec(ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<byte> values, int valueLength, int tag)
    {
        if (NodeOfAll(keys, keyLength) is { } node)
        {
            node.Exec(keys, keyLength, values, valueLength, tag);
        }
        else
        {
            Refuse(tag, keys[..keyLength]);
        }
    }

    /// <summary>Loads a script at each server; each server replies.</summary>
    public void Load(ReadOnlySpan<byte> script, int tag)
    {
        scripts.Add(script.ToArray());
        foreach (var node in nodes)
        {
            node?.Load(script, tag);
        }
    }

    /// <inheritdoc/>
    /// <exception cref="StoreException">The keys are in several slots.</exception>
    public void Evaluate(
        ReadOnlySpan<byte> script, ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<long> arguments, int tag)
    {
        if (NodeOfAll(keys, keyLength) is { } node)
        {
            node.Evaluate(script, keys, keyLength, arguments, tag);
            return;
        }

        single.Script();
        byte[] all = keys.ToArray();
        byte[][] named = [.. all.Chunk(keyLength)];
        long[] numbers = [named.Length, .. arguments];
        byte[][] texts = [.. numbers.Select(number => Encoding.ASCII.GetBytes(NumberFormat.Plain(number)))];
        singles.Add(new Single(
            "EVALSHA", tag, map.PartOf(named[0]), [script.ToArray(), texts[0], .. named, .. texts[1..]]));
    }

    /// <summary>
    /// Sends to all servers. Then each call returns the replies of one server, until all servers are read. Replies are
    /// in the order of the operations of each server, but not over all servers.
    /// </summary>
    public StoreReplies Exchange()
    {
        if (awaited.TryDequeue(out var next))
        {
            return next.Take();
        }

        if (singles.Count > 0)
        {
            return ServeSingles();
        }

        foreach (var node in nodes)
        {
            if (node is { Outstanding: > 0 })
            {
                node.Flush();
                awaited.Enqueue(node);
            }
        }

        return awaited.TryDequeue(out var first) ? first.Take() : default;
    }

    public bool Await(TimeSpan atMost)
    {
        if (Outstanding == 0)
        {
            PreciseWait.For(atMost);
            return false;
        }

        if (singles.Count > 0)
        {
            return true;
        }

        var since = Stopwatch.GetTimestamp();
        do
        {
            foreach (var node in nodes)
            {
                if (node is { Outstanding: > 0 } && node.Await(atMost < Turn ? atMost : Turn))
                {
                    return true;
                }
            }
        }
        while (Stopwatch.GetElapsedTime(since) < atMost);
        return false;
    }

    public void Dispose()
    {
        foreach (var node in nodes)
        {
            node?.Dispose();
        }

        foreach (var client in clients.Values)
        {
            client.Dispose();
        }
    }

    /// <summary>The connection for a key; null if its operation must be sent separately.</summary>
    private RespConnection? NodeOf(ReadOnlySpan<byte> key) => NodeOf(map.PartOf(key));

    private RespConnection? NodeOf(int part)
    {
        var place = map.PlaceOf(part);
        return (uint)place < (uint)nodes.Length ? nodes[place] : null;
    }

    private RespConnection? NodeOfAll(ReadOnlySpan<byte> keys, int length)
    {
        var count = SideBySide.Count(keys, length);
        var part = map.PartOf(keys[..length]);
        for (var i = 1; i < count; i++)
        {
            if (map.PartOf(keys.Slice(i * length, length)) != part)
            {
                throw new StoreException(StoreFault.Refused, StoreProblems.SeveralSlots($"{options.Address}"));
            }
        }

        return NodeOf(part);
    }

    // While a slot migrates, its keys may be at two nodes, and neither node executes a command with several of them.
    private void Refuse(int tag, ReadOnlySpan<byte> key) => singles.Add(new Single("", tag, map.PartOf(key), []));

    private void Add(string command, int tag, ReadOnlySpan<byte> key, params byte[][] values) =>
        singles.Add(new Single(command, tag, map.PartOf(key), [key.ToArray(), .. values]));

    private void OnRefused(Endpoint from, string error) =>
        LastError = map.Follow(error, from) is not null ? $"{StoreProblems.Redirected} by {from}: {error}" : error;

    private StoreReplies ServeSingles()
    {
        var replies = new StoreReply[singles.Count];
        var bytes = new ArrayBufferWriter<byte>();
        for (var i = 0; i < replies.Length; i++)
        {
            var reply = singles[i].Words is []
                ? new RespValue(
                    RespKind.Error, $"{StoreProblems.Redirected}: slot {singles[i].Slot} of the cluster migrates")
                : Serve(singles[i]);
            LastError = reply.Kind is RespKind.Error ? reply.Text : LastError;
            var kind = reply.Kind switch
            {
                RespKind.Integer when singles[i].Command is "EVALSHA" => ReplyKind.Number,
                RespKind.Bulk => ReplyKind.Value,
                RespKind.Nil => ReplyKind.Missing,
                RespKind.Error => ReplyKind.Refused,
                _ => ReplyKind.Stored,
            };
            var value = kind is ReplyKind.Number ? Encoding.ASCII.GetBytes(reply.Text) : reply.Bytes;
            replies[i] = new StoreReply(kind, singles[i].Tag, bytes.WrittenCount, value.Length);
            bytes.Write(value);
        }

        singles.Clear();
        Open();
        return new StoreReplies(replies, bytes.WrittenSpan);
    }

    /// <summary>
    /// Sends an operation to the node that serves its slot, and follows redirections: a node that redirects has not
    /// executed it.
    /// </summary>
    private RespValue Serve(in Single operation)
    {
        var owner = map.OwnerOf(operation.Slot);
        var at = owner >= 0 ? map.Nodes[owner] : options.Address;
        var reply = ClientOf(at).Try(operation.Command, operation.Words);
        for (var hop = 0;
            hop < MaxHops && reply.Kind is RespKind.Error && map.Follow(reply.Text, at) is { } to;
            hop++)
        {
            at = to.Node;
            if (to.IsAsk)
            {
                ClientOf(at).Ask("ASKING");
            }

            reply = ClientOf(at).Try(operation.Command, operation.Words);
        }

        return reply;
    }

    private RespControlClient ClientOf(Endpoint node)
    {
        if (!clients.TryGetValue(node, out var client))
        {
            clients[node] = client = RespControlClient.Connect(node, options);
            scripts.ForEach(script => client.Ask("SCRIPT", "LOAD"u8.ToArray(), script));
        }

        return client;
    }

    /// <summary>An operation that is sent separately.</summary>
    /// <param name="Words">The words after the command; empty to refuse it.</param>
    private readonly record struct Single(string Command, int Tag, int Slot, byte[][] Words);
}
