namespace AElf.Bench.Harness.Progress;

/// <summary>The parts of a run, in order.</summary>
public enum RunPhase
{
    /// <summary>Connecting, checking the store and generating the block.</summary>
    Prepare,

    /// <summary>Writing the accounts' first balances.</summary>
    Seed,

    /// <summary>Rounds that do not count.</summary>
    WarmUp,

    /// <summary>Rounds that count.</summary>
    Measure,

    /// <summary>Driving the bare store.</summary>
    Ceiling,

    /// <summary>Comparing the store with the replay.</summary>
    Audit,

    /// <summary>Removing the run's keys.</summary>
    Cleanup,
}

/// <summary>The parts of a run in words.</summary>
public static class RunPhaseText
{
    /// <summary>What a reader is told of a part, such as <c>bare store</c>.</summary>
    public static string WordOf(RunPhase phase) => phase switch
    {
        RunPhase.WarmUp => "warm-up",
        RunPhase.Ceiling => "bare store",
        RunPhase.Cleanup => "clean-up",
        _ => phase.ToString().ToLowerInvariant(),
    };
}

/// <summary>Where a run is. Its numbers are for watching: nothing here is audited.</summary>
/// <param name="Phase">The part of the run.</param>
/// <param name="Round">The round, from 1; 0 outside rounds.</param>
/// <param name="Rounds">The rounds of this phase; 0 outside rounds.</param>
/// <param name="Committed">Transfers committed since the run began.</param>
/// <param name="DeepestMailbox">Jobs in the fullest mailbox.</param>
/// <param name="OldestMs">Age in milliseconds of the oldest message waiting in any mailbox.</param>
public readonly record struct ProgressSnapshot(
    RunPhase Phase, int Round, int Rounds, long Committed, int DeepestMailbox, double OldestMs)
{
    /// <summary>What is done of a phase without rounds, in whatever it counts.</summary>
    public long Done { get; init; }

    /// <summary>What there is to do in it; 0 when nobody counts.</summary>
    public long Total { get; init; }
}
