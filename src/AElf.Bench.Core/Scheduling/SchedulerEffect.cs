using AElf.Bench.Core.Options;

namespace AElf.Bench.Core.Scheduling;

/// <summary>An effect of a scheduler; effects are executed in order.</summary>
public abstract record SchedulerEffect
{
    private SchedulerEffect()
    {
    }

    /// <summary>Send a grant to its worker, after it is durable if required.</summary>
    public sealed record Assign(OpenGrant Grant) : SchedulerEffect;

    /// <summary>Send a grant again: it, or the report on it, was lost on the way.</summary>
    public sealed record Resend(OpenGrant Grant) : SchedulerEffect;

    /// <summary>Tell a worker that a grant is void.</summary>
    public sealed record Abort(OpenGrant Grant) : SchedulerEffect;

    /// <summary>Call <see cref="GrantScheduler.OnPauseOver"/> after a pause.</summary>
    public sealed record Pause(int Unit, TimeSpan After) : SchedulerEffect;

    /// <summary>An attempt that counted has failed.</summary>
    public sealed record AttemptFailed(string By, AttemptFailure Failure) : SchedulerEffect;

    /// <summary>All units of the round are done.</summary>
    public sealed record RoundDone(long Round) : SchedulerEffect;

    /// <summary>The round has failed.</summary>
    /// <param name="Reason">Names unit, epoch, item and step, if known.</param>
    /// <param name="StoreLostData">Whether the store lost or damaged data.</param>
    public sealed record Failed(Problem Reason, bool StoreLostData) : SchedulerEffect;
}
