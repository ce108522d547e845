using System.Buffers.Text;
using System.Runtime.CompilerServices;
using System.Text;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>Writes accounts as bytes and reads them back. It allocates nothing after its buffers have grown.</summary>
/// <param name="tags">The hash tags of the keys; null without tags.</param>
internal sealed class PersistentAccountConnection(
    IStoreConnection connection, RunId run, AccountLayout layout, HashTags? tags = null)
    : IAccountConnection
{
    private readonly ulong run = run.HexBytes;
    private readonly IInPlaceConnection? inPlace = connection as IInPlaceConnection;
    private readonly IShardedConnection? sharded = connection as IShardedConnection;
    private readonly KeySlots? slots = connection is IShardedConnection { HasSlots: true }
        ? tags is null ? KeySlots.OfKeys(run.HexBytes, layout.KeyLength) : KeySlots.OfTags()
        : null;

    private readonly int more = layout.More;
    private readonly int keyLength = layout.KeyLength;
    private readonly int neededKey = layout.NeededKey;
    private readonly int valueLength = layout.ValueLength;
    private readonly int needed = layout.Needed;
    private readonly bool isPadded = layout.IsPadded;
    private byte[] keys = new byte[layout.KeyLength];
    private byte[] values = new byte[layout.ValueLength];
    private AccountReply[] replies = new AccountReply[1024];
    private long[] fields = [];
    private byte[][] scriptNames = [];
    private OperationCounts inScripts;

    public HashTags? Tags => tags;

    public int Outstanding => connection.Outstanding;

    public OperationCounts Operations => connection.Operations + inScripts;

    public string LastError { get; private set; } = string.Empty;

    /// <summary>Loads scripts, and waits until the server has them.</summary>
    /// <exception cref="StoreException">The server refuses a script, or is gone.</exception>
    public void Load(IReadOnlyList<AccountScript> scripts, StoreDescription store)
    {
        scriptNames = new byte[scripts.Count][];
        foreach (var script in scripts)
        {
            connection.Load(Encoding.UTF8.GetBytes(script.Text), script.Index);
        }

        while (connection.Outstanding > 0)
        {
            var found = connection.Exchange();
            foreach (ref readonly var reply in found.Replies)
            {
                scriptNames[reply.Tag] = reply.Kind == ReplyKind.Value
                    ? found.ValueOf(reply).ToArray()
                    : throw StoreProblems.Refusal($"{store.Endpoint}", "SCRIPT LOAD", connection.LastError);
            }
        }
    }

    public void Evaluate(
        AccountScript script, ReadOnlySpan<AccountKey> keys, ReadOnlySpan<long> arguments, int tag)
    {
        inScripts += script.Inside;
        ConnectionOf(keys).Evaluate(scriptNames[script.Index], KeysOf(keys), keyLength, arguments, tag);
    }

    public void Get(AccountKey key, int tag)
    {
        if (ConnectionOf(key) is { } at)
        {
            WriteKey(at.Get(keyLength, tag), key);
        }
        else
        {
            connection.Get(KeyOf(key), tag);
        }
    }

    public void Set(AccountKey key, AccountState state, int tag)
    {
        if (!isPadded && ConnectionOf(key) is { } at)
        {
            WriteKey(at.Set(keyLength, AccountCodec.ValueLength, tag, out var value), key);
            AccountCodec.WriteValue(value, key, state);
        }
        else
        {
            SetFields(key, state, [], tag);
        }
    }

    public void SetFields(AccountKey key, AccountState state, ReadOnlySpan<long> more, int tag)
    {
        if (ConnectionOf(key) is { } at)
        {
            WriteKey(at.Set(keyLength, valueLength, tag, out var room), key);
            WriteValue(room, key, state, more);
            return;
        }

        var value = values.AsSpan(0, valueLength);
        WriteValue(value, key, state, more);
        connection.Set(KeyOf(key), value, tag);
    }

    public void MultiGet(ReadOnlySpan<AccountKey> keys, int firstTag)
    {
        if (IsInOneSlot(keys))
        {
            ConnectionOf(keys).MultiGet(KeysOf(keys), keyLength, firstTag);
            return;
        }

        // An account that no transaction writes belongs to no group.
        for (var i = 0; i < keys.Length; i++)
        {
            Get(keys[i], firstTag + i);
        }
    }

    public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag) =>
        MultiSetFields(keys, states, [], tag);

    public void MultiSetFields(
        ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, ReadOnlySpan<long> more, int tag) =>
        ConnectionOf(keys).MultiSet(KeysOf(keys), keyLength, ValuesOf(keys, states, more), valueLength, tag);

    public void Exec(
        ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, ReadOnlySpan<long> more, int tag) =>
        ConnectionOf(keys).Exec(KeysOf(keys), keyLength, ValuesOf(keys, states, more), valueLength, tag);

    private ReadOnlySpan<byte> ValuesOf(
        ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, ReadOnlySpan<long> more)
    {
        var length = states.Length * valueLength;
        if (values.Length < length)
        {
            values = new byte[length];
        }

        var count = more.Length / keys.Length;
        for (var i = 0; i < states.Length; i++)
        {
            WriteValue(values.AsSpan(i * valueLength, valueLength), keys[i], states[i], more.Slice(i * count, count));
        }

        return values.AsSpan(0, length);
    }

    public void Delete(AccountKey key, int tag) => connection.Delete(KeyOf(key), tag);

    public ReadOnlySpan<AccountReply> Exchange()
    {
        var found = connection.Exchange();
        if (replies.Length < found.Replies.Length)
        {
            replies = new AccountReply[found.Replies.Length * 2];
        }

        if (more > 0 && fields.Length < replies.Length * more)
        {
            fields = new long[replies.Length * more];
        }

        for (var i = 0; i < found.Replies.Length; i++)
        {
            ref readonly var reply = ref found.Replies[i];
            if (reply.Kind == ReplyKind.Value
                && (more == 0 && !isPadded
                    ? AccountCodec.TryReadValue(found.ValueOf(reply), out var key, out var state)
                    : TryRead(found.ValueOf(reply), i, out key, out state)))
            {
                replies[i] = new AccountReply(ReplyKind.Value, reply.Tag, key, state);
            }
            else if (reply.Kind == ReplyKind.Number
                && Utf8Parser.TryParse(found.ValueOf(reply), out long number, out _))
            {
                replies[i] = new AccountReply(ReplyKind.Number, reply.Tag, default, new AccountState(number, 0));
            }
            else
            {
                replies[i] = new AccountReply(KindOf(reply, found), reply.Tag, default, default);
            }
        }

        return replies.AsSpan(0, found.Replies.Length);
    }

    public ReadOnlySpan<long> FieldsOf(int index) => fields.AsSpan(index * more, more);

    public bool Await(TimeSpan atMost) => connection.Await(atMost);

    public void Dispose() => connection.Dispose();

    /// <summary>The connection with a send buffer for operations; null without a send buffer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private IInPlaceConnection? ConnectionOf(AccountKey key) =>
        sharded is null ? inPlace : sharded.ConnectionOf(PartOf(sharded, key));

    /// <summary>The connection for an operation with several keys.</summary>
    private IStoreConnection ConnectionOf(ReadOnlySpan<AccountKey> accounts)
    {
        if (sharded is null)
        {
            return connection;
        }

        var part = PartOf(sharded, accounts[0]);
        foreach (var account in accounts[1..])
        {
            if (PartOf(sharded, account) != part)
            {
                // This connection refuses keys of several parts.
                return connection;
            }
        }

        return sharded.ConnectionOf(part) ?? connection;
    }

    private int PartOf(IShardedConnection shards, AccountKey key) => (slots, tags) switch
    {
        (null, _) => shards.PartOf(KeyOf(key)),
        (_, null) => slots.Of(key),
        _ => slots.Of(tags.Of(key.Account)),
    };

    private bool TryRead(ReadOnlySpan<byte> value, int index, out AccountKey key, out AccountState state)
    {
        (key, state) = (default, default);
        return value.Length == valueLength
            && AccountCodec.TryReadValue(value[..AccountCodec.ValueLength], out key, out state)
            && (more == 0 || AccountFields.TryRead(value, fields.AsSpan(index * more, more)))
            && !value[needed..].ContainsAnyExcept(AccountLayout.Padding);
    }

    private ReplyKind KindOf(in StoreReply reply, in StoreReplies found)
    {
        if (reply.Kind == ReplyKind.Value)
        {
            var value = found.ValueOf(reply);
            LastError = value.Length switch
            {
                _ when more == 0 && !isPadded => AccountCodec.Describe(value),
                var length when length != valueLength => $"the value has {length} bytes instead of {valueLength}",
                _ => "the value is damaged: it does not match its checksum or its padding",
            };
            return ReplyKind.Corrupt;
        }

        if (reply.Kind == ReplyKind.Refused)
        {
            LastError = connection.LastError;
            if (LastError.StartsWith("NOSCRIPT", StringComparison.Ordinal))
            {
                throw new StoreException(
                    StoreFault.Closed, "the server lost its scripts; the next connection loads them again");
            }
        }

        return reply.Kind;
    }

    private void WriteKey(Span<byte> room, AccountKey key)
    {
        if (tags is null)
        {
            AccountCodec.WriteKey(room, run, key);
        }
        else
        {
            AccountCodec.WriteTaggedKey(room, run, tags.Of(key.Account), key);
        }

        if (isPadded)
        {
            room[neededKey..].Fill(AccountLayout.Padding);
        }
    }

    private void WriteValue(Span<byte> room, AccountKey key, AccountState state, ReadOnlySpan<long> more)
    {
        AccountCodec.WriteValue(room, key, state);
        if (more.Length > 0)
        {
            AccountFields.Write(room, more);
        }

        if (isPadded)
        {
            room[needed..].Fill(AccountLayout.Padding);
        }
    }

    private ReadOnlySpan<byte> KeyOf(AccountKey key)
    {
        var room = keys.AsSpan(0, keyLength);
        WriteKey(room, key);
        return room;
    }

    private bool IsInOneSlot(ReadOnlySpan<AccountKey> accounts)
    {
        for (var i = 1; tags is not null && i < accounts.Length; i++)
        {
            if (tags.Of(accounts[i].Account) != tags.Of(accounts[0].Account))
            {
                return false;
            }
        }

        return true;
    }

    private ReadOnlySpan<byte> KeysOf(ReadOnlySpan<AccountKey> accounts)
    {
        var length = accounts.Length * keyLength;
        if (keys.Length < length)
        {
            keys = new byte[length];
        }

        for (var i = 0; i < accounts.Length; i++)
        {
            WriteKey(keys.AsSpan(i * keyLength, keyLength), accounts[i]);
        }

        return keys.AsSpan(0, length);
    }
}
