using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Progress;

/// <summary>The words that both displays share.</summary>
internal static class ProgressText
{
    public static string Phase(ProgressSnapshot moment) => RunPhaseText.WordOf(moment.Phase) + (moment.Rounds == 0
        ? ""
        : $", round {NumberFormat.Count(moment.Round)} of {NumberFormat.Count(moment.Rounds)}");

    public static string Left(TimeSpan? left) => left switch
    {
        null => "time left unknown",
        { TotalSeconds: < 1 } => "less than 1 s left",
        { TotalMinutes: < 2 } => FormattableString.Invariant($"about {left.Value.TotalSeconds:0} s left"),
        { TotalHours: < 2 } => FormattableString.Invariant($"about {left.Value.TotalMinutes:0} min left"),
        _ => FormattableString.Invariant($"about {left.Value.TotalHours:0.0} h left"),
    };

    /// <summary>Null outside rounds.</summary>
    public static string? Rate(CallMoment moment) => moment.PerSecond is { } perSecond
        ? $"{NumberFormat.Whole(perSecond)} {NumberFormat.Plural(moment.Noun)}/s now"
        : null;
}
