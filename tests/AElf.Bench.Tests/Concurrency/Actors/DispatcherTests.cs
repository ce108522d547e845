using System.Collections.Concurrent;
using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.TestKit.Counters;
using AElf.Bench.TestKit.Hosts;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.TestKit.Stores;

namespace AElf.Bench.Tests.Concurrency.Actors;

/// <summary>Several actors on one thread with one connection.</summary>
public sealed class DispatcherTests(ITestOutputHelper output)
{
    private const int Actors = 3;

    [Fact]
    public void Connection_Lost_EndsTheAttemptsOfAllItsActors() => Seeds.ForEach(output, 200, seed =>
    {
        var random = new SeededRandom(seed);
        var lostAt = random.Next(12);
        using var memory = new MemoryStore();
        using var counters = CounterWorkload.Seeded(memory, counters: 9, increments: 4, maxJobs: 9);
        using var store = new FaultyStore(
            memory, exchange => exchange == lostAt ? InjectedFault.Disconnect : InjectedFault.None);
        using var bench = new Bench(new CounterPumps(store, CounterWorkload.TestRun, TimeProvider.System));
        var work = GrantWork.Of(counters.OpenRound(Offer.Once(0)));
        for (var job = 0; job < 9; job++)
        {
            bench.Post(random.Next(Actors), Grant.Initial(job), work);
        }

        var ends = bench.TakeUntilEnded(grants: 9);
        bench.Dispose();

        var lost = ends.Count(report => report.Kind == ReportKind.ConnectionLost);
        var failed = ends.Where(report => report.Kind == ReportKind.Failed).ToList();
        var done = ends.Where(report => report.Kind == ReportKind.Done).Select(report => report.Attempt.Unit).ToList();
        return lost != (failed.Count > 0 ? 1 : 0) ? $"{lost} connections lost, and {failed.Count} attempts failed"
            : failed.Exists(report => report.Failure.Reason != "the test closed the connection")
                ? $"failed as {failed[0].Failure}"
            : !done.Concat(failed.Select(report => report.Failure.Unit)).Order().SequenceEqual(Enumerable.Range(0, 9))
                ? "an attempt did not end once"
            : done.Exists(unit => CountOf(memory, unit) != 4) ? "one was done before its last write"
            : bench.Operations.Set != store.Writes ? $"{bench.Operations.Set} writes counted of {store.Writes}"
            : null;
    });

    [Fact]
    public void Dispatcher_Dies_AllItsActorsDie()
    {
        using var memory = new MemoryStore();
        using var bench = new Bench(new BrokenPumps(new CounterPumps(memory, "run", TimeProvider.System)));
        using var counters = CounterWorkload.Seeded(memory, counters: 1, increments: 1, maxJobs: 1);
        bench.Post(actor: 1, Grant.Initial(0), GrantWork.Of(counters.OpenRound(Offer.Once(0))));

        var reports = bench.TakeUntil(report => report.Kind == ReportKind.Dead);

        Assert.Equal([0, 1, 2], reports.Where(report => report.Kind == ReportKind.Dead).Select(report => report.Actor));
        Assert.All(
            reports.Where(report => report.Kind == ReportKind.Dead), dead => Assert.Equal("nonsense", dead.Reason));
    }

    [Fact]
    public void Actor_ChangesItsDispatcher_ExecutesEveryOrder()
    {
        var options = new ActorOptions { Actors = 8, Lanes = 2 };
        using var bench = new Bench(new NullPumps(), options);
        var random = new SeededRandom(1);
        for (var number = 0; number < 2000; number++)
        {
            // Moves from one dispatcher to one per core, with orders before, during and after the move.
            var jobs = 1 + random.Next(options.Actors);
            var movesAt = random.Next(jobs);
            for (var job = 0; job < jobs; job++)
            {
                if (job == movesAt)
                {
                    bench.Pool.Share(jobs: 1 + random.Next(3));
                }

                var work = new GrantWork(number, Round: null, default) { Units = new[] { job } };
                bench.Post(job, Grant.Initial(job), work);
            }

            Assert.Equal(jobs, bench.TakeUntilEnded(jobs).Count(report => report.Kind == ReportKind.Ended));
        }
    }

    [Fact]
    public void Actor_Moving_TakesNoOrderBeforeItHasMoved()
    {
        var work = new GrantWork(0, Round: null, default) { Units = new[] { 0 } };
        using var bench = new Bench(new NullPumps());
        using var first = new Dispatcher(0, new NullPumps(), new StoreOptions(), lanes: 2, bench);
        using var second = new Dispatcher(1, new NullPumps(), new StoreOptions(), lanes: 2, bench);
        using var pump = new NullPump(lanes: 2);
        var mailbox = new Mailbox(capacity: 2);
        var actor = new Actor(0, mailbox, lanes: 2);
        first.Serve(actor);
        mailbox.TryPost(Order.Start(Grant.Initial(0), work));
        actor.TakeOrders(pump);

        actor.MoveTo(second);
        mailbox.TryPost(Order.Start(Grant.Initial(1), work));
        actor.TakeOrders(pump);

        Assert.Equal((1, false), (pump.Active, actor.CanLeave));
        pump.Exchange();
        Assert.Equal((0, true), (pump.Active, actor.CanLeave));
        second.Serve(actor);
        actor.TakeOrders(pump);
        Assert.Equal((1, false), (pump.Active, actor.CanLeave));
    }

    private static long? CountOf(MemoryStore store, int counter)
    {
        using var connection = store.Connect();
        connection.Get(CounterCodec.Key(CounterWorkload.TestRun, counter, version: 0), tag: 0);
        var found = connection.Exchange();
        return CounterCodec.Read(found.ValueOf(found.Replies[0]), counter, version: 0)?.Count;
    }

    /// <summary>Actors whose reports are read one by one.</summary>
    private sealed class Bench : IReportSink, IDisposable
    {
        private readonly BlockingCollection<Report> reports = [];
        private readonly Mailboxes mailboxes;
        private readonly IPumpFactory pumps;

        public Bench(IPumpFactory pumps, ActorOptions? options = null)
        {
            this.pumps = pumps;
            options ??= new ActorOptions { Actors = Actors, Lanes = 9, Dispatchers = 1 };
            mailboxes = Mailboxes.ForEach(options.Actors, capacity: 9);
            Pool = new ActorPool(
                pumps,
                options,
                new StoreOptions { Timeout = Wait.Deadline, ReconnectDeadline = Wait.Deadline },
                mailboxes.All,
                this);
            Pool.Start();
        }

        public ActorPool Pool { get; }

        public OperationCounts Operations => Pool.Totals.Operations;

        public bool WantsEnds => true;

        public void Add(List<Report> reports) => reports.ForEach(this.reports.Add);

        public void Post(int actor, Grant grant, in GrantWork work) =>
            Assert.True(mailboxes.TryPost(actor, Order.Start(grant, work)));

        /// <summary>The reports until this number of grants has ended.</summary>
        public List<Report> TakeUntilEnded(int grants) =>
            TakeUntil(report => report.Kind == ReportKind.Ended && --grants == 0);

        public List<Report> TakeUntil(Func<Report, bool> isLast)
        {
            var taken = new List<Report>();
            do
            {
                Assert.True(reports.TryTake(out var report, Wait.Deadline), $"only {taken.Count} reports came");
                taken.Add(report);
            }
            while (!isLast(taken[^1]) || reports.Count > 0);
            return taken;
        }

        public void Dispose()
        {
            Pool.Dispose();
            pumps.Dispose();
        }
    }

    /// <summary>Pumps whose store sends invalid replies.</summary>
    private sealed class BrokenPumps(CounterPumps pumps) : IPumpFactory
    {
        public ExchangeCost Cost => pumps.Cost;

        public IPump Open(int lanes, LatencyHistogram latency) => new Broken(pumps.Open(lanes, latency));

        public void Dispose() => pumps.Dispose();

        private sealed class Broken(IPump pump) : ForwardedPump(pump)
        {
            public override void Exchange() => throw new StoreException(StoreFault.Protocol, "nonsense");
        }
    }
}
