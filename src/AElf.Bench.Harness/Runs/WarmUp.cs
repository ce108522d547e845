using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Decides when a warm-up ends. Every process compiles in the background while it finds hot methods. A round is quiet
/// if compilation took little of its time. The program that started the run, such as <c>dotnet run</c> after a build,
/// is busy for some more seconds. So the warm-up also waits for the end of disturbances, up to a limit.
/// </summary>
/// <param name="wanted">Requested rounds; null if the run decides.</param>
/// <param name="waitsForOthers">Whether disturbed rounds make the warm-up longer.</param>
/// <param name="reached">The rate of an earlier start of the run; null in the first start.</param>
internal sealed class WarmUp(int? wanted, bool waitsForOthers, double? reached = null)
{
    /// <summary>Maximum share of compilation, over all processes, in a quiet round.</summary>
    internal const double QuietShare = 0.05;

    /// <summary>
    /// Maximum share of compilation in the median measured round. It is twice as large, so that a run is not refused by
    /// chance after a warm-up that ended by the rule.
    /// </summary>
    internal const double WarmShare = 2 * QuietShare;

    private const int MinRounds = 2;

    /// <summary>
    /// Total length of consecutive quiet rounds that ends a warm-up. It is longer than the 100 ms that the compiler
    /// waits before it looks at hot methods again.
    /// </summary>
    internal static readonly TimeSpan QuietTime = TimeSpan.FromMilliseconds(400);

    /// <summary>
    /// Total length of consecutive quiet rounds that ends the warm-up of a later start, if they are as fast as the
    /// first start: their speed shows that the hot loops were replaced.
    /// </summary>
    internal static readonly TimeSpan QuietTimeOfLater = TimeSpan.FromMilliseconds(200);

    /// <summary>
    /// Minimum share of the first start's rate for an equally fast later start: cold code reaches a tenth.
    /// </summary>
    internal const double AsFast = 0.75;

    /// <summary>Pause after each disturbed round, which lets other programs end sooner.</summary>
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

    /// <summary>Pause before the next round, for other programs; zero if the warm-up does not wait for them.</summary>
    public TimeSpan ForOthers =>
        wanted is null && !IsOver && IsHot && HasToWait && undisturbed == TimeSpan.Zero ? Pause : TimeSpan.Zero;

    private bool IsHot => (quiet >= QuietTime && time >= MeasureOptions.MinWarmUp) || fast >= QuietTimeOfLater;

    private bool HasToWait => waitsForOthers && undisturbed < QuietTime && waited < MeasureOptions.MaxWait;

    /// <param name="length">Length of the round.</param>
    /// <param name="compiling">Time spent compiling methods in the round, in all processes.</param>
    /// <param name="isDisturbed">Whether other programs used too much CPU in the round.</param>
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
