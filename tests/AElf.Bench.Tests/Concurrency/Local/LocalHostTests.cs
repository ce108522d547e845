using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.TestKit.Counters;
using AElf.Bench.TestKit.Hosts;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.Tests.Concurrency.Local;

public sealed class LocalHostTests
{
    private static readonly ActorOptions PerActor = new() { Dispatchers = ActorOptions.PerActor };
    private static readonly ActorOptions Stubborn = new() { MaxAttempts = 1_000_000 };

    public static TheoryData<RoutingStrategy> Routings => [.. Enum.GetValues<RoutingStrategy>()];

    [Theory]
    [MemberData(nameof(Routings))]
    public void Routing_Every_AppliesEveryIncrementOnce(RoutingStrategy routing)
    {
        var options = new ActorOptions { Actors = 3, Lanes = 8, Routing = routing };
        using var rig = new Rig(new MemoryStore(), options, counters: 37, increments: 27, maxJobs: 20);

        for (var round = 0; round < 3; round++)
        {
            var outcome = rig.Play(round, ThisTest.Cancelled);
            Assert.Null(outcome.Failure);
            Assert.Equal(rig.Weight, outcome.Committed);
            Assert.Equal(rig.Weight, outcome.Stats.Latency.Count);
            Assert.Empty(outcome.Reassigned);
            Assert.Equal(2 * rig.Weight, outcome.Stats.Operations.Commands);
            Assert.Equal(rig.Weight, outcome.Slices.Sum(slice => slice.Committed));
        }

        Assert.Empty(rig.WrongAfter(rounds: 3));
    }

    [Theory]
    [InlineData(RoutingStrategy.Pull, 1)]
    [InlineData(RoutingStrategy.RoundRobin, 1)]
    [InlineData(RoutingStrategy.ConsistentHash, 1)]
    [InlineData(RoutingStrategy.SmallestMailbox, 2)]
    public void Mailbox_SmallerThanTheJobs_AppliesBackPressure(RoutingStrategy routing, int capacity)
    {
        var options = new ActorOptions { Actors = 2, Lanes = 1, Routing = routing, MailboxCapacity = capacity };
        using var rig = new Rig(new MemoryStore(), options, counters: 200, increments: 5, maxJobs: 200);

        var outcome = rig.Play(0, ThisTest.Cancelled);

        Assert.Equal((null, rig.Weight), (outcome.Failure, outcome.Committed));
        Assert.Empty(rig.WrongAfter(rounds: 1));
    }

    [Fact]
    public void Round_NoUnits_IsDoneAtOnce()
    {
        using var rig =
            new Rig(new MemoryStore(), new ActorOptions { Actors = 2 }, counters: 0, increments: 1, maxJobs: 4);

        Assert.Equal((null, 0), (rig.Play(0, ThisTest.Cancelled).Failure, rig.Play(1, ThisTest.Cancelled).Committed));
    }

    [Fact]
    public async Task Cancel_Round_EndsAsFailed()
    {
        using var store = Impatient();
        using var rig =
            new Rig(store, Stubborn with { Actors = 2, Lanes = 4 }, counters: 10, increments: 10, maxJobs: 10);
        using var cancellation = new CancellationTokenSource();
        store.Close();

        var round = Task.Run(() => rig.Play(0, cancellation.Token));
        var outcome = await Interrupted(round, store, cancellation);

        Assert.Equal(ProblemKind.Cancelled, outcome.Failure?.Kind);
        Assert.False(outcome.StoreLostData);
        Assert.Equal(0, outcome.Committed);
    }

    [Fact]
    public async Task Cancel_WhileAMailboxIsFull_Ends()
    {
        using var store = Impatient();
        var options = Stubborn with { Actors = 1, Lanes = 1, MailboxCapacity = 1 };
        using var rig = new Rig(store, options, counters: 50, increments: 2, maxJobs: 50);
        using var cancellation = new CancellationTokenSource();
        store.Close();

        var round = Task.Run(() => rig.Play(0, cancellation.Token));
        var outcome = await Interrupted(round, store, cancellation);

        Assert.Equal(ProblemKind.Cancelled, outcome.Failure?.Kind);
    }

    [Fact]
    public void Counter_Lost_FailsTheRoundAndIsNamed()
    {
        using var store = new MemoryStore();
        using var rig = new Rig(store, new ActorOptions { Actors = 2 }, counters: 10, increments: 10, maxJobs: 10);
        using (var connection = store.Connect())
        {
            connection.Delete(CounterCodec.Key(CounterWorkload.TestRun, 7, 0), 0);
            connection.Exchange();
        }

        var outcome = rig.Play(0, ThisTest.Cancelled);

        Assert.Contains("counter 7", outcome.Failure?.Text, StringComparison.Ordinal);
        Assert.True(outcome.StoreLostData);
    }

    [Fact]
    public void Counter_DoneTwice_BreaksTheRound()
    {
        using var store = new MemoryStore();
        using var counters = CounterWorkload.Seeded(store, counters: 10, increments: 10, maxJobs: 10);
        using var host = new LocalHost(new DoublingPumps(Pumps(store)), Options(new ActorOptions { Actors = 1 }));

        var thrown = Assert.Throws<InvalidOperationException>(
            () => host.Execute(counters.OpenRound(Offer.Once(0)), CancellationToken.None));

        Assert.Matches(@"unit\s[0-9].*epoch 0.*actor 0", thrown.Message);
    }

    [Fact]
    public void Round_CutConnections_IsRightUnderNewEpochs()
    {
        using var store = new GatedStore { CutEvery = 17 };
        using var rig =
            new Rig(store, new ActorOptions { Actors = 3, Lanes = 8 }, counters: 60, increments: 33, maxJobs: 24);

        List<int> epochs = [];
        for (var round = 0; round < 3; round++)
        {
            store.MaxCuts += 2;
            var outcome = rig.Play(round, ThisTest.Cancelled);
            Assert.Null(outcome.Failure);
            Assert.Equal(rig.Weight, outcome.Committed);
            Assert.NotEmpty(outcome.Reassigned);
            Assert.Equal(33 * outcome.Reassigned.Count, outcome.Retried);
            Assert.NotEqual(default, outcome.Stats.FaultOperations);
            Assert.NotEmpty(outcome.Faults);
            epochs.AddRange(outcome.Reassigned.Select(grant => grant.Epoch));
        }

        Assert.Equal(6, store.Cuts);
        Assert.Equal(epochs.Distinct().Order(), epochs.Order());
        Assert.Empty(rig.WrongAfter(rounds: 3));
    }

    [Fact]
    public void Store_Unreachable_FailsAtOnceAndClosesOpenedConnections()
    {
        using var store = new GatedStore { MaxConnections = 2 };

        var thrown =
            Assert.Throws<StoreException>(() => new LocalHost(Pumps(store), Options(PerActor with { Actors = 3 })));

        Assert.Equal(StoreFault.Unreachable, thrown.Fault);
        Assert.Equal(0, store.OpenConnections);
    }

    [Theory]
    [InlineData(RoutingStrategy.Pull)]
    [InlineData(RoutingStrategy.RoundRobin)]
    public async Task Dispose_Host_EndsThreadsAndClosesConnections(RoutingStrategy routing)
    {
        using var store = new GatedStore();
        var host = new LocalHost(Pumps(store), Options(PerActor with { Actors = 4, Routing = routing }));
        Assert.Equal(4, store.OpenConnections);

        // Dispose joins each thread, so it returns only after all have ended.
        await Task.Run(host.Dispose, ThisTest.Cancelled).WaitAsync(Wait.Deadline, ThisTest.Cancelled);

        Assert.Equal(0, store.OpenConnections);
    }

    // An interrupted round waits for its actors; with this time-out they soon leave the closed gate.
    private static GatedStore Impatient() => new() { Timeout = TimeSpan.FromMilliseconds(50) };

    // The actors wait at the closed gate and return to it, so that only the interruption can end the round.
    private static async Task<RoundOutcome> Interrupted(
        Task<RoundOutcome> round, GatedStore store, CancellationTokenSource cancellation)
    {
        try
        {
            await store.ExchangeWaits.WaitAsync(Wait.Deadline);
            await cancellation.CancelAsync();
            return await round.WaitAsync(Wait.Deadline);
        }
        finally
        {
            store.Open();
        }
    }

    private static CounterPumps Pumps(IStore store) => new(store, CounterWorkload.TestRun, TimeProvider.System);

    private static LocalOptions Options(ActorOptions actors) =>
        new(actors, new StoreOptions(), TimeSpan.FromMilliseconds(100), Seed: 1);

    /// <summary>Pumps that report each attempt twice.</summary>
    private sealed class DoublingPumps(CounterPumps pumps) : IPumpFactory
    {
        public ExchangeCost Cost => pumps.Cost;

        public IPump Open(int lanes, LatencyHistogram latency) => new TwicePump(pumps.Open(lanes, latency));

        public void Dispose() => pumps.Dispose();

        private sealed class TwicePump(IPump pump) : ForwardedPump(pump)
        {
            public override void Start(JobOwner owner, Grant grant, in GrantWork work) =>
                base.Start(new Twice(owner), grant, work);
        }

        private sealed class Twice(JobOwner owner) : JobOwner
        {
            public override void Done(long round, Attempt attempt)
            {
                owner.Done(round, attempt);
                owner.Done(round, attempt);
            }

            public override void Failed(long round, AttemptFailure failure) => owner.Failed(round, failure);

            public override void Ended(long round, Grant grant) => owner.Ended(round, grant);
        }
    }

    /// <summary>Seeded counters and a host.</summary>
    private sealed class Rig : IDisposable
    {
        private readonly CounterWorkload counters;
        private readonly LocalHost host;

        public Rig(IStore store, ActorOptions actors, int counters, int increments, int maxJobs)
        {
            this.counters = CounterWorkload.Seeded(store, counters, increments, maxJobs);
            host = new LocalHost(Pumps(store), Options(actors));
        }

        public long Weight => counters.BlockWeight;

        public RoundOutcome Play(long number, CancellationToken cancellation = default) =>
            host.Execute(counters.OpenRound(Offer.Once(number)), cancellation);

        public IReadOnlyList<AuditDifference> WrongAfter(int rounds) => counters.Audit(rounds).First;

        public void Dispose() => host.Dispose();
    }
}
