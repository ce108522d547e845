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
        catch (IOException exception)
        {
            error.WriteLine($"error: the standard output cannot be written: {exception.Message}");
            return ExitCode.Environment;
        }
    }
}
