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

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>One call of the program: a run for each plan, then the reports.</summary>
internal sealed class BenchmarkSession
{
    /// <summary>Printed at the first Ctrl-C.</summary>
    public const string InterruptionNotice =
        "interrupted: ending the run and removing its keys; once more ends the program at once";

    private readonly BenchmarkOptions options;
    private readonly Lazy<int> planCount;
    private readonly long started;
    private readonly Termination interruption;
    private readonly CallProgress call;
    private readonly LocalRuns local;
    private readonly List<string> profiles = [];

    /// <param name="options">The checked options.</param>
    /// <param name="started">Start of the call, a timestamp of the system's <see cref="TimeProvider"/>.</param>
    /// <param name="interruption">Ends the call early.</param>
    /// <param name="call">Progress of the call, which ends before anything else is printed.</param>
    public BenchmarkSession(BenchmarkOptions options, long started, Termination interruption, CallProgress call)
    {
        this.options = options;
        this.started = started;
        this.call = call;
        planCount = new(options.Plans.Count);
        this.interruption = interruption;
        local = new LocalRuns(options, call);
    }

    public ExitCode Run()
    {
        try
        {
            return options.Settings.IsPreparing ? Prepare() : Measure();
        }
        catch (Exception exception) when (RunStoppedException.From(exception) is { } stopped)
        {
            call.Dispose();
            Console.Error.WriteLine($"error: {stopped.Message}");
            return stopped.Code;
        }
    }

    /// <summary>Shows the progress of a call; messages of an interruption are printed through it.</summary>
    public static CallProgress Show(ProgramOptions options, Termination interruption)
    {
        var shown = new CallProgress(
            options.Quiet,
            Console.IsErrorRedirected || options.LogFormat != LogFormat.Text,
            Console.Error,
            TimeProvider.System);
        interruption.Print = shown.WriteLine;
        return shown;
    }

    private ExitCode Measure()
    {
        var runs = new List<RunReport>();
        try
        {
            call.Expect(planCount, options.Measure, options.Workload.NounFor(options.Settings));
            local.WriteLoad();
            using var metrics = LiveMetrics.Open(options, call);
            MakeRuns(runs);
        }
        finally
        {
            // Finished runs are not lost to trouble in a later one.
            call.Dispose();
            new CallOutputs(options).Write(runs, profiles);
        }

        ReportThresholds(runs);
        var isDisturbedAllowed = options.Settings.Get(MeasureSettings.AllowDisturbed);
        GitHubAnnotations.Write(Console.Error, GateCheck.Suite, GateCheck.Of(runs, isDisturbedAllowed));
        return ExitCodeFor(runs, interruption.IsRequested, isDisturbedAllowed);
    }

    private void MakeRuns(List<RunReport> runs)
    {
        using var client = options.Manager is { } manager
            ? new RunClient(manager, ConnectionOptions.Of(options.Hosts))
            : null;
        foreach (var plan in options.Plans.TakeWhile(_ => !interruption.IsRequested))
        {
            Announce(plan, runs.Count);
            var run = RunIdOf(runs.Count);
            var since = runs.Count == 0 ? started : TimeProvider.System.GetTimestamp();
            using var profile = OpenProfile();
            var report = client is null
                ? local.Make(run, plan, since, interruption.Token)
                : new SubmittedRunClient(options, client, call).Execute(run, plan, interruption.Token);
            runs.Add(WithCall(profile is null ? report : report with { Profile = Read(profile) }));
        }
    }

    private ProfileRecorder? OpenProfile()
    {
        if (options.Settings.Get(ExportSettings.ProfileOutput) is not { } file)
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

    /// <summary>
    /// The exit code of a call. A failed audit outranks a fault, a fault a disturbance, and a disturbance a threshold.
    /// Runs without a figure keep no threshold.
    /// </summary>
    /// <param name="runs">The finished runs.</param>
    /// <param name="isInterrupted">Whether the call was ended early.</param>
    /// <param name="allowDisturbed">Whether a disturbed run counts as passed.</param>
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

    /// <summary>Prints a line for each broken threshold, so that a build log shows why the call fails.</summary>
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

    /// <summary>Adds what the maker of a run does not know: the scenario's processes, hosts and thresholds.</summary>
    private RunReport WithCall(RunReport run) => run with
    {
        FailIf = [.. (options.Settings.Get(ReportSettings.FailIf) ?? []).Select(bound => bound.ToString())],
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

    private RunId RunIdOf(int index)
    {
        var settings = options.Settings;
        var first = (settings.Get(CommonSettings.Prepared) ?? settings.Get(CommonSettings.RunId)) is { } given
            ? RunId.Parse(given)
            : RunId.Create(System.Random.Shared);
        return new RunId(first.Number + (uint)index);
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
        var run = RunIdOf(0);
        var prepared = local.Prepare(run, interruption.Token);
        call.Dispose();
        Console.Out.WriteLine(prepared);
        Console.Out.WriteLine($"Measure with --prepared {run} and the same {string.Join(", ", OptionsOfLoad())}");
        return ExitCode.Ok;
    }

    private IEnumerable<string> OptionsOfLoad() => options.Workload.Table.Append(CommonSettings.Seed)
        .Where(setting => setting.Topic == Topic.Workload && setting.Submission == Submission.Always)
        .Select(setting => setting.Option!);
}
