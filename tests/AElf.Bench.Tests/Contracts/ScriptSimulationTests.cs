using AElf.Bench.Core.Metrics;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Tests.Contracts;

/// <summary>Contracts that the store executes, under every fault of the store, and without each guard.</summary>
public sealed class ScriptSimulationTests(ITestOutputHelper output)
{
    private readonly LatencyHistogram latency = new();
    private readonly FaultsMet met = new();

    [Theory]
    [InlineData(ConflictOrder.Group)]
    [InlineData(ConflictOrder.Store)]
    public void Simulation_DurableStore_AppliesEachTransactionExactlyOnce(ConflictOrder conflicts)
    {
        var retries = 0L;
        Seeds.ForEach(output, Seeds.Count, seed =>
        {
            var outcome = Simulate(seed, lossy: false, conflicts, ContractGuards.All);
            retries += outcome.Retries;
            return outcome is { Ending: LocalEnding.Passed, Right: true, Broken: null } ? null : $"{outcome}";
        });

        if (!Seeds.IsReplay)
        {
            Assert.Equal(0, met.OverwrittenByLateWrites);
            Seeds.EnsureMet([met.Cuts, met.RefusedWrites, met.LateWrites, retries], Seeds.Count / 100);
        }
    }

    [Theory]
    [InlineData(ConflictOrder.Group)]
    [InlineData(ConflictOrder.Store)]
    public void Simulation_StoreLosesWrites_NoWrongRunPasses(ConflictOrder conflicts)
    {
        long right = 0;
        long failed = 0;
        Seeds.ForEach(output, Seeds.Count, seed =>
        {
            var outcome = Simulate(seed, lossy: true, conflicts, ContractGuards.All);
            right += outcome is { Ending: LocalEnding.Passed, Right: true } ? 1 : 0;
            failed += outcome.Ending == LocalEnding.Failed ? 1 : 0;
            return outcome is { Ending: LocalEnding.Hung } or { Ending: LocalEnding.Passed, Right: false }
                or { Broken: not null } ? $"{outcome}" : null;
        });

        if (!Seeds.IsReplay)
        {
            output.WriteLine($"{right} right, {failed} failed, {met.Losses} losses");
            Seeds.EnsureMet([right, failed, met.Losses], Seeds.Count / 20);
        }
    }

    [Theory]
    [InlineData(nameof(ContractGuards.Repeat), ConflictOrder.Group)]
    [InlineData(nameof(ContractGuards.Torn), ConflictOrder.Group)]
    [InlineData(nameof(ContractGuards.Epoch), ConflictOrder.Store)]
    [InlineData(nameof(ContractGuards.Last), ConflictOrder.Store)]
    [InlineData(nameof(ContractGuards.Raise), ConflictOrder.Store)]
    public void Simulation_WithoutAGuard_EndsWrong(string guard, ConflictOrder conflicts)
    {
        var without = ContractGuards.All with { };
        typeof(ContractGuards).GetProperty(guard)!.SetValue(without, value: false);
        for (ulong seed = 0; seed < 40_000; seed++)
        {
            var outcome = Simulate(seed, lossy: false, conflicts, without);
            if (!outcome.Right)
            {
                output.WriteLine($"without {guard} seed {seed} ends so: {outcome}");
                Assert.True(
                    Simulate(seed, lossy: false, conflicts, ContractGuards.All)
                        is { Ending: LocalEnding.Passed, Right: true },
                    $"seed {seed}");
                return;
            }
        }

        Assert.Fail($"void: {guard}");
    }

    private LocalOutcome Simulate(ulong seed, bool lossy, ConflictOrder conflicts, ContractGuards guards) =>
        new LocalSimulation(
            seed,
            lossy,
            LocalMutation.None,
            latency,
            met,
            SimulatedContracts.With(guards, Executor.Store, conflicts)).Play();
}
