using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports;

/// <summary>How a check ends in JUnit and in annotations.</summary>
public enum CheckOutcome
{
    Kept,

    /// <summary>The check shows a warning, and does not fail the call.</summary>
    Warning,

    /// <summary>The check fails the call.</summary>
    Failed,

    /// <summary>The check could not be made; this fails the call.</summary>
    Error,
}

/// <summary>A check of a call, as a build server lists it.</summary>
public sealed record GateCheck(string Name, string Text, CheckOutcome Outcome)
{
    /// <summary>Name of the suite of this program's checks on build servers.</summary>
    public const string Suite = "aelf-bench";

    /// <summary>Duration of the checked run; 0 if nothing was timed.</summary>
    public double Seconds { get; init; }
}

/// <summary>Checks that a build server lists together.</summary>
/// <param name="Name">The source of the checks.</param>
/// <param name="Checks">At least one.</param>
public sealed record CheckSuite(string Name, IReadOnlyList<GateCheck> Checks)
{
    /// <summary>Start of the checked run, ISO 8601 in UTC; null if nothing was started.</summary>
    public string? StartedUtc { get; init; }

    /// <summary>The text of <c>--label</c>; null for none.</summary>
    public string? Label { get; init; }
}

/// <summary>The checks of a call with runs. A check fails if the exit code for it is not 0.</summary>
/// <param name="AllowDisturbed">Whether a disturbed run only warns.</param>
/// <param name="Failure">Why the call ended before all runs were made; null if it did not.</param>
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
            Label = run.TextOf(MeasureSettings.Label.Name),
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
