using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Processors;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs.Rules;
using AElf.Bench.Harness.Verification;

namespace AElf.Bench.Tests.Runs;

/// <summary>Runs of ten rounds; the hypervisor takes a part of some.</summary>
public sealed class DisturbedRunTests
{
    private const int WarmUp = 1;

    [Fact]
    public void Round_Disturbed_IsRepeatedAndInNoRateOrLatency()
    {
        using var rig = new RunRig();
        Disturb(rig, round => round is 2 or 5);

        var report = rig.Run();

        Assert.Equal(Verdict.Pass, report.Verdict);
        Assert.Equal(12, report.Rounds.Count);
        Assert.Equal([3, 6], report.Rounds.Where(round => round.IsDisturbed).Select(round => round.Round));
        Assert.Equal(10, report.Tps!.Count);
        Assert.Equal(10 * rig.Transfers, report.LatencyUs!.Count);
        Assert.Equal(12 * rig.Transfers, report.Figures["committed"]);
        Assert.Contains(report.Notes, note => note.Text.StartsWith("2 of 12 rounds", StringComparison.Ordinal));
    }

    [Fact]
    public void Round_Repeated_BreaksNoGuard()
    {
        using var quiet = new RunRig();
        Disturb(quiet, _ => false);
        using var rig = new RunRig();
        Disturb(rig, round => round is 2 or 5);

        Assert.Equal(Broken(quiet), Broken(rig));

        static string[] Broken(RunRig of) =>
        [
            .. RunVerification.Of(ReportReader.ElementOf(of.Run())).Guards
                .Where(guard => guard.State is GuardState.Broken).Select(guard => guard.Name),
        ];
    }

    [Fact]
    public void Rounds_DisturbedBeyondTheBudget_MakeTheRunDisturbed()
    {
        using var rig = new RunRig();
        Disturb(rig, _ => true);

        var report = rig.Run();

        Assert.Equal(Verdict.Disturbed, report.Verdict);
        Assert.Equal(15, report.Rounds.Count);
        Assert.Equal(15 * rig.Transfers, report.LatencyUs!.Count);
        Assert.StartsWith("the hypervisor took", Assert.Single(report.Reasons).Text, StringComparison.Ordinal);
        Assert.StartsWith("DISTURBED: ", report.Claim, StringComparison.Ordinal);
    }

    [Fact]
    public void Round_DisturbedWithoutABudget_IsNotRepeated()
    {
        using var rig = new RunRig();
        Disturb(rig, _ => true, budget: 0);

        Assert.Equal(10, rig.Run().Rounds.Count);
    }

    [Fact]
    public void Duration_Disturbed_IsExtendedWithinTheBudget()
    {
        using var rig = new RunRig();
        Disturb(rig, _ => true);
        rig.Request = rig.Request with
        {
            Measure = rig.Request.Measure with { Duration = TimeSpan.FromMilliseconds(1000) },
        };

        // Eight rounds of 200 ms: half as long again, with the last round in full.
        Assert.Equal(8, rig.Run().Rounds.Count);
    }

    [Fact]
    public void Run_FiveUndisturbedRounds_HasAFigure()
    {
        using var rig = new RunRig();
        Disturb(rig, round => round % 2 == 0, budget: 0);

        var report = rig.Run();

        Assert.Equal((Verdict.Pass, 5), (report.Verdict, report.Tps!.Count));
    }

    [Fact]
    public void DisturbedRun_FourUndisturbedRoundsOfTen_HasNoFigure()
    {
        using var rig = new RunRig();
        Disturb(rig, round => round % 2 == 0 || round == 9, budget: 0);

        var report = rig.Run();

        Assert.Equal((Verdict.Disturbed, 10), (report.Verdict, report.Tps!.Count));
    }

    private static void Disturb(RunRig rig, Func<int, bool> isDisturbed, double budget = 0.5)
    {
        rig.Request = rig.Request with
        {
            Measure = rig.Request.Measure with { Rounds = 10, QuietBudget = budget },
        };
        rig.Executor.ChangeOutcome = (_, outcome) =>
        {
            var latency = new LatencyHistogram();
            latency.Record(1_000_000, rig.Transfers);
            return outcome with { Stats = outcome.Stats with { Latency = latency } };
        };
        rig.ResourcesOf = round => Round(round >= WarmUp && isDisturbed(round - WarmUp) ? 10 : 0);
    }

    // Readings before and after a window of a little more than 200 ms.
    /// <param name="stolen">Half the ticks that the hypervisor took, of 42.</param>
    internal static RoundResources Round(int stolen) =>
        new(TimeSpan.FromMilliseconds(50), TimeSpan.Zero, TimeSpan.Zero, Collections: 0)
        {
            Machine = new MachineUse([])
            {
                Ticks = new MachineTicks(All: 42, Idle: 32 - (2 * stolen), Interrupts: 0, 2 * stolen),
                Span = TimeSpan.FromMilliseconds(210),
                Own = TimeSpan.FromMilliseconds(100),
                Processes = new HashSet<int>(),
            },
        };
}
