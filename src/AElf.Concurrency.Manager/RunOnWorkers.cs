using AElf.Bench.Concurrency;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Storage;

namespace AElf.Concurrency.Manager;

/// <summary>
/// A run on the cluster's workers: its settings and its load, read once. Each attempt sets the run up from scratch, and
/// measures it with the same coordinator as a single process. Next: <see cref="RunCoordinator"/>.
/// </summary>
/// <param name="settings">The settings of the run.</param>
internal sealed class RunOnWorkers(
    ProgramOptions options, ManagerHost host, RunCleaner cleaner, ClusterRun run, ResolvedSettings settings)
{
    // The preparation of the run begins before its load is read.
    private readonly long since = TimeProvider.System.GetTimestamp();
    private readonly EnvironmentReport machine =
        MachineReader.Read(typeof(RunOnWorkers).Assembly, TimeProvider.System.GetUtcNow());

    private readonly MeasureOptions measure = SettingsBinder.Measure(settings);
    private readonly ILoad load = cleaner.LoadOf(run, settings);
    private readonly RunWorkers workers = new(host, options, run, settings);

    /// <summary>Sets up and measures the run, then measures the cluster alone.</summary>
    public RunReport Make()
    {
        var made = RunReportBuilder.WithIdleWorkers(Measure(), workers.Idle());
        return made is { Tps: not null, Controls: not null } ? WithControl(made) : made;
    }

    /// <summary>
    /// Measures the cluster alone, with null actors. This follows the run and the removal of its keys, so it cannot
    /// affect the run. If the manager is killed meanwhile, the run's report is already stored.
    /// </summary>
    /// <returns>The report with the rate, or with the reason why it is unknown.</returns>
    private RunReport WithControl(RunReport report)
    {
        var path = run.ControlLogFile;
        try
        {
            File.Delete(path);
            var perSecond = ControlRateOf(report.Blocks ?? 1, path);
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

    private double? ControlRateOf(int blocks, string path)
    {
        var actors = workers.Actors();
        using var opened = load.Open(default, actors, store: null);
        using var executor = new ClusterExecutor(
            host, workers.Describe(actors, load).ForControl(), measure.Slice, LogFile.Open(path));
        return ControlRate.Of(opened, executor, blocks, run.Cancellation.Token);
    }

    private RunReport Measure()
    {
        var far = SettingsBinder.StoreForRun(options.Store, settings);
        using var store = SocketStore.Open(far, run.RunId, run.Holder);
        AwaitWorkers(store);
        var actors = workers.Actors();
        var log = LogFile.Open(run.LogFile);
        using var executor = new ClusterExecutor(host, workers.Describe(actors, load), measure.Slice, log);

        // The merging of units must not change within a run.
        actors = actors with { ConcurrencyLevel = executor.JobsBegun ?? actors.ConcurrencyLevel };
        using var rounds = new RoundFile(run.RoundsFile);
        using var shard = SocketStore.OpenShard(far, run.RunId);
        var local = new LocalOptions(actors, options.Store, measure.Slice, settings.Get(CommonSettings.Seed));
        var request = new RunRequest
        {
            RunId = run.RunId,
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
            EffectiveOptions = RunSettings.Effective(options.Effective, options.Reading.Table, settings),
            Concluded = SaveConcluded,
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
                () => new ForwardedProgress(run.SetProgress),
                run.Cancellation.Token);
        }
        catch (StoreException exception) when (executor.HasBegun)
        {
            // The keys of the run were removed as far as possible, so it cannot be resumed.
            throw new RunStoppedException(ExitCode.Environment, exception.Problem)
            {
                KeysRemoved = true,
                MayHaveLeftKeys = exception.IsIndeterminate,
            };
        }
    }

    private void AwaitWorkers(IStoreControl store)
    {
        if (run.IsResumed)
        {
            // Taking the lock fails while the store does not answer. So no workers are awaited that end without the
            // store.
            RunCleaner.TakeLock(store, run);
        }

        try
        {
            workers.Await(run.SetWaiting, run.Cancellation.Token);
        }
        catch (RunStoppedException exception) when (run.IsResumed)
        {
            // The run will not be resumed.
            cleaner.TakeOver(run);
            throw new RunStoppedException(exception.Code, exception.Problem, exception) { KeysRemoved = true };
        }
    }

    private void SaveConcluded(RunReport report)
    {
        try
        {
            run.Conclude(JsonExporter.BytesOf(report));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // A manager that starts after an interrupted clean-up needs the stored report. This manager has it in
            // memory.
        }
    }
}
