using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Settings;
using AElf.Bench.Storage;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>Makes or prepares the runs of a call in this process.</summary>
internal sealed class LocalRuns(BenchmarkOptions options, CallProgress call)
{
    // Writing the load to its file, reading the load, writing the items, reading them back.
    private const int StepsOfPreparing = 4;

    private readonly DateTimeOffset startedAt = TimeProvider.System.GetUtcNow();
    private volatile IReadOnlyList<RunId> active = [];

    /// <summary>Whether a run has keys in a store that stays. Safe from any thread.</summary>
    public bool HasKeys => active is not [];

    /// <summary>
    /// The keys that remain if this process ends at once, with the commands that remove them; null for none. Safe from
    /// any thread.
    /// </summary>
    public string? DescribeRemains()
    {
        var runs = active;
        try
        {
            return runs is [] ? null : string.Join(Environment.NewLine, runs.Select(run =>
            {
                using var store = SocketStore.Open(options.Store, run);
                return RunKeys.Left(run, store.Description, cause: "ended at once").ToString();
            }));
        }
        catch (StoreException)
        {
            return null;
        }
    }

    /// <summary>Makes runs that have keys in the store until they end.</summary>
    public T WithKeys<T>(IReadOnlyList<RunId> runs, Func<T> make)
    {
        // A scenario ends its store with this process.
        active = options.Store.Type == StoreType.InMemory || options.Started.Count > 0 ? [] : runs;
        try
        {
            return make();
        }
        finally
        {
            active = [];
        }
    }

    /// <summary>Writes the load to its file, if the options name one.</summary>
    public void WriteLoad()
    {
        var work = new WorkCounter();
        using var step = call.OpenStep("writing the load to a file", work, isAnnounced: false);
        options.Workload.Export(options.Plans.First().Settings, work);
    }

    /// <summary>Makes a run with the actors of this process.</summary>
    /// <param name="run">The run's id.</param>
    /// <param name="plan">The run's settings.</param>
    /// <param name="index">Number of the run in the call, from 0.</param>
    /// <param name="since">Start of its preparation, a timestamp of the system's <see cref="TimeProvider"/>.</param>
    /// <param name="cancellation">Cancels the run and removes its keys.</param>
    public RunReport Make(RunId run, RunPlan plan, int index, long since, CancellationToken cancellation)
    {
        var actors = SettingsBinder.Actors(plan.Settings);
        var load = ReadLoad(plan.Settings);
        var store = OpenStore(run);
        using var shard = SocketStore.OpenShard(options.Store, run);
        if (store is not null && !options.Quiet)
        {
            call.WriteLine(RunKeys.Named(run));
        }

        var hosted = new LocalOptions(
            actors, options.Store, options.Measure.Slice, plan.Settings.Get(CommonSettings.Seed));
        var request = new RunRequest
        {
            RunId = run,
            Environment = MachineReader.Read(typeof(LocalRuns).Assembly, startedAt),
            PreparingSince = since,
            Actors = actors,
            Measure = options.Measure with { Earlier = options.Later?.Earlier[index] },
            Prepared = plan.Settings.Get(CommonSettings.Prepared) is not null,
            Store = options.Store,
            Noted = problem => call.WriteLine($"warning: {problem}"),
            BareStore = store,
            BareShard = shard,
            Controls = options.Measure.Controls ? LocalControls.Of(load, hosted, store is null) : null,
            EffectiveOptions = plan.Settings.Get(ActorSettings.RoutingComparison)
                ? UsedSetting.Merge(options.Effective, plan.Differing.Select(each => KeyValuePair.Create(
                    each.Key.Name, new UsedSetting(each.Key.Rule.Format(each.Value), "comparison"))))
                : options.Effective,
        };
        return WithKeys([run], () => RunCoordinator.Make(
            request,
            load,
            workload => new LocalHost(workload.OpenPumps(TimeProvider.System), hosted),
            call.OpenRun,
            cancellation));
    }

    /// <summary>Writes the initial items for a run with <c>--prepared</c>, and reads them back.</summary>
    /// <returns>The result in words.</returns>
    /// <exception cref="RunStoppedException">
    /// The preparation was interrupted, or the items in the store differ from the written ones.
    /// </exception>
    public string Prepare(RunId run, CancellationToken cancellation)
    {
        var since = TimeProvider.System.GetTimestamp();
        var settings = options.Plans.First().Settings;
        call.ExpectSteps(StepsOfPreparing);
        WriteLoad();
        using var workload = ReadLoad(settings).Open(run, options.Actors, OpenStore(run));
        workload.Store.ReadCounters();
        workload.Store.TryCommands(workload.Probe.Commands);
        if (!workload.Store.TryTakeRunLock())
        {
            throw new RunStoppedException(
                ExitCode.Environment,
                RunKeys.Left(run, workload.Store.Description).After(
                    $"run {run} is locked in the store by another process, or by a killed process; "
                        + "choose another --run-id. If no process has it, "));
        }

        var items = NumberFormat.Plural(workload.Description.ItemNoun);
        Seed(run, workload, cancellation);
        var seeding = TimeProvider.System.GetElapsedTime(since);
        using var step = call.OpenStep($"reading all {items} back", workload.Work);
        return workload.Audit(0) is { Wrong: > 0 } audit
            ? throw new RunStoppedException(
                ExitCode.AuditFailed,
                $"{audit.Wrong} of {audit.Compared} {items} read back differ from the written ones")
            : FormattableString.Invariant(
                $"{workload.Description.Items} {items} prepared and read back in {seeding.TotalMilliseconds:0} ms.");
    }

    /// <summary>
    /// Writes the initial items of a run. A partly prepared run stays locked, because a late unanswered write could
    /// overwrite items of a second preparation.
    /// </summary>
    private void Seed(RunId run, IWorkload workload, CancellationToken cancellation)
    {
        var (count, noun) = (workload.Description.Items, workload.Description.ItemNoun);
        using var step = call.OpenStep($"writing {NumberFormat.Counted(count, noun)}", workload.Work);
        try
        {
            workload.Seed(version: 0, cancellation);
            workload.Store.ReleaseRunLock();
        }
        catch (OperationCanceledException)
        {
            workload.RemoveKeys();
            workload.Store.ReleaseRunLock();
            throw new RunStoppedException(
                ExitCode.DegradedOrFailed,
                new Problem(
                    ProblemKind.Cancelled,
                    $"the preparation was cancelled: the {NumberFormat.Plural(noun)} written so far were removed"));
        }
        catch (StoreException exception)
        {
            throw new StoreException(
                exception.Fault,
                exception.Problem with
                {
                    Text = $"the {NumberFormat.Plural(noun)} of run {run} are incomplete, and the run stays locked: "
                        + $"{exception.Problem.Text}; choose another --run-id; "
                        + RunKeys.Left(run, workload.Store.Description).Text,
                },
                exception);
        }
    }

    /// <summary>Removes the keys of a start whose process was killed.</summary>
    /// <param name="runs">Ids of its runs.</param>
    /// <param name="holder">The holder of its runs' locks.</param>
    /// <returns>Possibly remaining keys, in words; null for none.</returns>
    public string? RemoveKeys(IReadOnlyList<RunId> runs, string holder)
    {
        if (options.Store.Type == StoreType.InMemory)
        {
            return null;
        }

        using var step = call.OpenStep("removing the keys of a start that was killed");
        var left = runs.Zip(options.Plans, (run, plan) => RemoveKeys(run, plan, holder)).OfType<string>().ToList();
        return left.Count == 0 ? null : string.Join(Environment.NewLine, left);
    }

    private string? RemoveKeys(RunId run, RunPlan plan, string holder)
    {
        var store = SocketStore.Open(options.Store, run, holder);
        try
        {
            using var workload = ReadLoad(plan.Settings).Open(run, SettingsBinder.Actors(plan.Settings), store);
            using var shard = options.Measure.Controls ? SocketStore.OpenShard(options.Store, run) : null;
            workload.Adopt([0]);
            RunKeys.Remove(
                run, workload, options.Measure.BareStore ? new[] { store, shard }.OfType<IStore>() : []);
            workload.Store.ReleaseRunLock();
            return null;
        }
        catch (StoreException exception)
        {
            return RunKeys.Left(run, store.Description, cause: exception.Problem.Text).ToString();
        }
    }

    private ILoad ReadLoad(ResolvedSettings settings)
    {
        var work = new WorkCounter();
        var file = options.Workload.LoadFile is { } setting ? settings.Get(setting) : null;
        using var step = call.OpenStep(
            file is null ? "drawing the load" : $"reading {file}", work, isAnnounced: file is not null);
        return options.Workload.Load(settings, work);
    }

    /// <summary>The store of a run; null for the in-memory store of the workload.</summary>
    private IStore? OpenStore(RunId run) => options.Store.Type == StoreType.InMemory
        ? null
        : SocketStore.Open(options.Store, run, options.Later?.Holder);
}
