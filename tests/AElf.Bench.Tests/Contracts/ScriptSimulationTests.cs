using AElf.Bench.Core.Metrics;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Tests.Contracts;

/// <summary>Contracts that the store executes, with all faults of the simulated store.</summary>
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
            var outcome = Simulate(seed, lossy: false, conflicts);
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
            var outcome = Simulate(seed, lossy: true, conflicts);
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

    private LocalOutcome Simulate(ulong seed, bool lossy, ConflictOrder conflicts) =>
        new LocalSimulation(
            seed,
            lossy,
            LocalMutation.None,
            latency,
            met,
            SimulatedContracts.With(ContractGuards.All, Executor.Store, conflicts)).Play();
}
