using System.Text.Json.Serialization;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Progress;

/// <summary>The phases of a run, in order.</summary>
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

    /// <summary>Measuring the store alone.</summary>
    [JsonStringEnumMemberName("ceiling")]
    BareStore,

    /// <summary>Comparing the store with the replay.</summary>
    Audit,

    /// <summary>Removing the run's keys.</summary>
    Cleanup,
}

/// <summary>Names of the phases for display.</summary>
public static class RunPhaseText
{
    public static string WordOf(RunPhase phase) => phase switch
    {
        RunPhase.WarmUp => "warm-up",
        RunPhase.BareStore => "store alone",
        RunPhase.Cleanup => "clean-up",
        _ => phase.ToString().ToLowerInvariant(),
    };
}

/// <summary>The progress of a run, for display: its numbers are not audited.</summary>
/// <param name="Phase">Phase of the run.</param>
/// <param name="Round">Round, from 1; 0 outside rounds.</param>
/// <param name="Rounds">Rounds of this phase; 0 outside rounds.</param>
/// <param name="Committed">Commits since the run began.</param>
/// <param name="DeepestMailbox">Jobs in the fullest mailbox.</param>
/// <param name="OldestMs">Age in milliseconds of the oldest waiting message of all mailboxes.</param>
public readonly record struct ProgressSnapshot(
    RunPhase Phase, int Round, int Rounds, long Committed, int DeepestMailbox, double OldestMs)
{
    internal string PhaseText => RunPhaseText.WordOf(Phase)
        + (Rounds == 0 ? "" : $", round {NumberFormat.Count(Round)} of {NumberFormat.Count(Rounds)}");

    /// <summary>Progress of a phase without rounds, in the unit of the phase.</summary>
    public long Done { get; init; }

    /// <summary>The value of <see cref="Done"/> at the end of the phase; 0 for an uncounted phase.</summary>
    public long Total { get; init; }
}
