using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>A run that was submitted, and what a manager keeps of it in its state folder.</summary>
internal sealed class SimulatedRun
{
    /// <summary>Rounds of every run.</summary>
    public const int Rounds = 2;

    // Of so many runs one has a block of thousands of transactions.
    private const int LargeOneIn = 4000;

    private readonly int[] blocks;

    /// <summary>Draws a run.</summary>
    /// <param name="random">Draws it.</param>
    /// <param name="number">Tells its submission from others.</param>
    /// <param name="space">Its id: where its keys are in the store.</param>
    /// <param name="maxWorkers">The most workers there will be.</param>
    /// <param name="mutation">The guard taken away.</param>
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

    /// <summary>Its control, which follows it; null when none does.</summary>
    public SimulatedRun? Control { get; }

    /// <summary>Whether its block has thousands of transactions.</summary>
    public bool IsLarge { get; }

    public int Space { get; }

    /// <summary>What it offers.</summary>
    public ISimulatedLoad Load { get; }

    /// <summary>How often its rounds together offer the block.</summary>
    public int TotalBlocks => blocks.Sum();

    public ActorOptions Actors { get; }

    public ManagerOptions Options { get; }

    /// <summary>The bytes of its log on disk, torn tail and all.</summary>
    public List<byte> Log { get; } = [];

    /// <summary>All that executes it or did, by whichever worker.</summary>
    public List<IPump> Pumps { get; } = [];

    /// <summary>Whether a manager took it up.</summary>
    public bool IsBegun { get; set; }

    /// <summary>The last round that was begun.</summary>
    public long LastRound { get; set; }

    /// <summary>The versions that its audit compared; null before that has passed.</summary>
    public int[]? Audited { get; set; }

    /// <summary>Whether the model agreed with that audit at once.</summary>
    public bool WasRight { get; set; }

    /// <summary>Whether it is over, with its keys removed.</summary>
    public bool HasEnded { get; set; }

    /// <summary>What a round offers.</summary>
    public Offer OfferOf(long round) => new(round, blocks.Take((int)round).Sum(), blocks[round]);

    /// <summary>The run as its manager opens it over a store.</summary>
    public IWorkload Open(IAccountStore store) => Load.Open(Options.Run, Actors, store);

    /// <summary>Whether the store has what a model apart from the product says.</summary>
    /// <param name="store">The store, with no write under way.</param>
    /// <param name="mutation">A store that is mutated has one key for each account.</param>
    public bool IsRightIn(SimulatedStore store, ClusterMutation mutation) => Audited is { } versions
        && Load.Fits(
            store, TotalBlocks, mutation == ClusterMutation.EpochKeys ? new int[versions.Length] : versions, Space);

    public override string ToString() =>
        $"run {Options.Run}: {Actors.Routing}, at most {Actors.ConcurrencyLevel} jobs, "
            + $"{Load} × {string.Join(" and ", blocks)} blocks";
}
