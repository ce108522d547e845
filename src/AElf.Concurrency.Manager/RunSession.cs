using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Submitted;

namespace AElf.Concurrency.Manager;

/// <summary>A run under way, how far it is and how many follow it.</summary>
/// <param name="run">The run.</param>
/// <param name="isResumed">Whether a manager before this one began it.</param>
/// <param name="clock">Tells how long nobody has asked for it.</param>
internal sealed class RunSession(RunSubmission run, bool isResumed, TimeProvider clock)
{
    // One benchmark follows a run, and maybe some whose connection is not known to have ended yet.
    private const int MaxFollowers = 64;

    private volatile Announced announced = new(new RunState.UnderWay(default));
    private int followers;

    // When somebody asked last; 0 before anybody was looked for.
    private long askedAt;

    public RunSubmission Run { get; } = run;

    /// <summary>Whether a manager before this one began it.</summary>
    public bool IsResumed { get; } = isResumed;

    public CancellationTokenSource Cancellation { get; } = new();

    public ProgressSnapshot Latest { get; set; }

    /// <summary>Where it is; set in the gate of the queue.</summary>
    public RunState State
    {
        get => announced.State;
        set
        {
            var before = announced;
            announced = new Announced(value);
            before.Changed.SetResult();
        }
    }

    /// <summary>Where it is, and what ends when that is not so any more; from any thread.</summary>
    public (RunState State, Task Changed) Moment => announced is { } now ? (now.State, now.Changed.Task) : default;

    public static RunState.Refused TooManyFollow(string run) => new(
        ExitCode.Environment,
        $"run {run} is followed by {MaxFollowers} already; its report is kept for who asks later");

    /// <summary>One more follows the run; false when there are too many.</summary>
    public bool TryFollow()
    {
        if (followers == MaxFollowers)
        {
            return false;
        }

        Touched().followers++;
        return true;
    }

    /// <summary>One follows no more.</summary>
    public void Leave() => Touched().followers--;

    /// <summary>Somebody has asked for it.</summary>
    public RunSession Touched()
    {
        askedAt = clock.GetTimestamp();
        return this;
    }

    /// <summary>Whether nobody has asked for so long.</summary>
    public bool IsAlone(TimeSpan time)
    {
        if (askedAt == 0 || followers > 0)
        {
            Touched();
        }

        return clock.GetElapsedTime(askedAt) > time;
    }

    private sealed record Announced(RunState State)
    {
        public TaskCompletionSource Changed { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }
}
