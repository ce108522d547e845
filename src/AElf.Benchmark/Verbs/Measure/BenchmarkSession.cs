using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Settings.CommandLine;
using AElf.Benchmark.Profiles;
using AElf.Benchmark.Submitted;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>
/// Executes a call: a run for each plan, the same runs in further process starts, then the reports and the exit code.
/// Ctrl-C ends it early. Next: <see cref="LocalRuns"/>, <see cref="SubmittedRunClient"/>.
/// </summary>
internal sealed class BenchmarkSession
{
    /// <summary>Printed at the first Ctrl-C.</summary>
    public const string InterruptionNotice =
        "interrupted: ending the run and removing its keys; press again to end at once";

    private readonly BenchmarkOptions options;
    private readonly Lazy<int> planCount;
    private readonly long started;
    private readonly Termination interruption;
    private readonly CallProgress call;
    private readonly LocalRuns local;
    private readonly List<string> profiles = [];
    private readonly List<RunReport> runs = [];
    private readonly RunId firstRun;
    private LiveMetrics? metrics;
    private RunStoppedException? stopped;

    /// <param name="options">The checked options.</param>
    /// <param name="started">Start of the call, a timestamp of the system's <see cref="TimeProvider"/>.</param>
    /// <param name="interruption">Ends the call early.</param>
    /// <param name="call">Progress of the call. It ends before any other output.</param>
    public BenchmarkSession(BenchmarkOptions options, long started, Termination interruption, CallProgress call)
    {
        this.options = options = options.OfStart();
        this.started = started;
        this.call = call;
        planCount = new(options.Plans.Count);
        this.interruption = interruption;
        local = new LocalRuns(options, call);
        interruption.DescribeRemains = local.DescribeRemains;
        firstRun = FirstRun(options);
    }

    /// <summary>Whether the first start passed, and <see cref="Conclude"/> must make further starts.</summary>
    public bool HasMoreStarts => stopped is null && options.Starts > 1 && !interruption.IsRequested
        && runs.TrueForAll(run => run.HasNumber());

    /// <summary>The reason why some runs were not made; empty if all were made.</summary>
    public IReadOnlyList<string> Failures => stopped switch
    {
        not null => [stopped.Message],
        _ when options.Settings.IsPreparing || !interruption.IsRequested || runs.Count == planCount.Value => [],
        _ => [$"interrupted: {runs.Count} of {Counted(planCount.Value, "run")} {Were(runs.Count)} made"],
    };

    /// <summary>Whether every output file of the call was written.</summary>
    public bool HasReports { get; private set; }

    public ExitCode Run()
    {
        if (options.Settings.IsPreparing)
        {
            Try(Prepare);
            return Ended(ExitCode.Ok);
        }

        MakeFirstStart();
        return Conclude();
    }

    /// <summary>Makes the first start of the call, in this process.</summary>
    public void MakeFirstStart() => Try(() =>
    {
        call.Expect(planCount, options.Measure, options.Workload.NounFor(options.Settings), options.Starts);
        if (options.Later is null)
        {
            local.WriteLoad();
            metrics = LiveMetrics.Open(options, call);
        }

        MakeRuns();
    });

    /// <summary>Makes each later start in a new process, then writes the reports.</summary>
    /// <returns>The exit code of the call.</returns>
    public ExitCode Conclude()
    {
        IReadOnlyList<RunReport> all = runs;
        if (stopped is null && runs.Count > 0 && options.Starts > 1)
        {
            Try(() => all = new LaterStarts(options, local, call, interruption.Token).Complete(runs, firstRun));
        }

        // Finished runs are reported even if a later run fails.
        Try(() => metrics?.Dispose(), isLast: true);
        call.Dispose();
        RunReport[] ofCall = [.. all.Select(WithBounds)];
        Try(
            () =>
            {
                new CallOutputs(options, Failures, stopped?.Code).Write(ofCall, profiles);
                HasReports = ofCall.Length > 0;
            },
            isLast: true);
        ofCall.SelectMany(run => run.KeysLeft).ToList().ForEach(left => Console.Error.WriteLine($"error: {left}"));
        CallOutputs.Annotate(ofCall, options.PassesDisturbed);
        var code = ExitCodeFor(ofCall, interruption.IsRequested, options.PassesDisturbed);
        if (code is ExitCode.Disturbed)
        {
            Console.Error.WriteLine($"error: {options.TooRough}");
        }

        return Ended(code);
    }

    /// <summary>
    /// Shows the progress of a call, or forwards the progress of a later start. Also prints the messages of an
    /// interruption.
    /// </summary>
    public static CallProgress Show(ProgramOptions options, Termination interruption, LaterStart? later = null)
    {
        var shown = new CallProgress(
            options.Quiet || later is not null,
            Console.IsErrorRedirected || options.LogFormat != LogFormat.Text,
            Console.Error,
            TimeProvider.System)
        {
            Forwarded = later is null ? null : later.OpenProgress,
        };
        interruption.Print = shown.WriteLine;
        return shown;
    }

    private void Try(Action action) => Try(action, isLast: false);

    /// <summary>
    /// Executes an action, and keeps the error that stops the call. After such an error it executes an action only if
    /// <paramref name="isLast"/>.
    /// </summary>
    private void Try(Action action, bool isLast)
    {
        if (stopped is not null && !isLast)
        {
            return;
        }

        try
        {
            action();
        }
        catch (Exception exception) when (RunStoppedException.From(exception) is { } ending)
        {
            stopped ??= ending;
        }
    }

    private ExitCode Ended(ExitCode code)
    {
        call.Dispose();
        if (stopped is not null)
        {
            Console.Error.WriteLine($"error: {stopped.Message}");
        }

        return stopped?.Code ?? code;
    }

    private void MakeRuns()
    {
        using var client = options.Manager is { } manager
            ? new RunClient(manager, new ConnectionOptions(options.Hosts))
            : null;
        var since = TimeProvider.System.GetTimestamp();
        foreach (var plan in options.Plans.TakeWhile(_ => !interruption.IsRequested))
        {
            Announce(plan, runs.Count);
            runs.Add(MakeRun(client, plan, runs.Count, number: runs.Count));
        }

        if (options is { Later: null, Starts: 1 } && options.Settings.Get(CommonSettings.Prepared) is null)
        {
            var took = TimeProvider.System.GetElapsedTime(since);
            new DisturbedRuns(runs, took, options.Measure.QuietBudget, TimeProvider.System).MakeAgain(
                (index, made) =>
                {
                    call.WriteLine($"run {index + 1} of {runs.Count} was disturbed: repeating it");
                    return MakeRun(client, options.Plans.ElementAt(index), index, runs.Count + made);
                },
                interruption.Token);
        }
    }

    private RunReport MakeRun(RunClient? client, RunPlan plan, int index, int number)
    {
        var run = new RunId(firstRun.Number + (uint)number);
        var since = number == 0 ? started : TimeProvider.System.GetTimestamp();
        using var profile = OpenProfile();
        var report = client is null
            ? local.Make(run, plan, index, since, interruption.Token)
            : new SubmittedRunClient(options, client, call).Execute(run, plan, interruption.Token);
        return WithCall(profile is null ? report : report with { Profile = Read(profile) });
    }

    private ProfileRecorder? OpenProfile()
    {
        if (options.Settings.Get(ExportSettings.ProfileOutput) is not { } file || options.Later is not null)
        {
            return null;
        }

        return planCount.Value == 1
            ? ProfileRecorder.Open(file, options.Profiled)
            : throw new RunStoppedException(
                ExitCode.Usage,
                $"{ExportSettings.ProfileOutput.Option} records one run, and this call makes {planCount.Value}: "
                    + "expected one number of groups and one routing");
    }

    private ProfileReport? Read(ProfileRecorder profile)
    {
        using var step = call.OpenStep("reading the profile", isAnnounced: false);
        var report = profile.Close();
        profiles.AddRange(report is null ? profile.Files : [profile.File, .. profile.Files]);
        return report;
    }

    // The most severe first.
    private static readonly ExitCode[] Ranked =
    [
        ExitCode.AuditFailed, ExitCode.Environment, ExitCode.DegradedOrFailed, ExitCode.Disturbed, ExitCode.Regression,
    ];

    /// <summary>
    /// The exit code of a call: that of the most severe of a failed audit, a store that lost keys, a fault, a
    /// disturbance and a broken threshold. A threshold for a run without a figure counts as a fault.
    /// </summary>
    /// <param name="runs">The finished runs.</param>
    /// <param name="isInterrupted">Whether the call was ended early.</param>
    /// <param name="allowDisturbed">Whether a disturbed run counts as passed.</param>
    internal static ExitCode ExitCodeFor(IReadOnlyList<RunReport> runs, bool isInterrupted, bool allowDisturbed)
    {
        var codes = runs.Select(ExitCodeFor)
            .Where(code => code is not ExitCode.Disturbed || !allowDisturbed).ToList();
        var broken = runs.SelectMany(run => run.Thresholds).Select(threshold => threshold.Broken).ToList();
        if (isInterrupted || broken.Contains(null))
        {
            codes.Add(ExitCode.DegradedOrFailed);
        }

        if (broken.Contains(true))
        {
            codes.Add(ExitCode.Regression);
        }

        return Ranked.FirstOrDefault(codes.Contains, ExitCode.Ok);
    }

    /// <summary>
    /// Adds the thresholds of the run. A later start has none: the first process compares all starts with them.
    /// </summary>
    private RunReport WithBounds(RunReport run) => options.Later is not null ? run : run with
    {
        FailIf = options.FailIf,
        TakesRate = options.TakesRate,
    };

    /// <summary>Adds the options and hosts of the scenario, which only the call knows.</summary>
    private RunReport WithCall(RunReport run) => run with
    {
        Options = UsedSetting.Merge(run.Options, options.Started),
        Hosts = options.Machines() is { Count: > 0 } hosts ? hosts : null,
    };

    /// <summary>Announces each run of a routing comparison, which its progress does not identify.</summary>
    private void Announce(RunPlan plan, int index)
    {
        if (plan.Settings.Get(ActorSettings.RoutingComparison) && !options.Quiet)
        {
            call.WriteLine($"run {index + 1} of {planCount.Value}: {plan}");
        }
    }

    private static RunId FirstRun(BenchmarkOptions options) => options switch
    {
        { Later.FirstRun: var run } => run,
        { Settings: var given } when
            (given.Get(CommonSettings.Prepared) ?? given.Get(CommonSettings.RunId)) is { } run => RunId.Parse(run),
        _ => RunId.Create(System.Random.Shared),
    };

    private static ExitCode ExitCodeFor(RunReport run) => run switch
    {
        { Verdict: Verdict.Pass } => ExitCode.Ok,
        { Verdict: Verdict.Disturbed } => ExitCode.Disturbed,
        { IsLostByStore: true } => ExitCode.Environment,
        { Audit: { Replay: AuditOutcome.Failed } or { Conservation: AuditOutcome.Failed } } => ExitCode.AuditFailed,
        _ => ExitCode.DegradedOrFailed,
    };

    private void Prepare()
    {
        var prepared = local.WithKeys([firstRun], () => local.Prepare(firstRun, interruption.Token));
        call.Dispose();
        Console.Out.WriteLine(prepared);
        Console.Out.WriteLine($"Measure with --prepared {firstRun} and the same {string.Join(", ", OptionsOfLoad())}");
    }

    private IEnumerable<string> OptionsOfLoad() => options.Workload.Table.Append(CommonSettings.Seed)
        .Where(setting => setting.Topic == Topic.Workload && setting.Submission == Submission.Always)
        .Select(setting => setting.Option!);
}
