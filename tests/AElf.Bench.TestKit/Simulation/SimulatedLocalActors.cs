using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// The actors of a local host without their threads: pumps, bounded mailboxes, and actors that are held up for a while.
/// </summary>
internal sealed class SimulatedLocalActors : ILocalActors
{
    private readonly SeededRandom random;
    private readonly LocalMutation mutation;
    private readonly SimulatedActor[] actors;
    private readonly Queue<Order>? shared;
    private readonly int capacity;
    private readonly List<Report> reports = [];
    private readonly Dictionary<int, int> firstEpochs = [];
    private readonly Dictionary<Attempt, Attempt> renamed = [];
    private TimeSpan delaysLeft;
    private long committedBefore;
    private int laneQuota;

    /// <summary>Actors that do nothing yet.</summary>
    /// <param name="random">Decides everything.</param>
    /// <param name="mutation">The guard taken away.</param>
    /// <param name="options">How many actors, and with what mailboxes.</param>
    /// <param name="delays">How long actors are held up in all; <see cref="TimeSpan.MaxValue"/> for one of them, for
    /// good.</param>
    /// <param name="open">Opens the pump of an actor.</param>
    public SimulatedLocalActors(
        SeededRandom random,
        LocalMutation mutation,
        LocalOptions options,
        TimeSpan delays,
        Func<IAttemptListener, IPump> open)
    {
        this.random = random;
        this.mutation = mutation;
        delaysLeft = delays;
        var isPull = options.Actors.Routing == RoutingStrategy.Pull;
        shared = isPull ? [] : null;
        capacity = options.CapacityOf(isPull ? options.Actors.Actors : 1);
        actors = new SimulatedActor[options.Actors.Actors];
        for (var number = 0; number < actors.Length; number++)
        {
            actors[number] = new SimulatedActor(this, number, open);
        }
    }

    /// <summary>How many they are.</summary>
    public int Count => actors.Length;

    /// <summary>Virtual time since the run began.</summary>
    public TimeSpan Now { get; set; }

    /// <summary>What they have committed since the run began.</summary>
    public long Committed => actors.Sum(actor => actor.Committed);

    /// <summary>Whether an actor has something to do and is not held up.</summary>
    public bool CanMove => Array.Exists(actors, actor => actor.CanMove);

    /// <summary>Reports that nobody took yet.</summary>
    public int ReportCount => reports.Count;

    /// <summary>A round begins.</summary>
    public void BeginRound(int quota)
    {
        laneQuota = quota;
        committedBefore = Committed;
        firstEpochs.Clear();
        renamed.Clear();
    }

    /// <summary>Takes the oldest reports.</summary>
    public IReadOnlyList<Report> TakeReports(int count)
    {
        var taken = reports.GetRange(0, count);
        reports.RemoveRange(0, count);
        return taken;
    }

    /// <summary>The attempt that was executed, of one as it was granted; not the same without a guard.</summary>
    public Attempt Executed(Attempt granted) =>
        renamed.FirstOrDefault(pair => pair.Value == granted) is { Value.Epoch: > 0 } pair ? pair.Key : granted;

    /// <summary>One actor does what its thread does in a turn.</summary>
    public void Turn(int actor) => actors[actor].Turn();

    /// <inheritdoc/>
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

    /// <inheritdoc/>
    public ExecutorSnapshot Snapshot() => new(Committed - committedBefore, 0, TimeSpan.Zero);

    /// <inheritdoc/>
    public IEnumerable<(int Actor, LaneProgress Lane)> Running() =>
        actors.SelectMany((actor, number) => actor.Running.Select(lane => (number, lane)));

    /// <inheritdoc/>
    public void RequestObservation() => Array.ForEach(actors, actor => actor.RequestObservation());

    private void Add(in Report report)
    {
        reports.Add(report);
        if (mutation == LocalMutation.ReportTwice && report.Kind == ReportKind.Done)
        {
            reports.Add(report);
        }
    }

    private sealed class SimulatedActor : IAttemptListener
    {
        private readonly SimulatedLocalActors all;
        private readonly int number;
        private readonly IPump pump;
        private readonly PumpTurn turn;
        private bool observationRequested;
        private TimeSpan delayedUntil;

        public SimulatedActor(SimulatedLocalActors all, int number, Func<IAttemptListener, IPump> open)
        {
            this.all = all;
            this.number = number;
            pump = open(this);
            turn = new PumpTurn(
                pump, lost => all.Add(Report.ConnectionLost(number, lost.Fault.ToString(), lost.Message)));
            Mailbox = all.shared ?? [];
        }

        public Queue<Order> Mailbox { get; }

        public long Committed => pump.Committed;

        public List<LaneProgress> Running { get; private set; } = [];

        public bool CanMove =>
            delayedUntil <= all.Now && (turn.IsAway || pump.Active > 0 || Mailbox.Count > 0);

        public void RequestObservation() => observationRequested = true;

        public void Turn()
        {
            if (!CanMove)
            {
                return;
            }

            while (!turn.IsAway && pump.Active < all.laneQuota && Mailbox.Count > 0 && all.random.Next(8) != 0)
            {
                var order = Mailbox.Dequeue();
                pump.Start(order.Grant, order.Work);
            }

            turn.Take();
            Observe();
            Delay();
        }

        void IAttemptListener.Done(long round, Attempt attempt) =>
            all.Add(Report.Done(number, round, all.renamed.GetValueOrDefault(attempt, attempt)));

        void IAttemptListener.Failed(long round, AttemptFailure failure)
        {
            var attempt = new Attempt(failure.Unit, failure.Epoch);
            attempt = all.renamed.GetValueOrDefault(attempt, attempt);
            all.Add(all.mutation == LocalMutation.CountFailedAttempts
                ? Report.Done(number, round, attempt)
                : Report.Failed(number, round, failure with { Epoch = attempt.Epoch }));
        }

        void IAttemptListener.Ended(long round, Grant grant)
        {
            // Nobody waits for a lane.
        }

        private void Observe()
        {
            if (pump.Active == 0)
            {
                Running = [];
            }
            else if (observationRequested)
            {
                observationRequested = false;
                Running = new List<LaneProgress>(pump.Active);
                pump.Observe(Running);
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
