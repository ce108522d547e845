using AElf.Bench.Core.Metrics;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.Contracts;

namespace AElf.Bench.Tests.Contracts;

/// <summary>Without a guard of the rule for contracts some run ends wrong, and right with it.</summary>
public sealed class ContractGuardTests(ITestOutputHelper output)
{
    private readonly LatencyHistogram latency = new();
    private readonly FaultsMet met = new();

    [Theory]
    [InlineData(nameof(ContractGuards.Order))]
    [InlineData(nameof(ContractGuards.Outcome))]
    public void Simulation_WithoutAGuard_EndsWrong(string guard)
    {
        var without = new ContractGuards
        {
            Order = guard is not nameof(ContractGuards.Order),
            Outcome = guard is not nameof(ContractGuards.Outcome),
        };
        for (ulong seed = 0; seed < 40_000; seed++)
        {
            var outcome = Simulate(seed, without);
            if (!outcome.Right)
            {
                output.WriteLine($"without {guard} seed {seed} ends so: {outcome}");
                Assert.True(
                    Simulate(seed, ContractGuards.All) is { Ending: LocalEnding.Passed, Right: true }, $"seed {seed}");
                return;
            }
        }

        Assert.Fail($"40,000 seeds do not miss the guard {guard}: the trial is void");
    }

    private LocalOutcome Simulate(ulong seed, ContractGuards guards) => new LocalSimulation(
        seed, lossy: false, LocalMutation.None, latency, met, SimulatedContracts.With(guards)).Play();
}
