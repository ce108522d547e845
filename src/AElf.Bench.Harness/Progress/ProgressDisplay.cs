using Spectre.Console;

namespace AElf.Bench.Harness.Progress;

/// <summary>Chooses how a run is shown.</summary>
public static class ProgressDisplay
{
    /// <summary>
    /// Quiet when asked; live on a terminal; plain lines when <paramref name="error"/>, the standard error stream, is
    /// piped.
    /// </summary>
    public static IRunProgress Choose(bool quiet, bool piped, TextWriter error, TimeProvider clock)
    {
        if (quiet)
        {
            return new QuietProgress();
        }

        if (piped)
        {
            return new PlainProgress(error);
        }

        var console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(error) });
        return console.Profile.Capabilities.Ansi ? new LiveProgress(console, clock) : new PlainProgress(error);
    }
}
