using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// When a warm-up is over. Every process compiles for itself, in the background, as long as it finds methods that are
/// hot; a round is quiet when little of it was spent so.
/// </summary>
/// <param name="wanted">Rounds that were asked for; null when the length is left to the run.</param>
internal sealed class WarmUp(int? wanted)
{
    /// <summary>Share of a round's time up to which compiling, of all processes together, is quiet.</summary>
    internal const double QuietShare = 0.05;

    /// <summary>
    /// Share up to which the median of measured rounds is warm: twice as much, so that a run is not refused by chance
    /// where its warm-up ended by rule.
    /// </summary>
    internal const double WarmShare = 2 * QuietShare;

    private const int MinRounds = 2;

    /// <summary>
    /// Quiet rounds in a row that tell: longer than the compiler waits, 100 ms, before it looks at hot methods again.
    /// </summary>
    internal static readonly TimeSpan QuietTime = TimeSpan.FromMilliseconds(400);

    /// <summary>
    /// Before that a quiet stretch says nothing: loops of the first, slow code run for more than half a second before
    /// the compiler has counted enough to replace them.
    /// </summary>
    internal static readonly TimeSpan MinTime = TimeSpan.FromSeconds(1.5);

    /// <summary>Whatever compiles longer than that is not worth waiting for.</summary>
    internal static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(8);

    private int rounds;
    private TimeSpan time;
    private TimeSpan quiet;

    /// <summary>Whether the next round may be measured.</summary>
    public bool IsOver => wanted is { } exactly
        ? rounds >= exactly
        : rounds >= MinRounds && (IsQuiet || time >= MaxTime || rounds >= MeasureOptions.MaxWarmUpRounds);

    private bool IsQuiet => quiet >= QuietTime && time >= MinTime;

    /// <summary>Takes a round.</summary>
    /// <param name="length">Its time.</param>
    /// <param name="compiling">How long methods were compiled meanwhile, in all processes.</param>
    public void Add(TimeSpan length, TimeSpan compiling)
    {
        rounds++;
        time += length;
        quiet = compiling <= length * QuietShare ? quiet + length : TimeSpan.Zero;
    }
}
