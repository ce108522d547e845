using AElf.Bench.Concurrency;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Settings;
using AElf.Bench.Storage;

namespace AElf.Concurrency.Manager;

/// <summary>Sets a run up from scratch, and measures it with the same coordinator as a single process.</summary>
internal sealed partial class RunExecutor
{
    /// <summary>Sets up and measures the run, then measures the cluster alone.</summary>
    /// <param name="machine">The machine, for the report.</param>
    /// <param name="since">
    /// The start of the preparation, a timestamp of the system's <see cref="TimeProvider"/>.
    /// </param>
    private RunReport Make(Plan plan, EnvironmentReport machine, long since)
    {
        var made = RunReportBuilder.WithIdleWorkers(Measure(plan, machine, since), plan.Workers.Idle());
        return made is { Tps: not null, Controls: not null } ? WithControl(plan, made) : made;
    }

    /// <summary>
    /// Measures the cluster alone, with null actors. This follows the run and the removal of its keys, so it cannot
    /// affect the run. If the manager is killed meanwhile, the run's report is already stored.
    /// </summary>
    /// <returns>The report with the rate, or with the reason why it is unknown.</returns>
    private RunReport WithControl(Plan plan, RunReport report)
    {
        var path = plan.Run.ControlLogFile;
        try
        {
            File.Delete(path);
            var perSecond = ControlRateOf(plan, report.Blocks ?? 1, path);
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

    private double? ControlRateOf(Plan plan, int blocks, string path)
    {
        var actors = plan.Workers.Actors();
        using var opened = plan.Load.Open(default, actors, store: null);
        using var executor = new ClusterExecutor(
            host, plan.Workers.Describe(actors).ForControl(), plan.Measure.Slice, LogFile.Open(path));
        return ControlRate.Of(opened, executor, blocks, plan.Run.Cancellation.Token);
    }

    private RunReport Measure(Plan plan, EnvironmentReport machine, long since)
    {
        var (run, settings, measure, load, workers) = plan;
        var far = SettingsBinder.StoreForRun(options.Store, settings);
        using var store = SocketStore.Open(far, run.RunId, run.Holder);
        AwaitWorkers(run, workers, store);
        var actors = workers.Actors();
        var log = LogFile.Open(run.LogFile);
        using var executor = new ClusterExecutor(host, workers.Describe(actors), measure.Slice, log);

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

    private void AwaitWorkers(ClusterRun run, RunWorkers workers, IStoreControl store)
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

    private static void SaveConcluded(ClusterRun run, RunReport report)
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
