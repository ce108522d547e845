using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Settings.CommandLine;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>
/// Executes a call: its runs or its preparation, then the reports and the exit code. Ctrl-C ends it early. Next:
/// <see cref="CallRuns"/>.
/// </summary>
internal sealed class BenchmarkSession
{
    /// <summary>Printed at the first Ctrl-C.</summary>
    public const string InterruptionNotice = $"interrupted: ending the run; {Again}";

    private const string Again = "press again to end at once";

    private readonly BenchmarkOptions options;
    private readonly Termination interruption;
    private readonly CallProgress call;
    private readonly CallFiles files;
    private readonly LocalRuns local;
    private readonly CallRuns runs;
    private LiveMetrics? metrics;
    private RunStoppedException? stopped;

    /// <param name="options">The checked options.</param>
    /// <param name="started">Start of the call, a timestamp of the system's <see cref="TimeProvider"/>.</param>
    /// <param name="interruption">Ends the call early.</param>
    /// <param name="call">Progress of the call. It ends before any other output.</param>
    /// <param name="files">The output files of the call.</param>
    public BenchmarkSession(
        BenchmarkOptions options, long started, Termination interruption, CallProgress call, CallFiles files)
    {
        this.options = options = options.OfStart();
        (this.interruption, this.call, this.files) = (interruption, call, files);
        local = new LocalRuns(options, call);
        runs = new CallRuns(options, local, started, call, interruption.Token);
        interruption.DescribeEnd = () => (runs.Submitted?.Ending, local.HasKeys) switch
        {
            ({ } ending, _) => $"interrupted: {ending}; {Again}",
            (_, true) => $"interrupted: ending the run and removing its keys; {Again}",
            _ => null,
        };
        interruption.DescribeRemains = () => runs.Submitted?.Remains ?? local.DescribeRemains();
    }

    /// <summary>Whether the first start passed, and <see cref="Conclude"/> must make further starts.</summary>
    public bool HasMoreStarts => stopped is null && options.Starts > 1 && !interruption.IsRequested
        && runs.Made.All(run => run.HasNumber());

    /// <summary>The reason why some runs were not made; empty if all were made.</summary>
    private IReadOnlyList<string> Failures => stopped switch
    {
        not null => [stopped.Message],
        _ when options.Settings.IsPreparing || !interruption.IsRequested || runs.Made.Count == runs.Planned.Value => [],
        _ => [$"interrupted: {runs.Made.Count} of {Counted(runs.Planned.Value, "run")} {Were(runs.Made.Count)} made"],
    };

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
        call.Expect(runs.Planned, options.Measure, options.Workload.NounFor(options.Settings), options.Starts);
        if (options.Later is null)
        {
            local.WriteLoad();
            metrics = LiveMetrics.Open(options, call);
        }

        runs.MakeFirstStart();
    });

    /// <summary>Makes each later start in a new process, then writes the reports.</summary>
    /// <returns>The exit code of the call.</returns>
    public ExitCode Conclude()
    {
        var all = runs.Made;
        if (stopped is null && all.Count > 0 && options.Starts > 1)
        {
            Try(() => all = runs.MakeLaterStarts());
        }

        // Finished runs are reported even if a later run fails.
        Try(() => metrics?.Dispose(), isLast: true);
        call.Dispose();
        RunReport[] ofCall = [.. all.Select(WithBounds)];
        Try(
            () =>
            {
                new CallOutputs(options, Failures, stopped?.Code).Write(ofCall, runs.Profiles);
                files.HasReports = ofCall.Length > 0;
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
        interruption.EndDisplay = shown.Dispose;
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
        files.Note(Failures);
        if (stopped is not null)
        {
            Console.Error.WriteLine($"error: {stopped.Message}");
        }

        return stopped?.Code ?? code;
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
        var run = runs.First;
        var prepared = local.WithKeys([run], () => local.Prepare(run, interruption.Token));
        call.Dispose();
        Console.Out.WriteLine(prepared);
        Console.Out.WriteLine($"Measure with --prepared {run} and the same {string.Join(", ", OptionsOfLoad())}");
    }

    private IEnumerable<string> OptionsOfLoad() => options.Workload.Table.Append(CommonSettings.Seed)
        .Where(setting => setting.Topic == Topic.Workload && setting.Submission == Submission.Always)
        .Select(setting => setting.Option!);
}
