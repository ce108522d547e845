namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>A round trip that was added costs processor time of its own.</summary>
internal sealed class RoundTripIsReal : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run) => run.Store.AddedRoundTrip <= TimeSpan.Zero ? [] :
    [
        new(
            Severity.Note,
            "the round trip is added by a relay in this process, also under the bare store and redis-benchmark; "
                + "cost includes the relay's CPU"),
    ];
}
