using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports;

/// <summary>How a check ends in JUnit and in annotations.</summary>
public enum CheckOutcome
{
    Kept,

    /// <summary>The check fails nothing but is to be seen.</summary>
    Warning,

    /// <summary>The check fails the call.</summary>
    Failed,
}

/// <summary>A check of a call, as a build server lists it.</summary>
public sealed record GateCheck(string Name, string Text, CheckOutcome Outcome)
{
    /// <summary>Name of this program's checks on build servers.</summary>
    public const string Suite = "aelf-bench";

    /// <summary>The checks of runs: each run by its verdict, then by its thresholds.</summary>
    /// <param name="runs">Runs of one call.</param>
    /// <param name="allowDisturbed">Whether a disturbed run only warns.</param>
    public static IReadOnlyList<GateCheck> Of(IReadOnlyList<RunReport> runs, bool allowDisturbed)
    {
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
