using System.Collections.Concurrent;

namespace AElf.Bench.Harness.Progress;

/// <summary>
/// Writes a line at the start of each phase and round, and then every five seconds: for output into a file or a build
/// log.
/// </summary>
/// <param name="output">Another stream than the summary.</param>
/// <param name="observe">Returns the progress of the call; called on the display's thread.</param>
internal sealed class PlainDisplay(TextWriter output, Func<CallMoment> observe) : ICallDisplay
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(5);

    private readonly BlockingCollection<string> lines = new();
    private Thread? thread;

    public void Start()
    {
        if (thread is null)
        {
            thread = new Thread(PrintAll) { IsBackground = true, Name = "progress" };
            thread.Start();
        }
    }

    public void Enter(string text) => lines.Add(text);

    public void Write(string line)
    {
        lines.Add(line);
        Start();
    }

    /// <summary>Prints the queued lines, then ends.</summary>
    public void Dispose()
    {
        lines.CompleteAdding();
        thread?.Join();
        lines.Dispose();
    }

    /// <summary>The line within a phase. It shows in a log that the call continues.</summary>
    internal static string Line(CallMoment moment)
    {
        var rate = ProgressText.Rate(moment) is { } now ? $", {now}" : "";
        return moment.Left is null ? moment.Step + rate : $"{moment.Step}{rate}, {ProgressText.Left(moment.Left)}";
    }

    private void PrintAll()
    {
        try
        {
            while (true)
            {
                if (lines.TryTake(out var line, Interval))
                {
                    Print(line);
                }
                else if (lines.IsCompleted)
                {
                    return;
                }
                else
                {
                    Print(Line(observe()));
                }
            }
        }
        catch (IOException)
        {
            // The reader is gone; the measurement continues.
        }
    }

    private void Print(string line)
    {
        output.WriteLine(line);
        output.Flush();
    }
}
