using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>Opens the pump of a simulated actor.</summary>
/// <param name="run">The run, as its manager announced it.</param>
/// <param name="lanes">Jobs in flight at once.</param>
/// <param name="listener">Told how attempts end.</param>
internal delegate IPump OpenPump(Message.OpenRun run, int lanes, IAttemptListener listener);

/// <summary>A run at a worker: its actors with real pumps, and what they have done.</summary>
internal sealed class SimulatedWorkerRun : IDisposable
{
    // Dear to make anew for each seed, and worth nothing here.
    private static readonly LatencyHistogram NoLatency = new();

    private readonly SimulatedActor[] actors;
    private readonly SimulatedWorkerRun? earlier;
    private readonly HashSet<(int Actor, long Round, Grant Grant)> inFlight = [];
    private readonly List<long> requested = [];
    private OperationCounts reportedOperations;
    private OperationCounts reportedFaultOperations;
    private long reportedCommitted;
    private bool stopping;

    public SimulatedWorkerRun(
        SimulatedWorker worker, Message.OpenRun opened, ClusterMember size, OpenPump open, SimulatedWorkerRun? earlier)
    {
        this.earlier = earlier;
        Name = opened.Run;
        Worker = worker;
        actors = new SimulatedActor[size.Actors];
        for (var actor = 0; actor < actors.Length; actor++)
        {
            actors[actor] = new SimulatedActor(this, actor, listener => open(opened, size.Lanes, listener));
        }
    }

    public string Name { get; }

    /// <summary>Whether its actors have ended.</summary>
    public bool HasEnded { get; private set; }

    public long CommittedSinceResult => actors.Sum(actor => actor.Committed) - reportedCommitted;

    private SimulatedWorker Worker { get; }

    public void Start(WorkerEffect.Start start)
    {
        inFlight.Add((start.Actor, start.Round, start.Grant));
        actors[start.Actor].Post(start.Grant, start.Work, start: true);
    }

    public void Abort(int actor, long round, Grant grant) =>
        actors[actor].Post(grant, new GrantWork(round, Round: null, default), start: false);

    public bool Has(int actor, long round, Grant grant) => inFlight.Contains((actor, round, grant));

    public ActorProgress Observe(int actor) => actors[actor].Observe();

    public void RequestResult(long round)
    {
        if (!requested.Contains(round))
        {
            requested.Add(round);
        }
    }

    /// <summary>What a round took is known when nothing is in flight.</summary>
    public IReadOnlyList<(long Round, RoundStats Stats)> TakeResults()
    {
        if (requested.Count == 0 || earlier is { HasEnded: false }
            || (!HasEnded && (stopping || Array.Exists(actors, actor => !actor.IsIdle))))
        {
            return [];
        }

        var results = requested.ConvertAll(round => (round, TakeAllStats()));
        requested.Clear();
        return results;
    }

    /// <summary>No actor begins another turn.</summary>
    public void RequestStop() => stopping = true;

    /// <summary>Ends the actors when what they asked of the store is answered.</summary>
    /// <returns>The grants that were in flight and will never be reported on.</returns>
    public IReadOnlyList<(int Actor, long Round, Grant Grant)> Reap()
    {
        foreach (var actor in actors)
        {
            actor.Drain();
        }

        HasEnded = true;
        var lost = inFlight.ToList();
        inFlight.Clear();
        return lost;
    }

    public void Dispose()
    {
        if (!HasEnded)
        {
            Array.ForEach(actors, actor => actor.Dispose());
        }
    }

    private RoundStats TakeAllStats() => earlier is null ? TakeStats() : TakeStats() + earlier.TakeAllStats();

    private RoundStats TakeStats()
    {
        var before = (reportedOperations, reportedFaultOperations, reportedCommitted);
        reportedOperations = actors.Aggregate(default(OperationCounts), (sum, actor) => sum + actor.Operations);
        reportedFaultOperations = actors.Aggregate(
            default(OperationCounts), (sum, actor) => sum + actor.FaultOperations);
        reportedCommitted = actors.Sum(actor => actor.Committed);
        return new RoundStats
        {
            Operations = reportedOperations - before.reportedOperations,
            FaultOperations = reportedFaultOperations - before.reportedFaultOperations,
            Committed = reportedCommitted - before.reportedCommitted,
            Latency = NoLatency,
        };
    }

    private sealed class SimulatedActor : IAttemptListener, IDisposable
    {
        private readonly SimulatedWorkerRun run;
        private readonly int number;
        private readonly IPump pump;
        private readonly PumpTurn turn;
        private readonly Queue<(Grant Grant, GrantWork Work, bool Start)> mailbox = [];
        private readonly List<WorkerEvent> happened = [];
        private bool scheduled;

        public SimulatedActor(SimulatedWorkerRun run, int number, Func<IAttemptListener, IPump> open)
        {
            this.run = run;
            this.number = number;
            pump = open(this);
            turn = new PumpTurn(pump);
        }

        public OperationCounts Operations => pump.Operations;

        public OperationCounts FaultOperations => pump.FaultOperations;

        public long Committed => pump.Committed;

        public bool IsIdle => pump.Active == 0 && mailbox.Count == 0 && happened.Count == 0;

        public void Post(Grant grant, GrantWork work, bool start)
        {
            mailbox.Enqueue((grant, work, start));
            ScheduleTurn();
        }

        public ActorProgress Observe()
        {
            var progress = new List<LaneProgress>(pump.Active);
            pump.Observe(progress);
            return new ActorProgress(pump.Committed, progress);
        }

        public void Drain()
        {
            try
            {
                pump.Stop(TimeSpan.MaxValue);
            }
            catch (StoreException)
            {
                // The run is over, and these operations stay indeterminate.
            }

            pump.Dispose();
        }

        public void Dispose() => pump.Dispose();

        void IAttemptListener.Done(long round, Attempt attempt) =>
            happened.Add(new WorkerEvent.Done(run.Name, round, [attempt]));

        void IAttemptListener.Failed(long round, AttemptFailure failure) =>
            happened.Add(new WorkerEvent.Failed(run.Name, round, failure));

        void IAttemptListener.Ended(long round, Grant grant) =>
            happened.Add(new WorkerEvent.Ended(run.Name, number, round, grant));

        private void ScheduleTurn()
        {
            if (!scheduled)
            {
                scheduled = true;
                run.Worker.Later(4, Turn);
            }
        }

        private void Turn()
        {
            scheduled = false;
            if (run.stopping)
            {
                return;
            }

            while (!turn.IsAway && mailbox.TryDequeue(out var next))
            {
                if (next.Start)
                {
                    pump.Start(next.Grant, next.Work);
                }
                else
                {
                    pump.Abort(next.Work.RoundNumber, next.Grant, "the manager ended it");
                }
            }

            turn.Take();
            Report();
            if (pump.Active > 0 || turn.IsAway)
            {
                ScheduleTurn();
            }

            run.Worker.TakeResults();
        }

        private void Report()
        {
            var reports = happened.ToArray();
            happened.Clear();
            foreach (var each in reports)
            {
                if (each is WorkerEvent.Ended ended)
                {
                    run.inFlight.Remove((number, ended.Round, ended.Grant));
                }

                run.Worker.Handle(each);
            }
        }
    }
}
