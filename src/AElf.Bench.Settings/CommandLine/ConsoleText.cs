using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>Prints a text that is all that a call is for.</summary>
public static class ConsoleText
{
    /// <summary>Prints a text and ends its last line. Where it cannot be written, an error says so.</summary>
    public static ExitCode Print(TextWriter output, TextWriter error, string text)
    {
        using var named = new StandardOutput(output) { NewLine = output.NewLine };
        try
        {
            named.WriteLine(text.TrimEnd('\n'));
            named.Flush();
            return ExitCode.Ok;
        }
        catch (IOException exception)
        {
            error.WriteLine($"error: {exception.Message}");
            return ExitCode.Environment;
        }
    }
}
