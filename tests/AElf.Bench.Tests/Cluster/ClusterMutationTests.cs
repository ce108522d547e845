using AElf.Bench.TestKit.Simulation;
using Xunit.Abstractions;

namespace AElf.Bench.Tests.Cluster;

/// <summary>
/// Each guard of the protocol taken away in turn: the pinned seed is the first that ends wrong without it, and it ends
/// right with it.
/// </summary>
public sealed class ClusterMutationTests(ITestOutputHelper output) : ClusterSimulationTests(output)
{
    private const ulong MaxSeeds = 20_000;

    [Theory]
    [InlineData(ClusterMutation.SequenceCheck, 4)]
    [InlineData(ClusterMutation.EpochKeys, 19)]
    [InlineData(ClusterMutation.StaleDone, 48)]
    [InlineData(ClusterMutation.Dedupe, 300)]
    [InlineData(ClusterMutation.Incarnation, 1051)]
    [InlineData(ClusterMutation.LogBeforeSend, 3153)]
    [InlineData(ClusterMutation.RetryInPlace, 0)]
    [InlineData(ClusterMutation.Log, 91)]
    public void Without_a_guard_a_run_over_a_durable_store_ends_wrong(ClusterMutation mutation, ulong seed)
    {
        if (!Misses(seed, lossy: false, mutation))
        {
            var first = First(lossy: false, mutation);
            Assert.Fail($"seed {seed} does not miss the guard {mutation}; the first that does is {first}");
        }

        Assert.True(
            Simulate(seed, lossy: false) is { Ending: ClusterEnding.Passed, Right: true, Broken: null },
            $"seed {seed} must be right with the guard");
    }

    [Fact]
    public void Without_the_final_comparison_a_run_over_a_lossy_store_passes_although_wrong()
    {
        const ulong Seed = 1;
        if (!Misses(Seed, lossy: true, ClusterMutation.FinalComparison))
        {
            var first = First(lossy: true, ClusterMutation.FinalComparison);
            Assert.Fail($"seed {Seed} does not miss the comparison; the first that does is {first}");
        }

        Assert.Equal(ClusterEnding.Failed, Simulate(Seed, lossy: true).Ending);
    }

    // By the accounts alone, not by the invariants that are watched on the way.
    private bool Misses(ulong seed, bool lossy, ClusterMutation mutation) =>
        Simulate(seed, lossy, mutation) is var outcome
        && !outcome.Right && (!lossy || outcome.Ending == ClusterEnding.Passed);

    private string First(bool lossy, ClusterMutation mutation)
    {
        for (ulong seed = 0; seed < MaxSeeds; seed++)
        {
            if (Misses(seed, lossy, mutation))
            {
                return $"{seed}: {Simulate(seed, lossy, mutation)}";
            }
        }

        return $"beyond {MaxSeeds}";
    }
}
