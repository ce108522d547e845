using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>One process of a worker: the core, and the effects that a host executes.</summary>
internal sealed class SimulatedWorker
{
    private readonly SeededRandom random;
    private readonly VirtualTime time;
    private readonly WorkerCore core;
    private readonly WorkerOptions options;
    private readonly OpenPump open;
    private readonly Action<SimulatedWorker, Message> send;
    private readonly List<SimulatedWorkerRun> runs = [];
    private SimulatedWorkerRun? current;
    private string lastRun = string.Empty;
    private long pausedUntil;
    private long heartbeat;

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
        this.options = options;
        this.time = time;
        this.random = random;
        this.open = open;
        this.send = send;
        core = new WorkerCore(options, guards);
    }

    public int Node { get; }

    public bool Alive { get; private set; } = true;

    public SimulatedLink? Link { get; set; }

    /// <summary>Why it has stopped by itself; null if it has not.</summary>
    public string? Stopped { get; private set; }

    /// <summary>Delivers an event to the process; later if it is paused, never if it is dead.</summary>
    public void Handle(WorkerEvent happened)
    {
        if (Runs(() => Handle(happened)))
        {
            // The core reuses the list for its next event, which an effect may cause.
            foreach (var effect in core.Handle(happened).ToArray())
            {
                Apply(effect);
            }
        }
    }

    /// <summary>The process executes an action; later if it is paused, never if it is dead.</summary>
    public void WhenRunning(Action action)
    {
        if (Runs(() => WhenRunning(action)))
        {
            action();
        }
    }

    /// <summary>Schedules an action of the process after a short time.</summary>
    public void Later(int atMost, Action action) => time.In(random.Next(atMost), () => WhenRunning(action));

    /// <summary>Stops the process for a while, like SIGSTOP.</summary>
    public void Pause(long milliseconds) => pausedUntil = Math.Max(pausedUntil, time.Now + milliseconds);

    /// <summary>Kills the process, like SIGKILL; its operations in flight stay in flight.</summary>
    public void Kill()
    {
        Alive = false;
        runs.ForEach(run => run.Dispose());
    }

    /// <summary>Sends the requested results of runs without operations in flight.</summary>
    public void TakeResults()
    {
        foreach (var run in runs.ToArray())
        {
            foreach (var (round, stats) in run.TakeResults())
            {
                Handle(new WorkerEvent.ResultTaken(run.Name, round, stats));
            }
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

    private void Apply(WorkerEffect effect)
    {
        switch (effect)
        {
            case WorkerEffect.Send(var message):
                send(this, message);
                break;
            case WorkerEffect.SetHeartbeat(var interval):
                var number = ++heartbeat;
                time.In(
                    (long)interval.TotalMilliseconds, () => SendHeartbeat(number, (long)interval.TotalMilliseconds));
                break;
            case WorkerEffect.OpenStore(var opened):
                Close();
                var before = runs.FindLast(run => string.Equals(run.Name, opened.Run, StringComparison.Ordinal));
                lastRun = opened.Run;
                current = new SimulatedWorkerRun(this, opened, options.Worker, open, before);
                runs.Add(current);
                Later(30, () => SayOpened(opened.Run));
                break;
            case WorkerEffect.Start start when current is null:
                // The grant is reported as ended a moment later.
                Later(1, () => Handle(new WorkerEvent.Ended(lastRun, start.Actor, start.Round, start.Grant)));
                break;
            case WorkerEffect.Start start:
                current.Start(start);
                break;
            case WorkerEffect.Abort(var actor, var round, var grant):
                runs.Find(run => run.Has(actor, round, grant))?.Abort(actor, round, grant);
                break;
            case WorkerEffect.TakeResult(var of, var round):
                runs.FindLast(run => string.Equals(run.Name, of, StringComparison.Ordinal))?.RequestResult(round);
                TakeResults();
                break;
            case WorkerEffect.CloseRun:
                Close();
                break;
            case WorkerEffect.Stop(var reason):
                Stopped = reason;
                break;
            default:
                break;
        }
    }

    private void SayOpened(string run)
    {
        if (string.Equals(current?.Name, run, StringComparison.Ordinal))
        {
            Handle(new WorkerEvent.Opened(run));
        }
    }

    private void Close()
    {
        if (current is { } closing)
        {
            current = null;
            closing.RequestStop();
            Later(6, () => End(closing));
        }
    }

    private void End(SimulatedWorkerRun run)
    {
        foreach (var (actor, round, grant) in run.Reap())
        {
            Handle(new WorkerEvent.Ended(run.Name, actor, round, grant));
        }

        TakeResults();
    }

    private void SendHeartbeat(long number, long interval)
    {
        if (number != heartbeat || !Runs(() => SendHeartbeat(number, interval)))
        {
            return;
        }

        time.In(interval, () => SendHeartbeat(number, interval));
        if (current is not null)
        {
            Handle(new WorkerEvent.SampleDue(current.Name, current.CommittedSinceResult));
        }

        ActorProgress[] actors =
        [
            .. Enumerable.Range(0, options.Worker.Actors)
                .Select(actor => current?.Observe(actor) ?? new ActorProgress(0, [])),
        ];
        Handle(new WorkerEvent.HeartbeatDue(actors));
    }
}
