using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Processors;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Runs;

/// <summary>
/// A run of one warm-up round and three measured rounds, over a store and an executor that a test controls.
/// </summary>
internal sealed class RunRig : IRunProgress, IResourceMeter
{
    public static readonly RunId RunId = RunId.Parse("1a2b3c4d");

    private readonly Block block;
    private readonly List<string> phases = [];
    private int rounds;

    public RunRig()
        : this(EvenGroups.Generate(transfers: 60, groups: 6, seed: 3))
    {
    }

    /// <summary>The same with another block.</summary>
    public RunRig(Block block)
    {
        this.block = block;
        Store = new FakeStore(block.AccountCount);
        Executor = new FakeExecutor(Store);
        Request = new RunRequest
        {
            RunId = RunId,
            Environment = new EnvironmentReport(
                "cpu", 2, 1, "os", "runtime", "Release", false, "2026-11-21T12:00:00Z", "1.0.0"),
            PreparingSince = TimeProvider.System.GetTimestamp(),
            Store = new StoreOptions { ReconnectDeadline = TimeSpan.Zero },
            BareStore = Store.Bytes,
            Actors = new ActorOptions { Actors = 2, Lanes = 2 },
            Measure = new MeasureOptions { Rounds = 3, Blocks = 1, WarmupRounds = 1, BareStore = false },
            Resources = this,
        };
    }

    /// <summary>The load as a value of <c>--load</c>; null for a block from a file.</summary>
    public string? Shape { get; set; }

    public int Accounts => block.AccountCount;

    public int Transfers => block.Count;

    public FakeStore Store { get; }

    public FakeExecutor Executor { get; }

    public RunRequest Request { get; set; }

    public CancellationTokenSource Cancellation { get; } = new();

    /// <summary>The resources of a round by its number from 0, warm-up included.</summary>
    public Func<int, RoundResources> ResourcesOf { get; set; } =
        _ => new(TimeSpan.FromMilliseconds(10), TimeSpan.Zero, TimeSpan.Zero, Collections: 0);

    public double PeakWorkingSetMb => 100;

    /// <summary>Called at the start of a phase.</summary>
    public Action<RunPhase> OnPhase { get; set; } = _ => { };

    /// <summary>The phases so far, in order.</summary>
    public string Phases => string.Join(' ', phases);

    /// <summary>Writes every account with its opening balance, like the seeding.</summary>
    public void SeedAll(int version = 0) => Overwrite(
        Enumerable.Range(0, Accounts), account => new AccountState(0, block.OpeningBalances[account]), version);

    /// <summary>Removes an account without the run.</summary>
    public void Lose(int account)
    {
        using var connection = Store.Connect();
        connection.Delete(new AccountKey(account, 0), 0);
        while (connection.Outstanding > 0)
        {
            connection.Exchange();
        }
    }

    /// <summary>Writes a state to an account that no transfer produces.</summary>
    public void Spoil(int account) => Overwrite([account], _ => new AccountState(7, 1));

    /// <summary>Writes the keys of a group's attempt, like an executor that retries it.</summary>
    public void WriteVersions(int group, int epoch)
    {
        using var connection = Store.Connect();
        foreach (var account in new Grouper().Group(block).AccountsOf(group, block))
        {
            connection.Set(new AccountKey(account, epoch), default, tag: 0);
            connection.Exchange();
        }
    }

    public RunReport Run()
    {
        using var workload = new TransferWorkload(
            new TransferLoad(block, Skew: 0, new(TransferMode.Strict)) { Shape = Shape },
            $"{RunId}",
            Request.Actors,
            Store);
        using var lifecycle = new RunLifecycle(Request, workload, Executor, this);
        return lifecycle.Run(Cancellation.Token);
    }

    public void Start()
    {
        // The test sets the resources of a round.
    }

    public RoundResources Stop() => ResourcesOf(rounds++);

    public void Start(Func<ProgressSnapshot> sample)
    {
        // The tests do not use this member.
    }

    public void Enter(ProgressSnapshot moment)
    {
        phases.Add(moment.Round == 0 ? moment.Phase.ToString() : $"{moment.Phase}{moment.Round}");
        OnPhase(moment.Phase);
    }

    public void Dispose()
    {
        Executor.Dispose();
        Store.Dispose();
        Cancellation.Dispose();
    }

    private void Overwrite(IEnumerable<int> accounts, Func<int, AccountState> stateOf, int version = 0)
    {
        using var connection = Store.Connect();
        foreach (var account in accounts)
        {
            connection.Set(new AccountKey(account, version), stateOf(account), tag: 0);
            connection.Exchange();
        }
    }
}
