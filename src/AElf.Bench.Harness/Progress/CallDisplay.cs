using System.Collections.Concurrent;
using Spectre.Console;

namespace AElf.Bench.Harness.Progress;

/// <summary>Shows the progress of a call on a separate thread, never on the measuring thread.</summary>
internal abstract class CallDisplay : IDisposable
{
    private readonly BlockingCollection<string> lines = [];
    private Thread? thread;

    /// <summary>A bar on a sufficiently wide terminal that can draw it; lines otherwise.</summary>
    public static CallDisplay Open(CallProgress call, bool piped, TextWriter error)
    {
        if (piped)
        {
            return new PlainDisplay(error, call.Observe);
        }

        var console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(error) });
        return console.Profile.Capabilities.Ansi && console.Profile.Width >= LiveDisplay.MinColumns
            ? new LiveDisplay(console, call.Observe)
            : new PlainDisplay(error, call.Observe);
    }

    /// <summary>Starts the display; further calls do nothing.</summary>
    public void Start()
    {
        if (thread is null)
        {
            thread = new Thread(ShowUntilGone) { IsBackground = true, Name = "progress" };
            thread.Start();
        }
    }

    /// <summary>
    /// Notes the beginning of a phase or round; it queues and never waits. A display that reads the current step needs
    /// no note.
    /// </summary>
    public virtual void Enter(string text)
    {
    }

    /// <summary>Shows a permanent line; it queues and never waits.</summary>
    public void Write(string line)
    {
        Queue(line);
        Start();
    }

    /// <summary>Shows the queued lines, then ends.</summary>
    public void Dispose()
    {
        lines.CompleteAdding();
        thread?.Join();
        lines.Dispose();
    }

    /// <summary>Shows the progress until the end; called on the display's thread.</summary>
    protected abstract void Show();

    protected void Queue(string line)
    {
        try
        {
            lines.Add(line);
        }
        catch (InvalidOperationException)
        {
            // A signal has ended the display.
        }
    }

    /// <summary>Shows each queued line until the end, and the progress whenever no line comes for a while.</summary>
    protected void ShowQueued(TimeSpan interval, Action<string> showLine, Action showProgress)
    {
        while (true)
        {
            if (lines.TryTake(out var line, interval))
            {
                showLine(line);
            }
            else if (lines.IsCompleted)
            {
                return;
            }
            else
            {
                showProgress();
            }
        }
    }

    private void ShowUntilGone()
    {
        try
        {
            Show();
        }
        catch (Exception exception) when (exception is IOException or ObjectDisposedException)
        {
            // The terminal or the reader is gone, or a signal ended the display. The measurement continues.
        }
    }
}
