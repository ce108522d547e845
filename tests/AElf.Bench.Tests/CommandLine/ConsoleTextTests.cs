using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Bench.Tests.CommandLine;

public sealed class ConsoleTextTests
{
    [Fact]
    public void A_text_ends_with_one_line_end()
    {
        using var output = new StringWriter { NewLine = "\n" };

        Assert.Equal(ExitCode.Ok, ConsoleText.Print(output, TextWriter.Null, "help\n"));
        Assert.Equal("help\n", output.ToString());
    }

    [Fact]
    public void An_output_that_is_full_is_an_error_of_the_environment()
    {
        using var error = new StringWriter();
        using var full = new FullWriter();

        Assert.Equal(ExitCode.Environment, ConsoleText.Print(full, error, "help"));
        Assert.StartsWith("error: ", error.ToString(), StringComparison.Ordinal);
    }

    private sealed class FullWriter : StringWriter
    {
        public override void Flush() => throw new IOException("No space left on device");
    }
}
