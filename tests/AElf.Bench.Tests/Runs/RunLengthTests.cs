using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Transfers.Accounts;

namespace AElf.Bench.Tests.Runs;

/// <summary>The length and the number of rounds.</summary>
public sealed class RunLengthTests : IDisposable
{
    private readonly RunRig rig = new();

    public void Dispose() => rig.Dispose();

    [Fact]
    public void Duration_Measured_IsInWholeRounds()
    {
        rig.Request = rig.Request with
        {
            Measure = rig.Request.Measure with { Duration = TimeSpan.FromMilliseconds(900) },
        };

        var report = rig.Run();

        Assert.Equal("Seed WarmUp Measure1 Measure2 Measure3 Measure4 Measure5 Audit Cleanup", rig.Phases);
        Assert.Equal(Verdict.Pass, report.Verdict);
    }

    [Fact]
    public void Duration_AccountCannotPayAgain_EndsEarly()
    {
        using var poor = new RunRig(new Block([new Transfer(0, 1, 1)], [4, 0]));
        poor.Request = poor.Request with
        {
            Measure = poor.Request.Measure with { Duration = TimeSpan.FromHours(1) },
        };

        var report = poor.Run();

        Assert.StartsWith("Seed WarmUp Measure1", poor.Phases, StringComparison.Ordinal);
        Assert.DoesNotContain("Measure4", poor.Phases, StringComparison.Ordinal);
        Assert.Equal(Verdict.Failed, report.Verdict);
        Assert.Contains("offered 4 times", string.Join('\n', report.Reasons), StringComparison.Ordinal);
    }

    [Fact]
    public void Round_Blocks_AreOfferedUntilItIsLongEnoughAndAllAreAudited()
    {
        rig.Request = rig.Request with { Measure = rig.Request.Measure with { Blocks = null } };
        rig.Executor.ChangeOutcome = (_, outcome) => outcome with
        {
            Window = TimeSpan.FromMilliseconds(30.0 * outcome.Committed / rig.Transfers),
        };

        var report = rig.Run();

        Assert.Equal((Verdict.Pass, 4), (report.Verdict, report.Blocks));
        Assert.Equal(3 * 4 * rig.Transfers, report.Figures["committed"]);
        Assert.Equal(2000, report.Tps!.Median);
        Assert.Equal(10, report.LargestUnit);
        Prose.AssertNames(report.Claim, "60 transfers", "6 groups", "4 blocks", "3 rounds");
    }

    [Fact]
    public void Round_BegunWithSeveralBlocks_IsRepeatedWithAsMany()
    {
        rig.SeedAll();
        rig.Request = rig.Request with { RoundsBegun = [3 * rig.Transfers, rig.Transfers], SeedVersions = [0] };

        var report = rig.Run();

        Assert.Equal((Verdict.Degraded, 6), (report.Verdict, rig.Executor.Rounds));
        Assert.Equal(AuditOutcome.Passed, report.Audit.Replay);
    }

    [Fact]
    public void Round_BySchedule_LastsUntilTheNextBlockWouldStart()
    {
        rig.Executor.ChangeOutcome = (_, outcome) => outcome with { Window = TimeSpan.FromMilliseconds(290) };
        rig.Request = rig.Request with
        {
            Measure = rig.Request.Measure with { Rate = ArrivalRate.Parse($"{5 * rig.Transfers / 2}") },
        };

        var report = rig.Run();

        Assert.Equal(5 * rig.Transfers / 2, report.Tps!.Median);
        Assert.All(report.Rounds, round => Assert.Equal(400, round.ExecuteMs));
    }

    [Fact]
    public void Round_OfAnotherLoad_IsNotResumed()
    {
        rig.Request = rig.Request with { RoundsBegun = [rig.Transfers + 1], SeedVersions = [0] };

        Assert.Contains("not a multiple", Assert.Throws<InvalidOperationException>(() => rig.Run()).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Slices_MergedInOneRound_AreAsLongInAllRounds()
    {
        rig.Request = rig.Request with
        {
            Measure = rig.Request.Measure with { Slice = TimeSpan.FromMilliseconds(10) },
        };
        rig.Executor.ChangeOutcome = (round, outcome) => outcome with
        {
            SliceLength = TimeSpan.FromMilliseconds(round == 2 ? 40 : 10),
        };

        Assert.Equal(40, rig.Run().SliceMs);
    }
}
