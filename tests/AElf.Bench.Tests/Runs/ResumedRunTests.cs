using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;

namespace AElf.Bench.Tests.Runs;

/// <summary>A resumed run: the results that a process takes over from an earlier one.</summary>
public sealed class ResumedRunTests : IDisposable
{
    private readonly RunRig rig = new();

    public void Dispose() => rig.Dispose();

    [Theory]
    [InlineData(0, 1, 0, "Seed WarmUp WarmUp Measure1 Measure2 Measure3 Audit Cleanup")]
    [InlineData(1, 2, 0, "Seed WarmUp WarmUp Measure1 Measure2 Measure3 Audit Cleanup")]
    [InlineData(2, 3, 1, "Seed WarmUp WarmUp Measure2 Measure3 Audit Cleanup")]
    [InlineData(3, 3, 2, "Seed WarmUp WarmUp Measure3 Audit Cleanup")]
    [InlineData(4, 4, 3, "Seed WarmUp Audit Cleanup")]
    public void Rounds_MeasuredByAnEarlierProcess_AreNotMeasuredAgain(
        int known, int begun, int measured, string phases)
    {
        var first = Earlier(out var noted);
        Assert.Equal(4, noted.Count);
        rig.SeedAll();
        rig.Store.TryTakeRunLock();
        rig.Executor.ChangeOutcome = (_, outcome) => outcome with { Window = TimeSpan.FromSeconds(1) };
        rig.Request = rig.Request with
        {
            RoundsBegun = [.. Enumerable.Repeat((long)rig.Transfers, begun)],
            RoundsMeasured = [.. noted.Take(known)],
            SeedVersions = [0],
        };

        var report = rig.Run();

        Assert.Equal(phases, rig.Phases);
        Assert.Equal(
            first.Rounds.Take(measured).Select(round => round.ExecuteMs)
                .Concat(Enumerable.Repeat(1000.0, 3 - measured)),
            report.Rounds.Select(round => round.ExecuteMs));
        Assert.Equal((Verdict.Degraded, AuditOutcome.Passed), (report.Verdict, report.Audit.Replay));
        Assert.Equal("equal", report.Store.Reconciliation.ToString());
        Assert.Equal(measured, report.LatencyUs?.Count ?? 0);
        Assert.True(report.PhasesMs!.Measure >= first.Rounds.Take(measured).Sum(round => round.ExecuteMs));
        var fault = Assert.Single(report.Faults);
        Assert.Equal(("manager", 0), (fault.Kind, fault.Round));
        Assert.Contains(
            $"with {begun} rounds begun, {measured} of them measured", fault.What, StringComparison.Ordinal);
    }

    [Fact]
    public void Rounds_OfAnotherLoad_AreMeasuredAgain()
    {
        Earlier(out var noted);
        rig.SeedAll();
        rig.Store.TryTakeRunLock();
        rig.Request = rig.Request with
        {
            RoundsBegun = [2L * rig.Transfers, rig.Transfers],
            RoundsMeasured = noted,
            SeedVersions = [0],
        };

        rig.Run();

        Assert.Equal("Seed WarmUp WarmUp Measure1 Measure2 Measure3 Audit Cleanup", rig.Phases);
    }

    [Fact]
    public void Fault_OfAKnownRound_IsReportedOnceAtItsTime()
    {
        Earlier(out var noted, new Fault(TimeSpan.FromMilliseconds(7), "worker", "worker ann was lost", 2));
        rig.SeedAll();
        rig.Store.TryTakeRunLock();
        rig.Request = rig.Request with
        {
            RoundsBegun = [rig.Transfers, rig.Transfers],
            RoundsMeasured = [.. noted.Take(2)],
            FaultsBefore =
            [
                new Fault(TimeSpan.Zero, "worker", "worker ann was lost", 2),
                new Fault(TimeSpan.Zero, "worker", "worker bob was lost", 1),
            ],
            SeedVersions = [0],
        };

        var report = rig.Run();

        Assert.Equal(
            [(0, "worker bob was lost", 1), (1, "worker ann was lost", 2)],
            report.Faults.Where(fault => fault.Kind is "worker")
                .Select(fault => (fault.Round, fault.What, fault.Count)).Order());
    }

    [Fact]
    public void Round_WrittenAndRead_IsEqual()
    {
        Earlier(out var noted, new Fault(TimeSpan.FromMilliseconds(7), "worker", "worker \"ann\"\nwas lost", 2));
        var arrivals = new ArrivalStats();
        arrivals.Record(1_000, 2_000);
        arrivals.Extend(TimeSpan.FromSeconds(3));
        var written = noted[2] with
        {
            Arrivals = arrivals,
            Workers = [new("ann", "a", "b:1", 2, 3, OperationCounts.Sets(4), default, default, default, "m")],
            Unreported = OperationCounts.Sets(9),
            CountersUnavailable = "INFO is refused",
        };

        var line = written.Format();

        Assert.DoesNotContain('\n', line);
        Assert.Equal(line, MeasuredRound.Parse(line)!.Format());
        Assert.Null(MeasuredRound.Parse(line[..^1]));
        Assert.Null(MeasuredRound.Parse(""));
    }

    // A whole run before this one, with its rounds as a manager's file stores them.
    private static RunReport Earlier(out List<MeasuredRound> noted, params Fault[] faults)
    {
        using var before = new RunRig();
        var rounds = new List<MeasuredRound>();
        before.Executor.ChangeOutcome = (round, outcome) =>
        {
            outcome.Stats.Latency.Record(1_000 * (round + 1));
            return outcome with
            {
                Window = TimeSpan.FromMilliseconds(200 + round),
                Faults = round == 1 ? faults : [],
            };
        };
        before.Request = before.Request with { Measured = round => rounds.Add(MeasuredRound.Parse(round.Format())!) };
        var report = before.Run();
        noted = rounds;
        return report;
    }
}
