using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Runs;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.Tests.Runs;

public sealed class OperationLedgerTests
{
    private static readonly TimeSpan Window = TimeSpan.FromSeconds(10);

    [Fact]
    public void Ledger_ServerWithoutCommandCounts_IsUnavailable()
    {
        using var store = new CountingStore(new MemoryStore()) { Unavailable = "it lists none" };
        var ledger = new OperationLedger(store);

        ledger.ReadServers();
        ledger.OpenRound(1);

        Assert.Empty(ledger.CloseRound(1, Window));
        Assert.Equal("it lists none", ledger.Unavailable);
        Assert.Empty(ledger.Faults);
        Assert.Equal("garnet 2.2.8", Assert.Single(ledger.Shards).Version);
    }

    [Fact]
    public void Counts_ServerStopsListing_AreLost()
    {
        using var store = new CountingStore(new MemoryStore());
        var ledger = new OperationLedger(store);
        ledger.ReadServers();
        ledger.OpenRound(1);

        store.Unavailable = "it lists none";
        ledger.CloseRound(1, Window);

        Assert.Equal("ledger", Assert.Single(ledger.Faults).Kind);
    }

    /// <summary>The servers' counters after the round, the kind of the problem, its round and its time in ms.</summary>
    public static TheoryData<string, Func<ShardCounters, ShardCounters>, ProblemKind, double> Resets => new()
    {
        { "counters set back", now => now with { Inquiries = 1 }, ProblemKind.CountersReset, 10_000 },
        {
            "restarted 4 s ago",
            now => now with { Incarnation = "second", Uptime = TimeSpan.FromSeconds(4) },
            ProblemKind.CountersReset,
            6_000
        },
        {
            "another server",
            now => now with { Incarnation = "other", Uptime = TimeSpan.FromHours(1) },
            ProblemKind.CountersReset,
            0
        },
    };

    [Theory]
    [MemberData(nameof(Resets))]
    public void CloseRound_CountersBeganAgain_AreLostInThatRound(
        string what, Func<ShardCounters, ShardCounters> says, ProblemKind kind, double at)
    {
        using var store = new CountingStore(new MemoryStore());
        var ledger = new OperationLedger(store);
        ledger.ReadServers();
        ledger.OpenRound(3);

        store.Says = says;
        ledger.CloseRound(3, Window);

        Assert.NotNull(ledger.Unavailable);
        var fault = Assert.Single(ledger.Faults);
        Assert.Equal((what, 3, at, kind), (what, fault.Round, fault.AtMs, Printed.KindIn(fault.What)));
    }

    [Fact]
    public void CloseRound_CountersWentOn_AreKnown()
    {
        using var store = new CountingStore(new MemoryStore());
        var ledger = new OperationLedger(store);
        ledger.ReadServers();
        ledger.OpenRound(1);

        Assert.Single(ledger.CloseRound(1, Window));
        Assert.Null(ledger.Unavailable);
    }

    [Fact]
    public void Add_ServerIsGone_LosesTheCounts()
    {
        using var store = new CountingStore(new MemoryStore());
        var ledger = new OperationLedger(store);
        ledger.ReadServers();
        ledger.OpenRound(1);
        var served = Assert.Single(ledger.CloseRound(1, Window));

        ledger.Add([served], unavailable: null);
        Assert.Null(ledger.Unavailable);

        ledger.Add([served with { Endpoint = "memory 9" }], unavailable: null);
        Assert.Contains("memory 9", ledger.Unavailable, StringComparison.Ordinal);
    }

    public static TheoryData<Func<ShardCounters, ShardCounters>, bool, ProblemKind?> Losses => new()
    {
        { now => now, true, null },
        { now => now with { Removed = new(3, 0, 0) }, true, ProblemKind.StoreRemovedKeys },
        { now => now with { Removed = new(0, 3, 0) }, true, ProblemKind.StoreRemovedKeys },
        { now => now with { Removed = new(0, 0, 1) }, true, ProblemKind.StoreRemovedKeys },
        { now => now with { Removed = new(3, 0, 0) }, false, null },
        { now => now with { Incarnation = "second", Uptime = TimeSpan.Zero }, false, ProblemKind.StoreRestarted },
        { now => now with { Incarnation = "other", Uptime = TimeSpan.FromHours(1) }, false, ProblemKind.StoreReplaced },
    };

    [Theory]
    [MemberData(nameof(Losses))]
    public void WhyLost_ReportOfTheServer_IsTheCause(
        Func<ShardCounters, ShardCounters> says, bool areMissing, ProblemKind? kind)
    {
        using var store = new CountingStore(new MemoryStore());
        var ledger = new OperationLedger(store);
        ledger.ReadServers();

        store.Says = says;

        Assert.Equal(kind, ledger.WhyLost(areMissing)?.Kind);
    }

    [Theory]
    [InlineData(2, 10, true, ProblemKind.KeysElsewhere)]
    [InlineData(2, 11, true, ProblemKind.KeysElsewhere)]
    [InlineData(2, 9, true, null)]
    [InlineData(2, 10, false, null)]
    [InlineData(1, 10, true, null)]
    public void WhyLost_KeysStillOnSeveralServers_AreElsewhere(
        int servers, int keys, bool areMissing, ProblemKind? kind)
    {
        using var store = new CountingStore(new MemoryStore()) { Servers = servers };
        store.Says = now => now with { Keys = 10 };
        var ledger = new OperationLedger(store);
        ledger.ReadServers();

        store.Says = now => now with { Keys = keys };

        Assert.Equal(kind, ledger.WhyLost(areMissing)?.Kind);
    }

    /// <summary>A store whose servers report the name Garnet and may list no commands.</summary>
    private sealed class CountingStore(MemoryStore store) : IStore
    {
        private int inquiries;

        public string? Unavailable { get; set; }

        public int Servers { get; init; } = 1;

        public Func<ShardCounters, ShardCounters> Says { get; set; } = counters => counters;

        public StoreDescription Description => store.Description;

        public IStoreConnection Connect() => store.Connect();

        public IReadOnlyList<ShardCounters> ReadCounters() =>
        [
            .. Enumerable.Range(0, Servers).SelectMany(number => store.ReadCounters().Select(shard => Says(shard with
            {
                Endpoint = $"memory {number}",
                Version = "garnet 2.2.8",
                CpuSeconds = 1,
                OperationsUnavailable = Unavailable,
                Inquiries = ++inquiries,
                Uptime = TimeSpan.FromHours(2),
            }))),
        ];

        public bool TryTakeRunLock() => store.TryTakeRunLock();

        public void ReleaseRunLock() => store.ReleaseRunLock();

        public void Dispose() => store.Dispose();
    }
}
