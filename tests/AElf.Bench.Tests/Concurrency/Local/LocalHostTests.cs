using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Concurrency.Local;

public sealed class LocalHostTests
{
    private static readonly TimeSpan Deadline = TimeSpan.FromSeconds(30);

    public static TheoryData<RoutingStrategy, TransferMode> Ways
    {
        get
        {
            var ways = new TheoryData<RoutingStrategy, TransferMode>();
            foreach (var routing in Enum.GetValues<RoutingStrategy>())
            {
                foreach (var mode in Enum.GetValues<TransferMode>())
                {
                    ways.Add(routing, mode);
                }
            }

            return ways;
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Every_routing_and_mode_ends_as_the_sequential_replay(RoutingStrategy routing, TransferMode mode)
    {
        var block = EvenGroups.Generate(transfers: 1000, groups: 37, seed: 6);
        var options = new ActorOptions { Actors = 3, Lanes = 8, Routing = routing, Mode = mode };
        using var rig = new Rig(block, new EmbeddedAccountStore(block.AccountCount), options, maxJobs: 20);

        var committed = 0L;
        for (var round = 0; round < 3; round++)
        {
            var outcome = rig.Play(round);
            Assert.Null(outcome.Failure);
            Assert.Equal(block.Count, outcome.Committed);
            Assert.Equal(block.Count, outcome.Latency.Count);
            Assert.Empty(outcome.Reassigned);
            Assert.Equal(mode == TransferMode.Strict ? 4 * block.Count : outcome.Operations.Commands, outcome.Operations.Commands);
            Assert.Equal(block.Count, outcome.Slices.Sum(slice => slice.Committed));
            committed += outcome.Committed;
        }

        Assert.Equal(3 * block.Count, committed);
        Assert.True(rig.Compare(rounds: 3) is { Wrong: 0, Conserved: true });
    }

    [Theory]
    [InlineData(RoutingStrategy.Pull, 1)]
    [InlineData(RoutingStrategy.RoundRobin, 1)]
    [InlineData(RoutingStrategy.ConsistentHash, 1)]
    [InlineData(RoutingStrategy.SmallestMailbox, 2)]
    public void A_mailbox_smaller_than_the_jobs_is_back_pressure_and_no_end(RoutingStrategy routing, int capacity)
    {
        var block = EvenGroups.Generate(transfers: 1000, groups: 200, seed: 7);
        var options = new ActorOptions { Actors = 2, Lanes = 1, Routing = routing, MailboxCapacity = capacity };
        using var rig = new Rig(block, new EmbeddedAccountStore(block.AccountCount), options, maxJobs: 200);

        var outcome = rig.Play(0);

        Assert.Equal((null, block.Count), (outcome.Failure, outcome.Committed));
        Assert.True(rig.Compare(rounds: 1) is { Wrong: 0 });
    }

    [Fact]
    public void A_block_of_no_transfers_is_done_at_once()
    {
        var block = new Block([], [5, 5]);
        using var rig = new Rig(block, new EmbeddedAccountStore(2), new ActorOptions { Actors = 2 }, maxJobs: 4);

        Assert.Equal((null, 0), (rig.Play(0).Failure, rig.Play(1).Committed));
    }

    [Fact]
    public async Task Cancellation_ends_a_round_as_failed()
    {
        var block = EvenGroups.Generate(transfers: 100, groups: 10, seed: 1);
        using var store = new GatedStore(block.AccountCount);
        using var rig = new Rig(block, store, new ActorOptions { Actors = 2, Lanes = 4 }, maxJobs: 10);
        using var cancellation = new CancellationTokenSource();
        store.Close();

        var round = Task.Run(() => rig.Play(0, cancellation.Token));
        var outcome = await Interrupted(round, store, cancellation);

        Assert.Equal("the run was interrupted", outcome.Failure);
        Assert.False(outcome.StoreLostData);
        Assert.Equal(0, outcome.Committed);
    }

    [Fact]
    public async Task Cancellation_is_heard_while_a_full_mailbox_holds_the_posting_back()
    {
        var block = EvenGroups.Generate(transfers: 100, groups: 50, seed: 1);
        using var store = new GatedStore(block.AccountCount);
        using var rig = new Rig(block, store, new ActorOptions { Actors = 1, Lanes = 1, MailboxCapacity = 1 }, maxJobs: 50);
        using var cancellation = new CancellationTokenSource();
        store.Close();

        var round = Task.Run(() => rig.Play(0, cancellation.Token));
        var outcome = await Interrupted(round, store, cancellation);

        Assert.Equal("the run was interrupted", outcome.Failure);
    }

    [Fact]
    public void A_lost_account_fails_the_round_and_names_it()
    {
        var block = EvenGroups.Generate(transfers: 100, groups: 10, seed: 1);
        using var store = new EmbeddedAccountStore(block.AccountCount);
        using var rig = new Rig(block, store, new ActorOptions { Actors = 2 }, maxJobs: 10);
        using (var connection = store.Connect())
        {
            AccountTable.Remove(connection, [new AccountKey(block.Transfers[99].From, 0)]);
        }

        var outcome = rig.Play(0);

        Assert.Contains($"account {block.Transfers[99].From}", outcome.Failure, StringComparison.Ordinal);
        Assert.True(outcome.StoreLostData);
    }

    [Fact]
    public void Cut_connections_are_met_with_new_epochs_and_the_state_is_right()
    {
        var block = EvenGroups.Generate(transfers: 2000, groups: 60, seed: 3);
        using var store = new GatedStore(block.AccountCount) { CutEvery = 17 };
        using var rig = new Rig(block, store, new ActorOptions { Actors = 3, Lanes = 8, Mode = TransferMode.Strict }, maxJobs: 24);

        List<int> epochs = [];
        for (var round = 0; round < 3; round++)
        {
            store.MaxCuts += 2;
            var outcome = rig.Play(round);
            Assert.Null(outcome.Failure);
            Assert.Equal(block.Count, outcome.Committed);
            Assert.NotEmpty(outcome.Reassigned);
            Assert.NotEqual(default, outcome.FaultOperations);
            Assert.NotEmpty(outcome.Faults);
            epochs.AddRange(outcome.Reassigned.Select(grant => grant.Epoch));
        }

        Assert.Equal(6, store.Cuts);
        Assert.Equal(epochs.Distinct().Order(), epochs.Order());
        Assert.True(rig.Compare(rounds: 3) is { Wrong: 0, Conserved: true });
    }

    [Fact]
    public void A_store_that_cannot_be_reached_is_known_at_once_and_opened_connections_are_closed()
    {
        using var store = new GatedStore(10) { MaxConnections = 2 };

        var thrown = Assert.Throws<StoreException>(() => new LocalHost(store, Options(new ActorOptions { Actors = 3 })));

        Assert.Equal(StoreFault.Unreachable, thrown.Fault);
        Assert.Equal(0, store.OpenConnections);
    }

    [Theory]
    [InlineData(RoutingStrategy.Pull)]
    [InlineData(RoutingStrategy.RoundRobin)]
    public async Task Disposing_ends_the_threads_and_closes_the_connections(RoutingStrategy routing)
    {
        using var store = new GatedStore(10);
        var host = new LocalHost(store, Options(new ActorOptions { Actors = 4, Routing = routing }));
        Assert.Equal(4, store.OpenConnections);

        // Disposing joins each thread, so that it returns only when all have ended.
        await Task.Run(host.Dispose).WaitAsync(Deadline);

        Assert.Equal(0, store.OpenConnections);
    }

    // The actors stand at the shut gate, so that only the interruption can end the round.
    private static async Task<RoundOutcome> Interrupted(Task<RoundOutcome> round, GatedStore store, CancellationTokenSource cancellation)
    {
        try
        {
            await store.SomebodyWaits.WaitAsync(Deadline);
            await cancellation.CancelAsync();
            return await round.WaitAsync(Deadline);
        }
        finally
        {
            store.Open();
        }
    }

    private static LocalOptions Options(ActorOptions actors) => new(actors, new StoreOptions(), TimeSpan.FromMilliseconds(100), Seed: 1);

    /// <summary>A seeded store, a host, and the versions that go on over rounds.</summary>
    private sealed class Rig : IDisposable
    {
        private readonly Block block;
        private readonly IAccountStore store;
        private readonly LocalHost host;
        private readonly TransferMode mode;
        private readonly TransferGroups groups;
        private readonly Jobs jobs;
        private readonly int[] versions;

        public Rig(Block block, IAccountStore store, ActorOptions actors, int maxJobs)
        {
            this.block = block;
            this.store = store;
            mode = actors.Mode;
            groups = Grouper.Group(block);
            jobs = JobMerger.Merge(groups.Sizes(), maxJobs);
            versions = new int[block.AccountCount];
            using (var connection = store.Connect())
            {
                AccountTable.Seed(connection, block);
            }

            host = new LocalHost(store, Options(actors));
        }

        public RoundOutcome Play(long blockNumber, CancellationToken cancellation = default) =>
            host.Execute(new RoundPlan(block, groups, jobs, blockNumber, versions, mode), cancellation);

        public ComparisonResult Compare(int rounds)
        {
            using var connection = store.Connect();
            return FinalComparison.Compare(block, SequentialReplay.Run(block, rounds), AccountTable.Read(connection, versions), versions);
        }

        public void Dispose() => host.Dispose();
    }
}
