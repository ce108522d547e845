using AElf.Bench.Core.Stores;

namespace AElf.Bench.Transfers.Accounts;

/// <summary>Writes accounts as bytes and reads them back; nothing is allocated once the buffers have grown.</summary>
internal sealed class PersistentAccountConnection(IStoreConnection connection, RunId run) : IAccountConnection
{
    private readonly ulong run = run.HexBytes;
    private readonly IInPlaceConnection? inPlace = connection as IInPlaceConnection;
    private byte[] keys = new byte[64 * AccountCodec.KeyLength];
    private byte[] values = new byte[64 * AccountCodec.ValueLength];
    private AccountReply[] replies = new AccountReply[1024];

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

    public void MultiGet(ReadOnlySpan<AccountKey> keys, int firstTag) =>
        connection.MultiGet(KeysOf(keys), AccountCodec.KeyLength, firstTag);

    public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states, int tag)
    {
        var length = states.Length * AccountCodec.ValueLength;
        if (values.Length < length)
        {
            values = new byte[length];
        }

        for (var i = 0; i < states.Length; i++)
        {
            AccountCodec.WriteValue(values.AsSpan(i * AccountCodec.ValueLength), keys[i], states[i]);
        }

        connection.MultiSet(
            KeysOf(keys), AccountCodec.KeyLength, values.AsSpan(0, length), AccountCodec.ValueLength, tag);
    }

    public void Delete(AccountKey key, int tag) => connection.Delete(KeyOf(key), tag);

    public ReadOnlySpan<AccountReply> Exchange()
    {
        var found = connection.Exchange();
        if (replies.Length < found.Replies.Length)
        {
            replies = new AccountReply[found.Replies.Length * 2];
        }

        for (var i = 0; i < found.Replies.Length; i++)
        {
            ref readonly var reply = ref found.Replies[i];
            if (reply.Kind == ReplyKind.Value
                && AccountCodec.TryReadValue(found.ValueOf(reply), out var key, out var state))
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

    public bool Await(TimeSpan atMost) => connection.Await(atMost);

    public void Dispose() => connection.Dispose();

    private ReplyKind KindOf(in StoreReply reply, in StoreReplies found)
    {
        if (reply.Kind == ReplyKind.Value)
        {
            LastError = AccountCodec.Describe(found.ValueOf(reply));
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
