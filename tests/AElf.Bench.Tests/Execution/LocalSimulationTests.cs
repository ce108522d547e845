using System.Diagnostics;
using System.Globalization;
using AElf.Bench.Core.Metrics;
using AElf.Bench.TestKit.Simulation;

namespace AElf.Bench.Tests.Execution;

/// <summary>
/// The local host under every fault the store can commit, thousands of seeds a second. A failure names its seed;
/// <c>AELF_TESTS_SEED=…</c> replays that one alone.
/// </summary>
public abstract class LocalSimulationTests(ITestOutputHelper output)
{
    private readonly LatencyHistogram latency = new();
    private readonly FaultsMet met = new();

    /// <summary>Whether the load is SmallBank's, and not of transfers.</summary>
    protected abstract bool IsBank { get; }

    private static int SeedCount =>
        string.Equals(Environment.GetEnvironmentVariable("AELF_TESTS_ALL"), "1", StringComparison.Ordinal)
            ? 200_000
            : 20_000;

    [Fact]
    public void Over_a_durable_store_every_transaction_is_applied_exactly_once()
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

        if (!IsReplay)
        {
            Assert.Equal(0, met.OverwrittenByLateWrites);
            output.WriteLine(
                $"{met.Cuts} cuts, {met.RefusedReads} reads and {met.RefusedWrites} writes refused, "
                    + $"{met.LateWrites} late writes, {retries} retries, {stalled} grants ended");
            Assert.All(
                [met.Cuts, met.RefusedReads, met.RefusedWrites, met.LateWrites, retries, stalled],
                count => Assert.True(
                    count > SeedCount / 100, $"a fault was met {count} times only: the trial is void"));
        }
    }

    [Fact]
    public void Over_a_store_that_loses_acknowledged_writes_no_wrong_run_passes()
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

        if (!IsReplay)
        {
            output.WriteLine($"{right} right, {failed} failed, {met.Losses} losses");
            Assert.All(
                [right, failed, met.Losses],
                count => Assert.True(count > SeedCount / 20, $"{count} is too few: the trial is void"));
        }
    }

    [Fact]
    public void A_seed_replays_to_the_same_end()
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
    public void Without_a_guard_a_run_over_a_durable_store_ends_with_a_wrong_state(LocalMutation mutation)
    {
        var seed = FirstSeed(
            mutation, lossy: false, outcome => outcome is { Right: false, Ending: LocalEnding.Failed });
        Assert.True(
            Simulate(seed, lossy: false) is { Ending: LocalEnding.Passed, Right: true },
            $"seed {seed} must be right with the guard");
    }

    [Fact]
    public void Without_the_final_comparison_a_run_passes_although_it_is_wrong()
    {
        var seed = FirstSeed(
            LocalMutation.SkipComparison,
            lossy: true,
            outcome => outcome is { Right: false, Ending: LocalEnding.Passed });
        Assert.Equal(LocalEnding.Failed, Simulate(seed, lossy: true).Ending);
    }

    [Fact]
    public void A_unit_that_is_reported_as_done_twice_is_a_broken_invariant()
    {
        for (ulong seed = 0; seed < 200; seed++)
        {
            try
            {
                // The report behind that of the last unit of a run is never taken.
                var outcome = Simulate(seed, lossy: false, LocalMutation.ReportTwice);
                var isOneUnit = outcome.Story.Contains("in 1 groups", StringComparison.Ordinal)
                    && !outcome.Story.Contains(" and ", StringComparison.Ordinal);
                Assert.True(isOneUnit && outcome.Ending == LocalEnding.Passed, $"seed {seed}: {outcome}");
            }
            catch (InvalidOperationException broken)
            {
                Assert.EndsWith("which nobody granted", broken.Message, StringComparison.Ordinal);
            }
        }
    }

    private static bool IsReplay => Environment.GetEnvironmentVariable("AELF_TESTS_SEED") is not null;

    private LocalOutcome Simulate(ulong seed, bool lossy, LocalMutation mutation = LocalMutation.None) =>
        new LocalSimulation(seed, lossy, mutation, latency, met, IsBank).Play();

    private void ForEachSeed(Func<ulong, string?> wrong)
    {
        var given = Environment.GetEnvironmentVariable("AELF_TESTS_SEED");
        var first = given is null ? 0 : ulong.Parse(given, CultureInfo.InvariantCulture);
        var count = given is null ? (ulong)SeedCount : 1;
        var clock = Stopwatch.StartNew();
        for (var seed = first; seed < first + count; seed++)
        {
            string? found;
            try
            {
                found = wrong(seed);
            }
            catch (Exception exception)
                when (exception is InvalidOperationException or IndexOutOfRangeException or UnreachableException)
            {
                found = exception.ToString();
            }

            if (found is not null)
            {
                Assert.Fail($"seed {seed} (replay it with AELF_TESTS_SEED={seed}): {found}");
            }
        }

        output.WriteLine($"{count} seeds, {count / clock.Elapsed.TotalSeconds:0} a second");
    }

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
                // Another guard stopped this one before anything was wrong.
            }
        }

        throw new Xunit.Sdk.XunitException($"20,000 seeds do not miss the guard {mutation}: the trial is void");
    }
}

public sealed class LocalTransferSimulationTests(ITestOutputHelper output) : LocalSimulationTests(output)
{
    protected override bool IsBank => false;
}

public sealed class LocalBankSimulationTests(ITestOutputHelper output) : LocalSimulationTests(output)
{
    protected override bool IsBank => true;
}
