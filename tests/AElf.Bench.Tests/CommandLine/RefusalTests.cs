using AElf.Bench.Core.Options;

namespace AElf.Bench.Tests.CommandLine;

/// <summary>The texts and exit codes of refused calls.</summary>
public sealed class RefusalTests : IDisposable
{
    private readonly ProgramUnderTest program = new(TransferPrograms.Benchmark.Parse);

    public void Dispose() => program.Dispose();

    [Fact]
    public void Help_WordOfNoOption_IsAUsageErrorThatNamesIt() =>
        Prose.AssertNames(ErrorOf("--help qwert"), "error: --help: ", "'qwert'");

    [Theory]
    [InlineData("-x", 1)]
    [InlineData("--actors 0", 1)]
    [InlineData("--actors 0 -x", 1)]
    [InlineData("--contract DIR/contracts.json", 0)]
    public void Refusal_OfAWrongOption_NamesTheHelpOnce(string line, int times)
    {
        program.Folder.Write("contracts.json", "{}");

        Assert.Equal(times, ErrorOf(line).Split("--help all").Length - 1);
    }

    private string ErrorOf(string line)
    {
        using var error = new StringWriter();
        Assert.Equal(ExitCode.Usage, program.Parse(line.Split(' ')).Print(TextWriter.Null, error));
        return error.ToString();
    }
}
