using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Progress;

/// <summary>The words both displays share.</summary>
internal static class ProgressText
{
    public static string Phase(ProgressSnapshot moment) => moment.Rounds == 0
        ? Name(moment.Phase)
        : $"{Name(moment.Phase)}, round {NumberFormat.Count(moment.Round)} of {NumberFormat.Count(moment.Rounds)}";

    private static string Name(RunPhase phase) =>
        phase is RunPhase.WarmUp ? "warm-up" : phase.ToString().ToLowerInvariant();
}
