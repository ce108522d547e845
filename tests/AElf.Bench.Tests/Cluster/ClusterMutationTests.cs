using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.Contracts;

namespace AElf.Bench.Tests.Cluster;

/// <summary>
/// Removes each guard of the protocol in turn: without it some run ends wrong, and with it the same run ends right.
/// </summary>
public sealed class ClusterMutationTests(ITestOutputHelper output) : MutatedClusterTests(output)
{
    [Theory]
    [InlineData(ClusterMutation.SequenceCheck)]
    [InlineData(ClusterMutation.EpochKeys)]
    [InlineData(ClusterMutation.StaleDone)]
    [InlineData(ClusterMutation.Dedupe)]
    [InlineData(ClusterMutation.Incarnation, 2388)]
    [InlineData(ClusterMutation.LogBeforeSend, 1703)]
    [InlineData(ClusterMutation.RetryInPlace)]
    [InlineData(ClusterMutation.Log)]
    [InlineData(ClusterMutation.SeedVersions)]
    [InlineData(ClusterMutation.RunNames)]
    [InlineData(ClusterMutation.LogTail)]
    public void Simulation_WithoutAGuard_EndsWrong(ClusterMutation mutation, int first = 0) =>
        AssertOnlyRightWith(mutation, (ulong)first);

    [Fact]
    public void Control_UnknownToWorkers_DoesNotPass()
    {
        var seed = Enumerable.Range(0, 100).Select(number => (ulong)number).First(number =>
            Simulate(number, lossy: false, ClusterMutation.Controls) is { Ending: ClusterEnding.Failed } outcome
                && outcome.Story.Contains("the control failed", StringComparison.Ordinal));

        Assert.Equal(ClusterEnding.Passed, Simulate(seed, lossy: false).Ending);
    }
}

/// <summary>Removes the guards of the pump, and the final comparison, from runs of contracts.</summary>
public sealed class ContractClusterMutationTests(ITestOutputHelper output) : MutatedClusterTests(output)
{
    private protected override DrawLoad OtherLoad => SimulatedContracts.With(ContractGuards.All);

    [Theory]
    [InlineData(ClusterMutation.SequenceCheck)]
    [InlineData(ClusterMutation.EpochKeys)]
    [InlineData(ClusterMutation.RetryInPlace)]
    public void Simulation_WithoutAGuard_EndsWrong(ClusterMutation mutation) =>
        AssertOnlyRightWith(mutation);
}

/// <summary>Finds a run that ends wrong without a guard and right with it.</summary>
public abstract class MutatedClusterTests(ITestOutputHelper output) : ClusterSimulationTests(output)
{
    private const ulong MaxSeeds = 20_000;

    [Fact]
    public void Simulation_WithoutTheFinalComparison_PassesAWrongRun()
    {
        // The comparison takes time, so that the store may lose other writes with it, or none.
        var seed = FirstWrong(ClusterMutation.FinalComparison, lossy: true, isOfInterest: seed =>
        {
            var whole = Simulate(seed, lossy: true);
            Assert.False(whole is { Ending: ClusterEnding.Passed, Right: false }, $"seed {seed}: {whole}");
            return whole.Ending == ClusterEnding.Failed
                && whole.Story.Contains("the final comparison found a difference", StringComparison.Ordinal);
        });

        Output.WriteLine($"seed {seed} fails with it");
    }

    /// <param name="guard">The removed guard.</param>
    /// <param name="first">The first seed to try, if many earlier ones end right by chance.</param>
    protected void AssertOnlyRightWith(ClusterMutation guard, ulong first = 0)
    {
        var seed = FirstWrong(guard, lossy: false, first);

        Assert.True(
            Simulate(seed, lossy: false) is { Ending: ClusterEnding.Passed, Right: true, Broken: null },
            $"seed {seed}");
    }

    // Compares the accounts only, not the invariants that are checked during the run.
    private ulong FirstWrong(
        ClusterMutation mutation, bool lossy, ulong first = 0, Predicate<ulong>? isOfInterest = null)
    {
        for (ulong number = 0; number < MaxSeeds; number++)
        {
            var seed = (first + number) % MaxSeeds;
            var outcome = Simulate(seed, lossy, mutation);
            if (!outcome.Right && (!lossy || outcome.Ending == ClusterEnding.Passed)
                && isOfInterest?.Invoke(seed) != false)
            {
                Output.WriteLine($"without {mutation} seed {seed} ends wrong: {outcome}");
                return seed;
            }
        }

        throw new InvalidOperationException($"{MaxSeeds} seeds end right without {mutation}");
    }
}
