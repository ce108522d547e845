using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>Opens the pump of a simulated dispatcher.</summary>
/// <param name="run">The run as its manager announced it.</param>
/// <param name="lanes">Jobs in flight at once.</param>
internal delegate IPump OpenPump(Message.OpenRun run, int lanes);

/// <summary>A run at a worker: its actors, dispatchers with real pumps, and their results.</summary>
internal sealed class SimulatedWorkerRun : IDisposable
{
    // A shared one saves the cost of a new one for each seed; its values are ignored.
    private static readonly LatencyHistogram NoLatency = new();

    private readonly SimulatedActor[] actors;
    private readonly SimulatedDispatcher[] dispatchers;
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
        actors = [.. Enumerable.Range(0, size.Actors).Select(number => new SimulatedActor(this, number))];
        var count = Math.Min(opened.Dispatchers, size.Actors);
        dispatchers =
        [
            .. Enumerable.Range(0, count).Select(number => new SimulatedDispatcher(
                this,
                [.. actors.Where(actor => actor.Number % count == number)],
                open(opened, size.Lanes * size.Actors))),
        ];
    }

    public string Name { get; }

    /// <summary>Whether its actors have ended.</summary>
    public bool HasEnded { get; private set; }

    public long CommittedSinceResult => actors.Sum(actor => actor.Committed) - reportedCommitted;

    private SimulatedWorker Worker { get; }

    public void Start(WorkerEffect.Start start)
    {
        inFlight.Add((start.Actor, start.Round, start.Grant));
        DispatcherOf(start.Actor).Post(actors[start.Actor], start.Grant, start.Work, start: true);
    }

    public void Abort(int actor, long round, Grant grant) =>
        DispatcherOf(actor).Post(actors[actor], grant, new GrantWork(round, Round: null, default), start: false);

    public bool Has(int actor, long round, Grant grant) => inFlight.Contains((actor, round, grant));

    public ActorProgress Observe(int actor) =>
        new(actors[actor].Committed, [.. DispatcherOf(actor).Observe(actors[actor])]);

    public void RequestResult(long round)
    {
        if (!requested.Contains(round))
        {
            requested.Add(round);
        }
    }

    /// <summary>The requested results of rounds; empty while an operation is in flight.</summary>
    public IReadOnlyList<(long Round, RoundStats Stats)> TakeResults()
    {
        if (requested.Count == 0 || earlier is { HasEnded: false }
            || (!HasEnded && (stopping || Array.Exists(dispatchers, each => !each.IsIdle))))
        {
            return [];
        }

        var results = requested.ConvertAll(round => (round, TakeAllStats()));
        requested.Clear();
        return results;
    }

    /// <summary>Prevents further turns of the actors.</summary>
    public void RequestStop() => stopping = true;

    /// <summary>Ends the actors when the store has answered all their operations.</summary>
    /// <returns>The grants that were in flight and will never be reported.</returns>
    public IReadOnlyList<(int Actor, long Round, Grant Grant)> Reap()
    {
        Array.ForEach(dispatchers, each => each.Drain());

        HasEnded = true;
        var lost = inFlight.ToList();
        inFlight.Clear();
        return lost;
    }

    public void Dispose()
    {
        if (!HasEnded)
        {
            Array.ForEach(dispatchers, each => each.Dispose());
        }
    }

    private SimulatedDispatcher DispatcherOf(int actor) => dispatchers[actor % dispatchers.Length];

    private RoundStats TakeAllStats() => earlier is null ? TakeStats() : TakeStats() + earlier.TakeAllStats();

    private RoundStats TakeStats()
    {
        var before = (reportedOperations, reportedFaultOperations, reportedCommitted);
        reportedOperations = dispatchers.Aggregate(default(OperationCounts), (sum, each) => sum + each.Operations);
        reportedFaultOperations = dispatchers.Aggregate(
            default(OperationCounts), (sum, each) => sum + each.FaultOperations);
        reportedCommitted = actors.Sum(actor => actor.Committed);
        return new RoundStats
        {
            Operations = reportedOperations - before.reportedOperations,
            FaultOperations = reportedFaultOperations - before.reportedFaultOperations,
            Committed = reportedCommitted - before.reportedCommitted,
            Latency = NoLatency,
        };
    }

    private sealed class SimulatedActor(SimulatedWorkerRun run, int number) : JobOwner
    {
        private readonly List<WorkerEvent> happened = [];

        public int Number => number;

        public bool IsIdle => happened.Count == 0;

        public override void Done(long round, Attempt attempt) =>
            happened.Add(new WorkerEvent.Done(run.Name, round, [attempt]));

        public override void Failed(long round, AttemptFailure failure) =>
            happened.Add(new WorkerEvent.Failed(run.Name, round, failure));

        public override void Ended(long round, Grant grant) =>
            happened.Add(new WorkerEvent.Ended(run.Name, number, round, grant));

        public void Report()
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

    private sealed class SimulatedDispatcher : IDisposable
    {
        private readonly SimulatedWorkerRun run;
        private readonly IReadOnlyList<SimulatedActor> actors;
        private readonly IPump pump;
        private readonly PumpTurn turn;
        private readonly Queue<(JobOwner Actor, Grant Grant, GrantWork Work, bool Start)> mailbox = [];
        private bool scheduled;

        public SimulatedDispatcher(SimulatedWorkerRun run, IReadOnlyList<SimulatedActor> actors, IPump pump)
        {
            this.run = run;
            this.actors = actors;
            this.pump = pump;
            turn = new PumpTurn(pump);
        }

        public OperationCounts Operations => pump.Operations;

        public OperationCounts FaultOperations => pump.FaultOperations;

        public bool IsIdle => pump.Active == 0 && mailbox.Count == 0 && actors.All(actor => actor.IsIdle);

        public void Post(JobOwner actor, Grant grant, GrantWork work, bool start)
        {
            mailbox.Enqueue((actor, grant, work, start));
            ScheduleTurn();
        }

        public IEnumerable<LaneProgress> Observe(JobOwner actor)
        {
            var progress = new List<(JobOwner Owner, LaneProgress Progress)>(pump.Active);
            pump.Observe(progress);
            return progress.Where(lane => lane.Owner == actor).Select(lane => lane.Progress);
        }

        public void Drain()
        {
            try
            {
                pump.Stop(TimeSpan.MaxValue);
            }
            catch (StoreException)
            {
                // The run is over; the state of these operations stays unknown.
            }

            pump.Dispose();
        }

        public void Dispose() => pump.Dispose();

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
                    pump.Start(next.Actor, next.Grant, next.Work);
                }
                else
                {
                    pump.Abort(next.Work.RoundNumber, next.Grant, "the manager ended it");
                }
            }

            turn.Take();
            foreach (var actor in actors)
            {
                actor.Report();
            }

            if (pump.Active > 0 || turn.IsAway)
            {
                ScheduleTurn();
            }

            run.Worker.TakeResults();
        }
    }
}
