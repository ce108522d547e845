using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Reports.Summaries;

/// <summary>The sentence that says what limited a run.</summary>
internal static class LimitText
{
    /// <summary>Null when nothing was measured that could be the limit.</summary>
    public static string? Of(LimitReport? limit) => limit switch
    {
        null or { Bounds: [] } => null,
        { Name: null } => $"none found; nearest was {Nearest(limit.Bounds[0])}",
        _ => Sentence(limit.Bounds[0]),
    };

    private static string Nearest(BoundReport bound) => $"{bound.Name}, with {Percent(bound.Share)} {bound.Text}";

    private static string Sentence(BoundReport bound) =>
        $"{LimitKind.Of(bound.Name).SubjectOf(bound.Name)}: {Percent(bound.Share)} {bound.Text}";
}
