using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Configuration;
using AElf.Bench.Harness.History;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Scenarios;
using AElf.Bench.Storage;
using AElf.Benchmark.Submitted;
using AElf.Benchmark.Verbs.Runs;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>One call of the program: a run for each group count, then the reports.</summary>
internal sealed class BenchmarkSession
{
    /// <summary>What the user is told at the first Ctrl-C.</summary>
    public const string InterruptionNotice =
        "interrupted: ending the run and removing its keys; once more ends the program at once";

    private readonly BenchmarkOptions options;
    private readonly Lazy<int> planCount;
    private readonly long started;
    private readonly DateTimeOffset startedAt = TimeProvider.System.GetUtcNow();
    private readonly Termination interruption;
    private readonly CallProgress call;

    /// <summary>A session.</summary>
    /// <param name="options">What is asked for.</param>
    /// <param name="started">When the call began, a timestamp of the system's <see cref="TimeProvider"/>.</param>
    /// <param name="interruption">Ends it early.</param>
    /// <param name="call">Shows how far it is; it is ended before anything else is printed.</param>
    public BenchmarkSession(BenchmarkOptions options, long started, Termination interruption, CallProgress call)
    {
        this.options = options;
        this.started = started;
        this.call = call;
        planCount = new(options.Plans.Count);
        this.interruption = interruption;
    }

    public ExitCode Run()
    {
        try
        {
            return options.IsPreparing ? Prepare() : Measure();
        }
        catch (Exception exception) when (RunStoppedException.From(exception) is { } stopped)
        {
            return Stop(stopped.Code, stopped.Message);
        }
    }

    /// <summary>Shows how far a call is, and prints what an interruption says without disturbing that.</summary>
    public static CallProgress Show(ProgramOptions options, Termination interruption)
    {
        var shown = new CallProgress(
            options.Quiet, Console.IsErrorRedirected || options.IsLogJson, Console.Error, TimeProvider.System);
        interruption.Print = shown.WriteLine;
        return shown;
    }

    private ExitCode Stop(ExitCode code, string message)
    {
        call.Dispose();
        Console.Error.WriteLine($"error: {message}");
        return code;
    }

    private ExitCode Measure()
    {
        var runs = new List<RunReport>();
        try
        {
            call.Expect(planCount, options.Measure, options.Workload.NounFor(options.Settings));
            WriteLoad();
            MakeRuns(runs);
        }
        finally
        {
            // What is measured is not lost to a later run's trouble.
            call.Dispose();
            Export(runs);
        }

        ReportThresholds(runs);
        WorkflowLog.Write("aelf-bench", GateCheck.Of(runs, options.AllowDisturbed));
        return ExitCodeFor(runs, interruption.IsRequested, options.AllowDisturbed);
    }

    /// <summary>Makes the runs of the call: by a manager, or here.</summary>
    private void MakeRuns(List<RunReport> runs)
    {
        using var client = options.Manager is { } manager
            ? new RunClient(manager, ConnectionOptions.Of(options.Hosts))
            : null;
        foreach (var plan in options.Plans.TakeWhile(_ => !interruption.IsRequested))
        {
            Announce(plan, runs.Count);
            runs.Add(WithCall(client is null
                ? MeasureHere(plan, runs.Count)
                : new SubmittedRunClient(options, client, call)
                    .Execute(RunIdOf(runs.Count), plan, interruption.Token)));
        }
    }

    /// <summary>
    /// How a call ends. A failed audit outranks a fault, a fault a disturbance, and that a threshold, which runs
    /// without a figure never keep.
    /// </summary>
    /// <param name="runs">Its runs.</param>
    /// <param name="isInterrupted">Whether it was ended early.</param>
    /// <param name="allowDisturbed">Whether a disturbed run is as good as one that was not.</param>
    internal static ExitCode ExitCodeFor(IReadOnlyList<RunReport> runs, bool isInterrupted, bool allowDisturbed)
    {
        var codes = runs.Select(ExitCodeFor)
            .Where(code => code is not ExitCode.Disturbed || !allowDisturbed).ToList();
        var broken = runs.SelectMany(run => run.Thresholds).Select(threshold => threshold.Broken).ToList();
        return codes.Contains(ExitCode.AuditFailed) ? ExitCode.AuditFailed
            : isInterrupted || codes.Contains(ExitCode.DegradedOrFailed) || broken.Contains(null)
                ? ExitCode.DegradedOrFailed
            : codes.Contains(ExitCode.Disturbed) ? ExitCode.Disturbed
            : broken.Contains(true) ? ExitCode.Regression
            : ExitCode.Ok;
    }

    /// <summary>A line for each threshold that was not kept, so that a build log says why it ended.</summary>
    private static void ReportThresholds(List<RunReport> runs)
    {
        foreach (var (index, run) in runs.Index())
        {
            foreach (var threshold in run.Published().Thresholds.Where(each => each.Broken is not false))
            {
                var which = runs.Count == 1 ? "" : FormattableString.Invariant($"run {index + 1}: ");
                Console.Error.WriteLine($"error: {which}--fail-if '{threshold.FailIf}' is {threshold}");
            }
        }
    }

    /// <summary>Who reports a run does not know what was started for it, nor what it is held to.</summary>
    private RunReport WithCall(RunReport run) => run with
    {
        FailIf = options.FailIf,
        Options = options.Started.Count == 0 ? run.Options : new SortedDictionary<string, string>(
            options.Started.Concat(run.Options.Where(option => !options.Started.ContainsKey(option.Key)))
                .ToDictionary(StringComparer.Ordinal),
            StringComparer.Ordinal),
    };

    /// <summary>The progress of a run does not say which of a comparison it is.</summary>
    private void Announce(RunPlan plan, int index)
    {
        if (plan.Settings.Flag(Settings.RoutingComparison) && !options.Quiet)
        {
            call.WriteLine($"run {index + 1} of {planCount.Value}: {plan}");
        }
    }

    private void WriteLoad()
    {
        var work = new WorkCounter();
        using var step = call.OpenStep("writing the load to its file", work, isAnnounced: false);
        options.Workload.Export(options.Plans.First().Settings, work);
    }

    private ILoad ReadLoad(MergedSettings settings)
    {
        var work = new WorkCounter();
        var file = options.Workload.LoadFile is { } setting ? settings[setting] : null;
        using var step = call.OpenStep(
            file is null ? "drawing the load" : $"reading {file}", work, isAnnounced: file is not null);
        return options.Workload.Load(settings, work);
    }

    private RunReport MeasureHere(RunPlan plan, int index)
    {
        var since = index == 0 ? started : TimeProvider.System.GetTimestamp();
        var actors = SettingOptions.Actors(plan.Settings);
        var load = ReadLoad(plan.Settings);
        var run = RunIdOf(index);
        var store = OpenStore(run);
        using var workload = load.Open(run, actors, store);
        using var shard = SocketStore.OpenShard(options.Store, run);
        var hosted = new LocalOptions(actors, options.Store, options.Measure.Slice, plan.Settings.Seed);
        using var executor = new LocalHost(workload.OpenPumps(TimeProvider.System), hosted);
        using var progress = call.OpenRun();
        var request = new RunRequest
        {
            RunId = run.ToString(),
            Environment = MachineReader.Read(typeof(BenchmarkSession).Assembly, startedAt),
            PreparingSince = since,
            Actors = actors,
            Measure = options.Measure,
            Prepared = options.PreparedRunId is not null,
            BareStore = store,
            BareShard = shard,
            StoreAddresses = options.Store.Addresses,
            StorePatience = options.Store.ReconnectDeadline,
            RedisBenchmark = new RedisBenchmark(options.Store).TryRun,
            Controls = options.Measure.Controls ? LocalControls.Of(load, hosted, store is null) : null,
            EffectiveOptions = plan.Settings.Flag(Settings.RoutingComparison)
                ? options.Effective.ToDictionary(
                    plan.Differing.ToDictionary(each => each.Key.Name, each => each.Value, StringComparer.Ordinal),
                    "comparison")
                : options.Effective.ToDictionary(),
        };
        using var lifecycle = new RunLifecycle(request, workload, executor, progress);
        return lifecycle.Run(interruption.Token);
    }

    private RunId RunIdOf(int index)
    {
        var first = (options.PreparedRunId ?? options.RunId) is { } given
            ? RunId.Parse(given)
            : RunId.Create(System.Random.Shared);
        return new RunId(first.Number + (uint)index);
    }

    /// <summary>The store of a run; null for the workload's own, inside this process.</summary>
    private IStore? OpenStore(RunId run) =>
        options.Store.Type == StoreType.InMemory ? null : SocketStore.Open(options.Store, run);

    private void Export(List<RunReport> runs)
    {
        if (runs.Count == 0)
        {
            return;
        }

        var compared = runs.Count == 1 ? null : options.Workload.Compare(
            [.. runs.Where(run => run.Published().Tps is not null).Select(MeasuredOf)]);
        var written = new List<string>();
        try
        {
            foreach (var (path, exporter) in Exporters())
            {
                exporter.Export(runs, compared);
                written.Add(path);
            }

            WriteHistory(runs);
        }
        finally
        {
            // Also when a file cannot be written, and then without it.
            var console = ConsoleExporter.Open(Console.Out, Console.IsOutputRedirected);
            new ConsoleExporter(console) { IsVerbose = options.IsVerbose, Files = written }.Export(runs, compared);
        }
    }

    /// <summary>A figure that is not of what was to be measured would read as a change of the build.</summary>
    private void WriteHistory(List<RunReport> runs)
    {
        var kept = runs.Where(run => options.AllowDisturbed || run.Verdict is not Verdict.Disturbed).ToList();
        options.History.Write(kept.Select(HistoryEntry.From));
        if (options.History.IsAny && kept.Count < runs.Count)
        {
            Console.Error.WriteLine(
                "warning: a run that was disturbed is not kept in the history; --allow-disturbed keeps it");
        }
    }

    private static MeasuredRun MeasuredOf(RunReport run) => new(
        run.Facts.AsReadOnly(),
        run.BlockWeight,
        [.. run.Rounds.Select(round => round.Tps).OfType<double>()],
        run.Resources.CpuUsPerTransfer,
        run.Resources.WorkingSetMb);

    private IEnumerable<(string Path, IReportExporter Exporter)> Exporters()
    {
        (string? Path, Func<string, IReportExporter> Open)[] all =
        [
            (options.JsonOutput, path => new JsonExporter(path)),
            (options.MarkdownOutput, path => new MarkdownExporter(path)),
            (options.HtmlOutput, path => new HtmlExporter(path)),
            (options.CsvOutput, path => new CsvExporter(path)),
            (options.HistogramOutput, path => new HistogramExporter(path)),
            (options.JUnitOutput, path => new JUnitExporter(path, options.AllowDisturbed)),
        ];
        return all.Where(each => each.Path is not null).Select(each => (each.Path!, each.Open(each.Path!)));
    }

    private static ExitCode ExitCodeFor(RunReport run) => run switch
    {
        { Verdict: Verdict.Pass } => ExitCode.Ok,
        { Verdict: Verdict.Disturbed } => ExitCode.Disturbed,
        { Audit: { Replay: AuditOutcome.Failed } or { Conservation: AuditOutcome.Failed } } => ExitCode.AuditFailed,
        _ => ExitCode.DegradedOrFailed,
    };

    private ExitCode Prepare()
    {
        var since = TimeProvider.System.GetTimestamp();
        var run = RunIdOf(0);
        var settings = options.Plans.First().Settings;
        WriteLoad();
        using var workload = ReadLoad(settings).Open(run, options.Actors, OpenStore(run));
        if (!workload.Store.TryTakeRunLock())
        {
            return Stop(
                ExitCode.Environment,
                $"run {run} is locked in the store: another process drives it, or one ended while it prepared; "
                    + "choose another --run-id. When no process has it, "
                    + RunKeys.Left($"{run}", workload.Store.Description));
        }

        var items = NumberFormat.Plural(workload.Description.ItemNoun);
        if (!TryPrepare(run, workload))
        {
            return Stop(ExitCode.DegradedOrFailed, $"interrupted: the {items} written so far were removed");
        }

        var seeding = TimeProvider.System.GetElapsedTime(since);
        if (ReadBack(workload) is { Wrong: > 0 } audit)
        {
            return Stop(
                ExitCode.AuditFailed,
                $"{audit.Wrong} of {audit.Compared} {items} read back differ from what was written");
        }

        call.Dispose();
        Console.Out.WriteLine(FormattableString.Invariant(
            $"{workload.Description.Items} {items} prepared and read back in {seeding.TotalMilliseconds:0} ms."));
        Console.Out.WriteLine($"Measure with --prepared {run} and the same {string.Join(", ", OptionsOfLoad())}");
        return ExitCode.Ok;
    }

    /// <summary>
    /// Writes what a run starts from; false when it was interrupted, and what was written removed. The lock of what is
    /// prepared in part is kept: a write that was not answered may come late, over what the same run is prepared with
    /// again.
    /// </summary>
    private bool TryPrepare(RunId run, IWorkload workload)
    {
        var (count, noun) = (workload.Description.Items, workload.Description.ItemNoun);
        using var step = call.OpenStep($"writing {NumberFormat.Counted(count, noun)}", workload.Work);
        try
        {
            workload.Seed(version: 0, interruption.Token);
            workload.Store.ReleaseRunLock();
            return true;
        }
        catch (OperationCanceledException)
        {
            workload.RemoveKeys();
            workload.Store.ReleaseRunLock();
            return false;
        }
        catch (StoreException exception)
        {
            throw new StoreException(
                exception.Fault,
                $"the {NumberFormat.Plural(noun)} of run {run} are prepared in part, and it stays locked: "
                    + $"{exception.Message}; choose another --run-id; "
                    + RunKeys.Left($"{run}", workload.Store.Description),
                exception);
        }
    }

    private WorkloadAudit ReadBack(IWorkload workload)
    {
        var items = NumberFormat.Plural(workload.Description.ItemNoun);
        using var step = call.OpenStep($"reading all {items} back", workload.Work);
        return workload.Audit(0);
    }

    private IEnumerable<string> OptionsOfLoad() => options.Workload.Table.Append(Settings.Seed)
        .Where(setting => setting.Topic == Topic.Workload && setting.Submission == Submission.Always)
        .Select(setting => setting.Option!);
}
