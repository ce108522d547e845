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
                $"the harness is the limit, not the store: it commits {inMemory:0} per second in memory, ")
                + FormattableString.Invariant($"and {tps:0} over the store; add actors, or workers on other machines"));
        }

        if (run is { Tps.Median: var reached, Controls: { NullActorIn: ControlReport.Cluster } controls }
            && controls.NullActorTps is { } handed
            && reached >= Near * handed)
        {
            yield return new(Severity.Degraded, FormattableString.Invariant(
                $"the harness is the limit, not the store: the cluster does {handed:0} per second with null ")
                + FormattableString.Invariant($"actors, and {reached:0} over the store; ")
                + "use larger jobs (--concurrency)");
        }
    }
}
