using AElf.Bench.Core.Reports;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace AElf.Bench.Harness.Progress;

/// <summary>
/// A bar over the whole call, with the current step. It is redrawn several times a second, and erased at the end.
/// </summary>
/// <param name="console">Console of another stream than the summary.</param>
/// <param name="observe">Returns the progress of the call; called on the display's thread.</param>
internal sealed class LiveDisplay(IAnsiConsole console, Func<CallMoment> observe) : CallDisplay
{
    private const int MaxBar = 40;
    private const int MinBar = 10;
    private const int TextBeside = 36;

    /// <summary>Minimum of columns; with fewer, the line of the bar would break.</summary>
    public const int MinColumns = MinBar + TextBeside;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    internal static IRenderable Draw(CallMoment moment, int columns)
    {
        var length = Math.Clamp(columns - TextBeside, MinBar, MaxBar);
        var done = (int)(moment.Fraction * length);
        var rate = moment.RateText is { } now ? $"; {now}, not audited yet" : "";
        return new Rows(
            new Text(
                $"[{new string('#', done)}{new string('.', length - done)}] "
                    + FormattableString.Invariant($"{100 * moment.Fraction:0} %, {moment.LeftText}")),
            new Text(NumberFormat.OneLine(moment.Step + rate)).Overflow(Overflow.Ellipsis));
    }

    protected override void Show() =>
        console.Live(Draw(observe(), console.Profile.Width)).AutoClear(true).Start(display =>
        {
            Refresh(display);
            ShowQueued(Interval, line => Print(line, display), () => Refresh(display));
        });

    private void Refresh(LiveDisplayContext display) => display.UpdateTarget(Draw(observe(), console.Profile.Width));

    // A line appears above the bar, which is drawn again below it.
    private void Print(string line, LiveDisplayContext display)
    {
        // Cover the old line with blanks.
        var columns = Math.Max(2, console.Profile.Width);
        console.WriteLine(line.PadRight((((line.Length / columns) + 1) * columns) - 1));
        Refresh(display);
    }
}
