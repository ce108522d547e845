using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Accounts;
using AElf.Bench.Core.Audits;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.CommandLine;
using AElf.Bench.Harness.Configuration;
using AElf.Bench.Harness.Files;
using AElf.Bench.Harness.Network;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Storage;
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
        catch (RunRefusedException exception)
        {
            return Stop(exception.Code, exception.Message);
        }
        catch (FormatException exception)
        {
            return Stop(ExitCode.Usage, exception.Message);
        }
        catch (StoreException exception)
        {
            return Stop(ExitCode.Environment, exception.Message);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return Stop(ExitCode.Environment, exception.Message);
        }
        catch (InvalidOperationException exception)
        {
            // A broken invariant: whatever was measured is worth nothing.
            return Stop(ExitCode.AuditFailed, $"an invariant is broken: {exception.Message}");
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
            SaveBlock(BlockOf(planned.Workload));
        }

        return new SubmittedRunClient(options).Execute(RunIdOf(index), planned, interruption.Token);
    }

    private RunReport MeasureHere(RunPlan planned, int index)
    {
        var since = index == 0 ? started : TimeProvider.System.GetTimestamp();
        var actors = options.Actors with { Routing = planned.Routing };
        var block = BlockOf(planned.Workload);
        if (index == 0)
        {
            SaveBlock(block);
        }

        var run = RunIdOf(index);
        using var store = Open(run, block.AccountCount);
        using var executor = new LocalHost(store, new LocalOptions(actors, options.Store, options.Measure.Slice, options.Workload.Seed));
        using var progress = ProgressDisplay.Choose(options.Quiet, Console.IsErrorRedirected, Console.Error, TimeProvider.System);
        var request = new RunRequest
        {
            Block = block,
            Skew = planned.Workload.BlockFile is null ? planned.Workload.Skew : null,
            RunId = run.ToString(),
            Actors = actors,
            Measure = options.Measure,
            Prepared = options.PreparedRunId is not null,
            RedisBenchmark = new RedisBenchmark(options.Store).TryRun,
            EffectiveOptions = options.RoutingComparison ? options.Effective.ToDictionary(planned.Differing, "comparison") : options.Effective.ToDictionary(),
        };
        var transferRun = new TransferRun(request, store, executor, progress);
        progress.Start(transferRun.Snapshot);
        var machine = MachineReader.Read(typeof(BenchmarkSession).Assembly, startedAt);
        return transferRun.Run(machine, TimeProvider.System.GetElapsedTime(since), interruption.Token);
    }

    private Block BlockOf(WorkloadOptions workload) => workload.BlockFile is { } file ? ReadBlock(file) : GeneratedBlock.Create(workload);

    /// <summary>Writes the block where it was asked for: then all runs of the call are of one block.</summary>
    private void SaveBlock(Block block)
    {
        if (options.Workload.BlockOutput is { } output)
        {
            BlockFile.Write(output, block);
        }
    }

    private Block ReadBlock(string file)
    {
        var block = BlockFile.Read(file);
        var rounds = options.Measure.MaxRounds;
        try
        {
            SequentialReplay.Run(block, rounds);
            return block;
        }
        catch (InvalidOperationException exception)
        {
            throw new FormatException(
                $"{file} cannot be offered for {rounds} rounds, warm-up included: {exception.Message}; fewer --repeattime or --warmup rounds may do",
                exception);
        }
    }

    private RunId RunIdOf(int index)
    {
        var first = (options.PreparedRunId ?? options.RunId) is { } given ? RunId.Parse(given) : RunId.Create(System.Random.Shared);
        return new RunId(first.Number + (uint)index);
    }

    private IStore Open(RunId run, int accounts) => options.Store switch
    {
        { Type: StoreType.InMemory } => new MemoryStore(accounts),
        _ => SocketStore.Open(options.Store, run),
    };

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
        { Audit: { Replay: "failed" } or { Conservation: "failed" } } => ExitCode.AuditFailed,
        _ => ExitCode.DegradedOrFailed,
    };

    private ExitCode PrepareAccounts()
    {
        var since = TimeProvider.System.GetTimestamp();
        var run = RunIdOf(0);
        var block = BlockOf(options.Workload);
        SaveBlock(block);
        using var store = Open(run, block.AccountCount);
        using var connection = store.Connect();
        if (!store.TryTakeRunLock())
        {
            return Stop(ExitCode.Environment, $"run {run} is locked in the store: another process drives it; choose another --run-id");
        }

        try
        {
            AccountTable.Seed(connection, block, interruption.Token);
        }
        catch (OperationCanceledException)
        {
            AccountTable.Remove(connection, AccountTable.SeededKeys(block.AccountCount));
            return Stop(ExitCode.DegradedOrFailed, "interrupted: the accounts written so far were removed");
        }
        finally
        {
            store.ReleaseRunLock();
        }

        var seeding = TimeProvider.System.GetElapsedTime(since);
        var audit = FinalComparison.Compare(
            block, SequentialReplay.Run(block, 0), AccountTable.Read(connection, new int[block.AccountCount]), new int[block.AccountCount]);
        if (audit.Wrong > 0)
        {
            return Stop(ExitCode.AuditFailed, $"{audit.Wrong} of {audit.Compared} accounts read back differ from what was written");
        }

        var prepared = FormattableString.Invariant($"{block.AccountCount} accounts for {block.Count} transfers in {options.Workload.GroupsFrom} groups");
        Console.Out.WriteLine(FormattableString.Invariant($"{prepared} prepared and read back in {seeding.TotalMilliseconds:0} ms."));
        Console.Out.WriteLine($"Run them with the same -n, --grouprange, --skew and --seed and --prepared {run}");
        return ExitCode.Ok;
    }
}
