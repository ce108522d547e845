using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Bench.Tests.CommandLine;

public sealed class ConsoleTextTests
{
    [Fact]
    public void ConsoleText_AnyText_EndsWithOneLineEnd()
    {
        using var output = new StringWriter { NewLine = "\n" };

        Assert.Equal(ExitCode.Ok, ConsoleText.Print(output, TextWriter.Null, "help\n"));
        Assert.Equal("help\n", output.ToString());
    }

    public static TheoryData<Exception> Failures =>
    [
        new IOException("its reason"), new UnauthorizedAccessException("denied", new IOException("its reason")),
    ];

    [Theory]
    [MemberData(nameof(Failures))]
    public void Print_OutputThatIsFullOrClosed_IsAnErrorOfTheEnvironment(Exception failure)
    {
        using var error = new StringWriter();
        using var output = new FailingWriter(failure);

        Assert.Equal(ExitCode.Environment, ConsoleText.Print(output, error, "help"));
        Assert.StartsWith("error: ", error.ToString(), StringComparison.Ordinal);
        Assert.Contains("its reason", error.ToString(), StringComparison.Ordinal);
    }

    private sealed class FailingWriter(Exception failure) : StringWriter
    {
        public override void Flush() => throw failure;
    }
}
