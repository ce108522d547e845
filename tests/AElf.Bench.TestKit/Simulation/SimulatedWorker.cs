using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>Opens the pump of a simulated actor.</summary>
/// <param name="lanes">Jobs in flight at once.</param>
/// <param name="listener">Told how attempts end.</param>
public delegate IPump OpenPump(int lanes, IAttemptListener listener);

/// <summary>One process of a worker: the core, its actors with real pumps, and what a host does for them.</summary>
internal sealed class SimulatedWorker
{
    private readonly VirtualTime time;
    private readonly SeededRandom random;
    private readonly WorkerCore core;
    private readonly SimulatedActor[] actors;
    private readonly Action<SimulatedWorker, Message> send;
    private readonly List<(string Run, long Round)> requested = [];
    private long pausedUntil;
    private long heartbeat;
    private string run = string.Empty;
    private OperationCounts reportedOperations;
    private OperationCounts reportedFaultOperations;
    private long reportedCommitted;

    public SimulatedWorker(
        int node,
        WorkerOptions options,
        ProtocolGuards guards,
        VirtualTime time,
        SeededRandom random,
        OpenPump open,
        Action<SimulatedWorker, Message> send)
    {
        Node = node;
        this.time = time;
        this.random = random;
        this.send = send;
        core = new WorkerCore(options, guards);
        actors = new SimulatedActor[options.Worker.Actors];
        for (var actor = 0; actor < actors.Length; actor++)
        {
            actors[actor] = new SimulatedActor(this, actor, options.Worker.Lanes, open);
        }
    }

    public int Node { get; }

    public bool Alive { get; private set; } = true;

    public SimulatedLink? Link { get; set; }

    /// <summary>Why it has stopped by itself; null while it has not.</summary>
    public string? Stopped { get; private set; }

    /// <summary>Operations its actors have asked of the store.</summary>
    public OperationCounts Operations =>
        actors.Aggregate(default(OperationCounts), (sum, actor) => sum + actor.Operations);

    /// <summary>Something happens to the process: not when it is dead, and later when it is paused.</summary>
    public void Handle(WorkerEvent happened)
    {
        if (Runs(() => Handle(happened)))
        {
            // The core's list lives until its next event, which an effect may be.
            Apply([.. core.Handle(happened)]);
        }
    }

    /// <summary>The process acts by itself: never when it is dead, and later when it is paused.</summary>
    public void WhenRunning(Action action)
    {
        if (Runs(() => WhenRunning(action)))
        {
            action();
        }
    }

    /// <summary>Stops the process for a while, as SIGSTOP does.</summary>
    public void Pause(long milliseconds) => pausedUntil = Math.Max(pausedUntil, time.Now + milliseconds);

    /// <summary>Ends the process, as SIGKILL does: what is in flight to the store stays in flight.</summary>
    public void Kill()
    {
        Alive = false;
        foreach (var actor in actors)
        {
            actor.Dispose();
        }
    }

    private bool Runs(Action again)
    {
        if (Alive && time.Now < pausedUntil)
        {
            time.In(pausedUntil - time.Now, again);
            return false;
        }

        return Alive;
    }

    private void Apply(IReadOnlyList<WorkerEffect> effects)
    {
        foreach (var effect in effects)
        {
            Apply(effect);
        }
    }

    private void Apply(WorkerEffect effect)
    {
        switch (effect)
        {
            case WorkerEffect.Send(var message):
                send(this, message);
                break;
            case WorkerEffect.SetHeartbeat(var interval):
                var current = ++heartbeat;
                time.In(
                    (long)interval.TotalMilliseconds, () => SendHeartbeat(current, (long)interval.TotalMilliseconds));
                break;
            case WorkerEffect.OpenStore(var opened):
                run = opened.Run;
                break;
            case WorkerEffect.Start(var actor, var round, var grant, var work):
                actors[actor].Post(grant, new GrantWork(round, Round: null, work), start: true);
                break;
            case WorkerEffect.Abort(var actor, var round, var grant):
                actors[actor].Post(grant, new GrantWork(round, Round: null, default), start: false);
                break;
            case WorkerEffect.TakeResult(var of, var round):
                requested.Add((of, round));
                TakeResults();
                break;
            case WorkerEffect.Stop(var reason):
                Stopped = reason;
                break;
            default:
                break;
        }
    }

    /// <summary>What a round took is known when nothing is in flight.</summary>
    private void TakeResults()
    {
        if (requested.Count == 0 || Array.Exists(actors, actor => !actor.IsIdle))
        {
            return;
        }

        var wanted = requested.ToArray();
        requested.Clear();
        foreach (var (of, round) in wanted)
        {
            Handle(new WorkerEvent.ResultTaken(of, round, TakeStats()));
        }
    }

    private RoundStats TakeStats()
    {
        var before = (reportedOperations, reportedFaultOperations, reportedCommitted);
        reportedOperations = Operations;
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

    // Dear to make anew for each seed, and worth nothing here.
    private static LatencyHistogram NoLatency { get; } = new();

    private void SendHeartbeat(long current, long interval)
    {
        if (current == heartbeat && Runs(() => SendHeartbeat(current, interval)))
        {
            time.In(interval, () => SendHeartbeat(current, interval));
            Handle(new WorkerEvent.SampleDue(run, actors.Sum(actor => actor.Committed) - reportedCommitted));
            Handle(new WorkerEvent.HeartbeatDue([.. actors.Select(actor => actor.Observe())]));
        }
    }

    private sealed class SimulatedActor : IAttemptListener, IDisposable
    {
        private readonly SimulatedWorker worker;
        private readonly int number;
        private readonly IPump pump;
        private readonly Queue<(Grant Grant, GrantWork Work, bool Start)> mailbox = [];
        private readonly List<WorkerEvent> happened = [];
        private bool scheduled;

        public SimulatedActor(SimulatedWorker worker, int number, int lanes, OpenPump open)
        {
            this.worker = worker;
            this.number = number;
            pump = open(lanes, this);
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

        public void Dispose() => pump.Dispose();

        void IAttemptListener.Done(long round, Attempt attempt) =>
            happened.Add(new WorkerEvent.Done(worker.run, round, [attempt]));

        void IAttemptListener.Failed(long round, AttemptFailure failure) =>
            happened.Add(new WorkerEvent.Failed(worker.run, round, failure));

        void IAttemptListener.Ended(long round, Grant grant) =>
            happened.Add(new WorkerEvent.Ended(worker.run, number, round, grant));

        private void ScheduleTurn()
        {
            if (!scheduled)
            {
                scheduled = true;
                worker.time.In(worker.random.Next(4), Turn);
            }
        }

        private void Turn()
        {
            if (!worker.Runs(Turn))
            {
                return;
            }

            scheduled = false;
            while (mailbox.TryDequeue(out var next))
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

            PumpTurn.Take(pump);
            var toReport = happened.ToArray();
            happened.Clear();
            foreach (var each in toReport)
            {
                worker.Handle(each);
            }

            if (pump.Active > 0)
            {
                ScheduleTurn();
            }

            worker.TakeResults();
        }
    }
}
