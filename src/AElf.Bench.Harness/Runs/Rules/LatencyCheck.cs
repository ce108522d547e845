namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Notes an added round trip.</summary>
internal sealed class LatencyCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run) => run.AddedRoundTrip <= TimeSpan.Zero ? [] :
    [
        new(
            Severity.Note,
            "the round trip is added at the connections of actors and bare store; "
                + "logins and redis-benchmark do without"),
    ];
}
