using System.Collections.Concurrent;
using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Tests.Concurrency.Actors;

/// <summary>The times of a dispatcher's reports: each report wakes threads of its host.</summary>
public sealed class DispatcherReportTests
{
    [Fact]
    public void Done_WithBusyLanes_IsBatched()
    {
        using var bench = new Bench(jobs: 16);
        bench.Finish(2);
        Assert.Equal([ReportKind.Done, ReportKind.Ended, ReportKind.Done, ReportKind.Ended], bench.TakeReports());
    }

    [Fact]
    public void Failed_Attempt_IsReportedAtOnceWithTheBatch()
    {
        using var bench = new Bench(jobs: 100, failing: 1);
        bench.Finish(2);
        Assert.Equal([ReportKind.Done, ReportKind.Ended, ReportKind.Failed, ReportKind.Ended], bench.TakeReports());
    }

    // The batch is not full: one job of a hundred is done, and the store answers without another one.
    [Fact]
    public void Done_IsReportedInBoundedTime()
    {
        using var bench = new Bench(jobs: 100, isEager: true);
        bench.Finish(1);
        Assert.Equal([ReportKind.Done, ReportKind.Ended], bench.TakeReports());
    }

    [Fact]
    public void Done_LastJob_IsReportedAtOnce()
    {
        using var bench = new Bench(jobs: 1);
        bench.Finish(1);
        Assert.Equal([ReportKind.Done, ReportKind.Ended], bench.TakeReports());
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Dispatcher_Stopped_ReportsWaitingJobsWithAndWithoutAStore(bool isAnswered)
    {
        using var bench = new Bench(jobs: 100);
        bench.FinishAndStop(isAnswered);
        Assert.Equal([ReportKind.Done, ReportKind.Ended], bench.TakeReports());
    }

    [Fact]
    public void Observe_IdleActor_ReportsNothing()
    {
        using var bench = new Bench(jobs: 1);
        bench.Actor.Running = [new LaneProgress()];
        bench.Finish(1);
        bench.TakeReports();
        Assert.Empty(bench.Actor.Running);
    }

    /// <summary>A dispatcher whose pump finishes one job in each turn that the test allows.</summary>
    private sealed class Bench : IReportSink, IPumpFactory, IDisposable
    {
        private readonly BlockingCollection<ReportKind[]> batches = [];
        private readonly TurnPump pump;
        private readonly Dispatcher dispatcher;

        public Bench(int jobs, int failing = -1, bool isEager = false)
        {
            pump = new TurnPump(jobs, failing) { IsEager = isEager };
            var mailbox = new Mailbox(jobs);
            dispatcher = new Dispatcher(0, this, new StoreOptions(), jobs, this);
            Actor = new Actor(0, mailbox, jobs);
            dispatcher.Serve(Actor);
            for (var job = 0; job < jobs; job++)
            {
                Assert.True(mailbox.TryPost(Order.Start(Grant.Initial(job), default)));
            }

            dispatcher.Start();
        }

        public Actor Actor { get; }

        public bool WantsEnds => true;

        public void Add(List<Report> reports) => batches.Add([.. reports.Select(report => report.Kind)]);

        public ExchangeCost Cost => ExchangeCost.Processor;

        public IPump Open(int lanes, LatencyHistogram latency) => pump;

        public void Finish(int jobs) => pump.Turns.Release(jobs);

        public void FinishAndStop(bool isAnswered)
        {
            pump.IsAnswered = isAnswered;
            pump.InTurn = dispatcher.RequestStop;
            Finish(1);
        }

        public ReportKind[] TakeReports() => batches.TryTake(out var batch, Wait.Deadline)
            ? batch
            : throw new TimeoutException($"no report in {Wait.Deadline.TotalSeconds} s");

        public void Dispose()
        {
            dispatcher.RequestStop();
            Finish(pump.Lanes);
            dispatcher.Dispose();
            batches.Dispose();
        }
    }

    private sealed class TurnPump(int jobs, int failing) : IPump
    {
        private readonly Queue<(JobOwner Owner, Grant Grant)> active = [];

        public SemaphoreSlim Turns { get; } = new(0);

        /// <summary>Whether turns without a finished job end too.</summary>
        public bool IsEager { get; init; }

        /// <summary>Called in the middle of the next turn.</summary>
        public Action? InTurn { get; set; }

        /// <summary>Whether the store answers the last turn.</summary>
        public bool IsAnswered { get; set; } = true;

        public int Lanes => jobs;

        public int Active => active.Count;

        public int Outstanding => active.Count;

        public OperationCounts Operations => default;

        public OperationCounts FaultOperations => default;

        public ArrivalStats? Arrivals => null;

        public TimeSpan Waited => TimeSpan.Zero;

        public void Start(JobOwner owner, Grant grant, in GrantWork work) => active.Enqueue((owner, grant));

        public void Exchange()
        {
            if (!Turns.Wait(IsEager ? TimeSpan.Zero : Timeout.InfiniteTimeSpan))
            {
                return;
            }

            InTurn?.Invoke();
            var (owner, grant) = active.Dequeue();
            if (grant.Job == failing)
            {
                owner.Failed(0, new AttemptFailure(grant.Job, 0, AttemptStep.Read, null, "refused", false));
            }
            else
            {
                owner.Done(0, new Attempt(grant.Job, 0));
            }

            owner.Ended(0, grant);
        }

        public void Abandon(Problem reason) => throw new NotSupportedException();

        public void Reconnect() => throw new NotSupportedException();

        public void Resume() => throw new NotSupportedException();

        public bool Abort(long round, Grant grant, string reason) => false;

        public void Observe(ICollection<(JobOwner Owner, LaneProgress Progress)> progress)
        {
            // The tests do not use this member.
        }

        public void Stop(TimeSpan timeout)
        {
            if (!IsAnswered)
            {
                throw new StoreException(StoreFault.Timeout, "no answer");
            }

            active.Clear();
        }

        public void Dispose() => Turns.Dispose();
    }
}
