using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Runs;

namespace AElf.Bench.Tests.Runs;

public sealed class WarmUpTests
{
    private static readonly TimeSpan Round = TimeSpan.FromSeconds(1);

    [Fact]
    public void Rounds_that_were_asked_for_are_made_whatever_is_compiled()
    {
        var warmUp = new WarmUp(wanted: 3);
        Assert.Equal(3, RoundsOf(warmUp, Round, compiling: _ => Round));
        Assert.Equal(0, RoundsOf(new WarmUp(wanted: 0), Round, compiling: _ => Round));
    }

    [Fact]
    public void It_is_over_with_the_first_quiet_stretch_and_not_before()
    {
        Assert.Equal(6, RoundsOf(new WarmUp(wanted: null), Round, round => round < 5 ? Round / 2 : TimeSpan.Zero));
    }

    [Fact]
    public void A_process_that_is_hot_already_makes_two_rounds() =>
        Assert.Equal(2, RoundsOf(new WarmUp(wanted: null), Round, _ => TimeSpan.Zero));

    [Fact]
    public void Short_rounds_are_quiet_together()
    {
        var quiet = (int)(WarmUp.QuietTime / TimeSpan.FromMilliseconds(10));
        Assert.Equal(
            150 + quiet,
            RoundsOf(
                new WarmUp(wanted: null),
                TimeSpan.FromMilliseconds(10),
                round => round == 149 ? TimeSpan.FromMilliseconds(1) : TimeSpan.Zero));
    }

    [Fact]
    public void A_share_of_a_round_up_to_the_limit_is_quiet()
    {
        Assert.Equal(2, RoundsOf(new WarmUp(wanted: null), Round, _ => Round * WarmUp.QuietShare));
        Assert.True(RoundsOf(new WarmUp(wanted: null), Round, _ => Round * (2 * WarmUp.QuietShare)) > 2);
    }

    [Fact]
    public void What_never_gets_quiet_is_not_waited_for_for_ever()
    {
        Assert.Equal((int)(WarmUp.MaxTime / Round), RoundsOf(new WarmUp(wanted: null), Round, _ => Round));
        Assert.Equal(
            MeasureOptions.MaxWarmUpRounds,
            RoundsOf(new WarmUp(wanted: null), TimeSpan.FromMilliseconds(1), _ => Round));
    }

    private static int RoundsOf(WarmUp warmUp, TimeSpan length, Func<int, TimeSpan> compiling)
    {
        var rounds = 0;
        for (; !warmUp.IsOver; rounds++)
        {
            warmUp.Add(length, compiling(rounds));
        }

        return rounds;
    }
}
