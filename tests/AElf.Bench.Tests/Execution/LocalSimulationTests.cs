using System.Diagnostics;
using System.Globalization;
using AElf.Bench.Core.Metrics;
using AElf.Bench.TestKit.Simulation;
using Xunit.Abstractions;

namespace AElf.Bench.Tests.Execution;

/// <summary>
/// The local host under every fault the store can commit, thousands of seeds a second. A failure names its seed;
/// <c>AELF_TESTS_SEED=…</c> replays that one alone.
/// </summary>
public sealed class LocalSimulationTests(ITestOutputHelper output)
{
    private readonly LatencyHistogram latency = new();
    private readonly FaultsMet met = new();

    private static int SeedCount =>
        string.Equals(Environment.GetEnvironmentVariable("AELF_TESTS_ALL"), "1", StringComparison.Ordinal)
            ? 200_000
            : 20_000;

    [Fact]
    public void Over_a_durable_store_every_transfer_is_applied_exactly_once()
    {
        var retries = 0L;
        ForEachSeed(seed =>
        {
            var outcome = Simulate(seed, lossy: false);
            retries += outcome.Retries;
            return outcome is { Ending: LocalEnding.Passed, Right: true, Broken: null } ? null : $"{outcome}";
        });

        if (!IsReplay)
        {
            Assert.Equal(0, met.OverwrittenByLateWrites);
            output.WriteLine(
                $"{met.Cuts} cuts, {met.RefusedReads} reads and {met.RefusedWrites} writes refused, "
                    + $"{met.LateWrites} late writes, {retries} retries");
            Assert.All(
                [met.Cuts, met.RefusedReads, met.RefusedWrites, met.LateWrites, retries],
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
    [InlineData(LocalMutation.RetryInPlace, 4)]
    [InlineData(LocalMutation.CountFailedAttempts, 0)]
    [InlineData(LocalMutation.ForgetVersions, 0)]
    [InlineData(LocalMutation.ReuseEpochs, 36)]
    [InlineData(LocalMutation.RestartEpochs, 1176)]
    public void Without_a_guard_this_seed_ends_with_a_wrong_state_over_a_durable_store(
        LocalMutation mutation, ulong seed)
    {
        if (Simulate(seed, lossy: false, mutation).Right)
        {
            Assert.Fail(
                $"seed {seed} does not miss the guard; the first that does is {FirstWrong(mutation, lossy: false)}");
        }

        Assert.True(
            Simulate(seed, lossy: false) is { Ending: LocalEnding.Passed, Right: true },
            $"seed {seed} must be right with the guard");
    }

    [Fact]
    public void Without_the_final_comparison_this_seed_passes_although_wrong()
    {
        const ulong Seed = 1;
        if (Simulate(Seed, lossy: true, LocalMutation.SkipComparison)
            is not { Ending: LocalEnding.Passed, Right: false })
        {
            Assert.Fail(
                $"seed {Seed} does not miss the comparison; the first that does is "
                    + $"{FirstWrong(LocalMutation.SkipComparison, lossy: true)}");
        }

        Assert.Equal(LocalEnding.Failed, Simulate(Seed, lossy: true).Ending);
    }

    private static bool IsReplay => Environment.GetEnvironmentVariable("AELF_TESTS_SEED") is not null;

    private LocalOutcome Simulate(ulong seed, bool lossy, LocalMutation mutation = LocalMutation.None) =>
        new LocalSimulation(seed, lossy, mutation, latency, met).Play();

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

    private ulong FirstWrong(LocalMutation mutation, bool lossy)
    {
        for (ulong seed = 0; seed < 20_000; seed++)
        {
            var outcome = Simulate(seed, lossy, mutation);
            if (!outcome.Right
                && (mutation != LocalMutation.SkipComparison || outcome.Ending == LocalEnding.Passed)
                && (lossy || outcome.Ending == LocalEnding.Failed))
            {
                return seed;
            }
        }

        return ulong.MaxValue;
    }
}
