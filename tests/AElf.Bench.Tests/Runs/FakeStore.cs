using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Memory;
using AElf.Bench.TestKit.Hosts;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Tests.Runs;

/// <summary>The embedded store, with counters, a lock and an address that a test sets, and which can be away.</summary>
internal sealed class FakeStore(int accounts) : IAccountStore
{
    private readonly EmbeddedAccountStore store = new(accounts);
    private FakeBytes? bytes;

    public StoreDescription Description { get; set; } = new() { Type = "redis", Client = "memory" };

    /// <summary>Whether no exchange and no connection succeeds.</summary>
    public bool IsAway { get; set; }

    /// <summary>Connections it refuses while it is away before it is back; 0 when it stays away.</summary>
    public int RefusalsLeft { get; set; }

    /// <summary>Whether every exchange is refused for good.</summary>
    public bool IsForbidden { get; set; }

    public bool IsLocked { get; private set; }

    public bool IsLockedByAnother { get; set; }

    /// <summary>Makes what the servers say they served of what they did serve.</summary>
    public Func<ShardCounters, ShardCounters> Counting { get; set; } = counters => counters;

    /// <summary>What the bare store is measured on.</summary>
    public IStore Bytes => bytes ??= new FakeBytes(this);

    public long Keys => Assert.Single(store.ReadCounters()).Keys + Assert.Single(Bytes.ReadCounters()).Keys;

    public IAccountConnection Connect()
    {
        if (!IsAway)
        {
            return new Connection(this, store.Connect());
        }

        IsAway = --RefusalsLeft != 0;
        throw new StoreException(StoreFault.Unreachable, "nobody listens");
    }

    public IReadOnlyList<ShardCounters> ReadCounters() => [.. store.ReadCounters().Select(Counting)];

    public bool TryTakeRunLock() => !IsLockedByAnother && (IsLocked = true);

    public void ReleaseRunLock() => IsLocked = false;

    public void Dispose() => store.Dispose();

    private sealed class Connection(FakeStore owner, IAccountConnection inner) : ForwardedConnection(inner)
    {
        public override ReadOnlySpan<AccountReply> Exchange() =>
            owner.IsAway ? throw new StoreException(StoreFault.Closed, "the store ended")
            : owner.IsForbidden ? throw StoreProblems.Refusal("127.0.0.1:1", "DEL", "NOPERM")
            : base.Exchange();
    }

    /// <summary>Bytes that are away when the accounts are.</summary>
    private sealed class FakeBytes(FakeStore owner) : IStore
    {
        private readonly FaultyStore store = new(
            new MemoryStore(), _ => owner.IsAway ? InjectedFault.Disconnect : InjectedFault.None);

        public StoreDescription Description { get; } = new()
        {
            Type = "redis",
            Client = "memory",
            Endpoint = "127.0.0.1:1",
        };

        public IStoreConnection Connect() => owner.IsAway
            ? throw new StoreException(StoreFault.Unreachable, "nobody listens")
            : store.Connect();

        public IReadOnlyList<ShardCounters> ReadCounters() => store.ReadCounters();

        public bool TryTakeRunLock() => true;

        public void ReleaseRunLock()
        {
            // The accounts' lock is the run's.
        }

        public void Dispose() => store.Dispose();
    }
}
