using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Degrades a figure that is limited by the harness, so that it does not describe the store.</summary>
internal sealed class HarnessBoundCheck : IRunRule
{
    /// <summary>Share of the harness' own rate above which the harness is the limit.</summary>
    public const double Near = LimitKind.Usual;

    public IEnumerable<Conclusion> Evaluate(RunEvidence run)
    {
        if (run is { Tps.Median: var tps, Controls.NullStoreTps: { } inMemory }
            && tps >= Near * inMemory)
        {
            yield return new(Severity.Degraded, FormattableString.Invariant(
                $"the harness is the limit, not the store: in memory it commits {inMemory:0} a second, and {tps:0} ")
                + "over the store; more actors, or workers on other machines, would show what the store does");
        }

        if (run is { Tps.Median: var reached, Controls: { NullActorIn: ControlReport.Cluster } controls }
            && controls.NullActorTps is { } handed
            && reached >= Near * handed)
        {
            yield return new(Severity.Degraded, FormattableString.Invariant(
                $"the harness is the limit, not the store: manager and wire hand out {handed:0} a second to actors ")
                + FormattableString.Invariant($"that do nothing, and {reached:0} were committed over the store; ")
                + "larger jobs (--concurrency) would show what the store does");
        }
    }
}
