using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>A submitted run, with the files that a manager keeps of it in its state folder.</summary>
internal sealed class SimulatedRun
{
    /// <summary>Rounds of every run.</summary>
    public const int Rounds = 2;

    // One run in this number has a block of thousands of transactions.
    private const int LargeOneIn = 4000;

    private readonly int[] blocks;

    /// <param name="number">Distinguishes its submission from others.</param>
    /// <param name="space">The run's id, which is the space of its keys in the store.</param>
    /// <param name="maxWorkers">The maximum number of workers.</param>
    /// <param name="mutation">The removed guard.</param>
    /// <param name="draw">Draws its load.</param>
    public SimulatedRun(
        SeededRandom random, int number, int space, int maxWorkers, ClusterMutation mutation, DrawLoad draw)
    {
        Space = space;
        IsLarge = random.Next(LargeOneIn) == 0;
        blocks = RandomBlocks.Offered(random, Rounds);
        Load = IsLarge
            ? draw(random, maxTransactions: 4000, maxAccounts: 3000, TotalBlocks)
            : draw(random, maxTransactions: 12, maxAccounts: 12, TotalBlocks);
        Actors = new ActorOptions
        {
            Routing = (RoutingStrategy)random.Next(7),
            VirtualNodes = 4,
            MaxAttempts = 100,
            Dispatchers = 1 + random.Next(2),
            ConcurrencyLevel = 1 + random.Next(6),
        };
        var isNameless = mutation == ClusterMutation.RunNames;
        var name = new RunName(new RunId((uint)space), isNameless ? 0 : (ulong)number);
        Options = new ManagerOptions
        {
            Run = name.ToString(),
            EpochsBefore = name.EpochsBefore,
            Configuration = "two rounds",
            StoreAddresses = SimulatedManager.StoreAddresses,
            System = SimulatedManager.System,
            Scheduling = new SchedulerOptions
            {
                Actors = Actors,
                Seed = (ulong)random.Next(1 << 20),
                WorkersToStart = random.Next(maxWorkers + 1),
                MaxIdleObservations = 4,
            },
            ResultWait = TimeSpan.FromMilliseconds(300),
            MaxWorkBytes = (IsLarge ? 256 : 4) << random.Next(6),
        };
        Control = random.Next(2) == 0 ? new SimulatedRun(this) : null;
    }

    private SimulatedRun(SimulatedRun measured)
    {
        (Space, IsLarge, blocks, Load, Actors) =
            (measured.Space, measured.IsLarge, measured.blocks, measured.Load, measured.Actors);
        Options = measured.Options with { Run = RunName.ControlOf(measured.Options.Run), IsControl = true };
    }

    /// <summary>The control after this run; null if no control follows.</summary>
    public SimulatedRun? Control { get; }

    /// <summary>Whether its block has thousands of transactions.</summary>
    public bool IsLarge { get; }

    public int Space { get; }

    public ISimulatedLoad Load { get; }

    /// <summary>The total number of offers of the block in all rounds.</summary>
    public int TotalBlocks => blocks.Sum();

    public ActorOptions Actors { get; }

    public ManagerOptions Options { get; }

    /// <summary>The bytes of its log on disk, including an incomplete record at its end.</summary>
    public List<byte> Log { get; } = [];

    /// <summary>The pumps of all workers that have executed it.</summary>
    public List<IPump> Pumps { get; } = [];

    /// <summary>Whether a manager has started it.</summary>
    public bool IsBegun { get; set; }

    /// <summary>The last started round.</summary>
    public long LastRound { get; set; }

    /// <summary>The versions that its audit compared; null until the audit has passed.</summary>
    public int[]? Audited { get; set; }

    /// <summary>Whether the model agreed with that audit at the same moment.</summary>
    public bool WasRight { get; set; }

    /// <summary>Whether it has ended and its keys are removed.</summary>
    public bool HasEnded { get; set; }

    /// <summary>The offer of a round.</summary>
    public Offer OfferOf(long round) => new(round, blocks.Take((int)round).Sum(), blocks[round]);

    /// <summary>Opens the run's workload over a store, like its manager.</summary>
    public IWorkload Open(IAccountStore store) => Load.Open(Options.Run, Actors, store);

    /// <summary>Whether the store agrees with an independent model.</summary>
    /// <param name="store">The store; no write is under way.</param>
    /// <param name="mutation">The removed guard. A mutated store has one key for each account.</param>
    public bool IsRightIn(SimulatedStore store, ClusterMutation mutation) => Audited is { } versions
        && Load.Fits(
            store, TotalBlocks, mutation == ClusterMutation.EpochKeys ? new int[versions.Length] : versions, Space);

    public override string ToString() =>
        $"run {Options.Run}: {Actors.Routing}, at most {Actors.ConcurrencyLevel} jobs, "
            + $"{Load} × {string.Join(" and ", blocks)} blocks";
}
