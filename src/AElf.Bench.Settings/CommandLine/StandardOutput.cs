using System.Globalization;
using System.Text;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>The standard output, with errors that name it, for example when it is full or closed.</summary>
public sealed class StandardOutput(TextWriter inner) : TextWriter(CultureInfo.InvariantCulture)
{
    public override Encoding Encoding => inner.Encoding;

    /// <summary>Replaces the standard output of this process.</summary>
    public static void Install() => Console.SetOut(new StandardOutput(Console.Out));

    public override void Write(char value) => Try(() => inner.Write(value));

    public override void Write(char[] buffer, int index, int count) => Try(() => inner.Write(buffer, index, count));

    public override void Write(string? value) => Try(() => inner.Write(value));

    public override void Flush() => Try(inner.Flush);

    private static void Try(Action write)
    {
        try
        {
            write();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // For a closed output, the inner exception has the reason.
            var reason = exception.InnerException ?? exception;
            throw new IOException($"the standard output cannot be written: {reason.Message}", reason);
        }
    }
}
