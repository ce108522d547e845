using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// The actors of a local host without threads: pumps, bounded mailboxes, and dispatchers that stall for a while.
/// </summary>
internal sealed class SimulatedLocalActors : ILocalActors
{
    private readonly SeededRandom random;
    private readonly LocalMutation mutation;
    private readonly SimulatedActor[] actors;
    private readonly SimulatedDispatcher[] dispatchers;
    private readonly Queue<Order>? shared;
    private readonly int capacity;
    private readonly List<Report> reports = [];
    private readonly Dictionary<int, int> firstEpochs = [];
    private readonly Dictionary<Attempt, Attempt> renamed = [];
    private TimeSpan delaysLeft;
    private long committedBefore;
    private int laneQuota;

    /// <summary>Opens idle actors.</summary>
    /// <param name="random">The seeded random source of all decisions.</param>
    /// <param name="mutation">The removed guard.</param>
    /// <param name="options">Their number and mailboxes.</param>
    /// <param name="delays">The total time that dispatchers stall; <see cref="TimeSpan.MaxValue"/> if one of them
    /// stalls forever.</param>
    /// <param name="open">Opens the pump of a dispatcher with a number of lanes.</param>
    public SimulatedLocalActors(
        SeededRandom random,
        LocalMutation mutation,
        LocalOptions options,
        TimeSpan delays,
        Func<int, IPump> open)
    {
        this.random = random;
        this.mutation = mutation;
        delaysLeft = delays;
        var isPull = options.Actors.Routing == RoutingStrategy.Pull;
        shared = isPull ? [] : null;
        capacity = options.CapacityOf(isPull ? options.Actors.Actors : 1);
        actors =
        [
            .. Enumerable.Range(0, options.Actors.Actors)
                .Select(number => new SimulatedActor(this, number, shared ?? [])),
        ];
        var count = Math.Min(options.Actors.Dispatchers, actors.Length);
        dispatchers =
        [
            .. Enumerable.Range(0, count).Select(number => new SimulatedDispatcher(
                this,
                [.. actors.Where((_, actor) => actor % count == number)],
                open(options.Actors.Lanes * actors.Length))),
        ];
    }

    public int Count => actors.Length;

    public int DispatcherCount => dispatchers.Length;

    /// <summary>Virtual time since the start of the run.</summary>
    public TimeSpan Now { get; set; }

    /// <summary>Transactions committed since the start of the run.</summary>
    public long Committed => actors.Sum(actor => actor.Committed);

    /// <summary>Whether a dispatcher has work and does not stall.</summary>
    public bool CanMove => Array.Exists(dispatchers, each => each.CanMove);

    /// <summary>Reports that were not taken yet.</summary>
    public int ReportCount => reports.Count;

    public void BeginRound(int quota)
    {
        laneQuota = quota;
        committedBefore = Committed;
        firstEpochs.Clear();
        renamed.Clear();
    }

    public IReadOnlyList<Report> TakeReports(int count)
    {
        var taken = reports.GetRange(0, count);
        reports.RemoveRange(0, count);
        return taken;
    }

    /// <summary>The attempt that is executed for a granted attempt; a different one if a guard is removed.</summary>
    public Attempt Executed(Attempt granted) =>
        renamed.FirstOrDefault(pair => pair.Value == granted) is { Value.Epoch: > 0 } pair ? pair.Key : granted;

    /// <summary>Executes one turn of a dispatcher's thread.</summary>
    public void Turn(int dispatcher) => dispatchers[dispatcher].Turn();

    public bool TryPost(int actor, Grant grant, in GrantWork work)
    {
        var mailbox = shared ?? actors[actor].Mailbox;
        if (mailbox.Count >= capacity)
        {
            return false;
        }

        if (grant.Job < 0 && mutation == LocalMutation.ReuseEpochs && !firstEpochs.TryAdd(grant.Unit, grant.Epoch))
        {
            var granted = new Attempt(grant.Unit, grant.Epoch);
            grant = grant with { Epoch = firstEpochs[grant.Unit] };
            renamed[new Attempt(grant.Unit, grant.Epoch)] = granted;
        }

        mailbox.Enqueue(new Order(Starts: true, grant, work, PostedAt: 0));
        return true;
    }

    public ExecutorSnapshot Snapshot() => new(Committed - committedBefore, 0, TimeSpan.Zero);

    public IEnumerable<(int Actor, LaneProgress Lane)> Running() =>
        actors.SelectMany((actor, number) => actor.Running.Select(lane => (number, lane)));

    public void RequestObservation() => Array.ForEach(dispatchers, each => each.RequestObservation());

    private void Add(in Report report)
    {
        reports.Add(report);
        if (mutation == LocalMutation.ReportTwice && report.Kind == ReportKind.Done)
        {
            reports.Add(report);
        }
    }

    private sealed class SimulatedActor(SimulatedLocalActors all, int number, Queue<Order> mailbox) : JobOwner
    {
        private int active;

        public Queue<Order> Mailbox => mailbox;

        public IReadOnlyList<LaneProgress> Running { get; set; } = [];

        public bool HasRoom => active < all.laneQuota;

        public void Start(IPump pump)
        {
            var order = mailbox.Dequeue();
            active++;
            pump.Start(this, order.Grant, order.Work);
        }

        public override void Done(long round, Attempt attempt) =>
            all.Add(Report.Done(number, round, all.renamed.GetValueOrDefault(attempt, attempt)));

        public override void Failed(long round, AttemptFailure failure)
        {
            var attempt = new Attempt(failure.Unit, failure.Epoch);
            attempt = all.renamed.GetValueOrDefault(attempt, attempt);
            all.Add(all.mutation == LocalMutation.CountFailedAttempts
                ? Report.Done(number, round, attempt)
                : Report.Failed(number, round, failure with { Epoch = attempt.Epoch }));
        }

        public override void Ended(long round, Grant grant)
        {
            active--;
            Running = active == 0 ? [] : Running;
        }
    }

    private sealed class SimulatedDispatcher
    {
        private readonly SimulatedLocalActors all;
        private readonly IReadOnlyList<SimulatedActor> actors;
        private readonly IPump pump;
        private readonly PumpTurn turn;
        private bool observationRequested;
        private TimeSpan delayedUntil;

        public SimulatedDispatcher(SimulatedLocalActors all, IReadOnlyList<SimulatedActor> actors, IPump pump)
        {
            this.all = all;
            this.actors = actors;
            this.pump = pump;
            turn = new PumpTurn(
                pump, lost => all.Add(Report.ConnectionLost("some", lost.Fault.ToString(), lost.Message)));
        }

        public bool CanMove => delayedUntil <= all.Now
            && (turn.IsAway || pump.Active > 0 || actors.Any(actor => actor.Mailbox.Count > 0));

        public void RequestObservation() => observationRequested = true;

        public void Turn()
        {
            if (!CanMove)
            {
                return;
            }

            foreach (var actor in actors)
            {
                while (!turn.IsAway && actor.HasRoom && actor.Mailbox.Count > 0 && all.random.Next(8) != 0)
                {
                    actor.Start(pump);
                }
            }

            turn.Take();
            Observe();
            Delay();
        }

        private void Observe()
        {
            if (pump.Active == 0 || !observationRequested)
            {
                return;
            }

            observationRequested = false;
            var seen = new List<(JobOwner Owner, LaneProgress Progress)>(pump.Active);
            pump.Observe(seen);
            foreach (var actor in actors)
            {
                actor.Running = [.. seen.Where(lane => lane.Owner == actor).Select(lane => lane.Progress)];
            }
        }

        private void Delay()
        {
            if (all.delaysLeft == TimeSpan.Zero || all.random.Next(24) != 0)
            {
                return;
            }

            if (all.delaysLeft == TimeSpan.MaxValue)
            {
                (delayedUntil, all.delaysLeft) = (TimeSpan.MaxValue, TimeSpan.Zero);
                return;
            }

            var length = all.delaysLeft * ((1 + all.random.Next(8)) / 8.0);
            all.delaysLeft -= length;
            delayedUntil = all.Now + length;
        }
    }
}
