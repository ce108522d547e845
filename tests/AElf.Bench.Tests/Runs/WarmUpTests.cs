using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Runs;

namespace AElf.Bench.Tests.Runs;

public sealed class WarmUpTests
{
    private static readonly TimeSpan Round = TimeSpan.FromSeconds(1);

    [Fact]
    public void WarmUp_RequestedRounds_AreMadeDespiteCompiling()
    {
        var warmUp = new WarmUp(wanted: 3, waitsForOthers: true);
        Assert.Equal(3, RoundsOf(warmUp, Round, compiling: _ => Round));
        Assert.Equal(0, RoundsOf(new WarmUp(wanted: 0, waitsForOthers: true), Round, compiling: _ => Round));
    }

    [Fact]
    public void WarmUp_EndsWithTheFirstQuietStretch()
    {
        Assert.Equal(6, RoundsOf(Waiting(true), Round, round => round < 5 ? Round / 2 : TimeSpan.Zero));
    }

    [Fact]
    public void WarmUp_HotProcess_MakesTwoRoundsOfAnyLength()
    {
        Assert.Equal(2, RoundsOf(Waiting(true), Round, _ => TimeSpan.Zero));
        Assert.Equal(2, RoundsOf(Waiting(true), MeasureOptions.MaxWarmUp, _ => TimeSpan.Zero));
    }

    [Fact]
    public void WarmUp_ShortRounds_AreCheckedTogether()
    {
        var round = TimeSpan.FromMilliseconds(10);
        var loud = (int)(MeasureOptions.MinWarmUp / round);
        Assert.Equal(
            loud + (int)(WarmUp.QuietTime / round),
            RoundsOf(Waiting(true), round, at => at == loud - 1 ? round / 10 : TimeSpan.Zero));
    }

    [Fact]
    public void WarmUp_ShareOfCompilingUpToTheLimit_IsQuiet()
    {
        Assert.Equal(2, RoundsOf(Waiting(true), Round, _ => Round * WarmUp.QuietShare));
        Assert.True(RoundsOf(Waiting(true), Round, _ => Round * (2 * WarmUp.QuietShare)) > 2);
    }

    [Fact]
    public void WarmUp_NeverQuiet_EndsAtTheLimit()
    {
        Assert.Equal((int)(MeasureOptions.MaxWarmUp / Round), RoundsOf(Waiting(true), Round, _ => Round));
        Assert.Equal(
            MeasureOptions.MaxWarmUpRounds,
            RoundsOf(Waiting(true), TimeSpan.FromMilliseconds(1), _ => Round));
    }

    [Theory]
    [InlineData(95, 2)]
    [InlineData(50, 6)]
    public void WarmUp_LaterStart_EndsWhenItIsAsFastAsTheFirst(long committed, int rounds)
    {
        var warmUp = new WarmUp(wanted: null, waitsForOthers: false, reached: 1000);
        var made = 0;
        while (!warmUp.IsOver)
        {
            warmUp.Add(TimeSpan.FromMilliseconds(100), TimeSpan.Zero, isDisturbed: true, committed);
            made++;
        }

        Assert.Equal(rounds, made);
    }

    [Fact]
    public void WarmUp_OtherProgramsThatEndSoon_GetAPause()
    {
        var warmUp = Waiting(true);
        Assert.Equal(5, RoundsOf(warmUp, Round, _ => TimeSpan.Zero, isDisturbed: round => round < 4));
        Assert.Equal(TimeSpan.Zero, warmUp.ForOthers);

        warmUp = Waiting(true);
        warmUp.Add(MeasureOptions.MinWarmUp / 2, TimeSpan.Zero, isDisturbed: true);
        Assert.Equal(TimeSpan.Zero, warmUp.ForOthers);
        warmUp.Add(Round, TimeSpan.Zero, isDisturbed: true);
        Assert.Equal(WarmUp.Pause, warmUp.ForOthers);
    }

    [Fact]
    public void WarmUp_OtherProgramsStay_EndsAtTheLimit()
    {
        var round = TimeSpan.FromMilliseconds(100);
        var hot = MeasureOptions.MinWarmUp / round;
        Assert.Equal(
            (int)Math.Ceiling(hot - 1 + (MeasureOptions.MaxWait / (round + WarmUp.Pause))),
            RoundsOf(Waiting(true), round, _ => TimeSpan.Zero, isDisturbed: _ => true));
    }

    [Fact]
    public void WarmUp_WithoutABudget_DoesNotWait() =>
        Assert.Equal(2, RoundsOf(Waiting(false), Round, _ => TimeSpan.Zero, isDisturbed: _ => true));

    [Fact]
    public void WarmUp_RequestedRounds_HaveNoPauses()
    {
        var warmUp = new WarmUp(wanted: 5, waitsForOthers: true);
        for (var round = 0; round < 4; round++)
        {
            warmUp.Add(Round, TimeSpan.Zero, isDisturbed: true);
            Assert.Equal(TimeSpan.Zero, warmUp.ForOthers);
        }
    }

    [Fact]
    public void WarmUp_TooLong_HasNoPauseForOtherPrograms()
    {
        var (warmUp, half) = (Waiting(true), MeasureOptions.MaxWarmUp / 2);
        warmUp.Add(half, compiling: half, isDisturbed: true);
        warmUp.Add(half, compiling: TimeSpan.Zero, isDisturbed: true);

        Assert.True(warmUp.IsOver);
        Assert.Equal(TimeSpan.Zero, warmUp.ForOthers);
    }

    private static WarmUp Waiting(bool waitsForOthers) => new(wanted: null, waitsForOthers);

    private static int RoundsOf(
        WarmUp warmUp, TimeSpan length, Func<int, TimeSpan> compiling, Func<int, bool>? isDisturbed = null)
    {
        var rounds = 0;
        for (; !warmUp.IsOver; rounds++)
        {
            warmUp.Add(length, compiling(rounds), isDisturbed?.Invoke(rounds) is true);
        }

        return rounds;
    }
}
