using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Harness.Progress;

/// <summary>The progress of a call, for display. Its values are not audited.</summary>
/// <param name="Step">The current step, in words.</param>
/// <param name="Fraction">Finished share of the call, 0 to 1; it never falls.</param>
/// <param name="Left">Estimated remaining time; null if unknown.</param>
/// <param name="PerSecond">Commits in the last second; null outside rounds.</param>
/// <param name="Noun">The committed item, such as <c>transfer</c>.</param>
public readonly record struct CallMoment(
    string Step, double Fraction, TimeSpan? Left, double? PerSecond, string Noun)
{
    internal string LeftText => Left switch
    {
        null => "time left unknown",
        { TotalSeconds: < 1 } => "less than 1 s left",
        { TotalMinutes: < 2 } => FormattableString.Invariant($"about {Left.Value.TotalSeconds:0} s left"),
        { TotalHours: < 2 } => FormattableString.Invariant($"about {Left.Value.TotalMinutes:0} min left"),
        _ => FormattableString.Invariant($"about {Left.Value.TotalHours:0.0} h left"),
    };

    /// <summary>Null outside rounds.</summary>
    internal string? RateText => PerSecond is { } rate
        ? $"{NumberFormat.Whole(rate)} {NumberFormat.Plural(Noun)}/s now"
        : null;
}

/// <summary>Shows the activity of a call: files, processes, and every phase of every run.</summary>
public sealed class CallProgress : IDisposable
{
    private static readonly TimeSpan RateWindow = TimeSpan.FromSeconds(1);

    private readonly Lock gate = new();
    private readonly Lock ending = new();
    private readonly TimeProvider clock;
    private readonly TextWriter error;
    private readonly CallDisplay? display;
    private readonly Queue<(TimeSpan At, long Committed)> recent = [];
    private CallEstimate? estimate;
    private string noun = "";
    private int startsOfCall = 1;
    private (string What, WorkCounter? Work)? step;
    private int steps = 1;
    private int stepsOver;
    private double shown;
    private TimeSpan stepSince;
    private Func<ProgressSnapshot>? sample;
    private bool disposed;

    /// <summary>Shows nothing with <paramref name="quiet"/>, a bar on a terminal, and lines in a pipe.</summary>
    /// <param name="quiet">Whether to show no progress.</param>
    /// <param name="piped">Whether <paramref name="error"/> is a file or a pipe.</param>
    /// <param name="error">Standard error.</param>
    /// <param name="clock">Clock of the estimates.</param>
    public CallProgress(bool quiet, bool piped, TextWriter error, TimeProvider clock)
        : this(error, clock, call => quiet ? null : CallDisplay.Open(call, piped, error))
    {
    }

    internal CallProgress(TextWriter error, TimeProvider clock, Func<CallProgress, CallDisplay?> open)
    {
        this.error = error;
        this.clock = clock;
        display = open(this);
    }

    /// <summary>Opens the progress of a run for display by another process; null shows it here.</summary>
    public Func<IRunProgress>? Forwarded { get; init; }

    /// <param name="runs">Number of runs of a start, computed on the first use.</param>
    /// <param name="measure">Options of each run's measurement.</param>
    /// <param name="what">The committed item, such as <c>transfer</c>.</param>
    /// <param name="starts">Number of process starts; each makes all runs.</param>
    public void Expect(Lazy<int> runs, MeasureOptions measure, string what, int starts = 1)
    {
        lock (gate)
        {
            estimate = new(new Lazy<int>(() => runs.Value * starts), measure);
            noun = what;
            startsOfCall = starts;
        }
    }

    /// <summary>Sets the number of steps of a call without runs.</summary>
    public void ExpectSteps(int count)
    {
        lock (gate)
        {
            steps = count;
        }
    }

    /// <summary>Shows a run until the returned progress is disposed.</summary>
    public IRunProgress OpenRun() => Forwarded?.Invoke() ?? new RunProgress(this);

    /// <summary>Shows a step beside the runs until the returned object is disposed.</summary>
    /// <param name="what">The step in words.</param>
    /// <param name="work">Progress of the step; null when it is not counted.</param>
    /// <param name="isAnnounced">Whether a log gets a line for the step even if it ends at once.</param>
    public IDisposable OpenStep(string what, WorkCounter? work = null, bool isAnnounced = true)
    {
        lock (gate)
        {
            (step, stepSince) = ((what, work), Now());
        }

        display?.Start();
        if (isAnnounced)
        {
            display?.Enter(what);
        }

        return new OpenedStep(this);
    }

    /// <summary>Writes a permanent line above the bar. Safe from any thread.</summary>
    public void WriteLine(string line)
    {
        // A signal may call this while the display ends.
        lock (ending)
        {
            if (display is null || disposed)
            {
                error.WriteLine(line);
            }
            else
            {
                display.Write(line);
            }
        }
    }

    /// <summary>Recent commits per second; null outside rounds. Safe from any thread.</summary>
    public double? Rate => Observe().PerSecond;

    /// <summary>Ends the display and restores the terminal. Further calls do nothing.</summary>
    public void Dispose()
    {
        lock (ending)
        {
            if (disposed)
            {
                return;
            }

            disposed = true;
        }

        display?.Dispose();
    }

    internal CallMoment Observe()
    {
        lock (gate)
        {
            var moment = step is var (what, work) ? OfStep(what, work) : OfRun();
            shown = Math.Max(shown, moment.Fraction);
            return moment with { Fraction = shown };
        }
    }

    private CallMoment OfStep(string what, WorkCounter? work)
    {
        // A call without runs consists of its steps.
        var share = work is { Total: > 0 } ? Math.Min(1, (double)work.Done / work.Total) : 0;
        return new(
            Counted(what, work?.Done ?? 0, work?.Total ?? 0),
            estimate?.Remaining().Fraction ?? Math.Min(1, (stepsOver + share) / steps),
            share > 0 && estimate is null ? (Now() - stepSince) / share * (1 - share) : null,
            null,
            noun);
    }

    private CallMoment OfRun()
    {
        if (sample is null || estimate is null)
        {
            var isOver = estimate is { HasEnded: true };
            return new(isOver ? "ending" : "starting", estimate?.Remaining().Fraction ?? 0, null, null, noun);
        }

        var (moment, now) = (sample(), Now());
        estimate.Observe(moment, now);
        var (fraction, left) = estimate.Remaining();
        return new(RunText(moment), fraction, left, RateAt(moment, now), noun);
    }

    private static string Counted(string what, long done, long total) =>
        total > 0 ? $"{what}, {100.0 * Math.Min(done, total) / total:0} %" : what;

    private string RunText(ProgressSnapshot moment)
    {
        var text = Counted(moment.PhaseText, moment.Done, moment.Total);
        return estimate is { Runs: > 1 } several ? $"{Place(several)}: {text}" : text;
    }

    /// <summary>For example <c>start 2 of 3</c>, <c>run 5 of 8</c>, or both.</summary>
    private string Place(CallEstimate several)
    {
        var runs = several.Runs / startsOfCall;
        var (start, run) = Math.DivRem(several.Run - 1, runs);
        return string.Join(", ", new[]
        {
            startsOfCall > 1 ? FormattableString.Invariant($"start {start + 1} of {startsOfCall}") : null,
            runs > 1 ? FormattableString.Invariant($"run {run + 1} of {runs}") : null,
        }.OfType<string>());
    }

    private double? RateAt(ProgressSnapshot moment, TimeSpan now)
    {
        if (moment.Phase is not (RunPhase.WarmUp or RunPhase.Measure or RunPhase.BareStore))
        {
            recent.Clear();
            return null;
        }

        recent.Enqueue((now, moment.Committed));
        while (recent.Count > 2 && now - recent.Peek().At > RateWindow)
        {
            recent.Dequeue();
        }

        var (since, before) = recent.Peek();
        return now > since && moment.Phase is not RunPhase.BareStore
            ? Math.Max(0, moment.Committed - before) / (now - since).TotalSeconds
            : null;
    }

    private TimeSpan Now() => clock.GetElapsedTime(0);

    private sealed class RunProgress(CallProgress call) : IRunProgress
    {
        public void Start(Func<ProgressSnapshot> sample)
        {
            lock (call.gate)
            {
                call.estimate ??= new(new Lazy<int>(1), new MeasureOptions());
                call.estimate.Begin(call.Now());
                call.recent.Clear();
                call.sample = sample;
            }

            call.display?.Start();
        }

        public void Enter(ProgressSnapshot moment)
        {
            string text;
            lock (call.gate)
            {
                call.estimate?.Observe(moment, call.Now());
                text = moment.Rounds == 0
                    ? call.RunText(moment)
                    : $"{call.RunText(moment)}, {NumberFormat.Count(moment.Committed)} committed";
            }

            call.display?.Enter(text);
        }

        public void Dispose()
        {
            lock (call.gate)
            {
                if (call.sample is not null)
                {
                    call.estimate?.End(call.Now());
                    call.sample = null;
                }
            }
        }
    }

    private sealed class OpenedStep(CallProgress call) : IDisposable
    {
        public void Dispose()
        {
            lock (call.gate)
            {
                call.step = null;
                call.stepsOver++;
            }
        }
    }
}

/// <summary>A writer whose lines appear above the progress of a call.</summary>
public sealed class CallLines(CallProgress call) : TextWriter
{
    public override Encoding Encoding => Encoding.UTF8;

    public override void WriteLine(string? value) => call.WriteLine(value ?? "");
}
