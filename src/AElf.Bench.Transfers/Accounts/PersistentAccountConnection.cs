using AElf.Bench.Core.Stores;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>Writes accounts as bytes and reads them back; nothing is allocated once the buffers have grown.</summary>
internal sealed class PersistentAccountConnection(IStoreConnection connection, RunId run, int more = 0)
    : IAccountConnection
{
    private readonly ulong run = run.HexBytes;
    private readonly IInPlaceConnection? inPlace = connection as IInPlaceConnection;
    private byte[] keys = new byte[64 * AccountCodec.KeyLength];
    private byte[] values = new byte[64 * AccountCodec.ValueLength];
    private readonly int valueLength = AccountCodec.ValueLength + AccountFields.LengthOf(more);
    private AccountReply[] replies = new AccountReply[1024];
    private long[] fields = [];

    public int Outstanding => connection.Outstanding;

    public OperationCounts Operations => connection.Operations;

    public string LastError { get; private set; } = string.Empty;

    public void Get(AccountKey key, int tag)
    {
        if (inPlace is not null)
        {
            AccountCodec.WriteKey(inPlace.Get(AccountCodec.KeyLength, tag), run, key);
        }
        else
        {
            connection.Get(KeyOf(key), tag);
        }
    }

    public void Set(AccountKey key, AccountState state, int tag)
    {
        if (inPlace is not null)
        {
            AccountCodec.WriteKey(
                inPlace.Set(AccountCodec.KeyLength, AccountCodec.ValueLength, tag, out var value), run, key);
            AccountCodec.WriteValue(value, key, state);
        }
        else
        {
            AccountCodec.WriteValue(values, key, state);
            connection.Set(KeyOf(key), values.AsSpan(0, AccountCodec.ValueLength), tag);
        }
    }

    public void SetFields(AccountKey key, AccountState state, ReadOnlySpan<long> more, int tag)
    {
        var value = values.AsSpan(0, valueLength);
        if (inPlace is not null)
        {
            AccountCodec.WriteKey(inPlace.Set(AccountCodec.KeyLength, valueLength, tag, out value), run, key);
        }

        AccountCodec.WriteValue(value, key, state);
        AccountFields.Write(value, more);
        if (inPlace is null)
        {
            connection.Set(KeyOf(key), value, tag);
        }
    }

    public void MultiGet(ReadOnlySpan<AccountKey> keys, int firstTag) =>
        connection.MultiGet(KeysOf(keys), AccountCodec.KeyLength, firstTag);

    public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag) =>
        MultiSetFields(keys, states, [], tag);

    public void MultiSetFields(
        ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, ReadOnlySpan<long> more, int tag)
    {
        var length = states.Length * valueLength;
        if (values.Length < length)
        {
            values = new byte[length];
        }

        for (var i = 0; i < states.Length; i++)
        {
            var value = values.AsSpan(i * valueLength, valueLength);
            AccountCodec.WriteValue(value, keys[i], states[i]);
            if (more.Length > 0)
            {
                var count = more.Length / keys.Length;
                AccountFields.Write(value, more.Slice(i * count, count));
            }
        }

        connection.MultiSet(
            KeysOf(keys), AccountCodec.KeyLength, values.AsSpan(0, length), valueLength, tag);
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
                && (more == 0
                    ? AccountCodec.TryReadValue(found.ValueOf(reply), out var key, out var state)
                    : TryReadFields(found.ValueOf(reply), i, out key, out state)))
            {
                replies[i] = new AccountReply(ReplyKind.Value, reply.Tag, key, state);
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

    private bool TryReadFields(ReadOnlySpan<byte> value, int index, out AccountKey key, out AccountState state)
    {
        (key, state) = (default, default);
        return value.Length == valueLength
            && AccountCodec.TryReadValue(value[..AccountCodec.ValueLength], out key, out state)
            && AccountFields.TryRead(value, fields.AsSpan(index * more, more));
    }

    private ReplyKind KindOf(in StoreReply reply, in StoreReplies found)
    {
        if (reply.Kind == ReplyKind.Value)
        {
            var value = found.ValueOf(reply);
            LastError = more == 0 ? AccountCodec.Describe(value)
                : value.Length != valueLength ? $"the value has {value.Length} bytes instead of {valueLength}"
                : "the value is damaged: it does not match its checksum";
            return ReplyKind.Corrupt;
        }

        if (reply.Kind == ReplyKind.Refused)
        {
            LastError = connection.LastError;
        }

        return reply.Kind;
    }

    private ReadOnlySpan<byte> KeyOf(AccountKey key)
    {
        AccountCodec.WriteKey(keys, run, key);
        return keys.AsSpan(0, AccountCodec.KeyLength);
    }

    private ReadOnlySpan<byte> KeysOf(ReadOnlySpan<AccountKey> accounts)
    {
        var length = accounts.Length * AccountCodec.KeyLength;
        if (keys.Length < length)
        {
            keys = new byte[length];
        }

        for (var i = 0; i < accounts.Length; i++)
        {
            AccountCodec.WriteKey(keys.AsSpan(i * AccountCodec.KeyLength), run, accounts[i]);
        }

        return keys.AsSpan(0, length);
    }
}
