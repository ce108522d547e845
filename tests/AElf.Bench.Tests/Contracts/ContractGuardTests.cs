using AElf.Bench.Core.Metrics;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Tests.Contracts;

/// <summary>Without a guard of the rule for contracts some run ends wrong; with it the same run ends right.</summary>
public sealed class ContractGuardTests(ITestOutputHelper output)
{
    private readonly LatencyHistogram latency = new();
    private readonly FaultsMet met = new();

    [Theory]
    [InlineData(nameof(ContractGuards.Order), Executor.Client, ConflictOrder.Group, 767)]
    [InlineData(nameof(ContractGuards.Outcome), Executor.Client, ConflictOrder.Group, 4800)]
    [InlineData(nameof(ContractGuards.Repeat), Executor.Store, ConflictOrder.Group)]
    [InlineData(nameof(ContractGuards.Torn), Executor.Store, ConflictOrder.Group, 302)]
    [InlineData(nameof(ContractGuards.Epoch), Executor.Store, ConflictOrder.Store)]
    [InlineData(nameof(ContractGuards.Last), Executor.Store, ConflictOrder.Store)]
    [InlineData(nameof(ContractGuards.Raise), Executor.Store, ConflictOrder.Store)]
    public void Simulation_WithoutAGuard_EndsWrong(
        string guard, Executor executor, ConflictOrder conflicts, int first = 0)
    {
        var without = ContractGuards.All with { };
        typeof(ContractGuards).GetProperty(guard)!.SetValue(without, value: false);

        // Many seeds before the first one end right by chance.
        for (var seed = (ulong)first; seed < 40_000; seed++)
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

        Assert.Fail($"40,000 seeds end right without the guard {guard}");

        LocalOutcome Simulate(ulong seed, ContractGuards guards) => new LocalSimulation(
            seed,
            lossy: false,
            LocalMutation.None,
            latency,
            met,
            SimulatedContracts.With(guards, executor, conflicts)).Play();
    }
}
