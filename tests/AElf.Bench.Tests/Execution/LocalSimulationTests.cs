using System.Diagnostics;
using AElf.Bench.Core.Metrics;
using AElf.Bench.TestKit.Simulation;
using AElf.Bench.Transfers.Contracts;

namespace AElf.Bench.Tests.Execution;

/// <summary>The local host with all faults of the simulated store, thousands of seeds per second.</summary>
public abstract class LocalSimulationTests(ITestOutputHelper output)
{
    private readonly LatencyHistogram latency = new();
    private readonly FaultsMet met = new();

    /// <summary>Draws the loads of the runs.</summary>
    private protected abstract DrawLoad Draw { get; }

    [Fact]
    public void Simulation_DurableStore_AppliesEachExactlyOnce()
    {
        var retries = 0L;
        var stalled = 0L;
        ForEachSeed(seed =>
        {
            var outcome = Simulate(seed, lossy: false);
            retries += outcome.Retries;
            stalled += outcome.Stalled;
            return outcome is { Ending: LocalEnding.Passed, Right: true, Broken: null } ? null : $"{outcome}";
        });

        if (!Seeds.IsReplay)
        {
            Assert.Equal(0, met.OverwrittenByLateWrites);
            output.WriteLine(
                $"{met.Cuts} cuts, {met.RefusedReads} reads and {met.RefusedWrites} writes refused, "
                    + $"{met.LateWrites} late writes, {retries} retries, {stalled} grants ended");
            Seeds.EnsureMet(
                [met.Cuts, met.RefusedReads, met.RefusedWrites, met.LateWrites, retries, stalled], Seeds.Count / 100);
        }
    }

    [Fact]
    public void Simulation_LossyStore_NoWrongRunPasses()
    {
        long right = 0;
        long failed = 0;
        ForEachSeed(seed =>
        {
            var outcome = Simulate(seed, lossy: true);
            right += outcome is { Ending: LocalEnding.Passed, Right: true } ? 1 : 0;
            failed += outcome.Ending == LocalEnding.Failed ? 1 : 0;
            return outcome switch
            {
                { Ending: LocalEnding.Hung } => $"hung: {outcome}",
                { Ending: LocalEnding.Passed, Right: false } => $"passed but wrong: {outcome}",
                { Broken: not null } => $"broken: {outcome}",
                _ => null,
            };
        });

        if (!Seeds.IsReplay)
        {
            output.WriteLine($"{right} right, {failed} failed, {met.Losses} losses");
            Seeds.EnsureMet([right, failed, met.Losses], Seeds.Count / 20);
        }
    }

    [Fact]
    public void Seed_Replayed_EndsTheSameWay()
    {
        for (ulong seed = 0; seed < 200; seed++)
        {
            Assert.Equal(Simulate(seed, lossy: true), Simulate(seed, lossy: true));
        }
    }

    [Theory]
    [InlineData(LocalMutation.RetryInPlace)]
    [InlineData(LocalMutation.CountFailedAttempts)]
    [InlineData(LocalMutation.ForgetVersions)]
    [InlineData(LocalMutation.ReuseEpochs)]
    [InlineData(LocalMutation.RestartEpochs)]
    public void Simulation_WithoutAGuard_EndsWrong(LocalMutation mutation)
    {
        var seed = FirstSeed(
            mutation, lossy: false, outcome => outcome is { Right: false, Ending: LocalEnding.Failed });
        Assert.True(Simulate(seed, lossy: false) is { Ending: LocalEnding.Passed, Right: true }, $"seed {seed}");
    }

    [Fact]
    public void Simulation_WithoutTheAudit_PassesAlthoughWrong()
    {
        var seed = FirstSeed(
            LocalMutation.SkipComparison,
            lossy: true,
            outcome => outcome is { Right: false, Ending: LocalEnding.Passed });
        Assert.Equal(LocalEnding.Failed, Simulate(seed, lossy: true).Ending);
    }

    [Fact]
    public void Done_Twice_BreaksAnInvariant()
    {
        for (ulong seed = 0; seed < 200; seed++)
        {
            try
            {
                // A report after that of the last unit of a run is never read.
                var outcome = Simulate(seed, lossy: false, LocalMutation.ReportTwice);
                var isOneUnit = outcome.Story.Contains("in 1 groups", StringComparison.Ordinal)
                    && !outcome.Story.Contains(" and ", StringComparison.Ordinal);
                Assert.True(isOneUnit && outcome.Ending == LocalEnding.Passed, $"seed {seed}: {outcome}");
            }
            catch (InvalidOperationException broken)
            {
                Assert.EndsWith("which was not granted", broken.Message, StringComparison.Ordinal);
            }
        }
    }

    private LocalOutcome Simulate(ulong seed, bool lossy, LocalMutation mutation = LocalMutation.None) =>
        new LocalSimulation(seed, lossy, mutation, latency, met, Draw).Play();

    private void ForEachSeed(Func<ulong, string?> wrong) => Seeds.ForEach(output, Seeds.Count, seed =>
    {
        try
        {
            return wrong(seed);
        }
        catch (Exception exception)
            when (exception is InvalidOperationException or IndexOutOfRangeException or UnreachableException)
        {
            return exception.ToString();
        }
    });

    private ulong FirstSeed(LocalMutation mutation, bool lossy, Predicate<LocalOutcome> ends)
    {
        for (ulong seed = 0; seed < 20_000; seed++)
        {
            try
            {
                var outcome = Simulate(seed, lossy, mutation);
                if (ends(outcome))
                {
                    output.WriteLine($"without {mutation} seed {seed} ends so: {outcome}");
                    return seed;
                }
            }
            catch (InvalidOperationException)
            {
                // Another guard stopped this run before a state was wrong.
            }
        }

        throw new Xunit.Sdk.XunitException($"20,000 seeds end right without the guard {mutation}");
    }
}

public sealed class LocalTransferSimulationTests(ITestOutputHelper output) : LocalSimulationTests(output)
{
    private protected override DrawLoad Draw => SimulatedTransfers.Draw;
}

public sealed class LocalContractSimulationTests(ITestOutputHelper output) : LocalSimulationTests(output)
{
    private protected override DrawLoad Draw => SimulatedContracts.With(ContractGuards.All);
}
