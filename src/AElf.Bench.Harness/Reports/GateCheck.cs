using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports;

/// <summary>What came of a check.</summary>
public enum CheckOutcome
{
    /// <summary>It holds.</summary>
    Kept,

    /// <summary>It fails nothing, and is to be seen.</summary>
    Warning,

    /// <summary>It does not hold, and the call fails by it.</summary>
    Failed,
}

/// <summary>Something a call is judged by, as a build server lists it.</summary>
/// <param name="Name">What is checked.</param>
/// <param name="Text">What came of it, in words.</param>
/// <param name="Outcome">Whether it holds.</param>
public sealed record GateCheck(string Name, string Text, CheckOutcome Outcome)
{
    /// <summary>What build servers call the checks of this program.</summary>
    public const string Suite = "aelf-bench";

    /// <summary>What runs are judged by: each by its verdict, then by what it was held to.</summary>
    /// <param name="runs">The runs of a call.</param>
    /// <param name="allowDisturbed">Whether a disturbed run is as good as one that was not.</param>
    public static IReadOnlyList<GateCheck> Of(IReadOnlyList<RunReport> runs, bool allowDisturbed)
    {
        ArgumentNullException.ThrowIfNull(runs);
        return
        [
            .. runs.Index().SelectMany(run => Of(
                run.Item.Published(),
                runs.Count == 1 ? "run" : FormattableString.Invariant($"run {run.Index + 1}"),
                allowDisturbed)),
        ];
    }

    private static IEnumerable<GateCheck> Of(RunReport run, string name, bool allowDisturbed) =>
    [
        new(name, string.Join("; ", [run.Claim, .. run.Reasons]), run.Verdict switch
        {
            Verdict.Pass => CheckOutcome.Kept,
            Verdict.Disturbed when allowDisturbed => CheckOutcome.Warning,
            _ => CheckOutcome.Failed,
        }),
        .. run.Thresholds.Select(threshold => new GateCheck(
            $"{name}: --fail-if '{threshold.FailIf}'",
            threshold.ToString(),
            threshold.Broken is false ? CheckOutcome.Kept : CheckOutcome.Failed)),
    ];
}
