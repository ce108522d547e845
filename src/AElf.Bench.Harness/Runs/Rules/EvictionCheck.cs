using AElf.Bench.Core.Stores;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>Notes servers that may evict keys.</summary>
internal sealed class EvictionCheck : IRunRule
{
    public IEnumerable<Conclusion> Evaluate(RunEvidence run) => run.Store.Shards
        .Where(shard => shard.EvictionPolicy is not null)
        .Select(shard => new Conclusion(
            Severity.Note, StoreProblems.EvictionPolicy(shard.Endpoint, shard.EvictionPolicy!)));
}
