using AElf.Bench.Settings.CommandLine;

namespace AElf.Bench.Tests.CommandLine;

public sealed class StandardOutputTests
{
    public static TheoryData<Exception> Failures =>
    [
        new IOException("its reason"), new UnauthorizedAccessException("denied", new IOException("its reason")),
    ];

    [Theory]
    [MemberData(nameof(Failures))]
    public void Write_OutputThatIsFullOrClosed_NamesItAndTheReason(Exception failure)
    {
        using var inner = new FailingWriter(failure);
        using var output = new StandardOutput(inner);

        foreach (var write in (Action[])[() => output.Write('a'), () => output.WriteLine("line"), output.Flush])
        {
            var error = Assert.Throws<IOException>(write);
            Assert.Contains("standard output", error.Message, StringComparison.Ordinal);
            Assert.EndsWith("its reason", error.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Write_OutputThatIsOpen_HasTheSameText()
    {
        using var inner = new StringWriter();
        using var output = new StandardOutput(inner) { NewLine = "\n" };

        output.WriteLine("a line");
        output.Write('b');
        output.Write("cd".AsSpan());

        Assert.Equal("a line\nbcd", inner.ToString());
    }

    private sealed class FailingWriter(Exception failure) : StringWriter
    {
        public override void Write(char value) => throw failure;

        public override void Write(string? value) => throw failure;

        public override void Write(char[] buffer, int index, int count) => throw failure;

        public override void Flush() => throw failure;
    }
}
