using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>Prints a text that is all that a call is for.</summary>
public static class ConsoleText
{
    /// <summary>Prints a text and ends its last line. Where it cannot be written, an error says so.</summary>
    public static ExitCode Print(TextWriter output, TextWriter error, string text)
    {
        try
        {
            output.WriteLine(text.TrimEnd('\n'));
            output.Flush();
            return ExitCode.Ok;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // A closed output is denied, and the reason is inside.
            var reason = exception.InnerException ?? exception;
            error.WriteLine($"error: the standard output cannot be written: {reason.Message}");
            return ExitCode.Environment;
        }
    }
}
