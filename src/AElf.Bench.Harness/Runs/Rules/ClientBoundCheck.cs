using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>
/// Notes that the CPU of the actors limits the figure over a real store, so that it does not describe the store.
/// </summary>
internal sealed class ClientBoundCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run)
    {
        if (run is { Store.Endpoint: not null, Limit: { Name: { } name, Bounds: [var bound, ..] } }
            && LimitKind.Of(name).IsOfActors)
        {
            yield return new(Severity.Note, FormattableString.Invariant(
                $"the actors' CPU is the limit, not the store: {name} used {100 * bound.Share:0} % {bound.Text}")
                + "; the store may do more: add actors, cores, or workers on other machines");
        }
    }
}
