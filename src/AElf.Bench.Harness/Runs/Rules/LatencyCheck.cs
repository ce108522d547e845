namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Notes an added round trip.</summary>
internal sealed class LatencyCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run) => run.AddedRoundTrip <= TimeSpan.Zero ? [] :
    [
        new(
            Severity.Note,
            "the round trip is added to the connections of the actors and of the store alone, "
                + "not to logins and redis-benchmark"),
    ];
}
