using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;

namespace AElf.Bench.Tests.Processors;

/// <summary>Rounds of 100 ms on a machine with two cores: 20 ticks of 10 ms.</summary>
public sealed class ProcessorAccountTests
{
    private const long Millisecond = 1_000_000;

    [Fact]
    public void Others_Round_AreBusyTicksWithoutTheRuns()
    {
        var used = ProcessorAccount.Of(Round(idle: 4, ownMs: 60), cores: 2)!;

        Assert.Equal(2, used.Usable, precision: 9);
        Assert.Equal(0.6, used.Own, precision: 9);
        Assert.Equal(1.0, used.Others!.Value, precision: 9);
        Assert.True(used.IsDisturbed);
    }

    [Fact]
    public void Processors_Interrupts_BelongToTheRunAndStolenTimeToNeither()
    {
        var used = ProcessorAccount.Of(Round(idle: 4, ownMs: 60, interrupts: 5, stolen: 5), cores: 2)!;

        Assert.Equal(1.1, used.Own, precision: 9);
        Assert.Equal(0.5, used.Stolen, precision: 9);
        Assert.Equal(0, used.Others!.Value, precision: 9);
        Assert.True(used.IsDisturbed);
    }

    [Theory]
    [InlineData(171, false)]
    [InlineData(169, true)]
    public void Disturbed_OthersUseATenth_BeyondOneTick(int ownMs, bool isDisturbed) =>
        Assert.Equal(isDisturbed, ProcessorAccount.Of(Round(idle: 0, ownMs), cores: 2)!.IsDisturbed);

    [Fact]
    public void Processors_QuietMachine_DisturbsNothing() =>
        Assert.False(ProcessorAccount.Of(Round(idle: 12, ownMs: 80), cores: 2)!.IsDisturbed);

    [Fact]
    public void Disturbed_ShortRound_IgnoresOneTick()
    {
        var round = Round(idle: 0, ownMs: 1) with { Processors = Raw(ownMs: 1) with { SpanNs = Millisecond } };

        Assert.False(ProcessorAccount.Of(round, cores: 2)!.IsDisturbed);
    }

    [Fact]
    public void Disturbed_ManyRounds_AddUp()
    {
        var rounds = Enumerable.Repeat(Round(idle: 0, ownMs: 175), 20).ToList();

        Assert.False(ProcessorAccount.Of(rounds[0], cores: 2)!.IsDisturbed);
        Assert.True(ProcessorAccount.Of(rounds, cores: 2)!.IsDisturbed);
    }

    [Fact]
    public void Processors_NotAllowedToTheRun_AreIgnored()
    {
        var used = ProcessorAccount.Of(Round(idle: 0, ownMs: 100), cores: 1)!;

        Assert.Equal(1, used.Usable);
        Assert.Equal(0, used.Others!.Value, precision: 9);
        Assert.False(used.IsDisturbed);
    }

    [Fact]
    public void Processors_Quota_Disturbs()
    {
        var round = Round(idle: 12, ownMs: 80) with
        {
            Processors = Raw(ownMs: 80) with { ThrottledNs = 40 * Millisecond },
        };

        var used = ProcessorAccount.Of(round, cores: 2)!;

        Assert.Equal(0.4, used.Throttled!.Value, precision: 9);
        Assert.True(used.IsDisturbed);
    }

    // The kernel counts a stop for each core on which the group was stopped.
    [Theory]
    [InlineData(2, 1.2)]
    [InlineData(1, 0.2)]
    [InlineData(0.5, 0)]
    public void Processors_Quota_TakesAtMostWhatTheRunCouldUse(double cores, double taken)
    {
        var round = Round(idle: 12, ownMs: 80) with
        {
            Processors = Raw(ownMs: 80) with { ThrottledNs = 800 * Millisecond },
        };

        Assert.Equal(taken, ProcessorAccount.Of(round, cores)!.Throttled!.Value, precision: 9);
    }

    [Fact]
    public void Store_WithoutCpuTime_CountsForTheRun()
    {
        var round = Round(idle: 0, ownMs: 60) with { Processors = Raw(ownMs: 60) with { Unseen = ["h:1"] } };

        var used = ProcessorAccount.Of(round, cores: 2)!;

        Assert.Null(used.Others);
        Assert.Equal(["h:1"], used.Unseen);
        Assert.False(used.IsDisturbed);
    }

    // The kernel's counters of the process and of the machine are not read at the same moment.
    [Fact]
    public void Others_MoreOwnThanBusy_AreZero() =>
        Assert.Equal(0, ProcessorAccount.Of(Round(idle: 4, ownMs: 165), cores: 2)!.Others);

    [Theory]
    [InlineData(0.52, 0.03, "other programs used 0.5 of 2 cores")]
    [InlineData(0.5, 0.3, "other programs used 0.5 of 2 cores, the hypervisor took 0.3 of 2 cores")]
    [InlineData(0.02, 0.01, "other programs used 0.02 of 2 cores")]
    [InlineData(0, 0, "")]
    public void Takers_RoundedToZero_AreLeftOut(double others, double stolen, string takers) =>
        Assert.Equal(takers, new ProcessorReport(2, 1, others, stolen, null, null, 0, []).Takers());

    [Theory]
    [InlineData(0.5, "other programs used 0.3 of 0.5 cores")]
    [InlineData(1.5, "other programs used 0.3 of 1.5 cores")]
    [InlineData(1, "other programs used 0.3 of 1 core")]
    public void Takers_Quota_IsNotRounded(double usable, string takers) =>
        Assert.Equal(takers, new ProcessorReport(usable, 0.1, 0.3, 0, null, null, 0, []).Takers());

    [Fact]
    public void OfMachine_RoundsOfTwoProcessors_AreTwoWithAnyQuota() =>
        Assert.Equal(2, ProcessorAccount.OfMachine([Round(idle: 4, ownMs: 60), Round(idle: 0, ownMs: 60)]));

    [Fact]
    public void Round_WithoutTime_IsUnknown() => Assert.Null(
        ProcessorAccount.Of(Round(idle: 0, ownMs: 0) with { Processors = Raw(ownMs: 0) with { SpanNs = 0 } }, 2));

    [Fact]
    public void Of_RoundWithoutProcessors_IsNull() =>
        Assert.Null(ProcessorAccount.Of(Round(idle: 0, ownMs: 0) with { Processors = null }, cores: 2));

    [Theory]
    [InlineData("qqqqd", "0 1 2 3")]
    [InlineData("qqddd", "0 1 2 3 4")]
    [InlineData("ddddddddddqqqqq", "10 11 12 13 14")]
    [InlineData("dqqqq", "1 2 3 4")]
    [InlineData("ddddddqqqq", "0 1 2 3 4 5 6 7 8 9")]
    [InlineData("dq", "1")]
    [InlineData("dd", "0 1")]
    public void Figures_FewQuietRounds_UseAllRounds(string rounds, string counted)
    {
        var raw = new RawRun
        {
            Rounds = [.. rounds.Select(
                (each, index) => Round(idle: each == 'q' ? 12 : 0, ownMs: 80) with { Offered = index })],
        };

        Assert.Equal(
            counted, string.Join(' ', ProcessorAccount.Counted(raw, cores: 2).Select(round => round.Offered)));
    }

    private static RawRound Round(int idle, int ownMs, int interrupts = 0, int stolen = 0) => new()
    {
        Offered = 1,
        Committed = 1,
        WindowNs = 100 * Millisecond,
        Ops = OperationReport.None,
        BusyTicks = 20 - idle,
        ProcessorTicks = 20,
        Processors = Raw(ownMs) with { InterruptTicks = interrupts, StealTicks = stolen },
    };

    private static RawProcessors Raw(int ownMs) => new(
        SpanNs: 100 * Millisecond,
        OwnNs: ownMs * Millisecond,
        InterruptTicks: 0,
        StealTicks: 0,
        ThrottledNs: null,
        PressureNs: null,
        Unseen: []);
}
