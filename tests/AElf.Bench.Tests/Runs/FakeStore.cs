using AElf.Bench.Core.Accounts;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Tests.Runs;

/// <summary>The embedded store, with counters, a lock and an address that a test sets, and which can be away.</summary>
internal sealed class FakeStore(int accounts) : IStore
{
    private readonly MemoryStore store = new(accounts);

    public StoreDescription Description { get; set; } = new() { Type = "redis", Client = "memory" };

    /// <summary>Whether no exchange and no connection succeeds.</summary>
    public bool IsAway { get; set; }

    public bool IsLocked { get; private set; }

    /// <summary>Makes what the servers say they served of what they did serve.</summary>
    public Func<ShardCounters, ShardCounters> Counting { get; set; } = counters => counters;

    public long Keys => Assert.Single(store.ReadCounters()).Keys;

    public IStoreConnection Connect() => IsAway
        ? throw new StoreException(StoreFault.Unreachable, "nobody listens")
        : new Connection(this, store.Connect());

    public IReadOnlyList<ShardCounters> ReadCounters() => [.. store.ReadCounters().Select(Counting)];

    public bool TryTakeRunLock(bool evenIfHeld = false) => (evenIfHeld || !IsLocked) && (IsLocked = true);

    public void ReleaseRunLock() => IsLocked = false;

    public void Dispose() => store.Dispose();

    private sealed class Connection(FakeStore owner, IStoreConnection inner) : IStoreConnection
    {
        public int Outstanding => inner.Outstanding;

        public OperationCounts Operations => inner.Operations;

        public string LastError => inner.LastError;

        public void Get(AccountKey key) => inner.Get(key);

        public void Set(AccountKey key, AccountState state) => inner.Set(key, state);

        public void MultiGet(ReadOnlySpan<AccountKey> keys) => inner.MultiGet(keys);

        public void MultiSet(ReadOnlySpan<AccountKey> keys, ReadOnlySpan<AccountState> states) =>
            inner.MultiSet(keys, states);

        public void Delete(AccountKey key) => inner.Delete(key);

        public ReadOnlySpan<StoreReply> Exchange() =>
            owner.IsAway ? throw new StoreException(StoreFault.Closed, "the store ended") : inner.Exchange();

        public void Dispose() => inner.Dispose();
    }
}
