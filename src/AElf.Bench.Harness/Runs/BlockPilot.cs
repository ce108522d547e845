using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Finds the number of blocks for a round that is long enough to be measured. The pilot stage of BenchmarkDotNet finds
/// its invocation count in the same way. The fastest round so far decides: code gets faster while it warms up, and
/// other programs only make a round slower. So the number only rises.
/// </summary>
internal sealed class BlockPilot
{
    /// <summary>Maximum of rounds, including the pilot, of a warm-up that ends when the code is hot.</summary>
    private const int MaxWarmUpRounds = MeasureOptions.MaxWarmUpRounds + 50;

    // Each round must be a small part of the measured duration, to get enough rounds for an interval.
    private const int RoundsOfDuration = 20;
    private const int MaxGrowth = 8;
    private const double Margin = 1.2;

    private readonly bool isFixed;
    private readonly TimeSpan wanted;
    private readonly int most;
    private double minBlockUs = double.PositiveInfinity;
    private int rounds;

    /// <param name="measure">Options of the run's measurement.</param>
    /// <param name="blocksLeft">Number of blocks that can still be offered.</param>
    /// <exception cref="FormatException">The load cannot be offered the number of times that the run needs.</exception>
    public BlockPilot(MeasureOptions measure, long blockWeight, long blocksLeft)
    {
        isFixed = measure.Blocks is not null || measure.Rate is not null;
        var before = isFixed ? measure.WarmupRounds ?? MeasureOptions.MaxWarmUpRounds : MaxWarmUpRounds;
        var needed = before + (measure.Duration is null ? measure.Rounds : 1);
        var least = measure switch
        {
            { Rate: null } => MeasureOptions.LongRound,
            { Duration: { } duration } when duration / SummaryStatistics.MinForInterval < MeasureOptions.PacedRound =>
                TimeSpan.FromTicks(Math.Max(
                    MeasureOptions.LongRound.Ticks, duration.Ticks / (SummaryStatistics.MinForInterval + 1))),
            _ => MeasureOptions.PacedRound,
        };
        wanted = measure.Duration / RoundsOfDuration is { } part && part > least ? part : least;
        Blocks = measure.Blocks ?? 1;
        var affordable = blocksLeft / needed;
        var countable = int.MaxValue / Math.Max(1, blockWeight);
        if (Blocks > countable)
        {
            throw new FormatException(
                $"{Blocks} blocks of {blockWeight} are more than the {int.MaxValue} that a round may have: "
                    + "lower --blocks");
        }

        if (Blocks > affordable)
        {
            var option = measure.Duration is null ? "--rounds, " : "";
            throw new FormatException(
                $"the load can be offered {blocksLeft} times, and the run may need {(long)needed * Blocks} of them, "
                    + $"warm-up included: lower {option}--warmup or --blocks");
        }

        most = (int)Math.Min(Math.Min(affordable, countable), MeasureOptions.MaxBlocks);
        if (measure is { Rate: { } rate, Blocks: null })
        {
            // The schedule defines the duration of a block.
            Blocks = (int)Math.Clamp(Math.Ceiling(wanted / rate.DurationOf(blockWeight)), 1, Math.Max(1, most));
        }

        IsOver = isFixed;
    }

    /// <summary>Blocks of the next round.</summary>
    public int Blocks { get; private set; }

    /// <summary>Whether the fastest round would be long enough now, or has the maximum of blocks.</summary>
    public bool IsOver { get; private set; }

    /// <summary>Offers at least the number of blocks of an earlier start of the run.</summary>
    public void RaiseTo(int blocks) => Blocks = isFixed ? Blocks : Math.Max(Blocks, Math.Min(blocks, most));

    /// <summary>Adds a warm-up round with the current number of <see cref="Blocks"/>.</summary>
    /// <param name="window">Length of the round.</param>
    public void Add(TimeSpan window)
    {
        minBlockUs = Math.Min(minBlockUs, Math.Max(window.TotalMicroseconds, 1) / Blocks);
        var enough = wanted.TotalMicroseconds / minBlockUs;
        IsOver = isFixed || ++rounds >= MaxWarmUpRounds || Blocks >= Math.Min(enough, most);
        if (!IsOver)
        {
            Blocks = (int)Math.Ceiling(Math.Min(most, Math.Min(Margin * enough, (double)MaxGrowth * Blocks)));
        }
    }
}
