using Spectre.Console;

namespace AElf.Bench.Harness.Progress;

/// <summary>Shows the progress of a call on a separate thread, never on the measuring one.</summary>
internal interface ICallDisplay : IDisposable
{
    /// <summary>Begins, unless it has begun.</summary>
    void Start();

    /// <summary>Notes that a phase or round begins; it queues and never waits.</summary>
    void Enter(string text);

    /// <summary>Shows a line that stays; it queues and never waits.</summary>
    void Write(string line);
}

/// <summary>Opens the display that suits the output.</summary>
internal static class CallDisplays
{
    /// <summary>A bar on a terminal that can draw it and is wide enough, lines elsewhere.</summary>
    public static ICallDisplay Open(CallProgress call, bool piped, TextWriter error)
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
}
