using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Electrum;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Execution;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Indexing.Stores;
using AElf.Bench.Electrum.Sources;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.Tests.Wallets;

/// <summary>Wallets with all engines, on actors of this process.</summary>
public sealed class ElectrumWorkloadTests
{
    private const int Addresses = 40;
    private const int Transactions = 60;
    private const int Heights = 20;
    private static readonly ActorOptions Actors = new() { Actors = 2, Lanes = 3 };
    private static readonly RunId Run = new(0x0badcafe);

    private static readonly ElectrumOptions Options = new()
    {
        Batch = 7,
        Chain = new SyntheticChainOptions
        {
            Blocks = 150,
            TransactionsPerBlock = 4,
            WalletAddresses = Addresses,
            WalletTransactions = Transactions,
            WalletHeights = Heights,
        },
    };

    public static TheoryData<string, WalletTest> Engines()
    {
        var all = new TheoryData<string, WalletTest>();
        foreach (var engine in IndexEngines.Names)
        {
            all.Add(engine, WalletTest.Initial);
            all.Add(engine, WalletTest.Refresh);
        }

        return all;
    }

    [Theory]
    [MemberData(nameof(Engines))]
    public void Engine_InMemory_AnswersEveryWalletRight(string engine, WalletTest test)
    {
        using var workload = Open(Options with { Engine = engine, Test = test }, store: null);

        Execute(workload, test);
    }

    [Theory]
    [MemberData(nameof(Engines))]
    public void Engine_OverAStore_AnswersEveryWalletRightAndLeavesItEmpty(
        string engine, WalletTest test)
    {
        using var store = new MemoryStore();
        using var workload = Open(Options with { Engine = engine, Test = test }, store);

        Execute(workload, test);
        Assert.Empty(store.Values.Dictionary);
    }

    [Fact]
    public void Folder_Index_IsCreatedAndRemoved()
    {
        var folder = Directory.CreateTempSubdirectory("wallets-").FullName;
        try
        {
            using var workload = Open(Options with { Store = new IndexLocation(folder) }, store: null);

            Execute(workload, WalletTest.Initial);
            Assert.Equal("folder", workload.Store.Description.Type);
            Assert.Empty(Directory.GetFileSystemEntries(folder));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void Prepare_Cancelled_EndsBeforeItHasRequestedAll()
    {
        var chain = WalletChain.Of(Options with { Test = WalletTest.Refresh });
        using var engine = IndexEngines.Open("electrs-0.9", new MemoryIndexStore(), chain.Archive);
        new IndexBuild(chain.Archive).Run(engine, chain.Archive.Height, CancellationToken.None);
        var client = new ClientHistories(engine);

        Assert.Throws<OperationCanceledException>(
            () => chain.Requests.Prepare(client, new CancellationToken(canceled: true)));
    }

    [Fact]
    public void Progress_ChainAndIndex_AreCountedToTheirEnd()
    {
        var work = new WorkCounter();
        var other = Options with { Chain = Options.Chain with { Seed = 4711 } };
        WalletChain.Of(other, work);
        Assert.Equal((2 * 151, 2 * 151), (work.Done, work.Total));

        using var workload = Open(Options, store: null);
        workload.Seed(version: 1, CancellationToken.None);
        Assert.Equal(3 * Addresses, workload.Work.Total);
        Assert.Equal(workload.Work.Total, workload.Work.Done);
        workload.Audit(blocks: 1);
        Assert.Equal((Addresses, Addresses), (workload.Work.Done, workload.Work.Total));
    }

    [Fact]
    public void IndexBuild_FurtherBuild_NeverAddsTime()
    {
        var archive = WalletChain.Of(Options).Archive;
        var build = new IndexBuild(archive);
        var last = TimeSpan.MaxValue;
        for (var times = 0; times < 3; times++)
        {
            using var engine = IndexEngines.Open("fulcrum", new MemoryIndexStore(), archive);
            build.Run(engine, archive.Height / 2, CancellationToken.None);
            build.Run(engine, archive.Height, CancellationToken.None);

            Assert.Equal(archive.Height, engine.Height);
            Assert.InRange(build.CpuTo(archive.Height / 2), TimeSpan.FromTicks(1), build.Cpu);
            Assert.InRange(build.Elapsed, TimeSpan.FromTicks(1), last);
            last = build.Elapsed;
        }
    }

    [Fact]
    public void Operations_OfTheStore_EqualThoseOfTheActors()
    {
        using var store = new MemoryStore();
        using var workload = Open(Options, store);
        workload.Seed(version: 1, CancellationToken.None);
        var before = Served(store);
        using var host = new LocalHost(workload.OpenPumps(TimeProvider.System), Hosted);

        var outcome = host.Execute(workload.OpenRound(new Offer(0, 0, 3)), CancellationToken.None);

        Assert.Null(outcome.Failure);
        Assert.Equal(Served(store) - before, outcome.Stats.Operations);
        Assert.True(outcome.Stats.Operations.Get > 3 * Addresses, $"{outcome.Stats.Operations}");
    }

    [Fact]
    public void Engine_WrongAnswer_EndsTheRound()
    {
        using var workload = new ElectrumWorkload(Options, WalletChain.Of(Options), Actors, new UnfinishedIndex());
        workload.Adopt([0]);
        using var host = new LocalHost(workload.OpenPumps(TimeProvider.System), Hosted);

        var outcome = host.Execute(workload.OpenRound(Offer.Once(0)), CancellationToken.None);

        Assert.Contains("the status is", outcome.Failure?.Text, StringComparison.Ordinal);
        var audit = workload.Audit(1);
        Assert.NotEqual(0, audit.Wrong);
        Assert.False(audit.Conserved);
    }

    [Fact]
    public void CleanUp_IndexOfAnotherProcess_RemovesAllKeys()
    {
        using var store = new MemoryStore();
        using var killed = Open(Options with { Engine = "esplora" }, store);
        killed.Seed(version: 3, CancellationToken.None);
        Assert.NotEmpty(store.Values.Dictionary);

        using var next = Open(Options with { Engine = "esplora" }, store);
        next.Adopt([3]);
        Assert.Equal(0, next.Audit(0).Wrong);
        next.RemoveKeys();
        Assert.Empty(store.Values.Dictionary);
    }

    [Fact]
    public void Build_Cancelled_LeavesNoKey()
    {
        using var store = new MemoryStore();
        using var workload = Open(Options, store);

        Assert.Throws<OperationCanceledException>(
            () => workload.Seed(version: 1, new CancellationToken(canceled: true)));
        workload.RemoveKeys();
        Assert.Empty(store.Values.Dictionary);
    }

    [Fact]
    public void CleanUp_CancelledBuildAfterAnAbandonedIndex_RemovesTheKeysOfBoth()
    {
        using var store = new MemoryStore();
        using var killed = Open(Options, store);
        killed.Seed(version: 3, CancellationToken.None);

        using var next = Open(Options, store);
        next.Adopt([3]);
        Assert.Throws<OperationCanceledException>(
            () => next.Seed(version: 4, new CancellationToken(canceled: true)));
        next.RemoveKeys();
        Assert.Empty(store.Values.Dictionary);
    }

    [Fact]
    public void Worker_OfAnotherProcess_AnswersFromItsSettings()
    {
        using var store = new MemoryStore();
        var layer = new SettingLayer(SettingSource.Submission);
        layer.Set(ElectrumSettings.Test, "test", WalletTest.Refresh);
        layer.Set(ElectrumSettings.Batch, "batch", Options.Batch);
        layer.Set(ChainSettings.Height, "height", Options.Chain.Blocks);
        layer.Set(ChainSettings.BlockTransactions, "transactions", Options.Chain.TransactionsPerBlock);
        layer.Set(ChainSettings.Wallet, "wallet", Addresses);
        layer.Set(ChainSettings.WalletTransactions, "of a wallet", Transactions);
        layer.Set(ChainSettings.WalletHeights, "heights", Options.Chain.WalletHeights);
        var settings = new ResolvedSettings(layer);
        var load = Load(Options with { Test = WalletTest.Refresh });
        using var workload = (ElectrumWorkload)load.Open(Run, Actors, store);
        workload.Seed(version: 2, CancellationToken.None);
        var round = workload.OpenRound(new Offer(0, 0, 2));
        var ended = new Ends();
        using var pumps = new ElectrumWorkloadType().OpenPumps(
            store, Run, settings, [], TimeProvider.System);
        using var pump = pumps.Open(lanes: 1, new());

        var work = new System.Buffers.ArrayBufferWriter<byte>();
        round.Encode(Grant.Initial(0), work);
        pump.Start(ended, Grant.Initial(0), new GrantWork(0, null, work.WrittenMemory));
        while (pump.Active > 0)
        {
            pump.Exchange();
        }

        Assert.Equal(round.Jobs.WeightOf(0), ended.Committed);
        Assert.Equal(round.Jobs[0].Length, ended.DoneCount);
        Assert.InRange(pump.Operations.Get, 1, round.MaxOperationsOf(Grant.Initial(0)).Get);
    }

    [Theory]
    [InlineData(new byte[0], "0 bytes are not batches")]
    [InlineData(new byte[] { 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0 }, "18 bytes are not batches")]
    [InlineData(
        new byte[] { 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0 }, "unknown batch 9 of 3")]
    [InlineData(
        new byte[] { 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255 }, "unknown batch -1")]
    [InlineData(new byte[] { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }, "offered 0 times")]
    public void Work_InvalidBytes_AreRefused(byte[] work, string problem) => Assert.Contains(
        problem,
        Assert.Throws<FormatException>(() => ElectrumRound.Decode(work, unitCount: 3)).Message,
        StringComparison.Ordinal);

    [Fact]
    public void Work_WithoutAStart_IsRefused()
    {
        byte[] work = [0, 0, 0, 0, 1, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255];

        Assert.Contains(
            "began -1 µs ago",
            Assert.Throws<FormatException>(() => ElectrumRound.Decode(work, unitCount: 3)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Schedule_Batch_IsNotSentBeforeItsTime()
    {
        const int Rate = 2_000;
        var options = Options with { Rate = ArrivalRate.Parse($"{Rate}"), Test = WalletTest.Refresh };
        using var workload = (ElectrumWorkload)Load(options).Open(
            Run, Actors with { Lanes = 16 }, store: null);
        workload.Seed(version: 0, CancellationToken.None);
        using var host = new LocalHost(
            workload.OpenPumps(TimeProvider.System),
            new LocalOptions(Actors with { Lanes = 16 }, new StoreOptions(), TimeSpan.FromMilliseconds(100), Seed: 1));

        var outcome = host.Execute(workload.OpenRound(new Offer(0, 0, 2)), CancellationToken.None);

        Assert.Null(outcome.Failure);
        Assert.Equal(2 * (Addresses + Transactions + Heights), outcome.Committed);
        Assert.Equal(outcome.Committed, outcome.Stats.Arrivals!.FromIntended.Count);

        // The earliest scheduled time of the last batch of the second pass.
        var last = (2 * (Addresses + Transactions + Heights)) - options.Batch;
        Assert.True(
            outcome.Window >= TimeSpan.FromSeconds((double)last / Rate),
            $"{outcome.Window} for {outcome.Committed} requests at {Rate} a second");
    }

    [Fact]
    public void Schedule_Batches_NeedALaneEach()
    {
        using var workload = Open(Options with { Rate = ArrivalRate.Parse("100") }, store: null);
        workload.Seed(version: 0, CancellationToken.None);

        Assert.Equal(6, workload.OpenRound(Offer.Once(0)).Jobs.Count);

        // Before any key is written.
        var slow = Options with { Rate = ArrivalRate.Parse("100"), Batch = 2 };
        Assert.Throws<FormatException>(() => Open(slow, store: null));
    }

    private static LocalOptions Hosted { get; } =
        new(Actors, new StoreOptions(), TimeSpan.FromMilliseconds(100), Seed: 1);

    private static ElectrumLoad Load(ElectrumOptions options) => new(options) { IsExact = false };

    private static ElectrumWorkload Open(ElectrumOptions options, IStore? store) =>
        (ElectrumWorkload)Load(options).Open(Run, Actors, store);

    private static OperationCounts Served(MemoryStore store) =>
        store.ReadCounters().Aggregate(default(OperationCounts), (sum, shard) => sum + shard.Operations);

    private static void Execute(ElectrumWorkload workload, WalletTest test)
    {
        workload.Seed(version: 0, CancellationToken.None);
        var requests = Addresses + (test == WalletTest.Refresh ? Transactions + Heights : 0);
        Assert.Equal(requests, workload.BlockWeight);
        using (var host = new LocalHost(workload.OpenPumps(TimeProvider.System), Hosted))
        {
            for (var number = 0; number < 2; number++)
            {
                var outcome = host.Execute(workload.OpenRound(new Offer(number, number, 2)), CancellationToken.None);

                Assert.Null(outcome.Failure);
                Assert.Equal(2 * requests, outcome.Committed);
                Assert.Equal(2 * requests, outcome.Stats.Latency.Count);
            }
        }

        var audit = workload.Audit(blocks: 4);
        Assert.Equal((requests, 0L, true), (audit.Compared, audit.Wrong, audit.Conserved));
        workload.RemoveKeys();
    }

    /// <summary>An index without the last blocks.</summary>
    private sealed class UnfinishedIndex : IIndexPlace
    {
        private readonly ClientHistories engine;

        public UnfinishedIndex()
        {
            var archive = WalletChain.Of(Options).Archive;
            var unfinished = IndexEngines.Open(Options.Engine, new MemoryIndexStore(), archive);
            while (unfinished.Height < archive.Height - 30)
            {
                unfinished.Append(archive.Block(unfinished.Height + 1).Span);
            }

            engine = new ClientHistories(unfinished);
        }

        public IStoreControl Control { get; } = new MemoryStore();

        public IndexEngine Create(int version) => throw new NotSupportedException();

        public void Finish(int version, IndexEngine built) => throw new NotSupportedException();

        public bool IsOnDisk => false;

        public void Forget(int version) => throw new NotSupportedException();

        public IEngineSource Connect() => new SharedEngineSource(_ => engine);

        public void Remove(IEnumerable<int> versions) => throw new NotSupportedException();

        public void Dispose() => engine.Engine.Dispose();
    }

    private sealed class Ends : JobOwner
    {
        public int DoneCount { get; private set; }

        public override void Done(long round, Attempt attempt) => DoneCount++;

        public override void Failed(long round, AttemptFailure failure) => Assert.Fail(failure.Reason.Text);

        public override void Ended(long round, Grant grant)
        {
            // The lane is free.
        }
    }
}
