using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Counters;
using AElf.Bench.TestKit.Stores;
using Xunit;

namespace AElf.Bench.TestKit.Hosts;

/// <summary>
/// The contract of every host of actors: a round completes, fails within bounds and can be cancelled. Failed units are
/// granted again. A failed round writes nothing later. The workload is that of counters.
/// </summary>
public abstract class ActorHostContract
{
    private const int Counters = 40;
    private const int Increments = 25;

    /// <summary>Time-outs for a store that never answers.</summary>
    protected static StoreOptions StoreLimits { get; } = new()
    {
        Timeout = TimeSpan.FromSeconds(2),
        ReconnectDeadline = TimeSpan.FromSeconds(2),
    };

    protected static ActorOptions Actors { get; } = new() { Actors = 4, Lanes = 8, MaxAttempts = 4 };

    [Theory]
    [InlineData(RoutingStrategy.Pull, 1)]
    [InlineData(RoutingStrategy.Pull, ActorOptions.PerActor)]
    [InlineData(RoutingStrategy.RoundRobin, 0)]
    [InlineData(RoutingStrategy.ConsistentHash, 2)]
    [InlineData(RoutingStrategy.LeastOutstandingWork, 1)]
    public void Rounds_Several_ApplyEveryIncrementOnce(
        RoutingStrategy routing, int dispatchers)
    {
        using var memory = new MemoryStore();
        using var counters = CounterWorkload.Seeded(memory, Counters, Increments, Actors.MaxJobs);
        using (var host = Open(memory, Actors with { Routing = routing, Dispatchers = dispatchers }))
        {
            for (var number = 0; number < 3; number++)
            {
                var outcome = host.Execute(counters.OpenRound(Offer.Once(number)), CancellationToken.None);

                Assert.Null(outcome.Failure);
                Assert.Equal(Counters * Increments, outcome.Committed);
                Assert.Equal(Counters * Increments, outcome.Stats.Latency.Count);
                Assert.Empty(outcome.Reassigned);
                Assert.Equal(new OperationCounts(1000, 1000, 0, 0, 1000, 1000), outcome.Stats.Operations);
            }
        }

        Assert.Equal(0, counters.Audit(blocks: 3).Wrong);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(ActorOptions.PerActor)]
    public void Units_Refused_AreRetriedAndAppliedOnce(int dispatchers)
    {
        using var memory = new MemoryStore();
        using var counters = CounterWorkload.Seeded(memory, Counters, Increments, Actors.MaxJobs);
        using var store = new FaultyStore(
            memory, exchange => exchange is 3 or 9 or 10 ? InjectedFault.Refuse : InjectedFault.None);
        using (var host = Open(store, Actors with { Dispatchers = dispatchers }))
        {
            var outcome = host.Execute(counters.OpenRound(Offer.Once(0)), CancellationToken.None);

            Assert.Null(outcome.Failure);
            Assert.NotEmpty(outcome.Reassigned);
            Assert.NotEmpty(outcome.Faults);
            Assert.Equal(Counters * Increments, outcome.Committed);
            Assert.Equal(outcome.Reassigned.Count, outcome.Reassigned.Select(grant => grant.Epoch).Distinct().Count());
        }

        Assert.Equal(0, counters.Audit(blocks: 1).Wrong);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(ActorOptions.PerActor)]
    public void Connection_Lost_FailsItsAttemptsOnly(int dispatchers)
    {
        using var memory = new MemoryStore();
        using var counters = CounterWorkload.Seeded(memory, Counters, Increments, Actors.MaxJobs);
        using var store = new FaultyStore(
            memory, exchange => exchange is 5 or 20 ? InjectedFault.Disconnect : InjectedFault.None);
        using (var host = Open(store, Actors with { Dispatchers = dispatchers }))
        {
            var outcome = host.Execute(counters.OpenRound(Offer.Once(0)), CancellationToken.None);

            Assert.Null(outcome.Failure);
            Assert.Contains(outcome.Faults, fault => fault.Kind is "closed");
        }

        Assert.Equal(0, counters.Audit(blocks: 1).Wrong);
    }

    [Fact]
    public void Store_RefusesEverything_FailsTheRoundAndStopsWrites()
    {
        using var memory = new MemoryStore();
        using var counters = CounterWorkload.Seeded(memory, Counters, Increments, Actors.MaxJobs);
        using var store = new FaultyStore(memory, exchange => exchange > 6 ? InjectedFault.Refuse : InjectedFault.None);
        var host = Open(store, Actors);

        var outcome = host.Execute(counters.OpenRound(Offer.Once(0)), CancellationToken.None);

        Assert.Contains("failed 4 times", outcome.Failure?.Text, StringComparison.Ordinal);
        Assert.False(outcome.StoreLostData);
        AssertQuiet(store, host);
    }

    [Fact]
    public void Value_Missing_FailsTheRoundAsLostData()
    {
        using var memory = new MemoryStore();
        using var counters = CounterWorkload.Seeded(memory, Counters, Increments, Actors.MaxJobs);
        using var store = new FaultyStore(
            memory, exchange => exchange >= 4 ? InjectedFault.Forget : InjectedFault.None);
        var host = Open(store, Actors);

        var outcome = host.Execute(counters.OpenRound(Offer.Once(0)), CancellationToken.None);

        Assert.True(outcome.StoreLostData, outcome.Failure?.Text);
        AssertQuiet(store, host);
    }

    [Fact]
    public void Cancel_Round_EndsItAndStopsWrites()
    {
        using var memory = new MemoryStore();
        using var counters = CounterWorkload.Seeded(memory, Counters, Increments, Actors.MaxJobs);
        using var cancellation = new CancellationTokenSource();
        using var store = new FaultyStore(memory, exchange =>
        {
            if (exchange == 8)
            {
                cancellation.Cancel();
            }

            // The round is never done: only its cancellation can end it.
            return exchange < 8 ? InjectedFault.None : InjectedFault.Disconnect;
        });
        var host = Open(store, Actors with { MaxAttempts = 1_000_000 });

        var outcome = host.Execute(counters.OpenRound(Offer.Once(0)), cancellation.Token);

        Assert.Equal(ProblemKind.Cancelled, outcome.Failure?.Kind);
        AssertQuiet(store, host);
    }

    /// <summary>Opens the host with these actors. The pumps' store is the test's.</summary>
    protected abstract IRoundExecutor Open(IPumpFactory pumps, ActorOptions actors);

    private IRoundExecutor Open(IStore store, ActorOptions actors) =>
        Open(new CounterPumps(store, CounterWorkload.TestRun, TimeProvider.System), actors);

    /// <summary>After a failed round the host ends within bounded time, and no attempt writes afterwards.</summary>
    private static void AssertQuiet(FaultyStore store, IRoundExecutor host)
    {
        var writes = store.Writes;
        host.Dispose();
        Assert.Equal(writes, store.Writes);
    }
}
