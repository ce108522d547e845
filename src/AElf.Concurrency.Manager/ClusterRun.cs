using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Settings;
using AElf.Bench.Storage;
using AElf.Concurrency.Manager.CommandLine;

namespace AElf.Concurrency.Manager;

/// <summary>A run on the cluster's workers; each attempt sets it up from scratch.</summary>
internal sealed class ClusterRun
{
    private readonly ManagerProgramOptions options;
    private readonly ManagerHost host;
    private readonly RunArchive archive;
    private readonly RunCleaner cleaner;
    private readonly RunOrder order;
    private readonly ResolvedSettings settings;
    private readonly MeasureOptions measure;
    private readonly ILoad load;
    private readonly RunWorkers workers;

    /// <summary>Reads the run's settings and its load.</summary>
    /// <exception cref="FormatException">The file of its load is malformed.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public ClusterRun(
        ManagerProgramOptions options, ManagerHost host, RunArchive archive, RunCleaner cleaner, RunOrder order)
    {
        this.options = options;
        this.host = host;
        this.archive = archive;
        this.cleaner = cleaner;
        this.order = order;
        settings = RunSettings.Read(cleaner.Table, order.Run.Settings);
        measure = SettingsBinder.Measure(settings);
        load = cleaner.LoadOf(order.Run, settings);
        workers = new RunWorkers(host, options, order.Run, settings, load);
    }

    private string Id => order.Run.Id;

    private RunId RunId => RunId.Parse(Id);

    /// <summary>Tries to make the run, and then measures the cluster alone.</summary>
    /// <param name="machine">Goes into the report.</param>
    /// <param name="since">When preparing began, a timestamp of the system's <see cref="TimeProvider"/>.</param>
    public RunReport Make(EnvironmentReport machine, long since)
    {
        var made = RunReportBuilder.WithIdleWorkers(Measure(machine, since), workers.Idle());
        return made is { Tps: not null, Controls: not null }
            ? new ClusterControl(host, workers, measure.Slice).AddTo(
                made, load, archive.ControlLogOf(Id), order.Cancellation)
            : made;
    }

    private RunReport Measure(EnvironmentReport machine, long since)
    {
        var far = options.Store with { AddedRoundTrip = SettingsBinder.Store(settings, password: null).AddedRoundTrip };
        using var store = SocketStore.Open(far, RunId, order.Run.Holder);
        AwaitWorkers(() => RunCleaner.TakeLock(store, Id));
        var actors = workers.Actors();
        var log = LogFile.Open(archive.LogOf(Id));
        using var executor = new ClusterExecutor(
            host, workers.Describe(actors, far.AddedRoundTrip), measure.Slice, log);

        // How units are merged must not change within a run.
        actors = actors with { ConcurrencyLevel = executor.JobsBegun ?? actors.ConcurrencyLevel };
        using var rounds = new RoundFile(archive.RoundsOf(Id));
        using var shard = SocketStore.OpenShard(far, RunId);
        var local = new LocalOptions(actors, options.Store, measure.Slice, settings.Get(CommonSettings.Seed));
        var request = new RunRequest
        {
            RunId = Id,
            Environment = machine,
            PreparingSince = since,
            Actors = actors,
            Measure = measure,
            Topology = workers.Topology(),
            FaultsBefore = executor.FaultsBefore,
            RoundsBegun = order.IsResumed ? executor.RoundsBegun : null,
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
            Concluded = SaveConcluded,
        };
        try
        {
            return RunCoordinator.Make(
                request,
                load,
                workload =>
                {
                    RunCleaner.NoteRetries(workload, log.Records);
                    return executor;
                },
                () => new ForwardedProgress(order.Progress),
                order.Cancellation);
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

    private void AwaitWorkers(Action takeLock)
    {
        if (order.IsResumed)
        {
            // The lock is taken before workers are waited for: those that meet a store that is away may end by it.
            takeLock();
        }

        try
        {
            workers.Await(order.Waiting, order.Cancellation);
        }
        catch (RunStoppedException exception) when (order.IsResumed)
        {
            // It will not be resumed.
            cleaner.TakeOver(order.Run);
            throw new RunStoppedException(exception.Code, exception.Problem, exception) { KeysRemoved = true };
        }
    }

    private void SaveConcluded(RunReport report)
    {
        try
        {
            archive.SaveConcluded(Id, JsonExporter.BytesOf(report));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The saved report is for a manager that starts after this one ended in its clean-up; this one still has
            // it.
        }
    }
}
