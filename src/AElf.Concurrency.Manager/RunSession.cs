using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Submitted;

namespace AElf.Concurrency.Manager;

/// <summary>An active run: its state and its followers.</summary>
/// <param name="isResumed">Whether an earlier manager began it.</param>
/// <param name="clock">Measures the time since the last request for the run.</param>
internal sealed class RunSession(RunSubmission run, bool isResumed, TimeProvider clock)
{
    // One benchmark follows a run, and maybe connections that have ended unnoticed.
    private const int MaxFollowers = 64;

    private volatile Announced announced = new(new RunState.UnderWay(default));
    private int followers;

    // The clock's timestamp of the last request; 0 before the first check.
    private long askedAt;

    public RunSubmission Run { get; } = run;

    /// <summary>Whether an earlier manager began it.</summary>
    public bool IsResumed { get; } = isResumed;

    public CancellationTokenSource Cancellation { get; } = new();

    public ProgressSnapshot Latest { get; set; }

    /// <summary>The run's state; set in the gate of the queue.</summary>
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

    /// <summary>The state, and a task that completes when it changes; from any thread.</summary>
    public (RunState State, Task Changed) Moment => announced is { } now ? (now.State, now.Changed.Task) : default;

    public static RunState.Refused TooManyFollow(string run) => new(
        ExitCode.Environment,
        $"run {run} has {MaxFollowers} followers already; ask for its report later");

    /// <summary>Adds a follower; false when there are too many.</summary>
    public bool TryFollow()
    {
        if (followers == MaxFollowers)
        {
            return false;
        }

        Touched().followers++;
        return true;
    }

    public void Leave() => Touched().followers--;

    /// <summary>Notes a request for the run.</summary>
    public RunSession Touched()
    {
        askedAt = clock.GetTimestamp();
        return this;
    }

    /// <summary>Whether the last request for it is longer ago than <paramref name="time"/>.</summary>
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
