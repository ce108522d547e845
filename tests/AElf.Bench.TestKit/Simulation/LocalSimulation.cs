using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>A guard of the protocol taken away, to show that the simulation misses it.</summary>
public enum LocalMutation
{
    /// <summary>All guards in place.</summary>
    None,

    /// <summary>A failed unit is granted again at epoch 0 and so writes the indeterminate keys.</summary>
    RetryInPlace,

    /// <summary>A failed attempt counts as done.</summary>
    CountFailedAttempts,

    /// <summary>A unit done at a later epoch leaves its accounts at the old version.</summary>
    ForgetVersions,

    /// <summary>The second and later retries of a unit use the epoch of the first.</summary>
    ReuseEpochs,

    /// <summary>Each round counts its epochs from 1 again.</summary>
    RestartEpochs,

    /// <summary>The run passes when all units are done, without looking at the accounts.</summary>
    SkipComparison,
}

/// <summary>How a simulated run ended.</summary>
public enum LocalEnding
{
    /// <summary>All rounds done and the comparison passed.</summary>
    Passed,

    /// <summary>The run says that it failed.</summary>
    Failed,

    /// <summary>It did not end in a bounded number of steps.</summary>
    Hung,
}

/// <summary>A simulated run.</summary>
/// <param name="Ending">What the run says of itself.</param>
/// <param name="Right">
/// Whether every account is what a model apart from the product says, after all late writes have come.
/// </param>
/// <param name="Broken">An invariant found broken on the way; null when none was.</param>
/// <param name="Story">Settings and reasons.</param>
/// <param name="Retries">Grants given again.</param>
public sealed record LocalOutcome(LocalEnding Ending, bool Right, string? Broken, string Story, int Retries);

/// <summary>
/// The local host on one thread: the scheduler and the pumps of the product over a simulated store. Who moves next is
/// drawn from the seed, like all else.
/// </summary>
public sealed class LocalSimulation
{
    private const int MaxSteps = 20_000;
    private const int MaxAttempts = 10;

    private readonly SeededRandom random;
    private readonly LocalMutation mutation;
    private readonly SimulatedStore store;
    private readonly Block block;
    private readonly TransferGroups groups;
    private readonly Jobs jobs;
    private readonly TransferMode mode;
    private readonly int rounds;
    private readonly int[] versions;
    private readonly SchedulerOptions options;
    private readonly SimulatedActor[] actors;
    private readonly Queue<(long Round, Attempt Attempt, AttemptFailure? Failure)> reports = [];
    private readonly List<int> pauses = [];
    private readonly Dictionary<int, int> firstEpochs = [];
    private readonly Dictionary<Attempt, Attempt> renamed = [];
    private readonly bool lossy;
    private GrantScheduler scheduler;
    private SchedulerWorker worker;
    private TransferRound? round;
    private bool isDone;
    private int retries;
    private int steps;
    private string? failure;
    private string? broken;

    /// <summary>Sets the world up.</summary>
    /// <param name="seed">Decides everything.</param>
    /// <param name="lossy">Whether the store loses acknowledged writes.</param>
    /// <param name="mutation">The guard taken away.</param>
    /// <param name="latency">Recorded into; worth nothing, but dear to make anew for each seed.</param>
    /// <param name="met">Counts what went wrong.</param>
    public LocalSimulation(ulong seed, bool lossy, LocalMutation mutation, LatencyHistogram latency, FaultsMet met)
    {
        random = new SeededRandom(seed);
        this.lossy = lossy;
        this.mutation = mutation;
        rounds = 1 + random.Next(3);
        mode = (TransferMode)random.Next(3);
        store = new SimulatedStore(random, shards: 1 + random.Next(3), met);

        // Mostly small, so that seeds are many; sometimes with groups of more accounts than a chunk.
        block = random.Next(200) == 0
            ? RandomBlocks.Draw(random, maxTransfers: 120, maxAccounts: 100, rounds)
            : RandomBlocks.Draw(random, maxTransfers: 12, maxAccounts: 14, rounds);
        groups = Grouper.Group(block);
        jobs = JobMerger.Merge(groups.Sizes(), 1 + random.Next(6));
        versions = new int[block.AccountCount];
        actors = new SimulatedActor[1 + random.Next(3)];
        var lanes = 1 + random.Next(4);
        var clock = new VirtualClock(new VirtualTime());
        for (var actor = 0; actor < actors.Length; actor++)
        {
            actors[actor] = new SimulatedActor(
                listener => new TransferPump(
                    lanes, new SimulatedAccounts(() => store.Connect()), mode, listener, latency, clock),
                reports);
        }

        options = new SchedulerOptions
        {
            Actors = new ActorOptions
            {
                Actors = actors.Length,
                Lanes = lanes,
                Routing = (RoutingStrategy)random.Next(7),
                VirtualNodes = 4,
                MailboxCapacity = 1 + random.Next(8),
                MaxAttempts = MaxAttempts,
            },
            Seed = seed,
        };
        (scheduler, worker) = NewScheduler();
    }

    /// <summary>Plays the run to its end.</summary>
    public LocalOutcome Play()
    {
        using (var connection = store.Connect())
        {
            AccountTable.Seed(connection, block, version: 0);
        }

        // One fewer than the attempts a unit has, so that a durable store always gets there.
        store.Arm(
            faults: random.Next(MaxAttempts), losses: lossy ? 1 + random.Next(2) : 0, chance: 4 << random.Next(5));
        for (var number = 0; number < rounds && failure is null; number++)
        {
            PlayRound(number);
        }

        store.Arm(faults: 0, losses: 0, chance: 1);
        return End();
    }

    private (GrantScheduler Scheduler, SchedulerWorker Worker) NewScheduler()
    {
        var guards = new ProtocolGuards { NewEpochs = mutation != LocalMutation.RetryInPlace };
        var made = new GrantScheduler(options, lastEpoch: 0, guards);
        return (
            made,
            made.AddWorker(0, "this process", actors.Length, options.Actors.MailboxCapacity + options.Actors.MaxJobs));
    }

    private LocalOutcome End()
    {
        var committed = actors.Sum(actor => actor.Committed);
        if (failure is null && committed != (long)rounds * block.Count)
        {
            Break($"the pumps count {committed} transfers, not {rounds} × {block.Count}");
        }

        var ending = steps >= MaxSteps ? LocalEnding.Hung : LocalEnding.Failed;
        if (failure is null && (mutation == LocalMutation.SkipComparison || Compare()))
        {
            ending = LocalEnding.Passed;
        }

        store.Drain();
        var story = $"{mode}, {options.Actors.Routing}, {actors.Length} actors, {jobs.Count} jobs, "
            + $"{block.Count} transfers in {groups.Count} groups × {rounds} rounds: {failure ?? "all done"}";
        var right = AccountModel.Fits(store, block, rounds, versions);
        return new LocalOutcome(ending, right, broken, story, retries);
    }

    private bool Compare()
    {
        using var connection = store.Connect();
        var expected = SequentialReplay.Run(block, rounds);
        return FinalComparison.Compare(block, expected, AccountTable.Read(connection, versions), versions)
            is { Wrong: 0, Conserved: true };
    }

    private void PlayRound(int number)
    {
        if (mutation == LocalMutation.RestartEpochs)
        {
            (scheduler, worker) = NewScheduler();
        }

        round = new TransferRound(block, groups, jobs, number, versions, mode);
        firstEpochs.Clear();
        renamed.Clear();
        pauses.Clear();
        isDone = false;
        scheduler.Open(round, history: null);
        CarryOut();
        while (!isDone && failure is null)
        {
            if (++steps >= MaxSteps)
            {
                failure = $"{scheduler.UnitsLeft} units are not done after {steps} steps";
                return;
            }

            var mover = random.Next(actors.Length + 1);
            if (mover < actors.Length)
            {
                actors[mover].Turn(random);
            }
            else
            {
                Coordinate();
            }
        }
    }

    private void Coordinate()
    {
        for (var count = random.Next(reports.Count + 1); count > 0 && failure is null && !isDone; count--)
        {
            OnReport(reports.Dequeue());
        }

        if (pauses.Count > 0 && random.Next(3) == 0)
        {
            scheduler.OnPauseOver(pauses[0]);
            pauses.RemoveAt(0);
        }

        CarryOut();
    }

    private void OnReport((long Round, Attempt Attempt, AttemptFailure? Failure) report)
    {
        var granted = renamed.GetValueOrDefault(report.Attempt, report.Attempt);
        if (report.Failure is { } lost && mutation != LocalMutation.CountFailedAttempts)
        {
            scheduler.OnFailed(worker.Id, report.Round, lost with { Epoch = granted.Epoch }, "an actor");
        }
        else if (scheduler.OnDone(worker.Id, report.Round, granted) is { } accepted)
        {
            CheckAccepted(accepted, report.Attempt);
        }
        else if (scheduler.Round is not null)
        {
            Break($"unit {granted.Unit} is done at epoch {granted.Epoch}, which nobody granted");
        }
    }

    private void CheckAccepted(Attempt accepted, Attempt written)
    {
        foreach (var account in round!.AccountsOf(accepted.Unit))
        {
            if (accepted.Epoch > 0)
            {
                versions[account] = mutation == LocalMutation.ForgetVersions ? 0 : written.Epoch;
            }

            // I4: an accepted version is quiet.
            if (!store.IsQuiet(new AccountKey(account, versions[account])))
            {
                Break(
                    $"a write to account {account} at version {versions[account]} is under way although its unit "
                        + "is done");
            }
        }
    }

    private void CarryOut()
    {
        foreach (var effect in scheduler.TakeEffects())
        {
            switch (effect)
            {
                case SchedulerEffect.Assign(var grant):
                    Post(grant);
                    break;
                case SchedulerEffect.Pause(var unit, _):
                    pauses.Add(unit);
                    break;
                case SchedulerEffect.RoundDone:
                    isDone = true;
                    break;
                case SchedulerEffect.Failed(var reason, _):
                    failure ??= reason;
                    break;
                default:
                    break;
            }
        }
    }

    private void Post(OpenGrant open)
    {
        open.MarkSent();
        var grant = open.Grant;
        if (grant.Job < 0)
        {
            retries++;
            if (mutation == LocalMutation.ReuseEpochs && !firstEpochs.TryAdd(grant.Unit, grant.Epoch))
            {
                grant = grant with { Epoch = firstEpochs[grant.Unit] };
                renamed[new Attempt(grant.Unit, grant.Epoch)] = new Attempt(grant.Unit, open.Grant.Epoch);
            }
        }

        actors[open.Actor >= 0 ? open.Actor : random.Next(actors.Length)].Post(grant, GrantWork.Of(round!));
    }

    private void Break(string what) => broken ??= what;

    /// <summary>One actor: what the thread of the local host does in a turn, without the thread.</summary>
    private sealed class SimulatedActor : IAttemptListener
    {
        private readonly IPump pump;
        private readonly PumpTurn turn;
        private readonly Queue<(Grant Grant, GrantWork Work)> mailbox = [];
        private readonly Queue<(long Round, Attempt Attempt, AttemptFailure? Failure)> reports;

        public SimulatedActor(
            Func<IAttemptListener, IPump> open, Queue<(long Round, Attempt Attempt, AttemptFailure? Failure)> reports)
        {
            this.reports = reports;
            pump = open(this);
            turn = new PumpTurn(pump);
        }

        public long Committed => pump.Committed;

        public void Post(Grant grant, in GrantWork work) => mailbox.Enqueue((grant, work));

        public void Turn(SeededRandom random)
        {
            while (!turn.IsAway && pump.Active < pump.Lanes && mailbox.Count > 0 && random.Next(8) != 0)
            {
                var (grant, work) = mailbox.Dequeue();
                pump.Start(grant, work);
            }

            turn.Take();
        }

        void IAttemptListener.Done(long round, Attempt attempt) => reports.Enqueue((round, attempt, null));

        void IAttemptListener.Failed(long round, AttemptFailure failure) =>
            reports.Enqueue((round, new Attempt(failure.Unit, failure.Epoch), failure));

        void IAttemptListener.Ended(long round, Grant grant)
        {
            // Nobody waits for a lane.
        }
    }
}

/// <summary>Connections to a simulated store, where nothing else of a store is asked for.</summary>
public sealed class SimulatedAccounts(Func<IAccountConnection> connect) : IAccountStore
{
    /// <inheritdoc/>
    public StoreDescription Description { get; } = new() { Type = "simulated", Client = "simulated" };

    /// <inheritdoc/>
    public IAccountConnection Connect() => connect();

    /// <inheritdoc/>
    public IReadOnlyList<ShardCounters> ReadCounters() => [];

    /// <inheritdoc/>
    public bool TryTakeRunLock(bool evenIfHeld = false) => true;

    /// <inheritdoc/>
    public void ReleaseRunLock()
    {
        // Nobody else drives a simulated run.
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        // Connections belong to whoever opened them.
    }
}
