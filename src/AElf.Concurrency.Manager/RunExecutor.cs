using AElf.Bench.Concurrency;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.Settings;
using AElf.Bench.Storage;
using AElf.Concurrency.Manager.CommandLine;

namespace AElf.Concurrency.Manager;

/// <summary>Judges submitted runs, and makes a run on the cluster's workers, from its load to the report.</summary>
internal sealed class RunExecutor(ManagerProgramOptions options, ManagerHost host, RunCleaner cleaner)
{
    private readonly IWorkloadType workload = options.Workload;

    /// <summary>The store that runs are made over, in words that tell it from others.</summary>
    public string Store { get; } = string.Join(
        ", shard ", options.Store.Shards.Select(shard => shard.ToString()).Prepend(Describe(options.Store)));

    /// <summary>The reason why a run begun before is not resumed here; null when it is.</summary>
    public string? RefusalOf(ClusterRun run) => string.Equals(run.Store, Store, StringComparison.Ordinal)
        ? null
        : $"began over the store {(run.Store.Length > 0 ? run.Store : "of a manager that did not record it")}, and "
            + $"this manager has {Store}: the run waits for a manager with its store over this "
            + $"state folder, or 'AElf.Benchmark cancel {run.Id}' cancels it";

    /// <summary>Says where keys are left of a run that was begun over another store than this manager's.</summary>
    public static string KeysLeftElsewhere(ClusterRun run) =>
        $"keys that start with {RunId.PrefixOf(run.Id)} may be left in {run.Store}; remove them on each of its servers "
            + $"with: AElf.Benchmark cleanup HOST:PORT --run {run.Id} --remove";

    /// <summary>
    /// Upper bound of the time until no operation is in flight: operations end by the store's time-out, cancelled
    /// attempts at an absent store when their connection is abandoned.
    /// </summary>
    public static TimeSpan TimeOuts(StoreOptions store) =>
        store.Timeout + store.ReconnectDeadline + TimeSpan.FromSeconds(2);

    /// <summary>Says that keys of a run may be left, and how to remove them by hand.</summary>
    public string KeysLeft(ClusterRun run) => cleaner.Left(run);

    /// <summary>The problems of a submission; empty for a valid one.</summary>
    public IReadOnlyList<string> Validate(SubmittedRun run, bool hasLoad)
    {
        var settings = RunSettings.Read(cleaner.Table, run.Settings);
        List<string> problems =
            [.. settings.Problems.Where(problem => problem.Critical).Select(problem => problem.ToString())];
        if (problems.Count == 0 && !hasLoad)
        {
            problems.AddRange(workload.CheckRun(settings).Select(problem => problem.ToString()));
        }
        else if (hasLoad && workload.LoadFile is null)
        {
            problems.Add($"unexpected file: the workload {workload.Name} is generated from its settings");
        }

        if (problems.Count == 0
            && settings.Get(CommonSettings.Workers) is { OrMore: false } workers
            && workers.Count < settings.Get(CommonSettings.ServersOfRun))
        {
            problems.Add($"--workers: {workers} cannot be on {settings.Get(CommonSettings.ServersOfRun)} servers");
        }

        if (problems.Count == 0
            && run.Settings.ContainsKey(StoreSettings.Type.Name)
            && SettingsBinder.Store(settings, password: null) is var theirs
            && (theirs.Type, theirs.Address) != (options.Store.Type, options.Store.Address))
        {
            problems.Add(
                $"the benchmark is configured for the store {Describe(theirs)}, "
                    + $"the manager for {Describe(options.Store)}: correct one of the two "
                    + "configurations");
        }

        return problems;
    }

    /// <summary>
    /// Makes the run. One that an earlier manager began waits for a store that is away as long as it takes.
    /// </summary>
    /// <exception cref="RunStoppedException">The run cannot be made here and now.</exception>
    public RunReport Execute(ClusterRun run)
    {
        var since = TimeProvider.System.GetTimestamp();
        var machine = MachineReader.Read(typeof(RunExecutor).Assembly, TimeProvider.System.GetUtcNow());
        try
        {
            var settings = RunSettings.Read(cleaner.Table, run.Settings);
            var load = cleaner.LoadOf(run, settings);
            var plan = new Plan(
                run,
                settings,
                SettingsBinder.Measure(settings),
                load,
                new RunWorkers(host, options, run, settings, load));
            RunReport Attempt() => Make(plan, machine, since);
            RunReport End() => CleanUp(run);
            return !run.IsResumed
                ? Attempt()
                : WhenStoreIsThere(run.Stage is RunStage.Over ? End : Attempt, run);
        }
        catch (LogException exception)
        {
            throw new RunStoppedException(ExitCode.Environment, exception.Message, exception);
        }
        catch (Exception exception)
            when (exception is not RunStoppedException && RunStoppedException.From(exception) is not null)
        {
            throw RunStoppedException.From(exception)!;
        }
    }

    private static string Describe(StoreOptions store) =>
        $"{store.Type.ToString().ToLowerInvariant()} at {store.Address}";

    /// <summary>Retries until the store answers, or returns an error that is not transient.</summary>
    private static RunReport WhenStoreIsThere(Func<RunReport> attempt, ClusterRun run)
    {
        for (var attempts = 1; ; attempts++)
        {
            try
            {
                return attempt();
            }
            catch (StoreException exception) when (exception.IsTransient)
            {
                run.TellWaiting($"waiting for the store: {exception.Message}");
                if (run.Cancellation.Token.WaitHandle.WaitOne(RetryPause.After(attempts)))
                {
                    throw new RunStoppedException(
                        ExitCode.DegradedOrFailed,
                        new Problem(
                            ProblemKind.Cancelled,
                            $"the run was cancelled while the store was away: {exception.Problem.Text}"));
                }
            }
        }
    }

    /// <summary>Cleans up a run that was over when the earlier manager ended.</summary>
    private RunReport CleanUp(ClusterRun run)
    {
        cleaner.TakeOver(run);
        return run.Concluded is { } report
            ? ReportReader.Read(report)
            : throw new RunStoppedException(
                ExitCode.Environment, "it had ended, but the disk was too full for its report")
            {
                KeysRemoved = true,
            };
    }

    /// <summary>Tries to make the run, set up from scratch, and then measures the cluster alone.</summary>
    /// <param name="machine">Goes into the report.</param>
    /// <param name="since">When preparing began, a timestamp of the system's <see cref="TimeProvider"/>.</param>
    private RunReport Make(Plan plan, EnvironmentReport machine, long since)
    {
        var made = RunReportBuilder.WithIdleWorkers(Measure(plan, machine, since), plan.Workers.Idle());
        return made is { Tps: not null, Controls: not null }
            ? new ClusterControl(host, plan.Workers, plan.Measure.Slice).AddTo(
                made, plan.Load, plan.Run.ControlLogFile, plan.Run.Cancellation.Token)
            : made;
    }

    private RunReport Measure(Plan plan, EnvironmentReport machine, long since)
    {
        var (run, settings, measure, load, workers) = plan;
        var far = options.Store with { AddedRoundTrip = SettingsBinder.Store(settings, password: null).AddedRoundTrip };
        using var store = SocketStore.Open(far, run.RunId, run.Holder);
        AwaitWorkers(run, workers, store);
        var actors = workers.Actors();
        var log = LogFile.Open(run.LogFile);
        using var executor = new ClusterExecutor(
            host, workers.Describe(actors, far.AddedRoundTrip), measure.Slice, log);

        // How units are merged must not change within a run.
        actors = actors with { ConcurrencyLevel = executor.JobsBegun ?? actors.ConcurrencyLevel };
        using var rounds = new RoundFile(run.RoundsFile);
        using var shard = SocketStore.OpenShard(far, run.RunId);
        var local = new LocalOptions(actors, options.Store, measure.Slice, settings.Get(CommonSettings.Seed));
        var request = new RunRequest
        {
            RunId = run.Id,
            Environment = machine,
            PreparingSince = since,
            Actors = actors,
            Measure = measure,
            Topology = workers.Topology(),
            FaultsBefore = executor.FaultsBefore,
            RoundsBegun = run.IsResumed ? executor.RoundsBegun : null,
            RoundsMeasured = rounds.Rounds,
            Measured = rounds.Add,
            SeedVersions = executor.SeedVersions,
            TakeSeedVersion = executor.TakeSeedVersion,
            Prepared = settings.Get(CommonSettings.Prepared) is not null,
            Store = far,
            BareStore = store,
            BareShard = shard,
            Controls = measure.Controls ? LocalControls.OfStore(load, local) : null,
            EffectiveOptions = RunSettings.Effective(options.Effective, cleaner.Table, settings),
            Concluded = report => SaveConcluded(run, report),
        };
        try
        {
            return RunCoordinator.Make(
                request,
                load,
                opened =>
                {
                    RunCleaner.NoteRetries(opened, log.Records);
                    return executor;
                },
                () => new ForwardedProgress(run.Tell),
                run.Cancellation.Token);
        }
        catch (StoreException exception) when (executor.HasBegun)
        {
            // Its keys were removed as far as possible: it cannot be resumed.
            throw new RunStoppedException(ExitCode.Environment, exception.Problem)
            {
                KeysRemoved = true,
                MayHaveLeftKeys = exception.IsIndeterminate,
            };
        }
    }

    private void AwaitWorkers(ClusterRun run, RunWorkers workers, IStoreControl store)
    {
        if (run.IsResumed)
        {
            // The lock is taken before workers are waited for: those that meet a store that is away may end by it.
            RunCleaner.TakeLock(store, run);
        }

        try
        {
            workers.Await(run.TellWaiting, run.Cancellation.Token);
        }
        catch (RunStoppedException exception) when (run.IsResumed)
        {
            // It will not be resumed.
            cleaner.TakeOver(run);
            throw new RunStoppedException(exception.Code, exception.Problem, exception) { KeysRemoved = true };
        }
    }

    private static void SaveConcluded(ClusterRun run, RunReport report)
    {
        try
        {
            run.Conclude(JsonExporter.BytesOf(report));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The saved report is for a manager that starts after this one ended in its clean-up; this one still has
            // it.
        }
    }

    /// <summary>A run with what its settings say, read once for all attempts.</summary>
    private sealed record Plan(
        ClusterRun Run, ResolvedSettings Settings, MeasureOptions Measure, ILoad Load, RunWorkers Workers);
}

/// <summary>Hands a run's progress to a callback that sends it on, four times a second.</summary>
internal sealed class ForwardedProgress(Action<ProgressSnapshot> report) : IRunProgress
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    private readonly ManualResetEventSlim ended = new();
    private Thread? thread;

    public void Start(Func<ProgressSnapshot> sample)
    {
        thread = new Thread(() =>
        {
            while (!ended.Wait(Interval))
            {
                report(sample());
            }
        })
        { IsBackground = true, Name = "progress" };
        thread.Start();
    }

    public void Enter(ProgressSnapshot moment) => report(moment);

    public void Dispose()
    {
        ended.Set();
        thread?.Join();
        ended.Dispose();
    }
}

/// <summary>
/// Measures a cluster alone, with null actors, after a run and the removal of its keys, so that it cannot affect the
/// run. A manager that is killed meanwhile has the run's report.
/// </summary>
/// <param name="host">Host of the cluster.</param>
/// <param name="workers">The run's workers.</param>
/// <param name="slice">Length of a slice.</param>
internal sealed class ClusterControl(ManagerHost host, RunWorkers workers, TimeSpan slice)
{
    /// <summary>Adds the control rates of the cluster to a report, or why they are unknown.</summary>
    /// <param name="report">The run's.</param>
    /// <param name="load">The run's.</param>
    /// <param name="path">A file for the log, removed afterwards.</param>
    /// <param name="cancellation">Leaves the figure unknown.</param>
    public RunReport AddTo(RunReport report, ILoad load, string path, CancellationToken cancellation)
    {
        try
        {
            File.Delete(path);
            var perSecond = PerSecond(load, path, report.Blocks ?? 1, cancellation);
            File.Delete(path);
            return RunReportBuilder.WithNullActor(
                report, perSecond, perSecond is null ? "the load is too short" : null);
        }
        catch (Exception exception) when (exception
            is InvalidOperationException or OperationCanceledException or IOException or UnauthorizedAccessException)
        {
            return RunReportBuilder.WithNullActor(report, perSecond: null, exception.Message);
        }
    }

    private double? PerSecond(ILoad load, string path, int blocks, CancellationToken cancellation)
    {
        var actors = workers.Actors();
        using var opened = load.Open(default, actors, store: null);
        using var executor = new ClusterExecutor(
            host, workers.Describe(actors, TimeSpan.Zero).ForControl(), slice, LogFile.Open(path));
        return ControlRate.Of(opened, executor, blocks, cancellation);
    }
}
