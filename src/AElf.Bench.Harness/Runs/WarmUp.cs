using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Decides when a warm-up is over. Every process compiles for itself, in the background, as long as it finds hot
/// methods; a round is quiet when little of it was spent compiling. The program that started the run, such as <c>dotnet
/// run</c> behind a build, is busy for some seconds more: disturbed rounds are waited out as well, for a while.
/// </summary>
/// <param name="wanted">Rounds that were asked for; null when the run decides.</param>
/// <param name="waitsForOthers">Whether disturbed rounds make the warm-up longer.</param>
/// <param name="reached">The rate of an earlier start of the run; null in the first start.</param>
internal sealed class WarmUp(int? wanted, bool waitsForOthers, double? reached = null)
{
    /// <summary>Share of a round's time up to which compiling, of all processes together, is quiet.</summary>
    internal const double QuietShare = 0.05;

    /// <summary>
    /// Share up to which the median measured round is warm: twice as much, so that a run is not refused by chance where
    /// its warm-up ended by rule.
    /// </summary>
    internal const double WarmShare = 2 * QuietShare;

    private const int MinRounds = 2;

    /// <summary>
    /// Length of the quiet rounds in a row that end a warm-up: longer than the 100 ms that the compiler waits before it
    /// looks at hot methods again.
    /// </summary>
    internal static readonly TimeSpan QuietTime = TimeSpan.FromMilliseconds(400);

    /// <summary>
    /// Length of the quiet rounds in a row that end the warm-up of a later start, once they are as fast as the first
    /// start was: that they are fast says already that the hot loops were replaced.
    /// </summary>
    internal static readonly TimeSpan QuietTimeOfLater = TimeSpan.FromMilliseconds(200);

    /// <summary>
    /// Share of the first start's rate from which on a later start is as fast: code that is not hot yet does a tenth.
    /// </summary>
    internal const double AsFast = 0.75;

    /// <summary>Pause behind each disturbed round, which lets other programs end sooner.</summary>
    internal static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(300);

    private int rounds;
    private TimeSpan time;
    private TimeSpan quiet;
    private TimeSpan fast;
    private TimeSpan undisturbed;
    private TimeSpan waited;

    public bool IsOver => wanted is { } exactly
        ? rounds >= exactly
        : rounds >= MinRounds
            && ((IsHot && !HasToWait) || time >= MeasureOptions.MaxWarmUp || rounds >= MeasureOptions.MaxWarmUpRounds);

    /// <summary>
    /// Pause before the next round that is left to other programs; zero where they are not waited for.
    /// </summary>
    public TimeSpan ForOthers =>
        wanted is null && !IsOver && IsHot && HasToWait && undisturbed == TimeSpan.Zero ? Pause : TimeSpan.Zero;

    private bool IsHot => (quiet >= QuietTime && time >= MeasureOptions.MinWarmUp) || fast >= QuietTimeOfLater;

    private bool HasToWait => waitsForOthers && undisturbed < QuietTime && waited < MeasureOptions.MaxWait;

    /// <param name="length">Length of the round.</param>
    /// <param name="compiling">Time spent compiling methods meanwhile, in all processes.</param>
    /// <param name="isDisturbed">Whether others used too much of the processors meanwhile.</param>
    /// <param name="committed">Weight committed in the round.</param>
    public void Add(TimeSpan length, TimeSpan compiling, bool isDisturbed, long committed = 0)
    {
        rounds++;
        time += length;
        quiet = compiling <= length * QuietShare ? quiet + length : TimeSpan.Zero;
        fast = quiet > TimeSpan.Zero && committed >= AsFast * reached * length.TotalSeconds
            ? fast + length
            : TimeSpan.Zero;
        undisturbed = isDisturbed ? TimeSpan.Zero : undisturbed + length;
        waited += isDisturbed && IsHot ? length + Pause : TimeSpan.Zero;
    }
}
