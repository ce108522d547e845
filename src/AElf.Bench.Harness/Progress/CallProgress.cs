using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Harness.Progress;

/// <summary>Where a call is, for people. Nothing of it is audited.</summary>
/// <param name="Step">What is done just now, in words.</param>
/// <param name="Fraction">How much of the call is over, 0 to 1; it never falls.</param>
/// <param name="Left">How long the rest may take; null when unknown.</param>
/// <param name="PerSecond">What was committed in the last second; null outside rounds.</param>
/// <param name="Noun">One of what is committed, such as <c>transfer</c>.</param>
public readonly record struct CallMoment(
    string Step, double Fraction, TimeSpan? Left, double? PerSecond, string Noun);

/// <summary>Shows all that a call does: files, processes, and every phase of every run.</summary>
public sealed class CallProgress : IDisposable
{
    private static readonly TimeSpan RateWindow = TimeSpan.FromSeconds(1);

    private readonly Lock gate = new();
    private readonly Lock ending = new();
    private readonly TimeProvider clock;
    private readonly TextWriter error;
    private readonly ICallDisplay? display;
    private readonly Queue<(TimeSpan At, long Committed)> recent = [];
    private CallEstimate? estimate;
    private string noun = "";
    private (string What, WorkCounter? Work)? step;
    private TimeSpan stepSince;
    private Func<ProgressSnapshot>? sample;
    private bool disposed;

    /// <summary>Shows nothing when quiet; one bar on a terminal; lines in a pipe.</summary>
    /// <param name="quiet">Whether nothing is to be shown.</param>
    /// <param name="piped">Whether <paramref name="error"/> is no terminal.</param>
    /// <param name="error">The standard error stream.</param>
    /// <param name="clock">The time.</param>
    public CallProgress(bool quiet, bool piped, TextWriter error, TimeProvider clock)
        : this(error, clock, call => quiet ? null : CallDisplays.Open(call, piped, error))
    {
    }

    /// <summary>The same on a display of one's own.</summary>
    internal CallProgress(TextWriter error, TimeProvider clock, Func<CallProgress, ICallDisplay?> open)
    {
        this.error = error;
        this.clock = clock;
        display = open(this);
    }

    /// <summary>Says what is to come.</summary>
    /// <param name="runs">The runs of the call, counted when they are asked for.</param>
    /// <param name="measure">How each is measured.</param>
    /// <param name="what">One of what they commit, such as <c>transfer</c>.</param>
    public void Expect(Lazy<int> runs, MeasureOptions measure, string what)
    {
        lock (gate)
        {
            estimate = new(runs, measure);
            noun = what;
        }
    }

    /// <summary>Shows a run until what is returned is disposed.</summary>
    public IRunProgress OpenRun() => new RunProgress(this);

    /// <summary>Shows something beside the runs until what is returned is disposed.</summary>
    /// <param name="what">What is done, in words.</param>
    /// <param name="work">How far it is; null when nobody counts.</param>
    /// <param name="isAnnounced">Whether a log has a line of it in any case, and not only when it lasts.</param>
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

    /// <summary>Writes a line that stays, above a bar.</summary>
    public void WriteLine(string line)
    {
        // It may come from a signal while the display ends.
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

    /// <summary>What is committed per second lately; null outside rounds. From any thread.</summary>
    public double? Rate => Observe().PerSecond;

    /// <summary>Ends the display, and gives the terminal back.</summary>
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

    /// <summary>Where the call is.</summary>
    internal CallMoment Observe()
    {
        lock (gate)
        {
            if (step is var (what, work))
            {
                // Of a call without runs it is all that there is.
                var share = work is { Total: > 0 } ? Math.Min(1, (double)work.Done / work.Total) : 0;
                return new(
                    Counted(what, work?.Done ?? 0, work?.Total ?? 0),
                    estimate is null ? share : estimate.Remaining().Fraction,
                    share > 0 && estimate is null ? (Now() - stepSince) / share * (1 - share) : null,
                    null,
                    noun);
            }

            if (sample is null || estimate is null)
            {
                return new("starting", 0, null, null, noun);
            }

            var (moment, now) = (sample(), Now());
            estimate.Observe(moment, now);
            var (fraction, left) = estimate.Remaining();
            return new(RunText(moment), fraction, left, RateAt(moment, now), noun);
        }
    }

    private static string Counted(string what, long done, long total) =>
        total > 0 ? $"{what}, {100.0 * Math.Min(done, total) / total:0} %" : what;

    private string RunText(ProgressSnapshot moment)
    {
        var text = Counted(ProgressText.Phase(moment), moment.Done, moment.Total);
        return estimate is { Runs: > 1 } several
            ? FormattableString.Invariant($"run {several.Run} of {several.Runs}: {text}")
            : text;
    }

    private double? RateAt(ProgressSnapshot moment, TimeSpan now)
    {
        if (moment.Phase is not (RunPhase.WarmUp or RunPhase.Measure or RunPhase.Ceiling))
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
        return now > since && moment.Phase is not RunPhase.Ceiling
            ? Math.Max(0, moment.Committed - before) / (now - since).TotalSeconds
            : null;
    }

    private TimeSpan Now() => clock.GetElapsedTime(0);

    private void Begin(Func<ProgressSnapshot> sampled)
    {
        lock (gate)
        {
            estimate ??= new(new Lazy<int>(1), new MeasureOptions());
            estimate.Begin(Now());
            recent.Clear();
            sample = sampled;
        }

        display?.Start();
    }

    private void Enter(ProgressSnapshot moment)
    {
        string text;
        lock (gate)
        {
            estimate?.Observe(moment, Now());
            text = moment.Rounds == 0
                ? RunText(moment)
                : $"{RunText(moment)}, {Core.Reports.NumberFormat.Count(moment.Committed)} committed";
        }

        display?.Enter(text);
    }

    private void End()
    {
        lock (gate)
        {
            if (sample is not null)
            {
                estimate?.End(Now());
                sample = null;
            }
        }
    }

    private sealed class RunProgress(CallProgress call) : IRunProgress
    {
        public void Start(Func<ProgressSnapshot> sample) => call.Begin(sample);

        public void Enter(ProgressSnapshot moment) => call.Enter(moment);

        public void Dispose() => call.End();
    }

    private sealed class OpenedStep(CallProgress call) : IDisposable
    {
        public void Dispose()
        {
            lock (call.gate)
            {
                call.step = null;
            }
        }
    }
}
