using AElf.Bench.Concurrency;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Local;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Scenarios;
using AElf.Bench.Storage;
using AElf.Concurrency.Manager.CommandLine;

namespace AElf.Concurrency.Manager;

/// <summary>Makes a submitted run on the cluster's workers, from its load to the report.</summary>
internal sealed class RunExecutor(
    ManagerProgramOptions options, ManagerHost host, RunArchive archive, RunCleaner cleaner)
{
    private static readonly TimeSpan WorkerWait = TimeSpan.FromSeconds(60);

    private readonly IWorkloadType workload = options.Workload;
    private readonly IReadOnlyList<Setting> table = cleaner.Table;

    /// <summary>The store that runs are made over, in words that tell it from another one.</summary>
    public string Store { get; } = string.Join(
        ", shard ", options.Store.Shards.Select(shard => shard.ToString()).Prepend(Describe(options.Store)));

    /// <summary>Why a run that was begun before is not gone on with here; null when it is.</summary>
    public string? RefusalOf(RunSubmission run) => string.Equals(run.Store, Store, StringComparison.Ordinal)
        ? null
        : $"was begun over the store {(run.Store.Length > 0 ? run.Store : "of a manager that did not note it")}, and "
            + $"this manager's is {Store}: it stays as it is until a manager with its store is started over this "
            + $"state folder, or 'AElf.Benchmark cancel {run.Id}' cancels it";

    /// <summary>The same of a run that was begun over another store than this manager's.</summary>
    public static string KeysLeftElsewhere(RunSubmission run) =>
        $"keys that start with ab{run.Id} may be left in {run.Store}; remove them on each of its servers with: "
            + $"redis-cli -h HOST -p PORT --scan --pattern 'ab{run.Id}[:#]*' | xargs -r redis-cli -h HOST -p PORT del";

    /// <summary>
    /// What is in flight ends by the store's time limit; void attempts of a store that is away when its connection is
    /// given up.
    /// </summary>
    public static TimeSpan TimeOuts(StoreOptions store) =>
        store.Timeout + store.ReconnectDeadline + TimeSpan.FromSeconds(2);

    /// <summary>That keys of a run may be left, and how they are removed by hand.</summary>
    public string KeysLeft(RunSubmission run) => cleaner.Left(run);

    /// <summary>What is wrong with a submission; empty when nothing is.</summary>
    public IReadOnlyList<string> Validate(RunSubmission run)
    {
        var settings = RunSettings.Read(table, run.Settings);
        List<string> problems =
            [.. settings.Problems.Where(problem => problem.Critical).Select(problem => problem.ToString())];
        if (problems.Count == 0 && run.Load.IsEmpty)
        {
            problems.AddRange(workload.CheckRun(settings).Select(problem => problem.ToString()));
        }
        else if (!run.Load.IsEmpty && workload.LoadFile is null)
        {
            problems.Add($"a file came along, but the workload {workload.Name} is made from its settings alone");
        }

        if (problems.Count == 0
            && run.Settings.ContainsKey(Settings.Type.Name)
            && StoreOf(settings) is var theirs
            && (theirs.Type, theirs.Address) != (options.Store.Type, options.Store.Address))
        {
            problems.Add(
                $"the benchmark is configured for the store {Describe(theirs)}, "
                    + $"the manager for {Describe(options.Store)}: one of the two "
                    + "configurations is not meant");
        }

        return problems;
    }

    private static StoreOptions StoreOf(MergedSettings settings) => SettingOptions.Store(settings, password: null);

    private static string Describe(StoreOptions store) =>
        $"{store.Type.ToString().ToLowerInvariant()} at {store.Address}";

    /// <summary>
    /// Makes the run. One that a manager before this one began waits for a store that is away as long as it takes.
    /// </summary>
    /// <param name="run">What was submitted.</param>
    /// <param name="resumed">Whether a manager before this one began it.</param>
    /// <param name="progress">Told where the run is.</param>
    /// <param name="waiting">Told what the run waits for, once for each reason.</param>
    /// <param name="cancellation">Ends the run.</param>
    /// <exception cref="RunStoppedException">It cannot be made here and now.</exception>
    public RunReport Execute(
        RunSubmission run,
        bool resumed,
        Action<ProgressSnapshot> progress,
        Action<string> waiting,
        CancellationToken cancellation)
    {
        var since = TimeProvider.System.GetTimestamp();
        var machine = MachineReader.Read(typeof(RunExecutor).Assembly, TimeProvider.System.GetUtcNow());
        var settings = RunSettings.Read(table, run.Settings);
        try
        {
            var load = cleaner.LoadOf(run, settings);
            RunReport Attempt()
            {
                var made = Execute(run, resumed, settings, load, progress, waiting, machine, since, cancellation);
                return made is { Tps: not null, Controls: not null }
                    ? WithNullActor(made, run, settings, load, cancellation)
                    : made;
            }

            RunReport End() => CleanUp(run);
            return !resumed
                ? Attempt()
                : WhenStoreIsThere(archive.IsOver(run.Id) ? End : Attempt, waiting, cancellation);
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

    /// <summary>Tries again until the store is there, or has a trouble that does not pass.</summary>
    private static RunReport WhenStoreIsThere(
        Func<RunReport> attempt, Action<string> waiting, CancellationToken cancellation)
    {
        for (var attempts = 1; ; attempts++)
        {
            try
            {
                return attempt();
            }
            catch (StoreException exception) when (exception.IsTransient)
            {
                waiting($"waiting for the store: {exception.Message}");
                if (cancellation.WaitHandle.WaitOne(RetryPause.After(attempts)))
                {
                    throw new RunStoppedException(
                        ExitCode.DegradedOrFailed, $"interrupted while the store was away: {exception.Message}");
                }
            }
        }
    }

    private RunReport Execute(
        RunSubmission run,
        bool resumed,
        MergedSettings settings,
        ILoad load,
        Action<ProgressSnapshot> progress,
        Action<string> waiting,
        EnvironmentReport machine,
        long since,
        CancellationToken cancellation)
    {
        var far = options.Store with { AddedRoundTrip = SettingOptions.Store(settings, password: null).AddedRoundTrip };
        using var store = SocketStore.Open(far, RunId.Parse(run.Id), run.Holder);
        if (resumed)
        {
            // Before the workers are waited for: those that meet a store that is away may end by it.
            RunCleaner.TakeLock(store, run.Id);
        }

        WaitForWorkers(run, resumed, settings, waiting, cancellation);
        var members = host.Members;
        var actors = ActorsOf(settings, members);
        var measure = SettingOptions.Measure(settings);
        var log = LogFile.Open(archive.LogOf(run.Id));
        using var executor = new ClusterExecutor(
            host, Describe(run, settings, load, actors, far.AddedRoundTrip), measure.Slice, log);

        // How units are merged must not change within a run.
        actors = actors with { ConcurrencyLevel = executor.JobsBegun ?? actors.ConcurrencyLevel };
        using var opened = load.Open(RunId.Parse(run.Id), actors, store);
        using var shard = SocketStore.OpenShard(far, RunId.Parse(run.Id));
        RunCleaner.NoteRetries(opened, log.Records);
        var request = new RunRequest
        {
            RunId = run.Id,
            Environment = machine,
            PreparingSince = since,
            Actors = actors,
            Measure = measure,
            Topology = ShapeOf(members),
            RoundsBegun = resumed ? executor.RoundsBegun : null,
            SeedVersions = executor.SeedVersions,
            TakeSeedVersion = executor.TakeSeedVersion,
            Prepared = settings[Settings.Prepared] is not null,
            BareStore = store,
            BareShard = shard,
            StoreAddresses = options.Store.Addresses,
            StorePatience = options.Store.ReconnectDeadline,
            RedisBenchmark = far.AddedRoundTrip > TimeSpan.Zero ? null : new RedisBenchmark(options.Store).TryRun,
            Controls = measure.Controls ? NullStoreOf(load, actors, measure, settings.Seed) : null,
            EffectiveOptions = options.Effective.ToDictionary(
                RunSettings.From(table, settings, withStore: false), "benchmark"),
            Concluded = report => SaveConcluded(run, report),
        };
        using var forwarded = new ForwardedProgress(progress);
        using var lifecycle = new RunLifecycle(request, opened, executor, forwarded);
        return Run(lifecycle, executor, cancellation);
    }

    private void WaitForWorkers(
        RunSubmission run,
        bool resumed,
        MergedSettings settings,
        Action<string> waiting,
        CancellationToken cancellation)
    {
        try
        {
            WaitForWorkers(settings, waiting, cancellation);
        }
        catch (RunStoppedException exception) when (resumed)
        {
            // Nobody resumes it any more.
            cleaner.TakeOver(run);
            throw new RunStoppedException(exception.Code, exception.Message, exception) { KeysRemoved = true };
        }
    }

    private static RunReport Run(RunLifecycle lifecycle, ClusterExecutor executor, CancellationToken cancellation)
    {
        try
        {
            return lifecycle.Run(cancellation);
        }
        catch (StoreException exception) when (executor.HasBegun)
        {
            // Its keys were removed, as far as the store let them be: there is nothing to go on with.
            throw new RunStoppedException(ExitCode.Environment, exception.Message)
            {
                KeysRemoved = true,
                MayHaveLeftKeys = exception.IsIndeterminate,
            };
        }
    }

    private static ActorOptions ActorsOf(MergedSettings settings, IReadOnlyList<ClusterMember> members) =>
        SettingOptions.Actors(settings) with { Actors = members.Sum(member => member.Actors) };

    // Workers have no account that this process could seed in their memory.
    private Func<int, CancellationToken, ControlRates> NullStoreOf(
        ILoad load, ActorOptions actors, MeasureOptions measure, ulong seed)
    {
        var local = new LocalOptions(actors, options.Store, measure.Slice, seed);
        return (blocks, cancellation) =>
            new ControlRates(LocalControls.NullStore(load, local, blocks, cancellation), NullActorPerSecond: null);
    }

    /// <summary>
    /// Measures the cluster by itself when the run is over and its keys are gone, so that nothing of it can count in
    /// the run. A manager that is killed meanwhile has the run's report.
    /// </summary>
    private RunReport WithNullActor(
        RunReport report, RunSubmission run, MergedSettings settings, ILoad load, CancellationToken cancellation)
    {
        var path = archive.ControlLogOf(run.Id);
        var actors = ActorsOf(settings, host.Members);
        try
        {
            File.Delete(path);
            using var opened = load.Open(default, actors, store: null);
            var perSecond = ClusterControls.NullActor(
                host,
                Describe(run, settings, load, actors, TimeSpan.Zero),
                SettingOptions.Measure(settings).Slice,
                LogFile.Open(path),
                opened,
                report.Blocks ?? 1,
                cancellation);
            File.Delete(path);
            return RunLifecycle.WithNullActor(
                report, perSecond, perSecond is null ? "the load does not last so long" : null);
        }
        catch (Exception exception) when (exception
            is InvalidOperationException or OperationCanceledException or IOException or UnauthorizedAccessException)
        {
            return RunLifecycle.WithNullActor(report, perSecond: null, exception.Message);
        }
    }

    private void SaveConcluded(RunSubmission run, RunReport report)
    {
        try
        {
            archive.SaveConcluded(run.Id, JsonExporter.BytesOf(report));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It is for a manager that ends in its clean-up; this one has the report still.
        }
    }

    /// <summary>Ends what was over when the manager before this one ended, and not tidied up.</summary>
    private RunReport CleanUp(RunSubmission run)
    {
        cleaner.TakeOver(run);
        return archive.ConcludedOf(run.Id) is { } report
            ? ReportReader.Read(report)
            : throw new RunStoppedException(
                ExitCode.Environment, "it was over, and the manager before this one had no room for its report")
            {
                KeysRemoved = true,
            };
    }

    private void WaitForWorkers(MergedSettings settings, Action<string> waiting, CancellationToken cancellation)
    {
        var wanted = settings.Source(Settings.Workers) == SettingSource.Default
            ? options.Workers
            : settings.Int(Settings.Workers);
        if (host.Members.Count >= wanted)
        {
            return;
        }

        var since = TimeProvider.System.GetTimestamp();
        var isThere = false;
        for (var left = WorkerWait;
             !isThere && left > TimeSpan.Zero && !cancellation.IsCancellationRequested;
             left = WorkerWait - TimeProvider.System.GetElapsedTime(since))
        {
            var joined = host.Members.Count;
            waiting($"waiting for workers: {joined} of {wanted} {(joined == 1 ? "has" : "have")} joined");
            isThere = joined >= wanted
                || (host.WaitForMembers(Math.Min(joined + 1, wanted), left, cancellation)
                    && host.Members.Count >= wanted);
        }

        if (!isThere)
        {
            if (cancellation.IsCancellationRequested)
            {
                throw new RunStoppedException(
                    ExitCode.DegradedOrFailed,
                    $"interrupted while {host.Members.Count} of {wanted} workers had joined: nothing was measured");
            }

            throw new RunStoppedException(
                ExitCode.Environment,
                $"{host.Members.Count} of {wanted} workers have joined within {WorkerWait.TotalSeconds:0} s: "
                    + "start more, or lower --workers");
        }
    }

    private ManagerOptions Describe(
        RunSubmission run, MergedSettings settings, ILoad load, ActorOptions actors, TimeSpan addedRoundTrip) => new()
        {
            AddedRoundTrip = addedRoundTrip,
            Run = new RunName(RunId.Parse(run.Id), run.Number).ToString(),
            EpochsBefore = new RunName(RunId.Parse(run.Id), run.Number).EpochsBefore,
            Configuration = string.Join(
                '\n',
                run.Settings.OrderBy(pair => pair.Key, StringComparer.Ordinal)
                    .Select(pair => $"{pair.Key}={pair.Value}")
                    .Append($"store={Store}")),
            StoreAddresses = ManagerSession.StoreAddressesOf(options.Store),
            System = options.Hosts,
            Workload = workload.Name,
            WorkloadSettings = load.PumpSettings,
            Scheduling = new SchedulerOptions
            {
                Actors = actors,
                Seed = settings.Seed,
                MaxIdleObservations = 3 + (int)Math.Ceiling(
                    (options.Store.Timeout + options.Store.ReconnectDeadline) / options.Hosts.HeartbeatInterval),
            },
            WorkerWait = WorkerWait,

            ResultWait = TimeOuts(options.Store),

            // On a slow wire each part that comes shows that the rest is on its way.
            MaxWorkBytes = Math.Clamp(options.Hosts.MaximumFrameBytes - 1024, 256, 32 << 10),
        };

    private RunTopology ShapeOf(IReadOnlyList<ClusterMember> members)
    {
        var servers = members.Select(member => member.Server).Distinct(StringComparer.Ordinal).Count();
        return new RunTopology(
            options.Store.Type == StoreType.Twemproxy ? "distributed" : "cluster",
            servers,
            (members.Count + servers - 1) / servers,
            (members.Sum(member => member.Actors) + members.Count - 1) / members.Count);
    }
}
