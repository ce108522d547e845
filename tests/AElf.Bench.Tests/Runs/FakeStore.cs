using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Hosts;
using AElf.Bench.TestKit.Stores;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Tests.Runs;

/// <summary>The embedded store with counters, a lock and an address that a test sets. It can be unavailable.</summary>
internal sealed class FakeStore(int accounts) : IAccountStore
{
    private readonly EmbeddedAccountStore store = new(accounts);
    private FakeBytes? bytes;

    public StoreDescription Description { get; set; } = new() { Type = "redis", Client = "memory" };

    /// <summary>Whether all exchanges and connections fail.</summary>
    public bool IsAway { get; set; }

    /// <summary>The number of refused connections before it is available again; 0 if it stays unavailable.</summary>
    public int RefusalsLeft { get; set; }

    /// <summary>Whether every exchange is refused permanently.</summary>
    public bool IsForbidden { get; set; }

    /// <summary>What the trial of the commands throws; null for none.</summary>
    public StoreException? TrialFailure { get; set; }

    /// <summary>Whether the keys of the trial were removed.</summary>
    public bool IsTrialRemoved { get; private set; }

    public bool IsLocked { get; private set; }

    public bool IsLockedByAnother { get; set; }

    /// <summary>Changes the counters that the servers report.</summary>
    public Func<ShardCounters, ShardCounters> ChangeCounters { get; set; } = counters => counters;

    /// <summary>The store of bytes for measurements of the bare store.</summary>
    public IStore Bytes => bytes ??= new FakeBytes(this);

    public long Keys => Assert.Single(store.ReadCounters()).Keys + Assert.Single(Bytes.ReadCounters()).Keys;

    public IAccountConnection Connect()
    {
        if (!IsAway)
        {
            return new Connection(this, store.Connect());
        }

        IsAway = --RefusalsLeft != 0;
        throw new StoreException(StoreFault.Unreachable, "no listener");
    }

    public IReadOnlyList<ShardCounters> ReadCounters() => [.. store.ReadCounters().Select(ChangeCounters)];

    public void TryCommands(StoreCommands commands, bool inOneSlot = false)
    {
        if (TrialFailure is { } failure)
        {
            throw failure;
        }
    }

    public void RemoveTrial() => IsTrialRemoved = true;

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

    /// <summary>Bytes that are unavailable when the accounts are.</summary>
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
            ? throw new StoreException(StoreFault.Unreachable, "no listener")
            : store.Connect();

        public IReadOnlyList<ShardCounters> ReadCounters() => store.ReadCounters();

        public bool TryTakeRunLock() => true;

        public void ReleaseRunLock()
        {
            // The run uses the lock of the accounts.
        }

        public void Dispose() => store.Dispose();
    }
}
