using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>What all rules conclude of a run.</summary>
/// <param name="Verdict">The verdict.</param>
/// <param name="Reasons">Why it is not a pass; of a failed run what failed it alone.</param>
/// <param name="Notes">What else is worth knowing.</param>
internal sealed record RunVerdict(Verdict Verdict, IReadOnlyList<string> Reasons, IReadOnlyList<string> Notes)
{
    private static readonly IRunRule[] Rules =
    [
        new RunEnded(),
        new OperationsAddUp(),
        new AuditPassed(),
        new ProcessorsAreOurs(),
        new RateIsReached(),
        new GuardsHold(),
        new NoFaults(),
        new HarnessIsNotTheLimit(),
        new ActorsAreNotTheLimit(),
        new RoundsAgree(),
        new BareStoreIsQuiet(),
        new RoundTripIsReal(),
        new SlicesAreAsAsked(),
        new MeasurementsAreWhole(),
    ];

    /// <summary>Applies every rule.</summary>
    public static RunVerdict Evaluate(RunEvidence run)
    {
        var conclusions = Rules.SelectMany(
            rule => rule.Evaluate(run)).ToLookup(conclusion => conclusion.Severity, conclusion => conclusion.Text);
        string[] failed = [.. conclusions[Severity.Failed]];
        string[] disturbed = [.. conclusions[Severity.Disturbed]];
        string[] degraded = [.. conclusions[Severity.Degraded]];
        string[] notes = [.. conclusions[Severity.Note]];
        return failed.Length > 0 ? new(Verdict.Failed, failed, notes)
            : degraded.Length > 0 ? new(Verdict.Degraded, [.. disturbed, .. degraded], notes)
            : new(disturbed.Length > 0 ? Verdict.Disturbed : Verdict.Pass, disturbed, notes);
    }
}
