using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Submitted;
using AElf.Benchmark.Processes;
using AElf.Benchmark.Profiles;
using AElf.Benchmark.Submitted;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>
/// Makes the runs of a call: one for each plan, in this process or at a manager. Then repeats the disturbed runs, or
/// makes all runs again in further process starts. A signal ends the series. Next: <see cref="LocalRuns"/>,
/// <see cref="SubmittedRunClient"/>, <see cref="RunProcess"/>.
/// </summary>
/// <param name="options">The options of one start.</param>
/// <param name="local">Makes runs in this process, and removes the keys of a killed start.</param>
/// <param name="started">Start of the call, a timestamp of the system's <see cref="TimeProvider"/>.</param>
/// <param name="call">Shows the progress of the current run.</param>
/// <param name="cancellation">Ends the current run and the series.</param>
internal sealed class CallRuns(
    BenchmarkOptions options, LocalRuns local, long started, CallProgress call, CancellationToken cancellation)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    private readonly List<RunReport> made = [];
    private readonly List<string> profiles = [];
    private volatile SubmittedRunClient? submitted;

    /// <summary>Number of runs of a start, computed on the first use.</summary>
    public Lazy<int> Planned { get; } = new(options.Plans.Count);

    /// <summary>Id of the first run. The further runs have the following ids.</summary>
    public RunId First { get; } = options switch
    {
        { Later.FirstRun: var run } => run,
        { Settings: var given } when
            (given.Get(CommonSettings.Prepared) ?? given.Get(CommonSettings.RunId)) is { } run => RunId.Parse(run),
        _ => RunId.Create(System.Random.Shared),
    };

    /// <summary>The runs of the first start.</summary>
    public IReadOnlyList<RunReport> Made => made;

    /// <summary>The current or last run at the manager; null without one.</summary>
    public SubmittedRunClient? Submitted => submitted;

    /// <summary>Files of the profiles.</summary>
    public IReadOnlyList<string> Profiles => profiles;

    /// <summary>Makes a run for each plan. Repeats disturbed runs, unless starts follow.</summary>
    public void MakeFirstStart()
    {
        using var client = options.Manager is { } manager
            ? new RunClient(manager, new ConnectionOptions(options.Hosts))
            : null;
        var since = TimeProvider.System.GetTimestamp();
        foreach (var plan in options.Plans.TakeWhile(_ => !cancellation.IsCancellationRequested))
        {
            Announce(plan);
            made.Add(Make(client, plan, made.Count, number: made.Count));
        }

        if (options is { Later: null, Starts: 1 } && options.Settings.Get(CommonSettings.Prepared) is null)
        {
            var took = TimeProvider.System.GetElapsedTime(since);
            new DisturbedRuns(made, took, options.Measure.QuietBudget, TimeProvider.System).MakeAgain(
                (index, again) =>
                {
                    call.WriteLine($"run {index + 1} of {made.Count} was disturbed: repeating it");
                    return Make(client, options.Plans.ElementAt(index), index, made.Count + again);
                },
                cancellation);
        }
    }

    /// <summary>Makes the later starts, each in a new process, until one fails.</summary>
    /// <returns>The reports of the runs over all starts.</returns>
    public IReadOnlyList<RunReport> MakeLaterStarts()
    {
        // Free the memory of the first start.
        GC.Collect();
        var starts = new List<IReadOnlyList<RunReport>> { made };
        string? problem = null;
        while (starts.Count < options.Starts && problem is null && starts[^1].All(run => run.HasNumber()))
        {
            if (MakeStart(starts.Count + 1, out problem) is { } next)
            {
                starts.Add(next);
            }
        }

        return
        [
            .. made.Index().Select(run => StartsDerivation.Complete(
                [.. starts.Select(start => start[run.Index])], options.Starts, problem)),
        ];
    }

    private IReadOnlyList<RunReport>? MakeStart(int number, out string? problem)
    {
        using var folder = new TemporaryFolder();
        RunId[] runs = [.. made.Select((_, index) => IdOf(((number - 1) * made.Count) + index))];
        var later = new LaterStart(
            runs[0],
            Guid.NewGuid().ToString("N"),
            folder.File("progress"),
            [.. made.Select(each => new EarlierStart(each.Tps!.Median, each.Blocks ?? 1))]);
        var processes = new RunProcess(folder.Path, options.Workload.Word, cancellation);
        var label = FormattableString.Invariant($"start {number} of {options.Starts}");
        string[] words = [StartVerb.Word, folder.Write("start.json", later.ToJson()), .. options.Words];
        var ended = local.WithKeys(
            options.Manager is null ? runs : [],
            () => Follow(processes.RunAsync(OwnProgram.File, words, label, number), later.Progress));
        problem = ended.Reports.Count switch
        {
            _ when cancellation.IsCancellationRequested => $"{label}: the run was interrupted",
            var count when count != made.Count => ended.Problem ?? $"{label} did not end",
            _ => null,
        };
        if (problem is null)
        {
            return ended.Reports;
        }

        if (ended.Reports.Count == 0 && options is { Manager: null, Started.Count: 0 })
        {
            problem += local.RemoveKeys(runs, later.Holder) is { } left ? $"; {left}" : "";
        }

        return null;
    }

    private RunProcessResult Follow(Task<RunProcessResult> running, string progress)
    {
        using var follower = new ProgressFollower(progress, call);
        while (Task.WaitAny([running], Interval) < 0)
        {
            follower.Read();
        }

        return running.GetAwaiter().GetResult();
    }

    /// <param name="index">Number of the plan, from 0.</param>
    /// <param name="number">Number of the run, from 0; a repeated run has its own number.</param>
    private RunReport Make(RunClient? client, RunPlan plan, int index, int number)
    {
        var since = number == 0 ? started : TimeProvider.System.GetTimestamp();
        using var profile = OpenProfile();
        var report = client is null
            ? local.Make(IdOf(number), plan, index, since, cancellation)
            : (submitted = new(options, client, call, IdOf(number))).Execute(plan, cancellation);

        // The scenario's options and hosts are known only to the call.
        return report with
        {
            Profile = profile is null ? report.Profile : Read(profile),
            Options = UsedSetting.Merge(report.Options, options.Started),
            Hosts = options.Machines() is { Count: > 0 } hosts ? hosts : null,
        };
    }

    private RunId IdOf(int number) => new(First.Number + (uint)number);

    /// <summary>Announces each run of a routing comparison, which its progress does not identify.</summary>
    private void Announce(RunPlan plan)
    {
        if (plan.Settings.Get(ActorSettings.RoutingComparison) && !options.Quiet)
        {
            call.WriteLine($"run {made.Count + 1} of {Planned.Value}: {plan}");
        }
    }

    private ProfileRecorder? OpenProfile()
    {
        if (options.Settings.Get(ExportSettings.ProfileOutput) is not { } file || options.Later is not null)
        {
            return null;
        }

        return Planned.Value == 1
            ? ProfileRecorder.Open(file, options.Profiled)
            : throw new RunStoppedException(
                ExitCode.Usage,
                $"{ExportSettings.ProfileOutput.Option} records one run, and this call makes {Planned.Value}: "
                    + "expected one number of groups and one routing");
    }

    private ProfileReport? Read(ProfileRecorder profile)
    {
        using var step = call.OpenStep("reading the profile", isAnnounced: false);
        var report = profile.Close();
        profiles.AddRange(report is null ? profile.Files : [profile.File, .. profile.Files]);
        return report;
    }
}
