using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>
/// The local host on one thread: the core of its rounds and the product's pumps over a simulated store, with
/// dispatchers that stall and a process that is paused. The order of all steps is drawn from the seed.
/// </summary>
public sealed class LocalSimulation
{
    private const int MaxSteps = 20_000;
    private const int MaxAttempts = 10;

    // Long enough to end a grant once. Together with the pauses of some retries too short to end the round.
    private static readonly TimeSpan MaxDelays = TimeSpan.FromSeconds(6);

    private readonly SeededRandom random;
    private readonly LocalMutation mutation;
    private readonly SimulatedStore store;
    private readonly ISimulatedLoad load;
    private readonly IWorkload workload;
    private readonly int[] blocks;
    private readonly int[] versions;
    private readonly List<(AccountRound Round, int[] Versions)> begun = [];
    private readonly LocalOptions options;
    private readonly SimulatedLocalActors actors;
    private readonly bool lossy;
    private readonly bool hasDelays;
    private LocalScheduler scheduler;
    private TimeSpan windowOpened;
    private int retries;
    private int stalled;
    private int processPauses;
    private int steps;
    private string? failure;
    private string? broken;

    /// <param name="seed">The seed of everything.</param>
    /// <param name="lossy">Whether the store loses acknowledged writes.</param>
    /// <param name="mutation">The removed guard.</param>
    /// <param name="latency">Records latencies, which are ignored; a shared one saves the cost of a new one for each
    /// seed.</param>
    /// <param name="met">Counts the faults.</param>
    /// <param name="draw">Draws the load of its run; null for transfers.</param>
    internal LocalSimulation(
        ulong seed,
        bool lossy,
        LocalMutation mutation,
        LatencyHistogram latency,
        FaultsMet met,
        DrawLoad? draw = null)
    {
        draw ??= SimulatedTransfers.Draw;
        random = new SeededRandom(seed);
        this.lossy = lossy;
        this.mutation = mutation;
        store = new SimulatedStore(random, shards: 1 + random.Next(3), met);

        // Mostly small, so that more seeds are played; sometimes with groups of more accounts than a chunk. A large run
        // has one offer per round: with several, an actor that stalls at every step would take longer than all
        // attempts.
        var isLarge = random.Next(200) == 0;
        var offered = RandomBlocks.Offered(random, 1 + random.Next(3));
        blocks = isLarge ? [.. offered.Select(_ => 1)] : offered;
        load = isLarge
            ? draw(random, maxTransactions: 120, maxAccounts: 100, blocks.Sum())
            : draw(random, maxTransactions: 12, maxAccounts: 14, blocks.Sum());
        var accounts = new SimulatedAccounts(() => store.Connect());
        workload = load.Open("5eed", new ActorOptions { ConcurrencyLevel = 1 + random.Next(6) }, accounts);
        versions = ((AccountRound)workload.OpenRound(Offer.Once(0))).Versions;
        hasDelays = random.Next(8) == 0;
        options = DrawOptions(seed);
        scheduler = NewScheduler();
        var clock = new VirtualClock(new VirtualTime());
        actors = new SimulatedLocalActors(
            random,
            mutation,
            options,
            DrawDelays(),
            lanes => load.OpenPump(lanes, accounts, latency, clock));
    }

    /// <summary>Plays the run to its end.</summary>
    public LocalOutcome Play()
    {
        workload.Seed(version: 0, CancellationToken.None);

        // Fewer than the attempts of a unit, so that a durable store always succeeds.
        store.Arm(
            faults: random.Next(hasDelays ? MaxAttempts / 2 : MaxAttempts),
            losses: lossy ? 1 + random.Next(2) : 0,
            chance: 4 << random.Next(5));
        for (var number = 0; number < blocks.Length && failure is null; number++)
        {
            PlayRound(number);
        }

        store.Arm(faults: 0, losses: 0, chance: 1);
        return End();
    }

    private LocalOptions DrawOptions(ulong seed)
    {
        var second = TimeSpan.FromSeconds(1);
        var all = new ActorOptions
        {
            Actors = 1 + random.Next(3),
            Lanes = 1 + random.Next(4),
            Dispatchers = 1 + random.Next(3),
            Routing = (RoutingStrategy)random.Next(7),
            VirtualNodes = 4,
            MailboxCapacity = 1 + random.Next(8),
            MaxAttempts = MaxAttempts,
        };
        var limits = new StoreOptions { Timeout = second / 2, ReconnectDeadline = second / 2 };
        return new LocalOptions(all, limits, Slice: second, seed)
        {
            ObservationInterval = second / 4,
        };
    }

    private TimeSpan DrawDelays()
    {
        if (!hasDelays)
        {
            return TimeSpan.Zero;
        }

        // If the other dispatchers pull grants, one may stall forever.
        var others = Math.Min(options.Actors.Actors, options.Actors.Dispatchers) - 1;
        return options.Actors.Routing == RoutingStrategy.Pull && others > 0 && random.Next(2) == 0
            ? TimeSpan.MaxValue
            : MaxDelays;
    }

    private LocalScheduler NewScheduler() =>
        new(options, new ProtocolGuards { NewEpochs = mutation != LocalMutation.RetryInPlace });

    private LocalOutcome End()
    {
        // The work of a stalled actor is executed again.
        var committed = actors.Committed;
        if (failure is null && stalled == 0 && committed != blocks.Sum() * workload.BlockWeight)
        {
            Break($"the pumps count {committed} transactions, not {blocks.Sum()} × {workload.BlockWeight}");
        }

        var ending = steps >= MaxSteps ? LocalEnding.Hung : LocalEnding.Failed;
        if (failure is null && (mutation == LocalMutation.SkipComparison
            || workload.Audit(blocks.Sum()) is { Wrong: 0, Conserved: true }))
        {
            ending = LocalEnding.Passed;
        }

        store.Drain();
        var jobs = begun[0].Round.Jobs;
        var story = $"{options.Actors.Routing}, {actors.Count} actors on {actors.DispatcherCount}, {jobs.Count} jobs, "
            + $"{load} in {jobs.UnitCount} groups × {string.Join(" and ", blocks)} blocks: {failure ?? "all done"}";
        var right = load.Fits(store, blocks.Sum(), versions, space: 0);
        return new LocalOutcome(ending, right, broken, story, retries, stalled);
    }

    private void PlayRound(int number)
    {
        if (mutation == LocalMutation.RestartEpochs)
        {
            scheduler = NewScheduler();
        }

        var round = (AccountRound)workload.OpenRound(
            new Offer(number, blocks.Take(number).Sum(), blocks[number]));
        begun.Add((round, [.. versions]));
        var core = new LocalRoundCore(round, options, scheduler, actors);
        actors.BeginRound(options.LaneQuotaOf(round.Jobs.Count));
        windowOpened = actors.Now;
        core.Open();
        while (!core.IsOver)
        {
            if (++steps >= MaxSteps)
            {
                core.Fail($"{scheduler.Grants.UnitsLeft} units are not done after {steps} steps");
            }

            var mover = random.Next(actors.DispatcherCount + 1);
            if (mover < actors.DispatcherCount)
            {
                actors.Turn(mover);
            }
            else
            {
                Coordinate(core);
            }
        }

        End(core);
    }

    private void Coordinate(LocalRoundCore core)
    {
        var reports = actors.TakeReports(random.Next(actors.ReportCount + 1));
        foreach (var report in reports)
        {
            CheckDone(report);
        }

        actors.Now += TimeToNextTurn(core, isAwaited: reports.Count == 0 && actors.ReportCount == 0);
        core.Poll(actors.Now - windowOpened, reports);
        Mutate(reports);
    }

    /// <summary>The time until a report arrives or the host's wait ends; sometimes the host is paused.</summary>
    private TimeSpan TimeToNextTurn(LocalRoundCore core, bool isAwaited)
    {
        if (hasDelays && processPauses == 0 && random.Next(64) == 0)
        {
            processPauses++;
            return TimeSpan.FromSeconds(random.Next(60));
        }

        return isAwaited && !actors.CanMove
            ? core.WaitAt(actors.Now - windowOpened)
            : TimeSpan.FromMilliseconds(random.Next(10));
    }

    private void CheckDone(in Report report)
    {
        if (report.Kind != ReportKind.Done || mutation != LocalMutation.None || !load.HasOwnKeys)
        {
            return;
        }

        // I4: no write is under way to the version of a done unit.
        var (unit, epoch) = report.Attempt;
        var (round, firstVersions) = begun[(int)report.Round];
        foreach (var account in round.AccountsOf(unit))
        {
            var version = epoch > 0 ? epoch : firstVersions[account];
            if (!store.IsQuiet(new AccountKey(account, version)))
            {
                Break($"a write to account {account} at version {version} is under way although its unit is done");
            }
        }
    }

    /// <summary>The versions that the product would accept without the guard.</summary>
    private void Mutate(IReadOnlyList<Report> reports)
    {
        if (mutation == LocalMutation.ForgetVersions)
        {
            Array.Clear(versions);
        }
        else if (mutation == LocalMutation.ReuseEpochs)
        {
            foreach (var report in reports.Where(report => report.Kind == ReportKind.Done))
            {
                foreach (var account in begun[(int)report.Round].Round.AccountsOf(report.Attempt.Unit))
                {
                    versions[account] = versions[account] == report.Attempt.Epoch
                        ? actors.Executed(report.Attempt).Epoch
                        : versions[account];
                }
            }
        }
    }

    private void End(LocalRoundCore core)
    {
        core.Close(actors.Now - windowOpened);
        retries += core.Reassigned.Count;
        stalled += core.Faults.All.Where(fault => fault.Kind is "stalled").Sum(fault => fault.Count);
        failure = core.Failure?.ToString();
        if (failure is null && core.Committed != begun[^1].Round.Manifest.Weight)
        {
            Break($"the round counts {core.Committed} transactions, not {begun[^1].Round.Manifest.Weight}");
        }

        if (failure is null && core.Slices.Slices.Sum(slice => slice.Committed) is var sum && sum != core.Committed)
        {
            Break($"the slices add up to {sum} transactions, not {core.Committed}");
        }
    }

    private void Break(string what) => broken ??= what;
}
