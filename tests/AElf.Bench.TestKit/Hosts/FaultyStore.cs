using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Hosts;

/// <summary>A fault that <see cref="FaultyStore"/> injects into an exchange.</summary>
public enum InjectedFault
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>Every reply of the exchange is an error, but the writes are applied.</summary>
    Refuse,

    /// <summary>The connection is lost before anything is sent.</summary>
    Disconnect,

    /// <summary>Every read of the exchange returns no value.</summary>
    Forget,
}

/// <summary>A store with faults at exchanges that a test chooses. It counts writes.</summary>
/// <param name="choose">Chooses the fault of an exchange by its number, from 0 over all connections.</param>
public sealed class FaultyStore(IStore store, Func<int, InjectedFault> choose) : IStore
{
    private int exchanges = -1;
    private long writes;

    public StoreDescription Description => store.Description;

    public long Writes => Interlocked.Read(ref writes);

    public IStoreConnection Connect() => new Connection(this, store.Connect());

    public IReadOnlyList<ShardCounters> ReadCounters() => store.ReadCounters();

    public bool TryTakeRunLock() => store.TryTakeRunLock();

    public void ReleaseRunLock() => store.ReleaseRunLock();

    public void Dispose()
    {
        // The bytes belong to the test, which reads them after the host has ended.
    }

    private sealed class Connection(FaultyStore owner, IStoreConnection connection) : IStoreConnection
    {
        private StoreReply[] altered = [];

        public int Outstanding => connection.Outstanding;

        public OperationCounts Operations => connection.Operations;

        public string LastError => "ERR as the test wants it";

        public void Get(ReadOnlySpan<byte> key, int tag) => connection.Get(key, tag);

        public void Set(ReadOnlySpan<byte> key, ReadOnlySpan<byte> value, int tag)
        {
            Interlocked.Increment(ref owner.writes);
            connection.Set(key, value, tag);
        }

        public void Delete(ReadOnlySpan<byte> key, int tag) => connection.Delete(key, tag);

        public void MultiGet(ReadOnlySpan<byte> keys, int keyLength, int firstTag) =>
            connection.MultiGet(keys, keyLength, firstTag);

        public void MultiSet(
            ReadOnlySpan<byte> keys, int keyLength, ReadOnlySpan<byte> values, int valueLength, int tag)
        {
            Interlocked.Increment(ref owner.writes);
            connection.MultiSet(keys, keyLength, values, valueLength, tag);
        }

        public StoreReplies Exchange()
        {
            if (connection.Outstanding == 0)
            {
                return connection.Exchange();
            }

            var fault = owner.Choose();
            if (fault == InjectedFault.Disconnect)
            {
                throw new StoreException(StoreFault.Closed, "the test closed the connection");
            }

            var replies = connection.Exchange();
            altered = replies.Replies.ToArray();
            for (var i = 0; i < altered.Length; i++)
            {
                altered[i] = fault switch
                {
                    InjectedFault.Refuse => altered[i] with { Kind = ReplyKind.Refused },
                    InjectedFault.Forget when altered[i].Kind == ReplyKind.Value => altered[i] with
                    {
                        Kind = ReplyKind.Missing,
                    },
                    _ => altered[i],
                };
            }

            return new StoreReplies(altered, replies.Bytes);
        }

        public void Dispose() => connection.Dispose();
    }

    private InjectedFault Choose() => choose(Interlocked.Increment(ref exchanges));
}
