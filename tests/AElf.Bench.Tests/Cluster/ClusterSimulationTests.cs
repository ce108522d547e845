using System.Diagnostics;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Metrics;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.Contracts;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Tests.Cluster;

/// <summary>
/// Manager and workers under every fault of processes, network, log and store, thousands of seeds a second.
/// </summary>
public abstract class ClusterSimulationTests(ITestOutputHelper output)
{
    private readonly LatencyHistogram latency = new();

    protected ClusterFaults Met { get; } = new();

    /// <summary>Draws the load of a run; null for transfers.</summary>
    private protected virtual DrawLoad? OtherLoad => null;

    /// <summary>The seeds of a part.</summary>
    protected ulong SeedCount => OtherLoad is null ? Seeds.CountOfPart : Seeds.CountOfOtherPart;

    protected ITestOutputHelper Output => output;

    protected ClusterOutcome Simulate(ulong seed, bool lossy, ClusterMutation mutation = ClusterMutation.None)
    {
        try
        {
            var draw = OtherLoad ?? SimulatedTransfers.Draw;
            return new ClusterSimulation(seed, lossy, mutation, latency, Met, draw).Play();
        }
        catch (Exception exception) when (exception
                is InvalidOperationException or ArgumentException or IndexOutOfRangeException or UnreachableException
                    or LogException)
        {
            return new ClusterOutcome(ClusterEnding.Hung, Right: false, exception.ToString(), "threw");
        }
    }

    protected void ForEachSeed(ulong part, Func<ulong, string?> wrong) =>
        Seeds.ForEach(output, SeedCount, wrong, part * SeedCount);

    protected void ShowFaults() => output.WriteLine(
        $"{Met.RunsFollowed} runs after another, {Met.Controls} controls, {Met.ControlsStruck} of them with messages "
            + $"lost or duplicated, {Met.ControlsKilled} ended with their manager, "
        + $"{Met.LargeRuns} large runs, {Met.SeededAgain} repeated seedings, "
            + $"{Met.WorkerKills} workers and {Met.ManagerKills} managers killed, {Met.TornTails} torn log tails, "
            + $"{Met.Pauses} workers and {Met.ManagerPauses} managers paused, {Met.Cuts} connections cut, "
            + $"{Met.Refused} refused and {Met.Overflows} closed by a full queue, "
        + $"{Met.Lost} messages lost, {Met.Doubled} duplicated, {Met.Replayed} replayed, "
            + $"{Met.WorkersLost} workers considered dead, {Met.Reassignments} grants retried, "
        + $"{Met.RoundsReported} rounds reported and {Met.RoundsBounded} bounded, "
        + $"{Met.Store.Cuts} store connections cut, {Met.Store.LateWrites} late writes");
}

public class ClusterOverADurableStoreTests(ITestOutputHelper output) : ClusterSimulationTests(output)
{
    [Theory]
    [MemberData(nameof(Seeds.Parts), MemberType = typeof(Seeds))]
    public void Simulation_AnyCrash_AppliesEveryTransactionExactlyOnce(ulong part)
    {
        ForEachSeed(part, seed =>
        {
            var outcome = Simulate(seed, lossy: false);
            return outcome is { Ending: ClusterEnding.Passed, Right: true, Broken: null } ? null : $"{outcome}";
        });
        ShowFaults();
        if (!Seeds.IsReplay)
        {
            Seeds.EnsureMet(
                [
                    Met.WorkerKills, Met.ManagerKills, Met.TornTails, Met.Pauses, Met.Cuts, Met.Lost,
                    Met.Doubled, Met.Replayed, Met.WorkersLost, Met.Reassignments, Met.Store.LateWrites,
                    Met.RoundsReported, Met.RoundsBounded, Met.RunsFollowed, Met.SeededAgain, Met.ManagerPauses,
                    Met.Refused, Met.Overflows, Met.Store.Unreachable, Met.Controls, Met.ControlsStruck,
                    Met.ControlsKilled,
                ],
                SeedCount / 50);
        }
    }
}

public class ClusterOverALossyStoreTests(ITestOutputHelper output) : ClusterSimulationTests(output)
{
    [Fact]
    public void Seed_Replayed_EndsTheSameWay()
    {
        for (ulong seed = 0; seed < 100; seed++)
        {
            Assert.Equal(Simulate(seed, lossy: true), Simulate(seed, lossy: true));
        }
    }

    [Theory]
    [MemberData(nameof(Seeds.Parts), MemberType = typeof(Seeds))]
    public void No_wrong_run_passes(ulong part)
    {
        long right = 0;
        long failed = 0;
        ForEachSeed(part, seed =>
        {
            var outcome = Simulate(seed, lossy: true);
            right += outcome is { Ending: ClusterEnding.Passed, Right: true } ? 1 : 0;
            failed += outcome.Ending == ClusterEnding.Failed ? 1 : 0;
            var isWrong = outcome is { Ending: ClusterEnding.Hung }
                or { Ending: ClusterEnding.Passed, Right: false }
                or { Broken: not null };
            return isWrong ? $"{outcome}" : null;
        });
        Output.WriteLine($"{right} right, {failed} failed, {Met.Store.Losses} losses");
        if (!Seeds.IsReplay)
        {
            Seeds.EnsureMet([right, failed, Met.Store.Losses], SeedCount / 50);
        }
    }
}

public sealed class ContractClusterOverADurableStoreTests(ITestOutputHelper output)
    : ClusterOverADurableStoreTests(output)
{
    private protected override DrawLoad OtherLoad => SimulatedContracts.With(ContractGuards.All);
}

public sealed class ScriptClusterOverADurableStoreTests(ITestOutputHelper output)
    : ClusterOverADurableStoreTests(output)
{
    private protected override DrawLoad OtherLoad => SimulatedContracts.With(ContractGuards.All, Executor.Store);
}

public sealed class UngroupedScriptClusterOverADurableStoreTests(ITestOutputHelper output)
    : ClusterOverADurableStoreTests(output)
{
    private protected override DrawLoad OtherLoad =>
        SimulatedContracts.With(ContractGuards.All, Executor.Store, ConflictOrder.Store);
}

public sealed class ContractClusterOverALossyStoreTests(ITestOutputHelper output)
    : ClusterOverALossyStoreTests(output)
{
    private protected override DrawLoad OtherLoad => SimulatedContracts.With(ContractGuards.All);
}
