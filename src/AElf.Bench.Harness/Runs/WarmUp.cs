using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// When a warm-up is over. Every process compiles for itself, in the background, as long as it finds methods that are
/// hot; a round is quiet when little of it was spent so. What started the run, such as <c>dotnet run</c> behind a
/// build, is busy for some seconds more: rounds that others disturb are waited out as well, a while.
/// </summary>
/// <param name="wanted">Rounds that were asked for; null when the length is left to the run.</param>
/// <param name="waitsForOthers">Whether rounds that others disturb make it longer.</param>
internal sealed class WarmUp(int? wanted, bool waitsForOthers)
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

    /// <summary>What they get of it for themselves behind each disturbed round, so that they end the sooner.</summary>
    internal static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(300);

    private int rounds;
    private TimeSpan time;
    private TimeSpan quiet;
    private TimeSpan undisturbed;
    private TimeSpan waited;

    /// <summary>Whether the next round may be measured.</summary>
    public bool IsOver => wanted is { } exactly
        ? rounds >= exactly
        : rounds >= MinRounds
            && ((IsHot && !HasToWait) || time >= MeasureOptions.MaxWarmUp || rounds >= MeasureOptions.MaxWarmUpRounds);

    /// <summary>What to leave to others before the next round, where they are waited for.</summary>
    public TimeSpan ForOthers =>
        wanted is null && !IsOver && IsHot && HasToWait && undisturbed == TimeSpan.Zero ? Pause : TimeSpan.Zero;

    private bool IsHot => quiet >= QuietTime && time >= MinTime;

    private bool HasToWait => waitsForOthers && undisturbed < QuietTime && waited < MeasureOptions.MaxWait;

    /// <summary>Takes a round.</summary>
    /// <param name="length">Its time.</param>
    /// <param name="compiling">How long methods were compiled meanwhile, in all processes.</param>
    /// <param name="isDisturbed">Whether others used too much of the processors meanwhile.</param>
    public void Add(TimeSpan length, TimeSpan compiling, bool isDisturbed)
    {
        rounds++;
        time += length;
        quiet = compiling <= length * QuietShare ? quiet + length : TimeSpan.Zero;
        undisturbed = isDisturbed ? TimeSpan.Zero : undisturbed + length;
        waited += isDisturbed && IsHot ? length + Pause : TimeSpan.Zero;
    }
}
