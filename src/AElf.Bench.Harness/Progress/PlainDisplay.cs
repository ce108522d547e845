namespace AElf.Bench.Harness.Progress;

/// <summary>
/// Writes a line at the start of each phase and round, and then every five seconds, for output into a file or a build
/// log. Does not repeat a line: writes instead how long it has not changed.
/// </summary>
/// <param name="output">Another stream than the summary.</param>
/// <param name="observe">Returns the progress of the call; called on the display's thread.</param>
internal sealed class PlainDisplay(TextWriter output, Func<CallMoment> observe) : CallDisplay
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    private string last = "";
    private int repeats;

    public override void Enter(string text) => Queue(text);

    protected override void Show() => ShowQueued(Interval, Print, () => Repeat(Line(observe())));

    /// <summary>The line within a phase. It shows in a log that the call continues.</summary>
    internal static string Line(CallMoment moment)
    {
        var rate = moment.RateText is { } now ? $", {now}" : "";
        return moment.Left is null ? moment.Step + rate : $"{moment.Step}{rate}, {moment.LeftText}";
    }

    internal void Repeat(string line)
    {
        var count = string.Equals(line, last, StringComparison.Ordinal) ? repeats + 1 : 0;
        var time = count * Interval;
        Print(count == 0 ? line : FormattableString.Invariant($"unchanged for {time.TotalSeconds:0} s"));
        (last, repeats) = (line, count);
    }

    private void Print(string line)
    {
        (last, repeats) = (line, 0);
        output.WriteLine(line);
        output.Flush();
    }
}
