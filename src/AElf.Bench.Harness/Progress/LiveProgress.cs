using AElf.Bench.Core.Reports;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace AElf.Bench.Harness.Progress;

/// <summary>
/// A block of figures on the terminal, drawn anew several times a second and wiped when the run ends.
/// </summary>
/// <param name="console">Should not be where the summary goes.</param>
/// <param name="clock">The time.</param>
public sealed class LiveProgress(IAnsiConsole console, TimeProvider clock) : IRunProgress
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    private readonly ManualResetEventSlim ended = new();
    private Thread? thread;
    private bool disposed;

    /// <inheritdoc/>
    public void Start(Func<ProgressSnapshot> sample)
    {
        thread = new Thread(() => Show(sample)) { IsBackground = true, Name = "progress" };
        thread.Start();
    }

    /// <summary>Does nothing: what is drawn is sampled.</summary>
    public void Enter(ProgressSnapshot moment)
    {
    }

    /// <summary>Wipes the display and gives the terminal's cursor back.</summary>
    public void Dispose()
    {
        if (disposed)
        {
            return;
        }

        disposed = true;
        ended.Set();
        thread?.Join();
        ended.Dispose();
    }

    /// <summary>
    /// What is drawn: <paramref name="tps"/> is committed since the last drawing, per second, and not audited.
    /// </summary>
    internal static IRenderable Draw(ProgressSnapshot now, double? tps)
    {
        var grid = new Grid().AddColumn(new GridColumn().NoWrap()).AddColumn(new GridColumn().NoWrap());
        (string Name, string Value)[] lines =
        [
            ("phase", ProgressText.Phase(now)),
            ("committed", NumberFormat.Count(now.Committed)),
            ("now", $"{NumberFormat.Whole(tps)} transfers/s, not audited yet"),
            ("deepest mailbox", NumberFormat.Counted(now.DeepestMailbox, "job")),
            ("oldest message", $"{NumberFormat.Number(now.OldestMs)} ms"),
        ];
        foreach (var (name, value) in lines)
        {
            grid.AddRow(new IRenderable[] { new Text(name), new Text(value) });
        }

        return grid;
    }

    private void Show(Func<ProgressSnapshot> sample)
    {
        try
        {
            var last = sample();
            console.Live(Draw(last, tps: null)).AutoClear(true).Start(display => Refresh(display, sample, last));
        }
        catch (IOException)
        {
            // Nobody watches any more: no reason to end a measurement.
        }
    }

    private void Refresh(LiveDisplayContext display, Func<ProgressSnapshot> sample, ProgressSnapshot last)
    {
        var drawn = clock.GetTimestamp();
        while (!ended.Wait(Interval))
        {
            var now = sample();
            var time = clock.GetTimestamp();
            display.UpdateTarget(
                Draw(now, (now.Committed - last.Committed) / clock.GetElapsedTime(drawn, time).TotalSeconds));
            (last, drawn) = (now, time);
        }
    }
}
