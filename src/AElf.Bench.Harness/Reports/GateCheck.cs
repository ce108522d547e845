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

    /// <summary>The check could not be made, which fails the call.</summary>
    Error,
}

/// <summary>A check of a call, as a build server lists it.</summary>
public sealed record GateCheck(string Name, string Text, CheckOutcome Outcome)
{
    /// <summary>Name of this program's checks on build servers.</summary>
    public const string Suite = "aelf-bench";

    /// <summary>Duration of what the check is of; 0 when nothing was timed.</summary>
    public double Seconds { get; init; }
}

/// <summary>Checks that a build server lists together.</summary>
/// <param name="Name">What made the checks.</param>
/// <param name="Checks">At least one.</param>
public sealed record CheckSuite(string Name, IReadOnlyList<GateCheck> Checks)
{
    /// <summary>Start of what is checked, ISO 8601 in UTC; null when nothing was started.</summary>
    public string? StartedUtc { get; init; }

    /// <summary>The text of <c>--label</c>; null without one.</summary>
    public string? Label { get; init; }
}

/// <summary>The checks of a call that makes runs: each fails when the exit code of the call is not 0 for it.</summary>
/// <param name="AllowDisturbed">Whether a disturbed run only warns.</param>
/// <param name="Failure">Why the call ended before all runs were made; null when it did not.</param>
public sealed record CallChecks(bool AllowDisturbed, CallFailure? Failure = null)
{
    /// <summary>A suite for each run: its verdict, then its thresholds; then the failure of the call.</summary>
    public IReadOnlyList<CheckSuite> Of(IReadOnlyList<RunReport> runs) =>
    [
        .. runs.Index().Select(run => Of(
            run.Item.Published(),
            runs.Count == 1 ? "run" : FormattableString.Invariant($"run {run.Index + 1}"))),
        .. Failure is null ? (CheckSuite[])[] : [Failure.Suite],
    ];

    private CheckSuite Of(RunReport run, string name) =>
        new(GateCheck.Suite, [.. ChecksOf(run, name)])
        {
            StartedUtc = run.Environment.StartedUtc,
            Label = run.TextOf("Measure.Label"),
        };

    private IEnumerable<GateCheck> ChecksOf(RunReport run, string name) =>
    [
        new(name, string.Join("; ", [run.Claim, .. run.Reasons]), run.Verdict switch
        {
            Verdict.Pass => CheckOutcome.Kept,
            Verdict.Disturbed when AllowDisturbed => CheckOutcome.Warning,
            _ => CheckOutcome.Failed,
        })
        { Seconds = (run.PhasesMs?.Sum ?? 0) / 1e3 },
        .. run.Thresholds.Select(threshold => new GateCheck(
            $"{name}: --fail-if '{threshold.FailIf}'",
            threshold.ToString(),
            threshold.Broken is false ? CheckOutcome.Kept : CheckOutcome.Failed)),
    ];
}
