using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Configuration;
using AElf.Bench.Harness.Files;
using AElf.Bench.Harness.Network;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Storage;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Execution;
using AElf.Benchmark.CommandLine;

namespace AElf.Benchmark;

/// <summary>One call of the program: a run for each group count, then the reports.</summary>
internal sealed class BenchmarkSession : IDisposable
{
    /// <summary>What the user is told at the first Ctrl-C.</summary>
    public const string InterruptionNotice =
        "interrupted: ending the run and removing its keys; once more ends the program at once";

    private readonly BenchmarkOptions options;
    private readonly long started;
    private readonly DateTimeOffset startedAt = TimeProvider.System.GetUtcNow();
    private readonly Termination interruption;
    private readonly TcpRelay? relay;

    public BenchmarkSession(BenchmarkOptions options, long started, Termination interruption)
    {
        relay = options.Store.AddedRoundTrip > TimeSpan.Zero && !options.Hosts.IsCluster
            ? TcpRelay.Start(options.Store.Address, new RelayOptions(options.Store.AddedRoundTrip / 2))
            : null;
        this.options = options with { Store = options.Store with { ProxyEndpoint = relay?.Endpoint } };
        this.started = started;
        this.interruption = interruption;
    }

    private RoutingStrategy[] Routings => options.RoutingComparison ? Enum.GetValues<RoutingStrategy>() : [options.Actors.Routing];

    public ExitCode Run()
    {
        try
        {
            return options.Kind == BenchmarkKind.GenAccount ? PrepareAccounts() : Measure();
        }
        catch (Exception exception) when (RunStoppedException.From(exception) is { } stopped)
        {
            return Stop(stopped.Code, stopped.Message);
        }
    }

    public void Dispose()
    {
        relay?.Dispose();
        if (relay?.Failure is { } failure)
        {
            Console.Error.WriteLine($"error: the relay that adds the latency ended early: {failure}");
        }
    }

    private static ExitCode Stop(ExitCode code, string message)
    {
        Console.Error.WriteLine($"error: {message}");
        return code;
    }

    private ExitCode Measure()
    {
        var runs = new List<RunReport>();
        try
        {
            foreach (var planned in Planned().TakeWhile(_ => !interruption.IsRequested))
            {
                Announce(planned, runs.Count);
                runs.Add(MeasureOne(planned, runs.Count));
            }
        }
        finally
        {
            // What is measured is not lost to a later run's trouble.
            Export(runs);
        }

        // A failed audit outranks a fault.
        return runs.Exists(run => ExitCodeFor(run) == ExitCode.AuditFailed) ? ExitCode.AuditFailed
            : runs.TrueForAll(run => ExitCodeFor(run) == ExitCode.Ok) && !interruption.IsRequested ? ExitCode.Ok
            : ExitCode.DegradedOrFailed;
    }

    private int GroupCounts => options.Workload.BlockFile is null ? options.Workload.GroupsTo - options.Workload.GroupsFrom + 1 : 1;

    /// <summary>The progress of a run does not say which of a comparison it is.</summary>
    private void Announce(RunPlan planned, int index)
    {
        if (options.RoutingComparison && !options.Quiet)
        {
            var offered = planned.Workload.BlockFile ?? FormattableString.Invariant($"{planned.Workload.GroupsFrom} groups, skew {planned.Workload.Skew}");
            Console.Error.WriteLine(
                $"run {index + 1} of {GroupCounts * options.Skews.Count * Routings.Length}: {offered}, routing {SettingRules.NameOf(planned.Routing)}");
        }
    }

    /// <summary>A run for each group count, skew and routing strategy; the groups of a file are what they are.</summary>
    private IEnumerable<RunPlan> Planned() =>
        from groups in Enumerable.Range(options.Workload.GroupsFrom, GroupCounts)
        from skew in options.Skews
        from routing in Routings
        select new RunPlan(options.Workload with { GroupsFrom = groups, GroupsTo = groups, Skew = skew }, routing);

    private RunReport MeasureOne(RunPlan planned, int index)
    {
        if (!options.Hosts.IsCluster)
        {
            return MeasureHere(planned, index);
        }

        if (options.Workload.BlockOutput is not null && index == 0)
        {
            // The manager makes the same block of the same settings.
            SaveBlock(LoadOf(planned.Workload));
        }

        return new SubmittedRunClient(options).Execute(RunIdOf(index), planned, interruption.Token);
    }

    private RunReport MeasureHere(RunPlan planned, int index)
    {
        var since = index == 0 ? started : TimeProvider.System.GetTimestamp();
        var actors = options.Actors with { Routing = planned.Routing };
        var load = LoadOf(planned.Workload);
        if (index == 0)
        {
            SaveBlock(load);
        }

        var run = RunIdOf(index);
        var (store, bytes) = Open(run, load);
        using var workload = new TransferWorkload(load, run.ToString(), actors, store);
        using var executor = new LocalHost(
            new TransferPumps(store, actors.Mode, TimeProvider.System),
            new LocalOptions(actors, options.Store, options.Measure.Slice, options.Workload.Seed));
        using var progress = ProgressDisplay.Choose(options.Quiet, Console.IsErrorRedirected, Console.Error, TimeProvider.System);
        var request = new RunRequest
        {
            RunId = run.ToString(),
            Environment = MachineReader.Read(typeof(BenchmarkSession).Assembly, startedAt),
            PreparingSince = since,
            Actors = actors,
            Measure = options.Measure,
            Prepared = options.PreparedRunId is not null,
            BareStore = bytes,
            RedisBenchmark = new RedisBenchmark(options.Store).TryRun,
            EffectiveOptions = options.RoutingComparison
                ? options.Effective.ToDictionary(planned.Differing, "comparison")
                : options.Effective.ToDictionary(),
        };
        using var lifecycle = new RunLifecycle(request, workload, executor, progress);
        return lifecycle.Run(interruption.Token);
    }

    private TransferLoad LoadOf(WorkloadOptions workload)
    {
        var load = BlockFile.Load(workload);
        if (workload.BlockFile is { } file)
        {
            load.EnsureAffordable(options.Measure.MaxRounds, file);
        }

        return load;
    }

    /// <summary>Writes the block where it was asked for: then all runs of the call are of one block.</summary>
    private void SaveBlock(TransferLoad load)
    {
        if (options.Workload.BlockOutput is { } output)
        {
            BlockFile.Write(output, load.Block);
        }
    }

    private RunId RunIdOf(int index)
    {
        var first = (options.PreparedRunId ?? options.RunId) is { } given ? RunId.Parse(given) : RunId.Create(System.Random.Shared);
        return new RunId(first.Number + (uint)index);
    }

    /// <summary>The accounts, and the bytes below them; embedded accounts have none.</summary>
    private (IAccountStore Accounts, IStore? Bytes) Open(RunId run, TransferLoad load)
    {
        if (options.Store.Type == StoreType.InMemory)
        {
            return (new EmbeddedAccountStore(load.Block.AccountCount), null);
        }

        var bytes = SocketStore.Open(options.Store, run);
        return (new StoredAccountStore(bytes, run), bytes);
    }

    private void Export(List<RunReport> runs)
    {
        if (runs.Count == 0)
        {
            return;
        }

        new ConsoleExporter(ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected)).Export(runs);
        if (options.JsonOutput is { } json)
        {
            new JsonExporter(json).Export(runs);
        }

        if (options.MarkdownOutput is { } markdown)
        {
            new MarkdownExporter(markdown).Export(runs);
        }
    }

    private static ExitCode ExitCodeFor(RunReport run) => run switch
    {
        { Verdict: Verdict.Pass } => ExitCode.Ok,
        { Audit: { Replay: AuditOutcome.Failed } or { Conservation: AuditOutcome.Failed } } => ExitCode.AuditFailed,
        _ => ExitCode.DegradedOrFailed,
    };

    private ExitCode PrepareAccounts()
    {
        var since = TimeProvider.System.GetTimestamp();
        var run = RunIdOf(0);
        var load = LoadOf(options.Workload);
        SaveBlock(load);
        using var workload = new TransferWorkload(load, run.ToString(), options.Actors, Open(run, load).Accounts);
        if (!workload.Store.TryTakeRunLock())
        {
            return Stop(ExitCode.Environment, $"run {run} is locked in the store: another process drives it; choose another --run-id");
        }

        try
        {
            workload.Seed(interruption.Token);
        }
        catch (OperationCanceledException)
        {
            workload.RemoveKeys();
            return Stop(ExitCode.DegradedOrFailed, "interrupted: the accounts written so far were removed");
        }
        finally
        {
            workload.Store.ReleaseRunLock();
        }

        var seeding = TimeProvider.System.GetElapsedTime(since);
        if (workload.Audit(0) is { Wrong: > 0 } audit)
        {
            return Stop(ExitCode.AuditFailed, $"{audit.Wrong} of {audit.Compared} accounts read back differ from what was written");
        }

        var (block, groups) = (load.Block, options.Workload.GroupsFrom);
        var prepared = FormattableString.Invariant(
            $"{block.AccountCount} accounts for {block.Count} transfers in {groups} groups");
        Console.Out.WriteLine(FormattableString.Invariant(
            $"{prepared} prepared and read back in {seeding.TotalMilliseconds:0} ms."));
        Console.Out.WriteLine($"Run them with the same -n, --grouprange, --skew and --seed and --prepared {run}");
        return ExitCode.Ok;
    }
}
