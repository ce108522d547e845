using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>One process of a worker: the core, its actors with real lane pumps, and what a host does for them.</summary>
internal sealed class SimulatedWorker
{
    private readonly VirtualTime time;
    private readonly SeededRandom random;
    private readonly WorkerCore core;
    private readonly SimulatedActor[] actors;
    private readonly Action<SimulatedWorker, Message> send;
    private long pausedUntil;
    private long heartbeat;

    public SimulatedWorker(
        int node,
        WorkerOptions options,
        ProtocolGuards guards,
        VirtualTime time,
        SeededRandom random,
        Func<IAccountConnection> connect,
        LatencyHistogram latency,
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
            actors[actor] = new SimulatedActor(this, actor, options.Worker.Lanes, connect, latency);
        }
    }

    public int Node { get; }

    public bool Alive { get; private set; } = true;

    public SimulatedLink? Link { get; set; }

    /// <summary>Why it has stopped by itself; null while it has not.</summary>
    public string? Stopped { get; private set; }

    /// <summary>Something happens to the process: not when it is dead, and later when it is paused.</summary>
    public void Handle(WorkerEvent happened)
    {
        if (Runs(() => Handle(happened)))
        {
            Apply(core.Handle(happened));
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
            switch (effect)
            {
                case WorkerEffect.Send(var message):
                    send(this, message);
                    break;
                case WorkerEffect.SetHeartbeat(var interval):
                    var current = ++heartbeat;
                    time.In((long)interval.TotalMilliseconds, () => Heartbeat(current, (long)interval.TotalMilliseconds));
                    break;
                case WorkerEffect.Start(var actor, var plan, var work):
                    actors[actor].Post(plan, work, start: true);
                    break;
                case WorkerEffect.Abort(var actor, var work):
                    actors[actor].Post(null, work, start: false);
                    break;
                case WorkerEffect.Stop(var reason):
                    Stopped = reason;
                    break;
                default:
                    break;
            }
        }
    }

    private void Heartbeat(long current, long interval)
    {
        if (current == heartbeat && Runs(() => Heartbeat(current, interval)))
        {
            time.In(interval, () => Heartbeat(current, interval));
            Handle(new WorkerEvent.HeartbeatDue([.. actors.Select(actor => actor.Sample())]));
        }
    }

    private sealed class SimulatedActor : IAttemptListener, IDisposable
    {
        private readonly SimulatedWorker worker;
        private readonly int number;
        private readonly Func<IAccountConnection> connect;
        private readonly LanePump pump;
        private readonly Queue<(RoundPlan? Plan, Grant Work, bool Start)> mailbox = [];
        private readonly List<WorkerEvent> happened = [];
        private IAccountConnection connection;
        private RoundPlan? open;
        private bool scheduled;

        public SimulatedActor(
            SimulatedWorker worker, int number, int lanes, Func<IAccountConnection> connect, LatencyHistogram latency)
        {
            this.worker = worker;
            this.number = number;
            this.connect = connect;
            connection = connect();
            pump = new LanePump(lanes, connection, this, latency);
        }

        public void Post(RoundPlan? plan, Grant work, bool start)
        {
            mailbox.Enqueue((plan, work, start));
            ScheduleTurn();
        }

        public ActorSample Sample()
        {
            var progress = new List<LaneProgress>(pump.Active);
            pump.SampleLanes(progress);
            return new ActorSample(pump.Committed, progress);
        }

        public void Dispose() => connection.Dispose();

        void IAttemptListener.Done(int group, int epoch) => happened.Add(new WorkerEvent.Done(open!, [new Attempt(group, epoch)]));

        void IAttemptListener.Failed(AttemptFailure failure) => happened.Add(new WorkerEvent.Failed(open!, failure));

        void IAttemptListener.Ended(Grant grant) => happened.Add(new WorkerEvent.Ended(number, open!, grant));

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
                Take(next.Plan, next.Work, next.Start);
            }

            Exchange();
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
        }

        private void Take(RoundPlan? plan, Grant work, bool start)
        {
            if (!start)
            {
                pump.Abort(work, "the manager ended it");
                return;
            }

            if (!ReferenceEquals(plan, open))
            {
                pump.Open(plan!);
                open = plan;
            }

            pump.Start(work, worker.time.Now);
        }

        private void Exchange()
        {
            if (pump.Active == 0)
            {
                return;
            }

            try
            {
                pump.Deliver(connection.Exchange(), worker.time.Now);
            }
            catch (StoreException exception)
            {
                connection.Dispose();
                pump.Abandon(exception.Message);
                connection = connect();
                pump.Resume(connection, worker.time.Now);
            }
        }
    }
}
