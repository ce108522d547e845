namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Notes an added round trip.</summary>
internal sealed class LatencyCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run) => run.Store.AddedRoundTripMs <= 0 ? [] :
    [
        new(
            Severity.Note,
            "the round trip is added to the connections of the actors and of the store alone, "
                + "not to logins and redis-benchmark"),
    ];
}
