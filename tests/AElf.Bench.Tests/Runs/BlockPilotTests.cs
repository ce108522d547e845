using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Runs;

namespace AElf.Bench.Tests.Runs;

public sealed class BlockPilotTests
{
    private const long Plenty = long.MaxValue / 2;

    private static readonly MeasureOptions Auto = new() { Rounds = 10 };

    [Theory]
    [InlineData(0.001)]
    [InlineData(0.4)]
    [InlineData(16)]
    [InlineData(99)]
    public void A_round_is_made_long_enough_and_not_much_longer(double blockMs)
    {
        var pilot = new BlockPilot(Auto, blockWeight: 1, Plenty);
        var rounds = Play(pilot, () => TimeSpan.FromMilliseconds(blockMs));

        Assert.InRange(pilot.Blocks * blockMs, 100, 200);
        Assert.InRange(rounds, 2, 10);
    }

    [Fact]
    public void A_block_that_is_long_enough_is_offered_once()
    {
        var pilot = new BlockPilot(Auto, blockWeight: 1, Plenty);
        Assert.Equal(1, Play(pilot, () => TimeSpan.FromSeconds(1)));
        Assert.Equal(1, pilot.Blocks);
    }

    [Fact]
    public void Pilot_FasterCodeInTheWarmUp_GetsMoreBlocksAndNeverFewer()
    {
        var pilot = new BlockPilot(Auto, blockWeight: 1, Plenty);
        Play(pilot, () => TimeSpan.FromMilliseconds(10));
        var before = pilot.Blocks;

        pilot.Add(TimeSpan.FromMilliseconds(50));
        var after = pilot.Blocks;
        pilot.Add(TimeSpan.FromMilliseconds(500));

        Assert.InRange(after, 2 * before, 3 * before);
        Assert.Equal(after, pilot.Blocks);
        Assert.True(pilot.IsOver);
    }

    [Fact]
    public void Pilot_SlowRoundsOfABusyMachine_DoNotEndItWithTooFewBlocks()
    {
        var pilot = new BlockPilot(Auto, blockWeight: 1, Plenty);
        pilot.Add(TimeSpan.FromMilliseconds(200));
        Assert.True(pilot.IsOver);

        pilot.Add(TimeSpan.FromMilliseconds(0.4));
        Assert.False(pilot.IsOver);
        var random = new Random(1);
        Play(pilot, () => TimeSpan.FromMilliseconds(0.4 * random.Next(1, 20)));
        for (var round = 0; round < 100; round++)
        {
            pilot.Add(TimeSpan.FromMilliseconds(pilot.Blocks * 0.4 * random.Next(1, 20)));
        }

        Assert.InRange(pilot.Blocks * 0.4, 100, 200);
    }

    [Fact]
    public void Pilot_GivenBlocks_AreOffered()
    {
        var pilot = new BlockPilot(Auto with { Blocks = 3 }, blockWeight: 1, Plenty);
        pilot.Add(TimeSpan.FromMilliseconds(1));
        Assert.Equal((3, true), (pilot.Blocks, pilot.IsOver));
    }

    [Theory]
    [InlineData("1000", 100, 5)]
    [InlineData("ramp:500..1500", 100, 5)]
    [InlineData("1000", 501, 1)]
    [InlineData("1001", 100, 6)]
    [InlineData("7", 8000, 1)]
    public void Pilot_Schedule_GivesRoundsOfAtLeastHalfASecondWithoutTrials(
        string rate, long blockWeight, int blocks)
    {
        var pilot = new BlockPilot(Auto with { Rate = ArrivalRate.Parse(rate) }, blockWeight, Plenty);
        Assert.Equal((blocks, true), (pilot.Blocks, pilot.IsOver));

        pilot.Add(TimeSpan.FromMilliseconds(1));
        Assert.Equal(blocks, pilot.Blocks);
    }

    [Theory]
    [InlineData(60, 30)]
    [InlineData(3, 5)]
    [InlineData(1.5, 3)]
    [InlineData(0.1, 1)]
    public void Pilot_ScheduleWithDuration_GivesEnoughRoundsForAnInterval(double seconds, int blocks)
    {
        var auto = Auto with { Rate = ArrivalRate.Parse("1000"), Duration = TimeSpan.FromSeconds(seconds) };
        Assert.Equal(blocks, new BlockPilot(auto, blockWeight: 100, Plenty).Blocks);
    }

    [Fact]
    public void Rounds_of_a_duration_are_a_small_part_of_it()
    {
        var pilot = new BlockPilot(
            Auto with { Duration = TimeSpan.FromSeconds(60) }, blockWeight: 1, Plenty);
        Play(pilot, () => TimeSpan.FromMilliseconds(1));
        Assert.InRange(pilot.Blocks, 3000, 6000);
    }

    [Fact]
    public void Pilot_OffersAtMostWhatTheLoadSupports()
    {
        var pilot = new BlockPilot(Auto, blockWeight: 1, blocksLeft: 26_000);
        Play(pilot, () => TimeSpan.FromMilliseconds(0.001));
        Assert.Equal(26_000 / (MeasureOptions.MaxWarmUpRounds + 50 + Auto.Rounds), pilot.Blocks);
    }

    [Fact]
    public void A_round_never_has_more_than_can_be_counted()
    {
        var pilot = new BlockPilot(Auto, blockWeight: int.MaxValue / 7, Plenty);
        Play(pilot, () => TimeSpan.FromMilliseconds(0.001));
        Assert.Equal(7, pilot.Blocks);
    }

    [Theory]
    [InlineData(null, 100)]
    [InlineData(5, 59)]
    public void A_load_that_does_not_last_for_the_run_is_refused(int? blocks, long left)
    {
        var measure = Auto with { Blocks = blocks, WarmupRounds = 2 };
        var refused = Assert.Throws<FormatException>(() => new BlockPilot(measure, blockWeight: 1, left));
        Assert.StartsWith($"the load can be offered {left} times, ", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Pilot_RoundTooLargeToCount_IsRefused() => Prose.AssertNames(
        Assert.Throws<FormatException>(() => new BlockPilot(Auto with { Blocks = 1_000_000 }, 8000, Plenty)).Message,
        "1000000 blocks", "8000", "2147483647");

    private static int Play(BlockPilot pilot, Func<TimeSpan> blockTakes)
    {
        var rounds = 0;
        for (; !pilot.IsOver; rounds++)
        {
            Assert.True(rounds < 100, $"no end at {pilot.Blocks} blocks");
            pilot.Add(blockTakes() * pilot.Blocks);
        }

        return rounds;
    }
}
