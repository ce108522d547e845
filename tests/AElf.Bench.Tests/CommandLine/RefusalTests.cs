using AElf.Bench.Core.Options;
using AElf.Bench.Settings.CommandLine;

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

    [Fact]
    public void Refusal_AValueInPlaceOfAnObjectWithSeveralSettings_IsOneLine()
    {
        program.Folder.Write("config/single.hocon", "akka = 5");

        Assert.Single(ErrorOf("-n 8").Split('\n'), line => line.StartsWith("error: ", StringComparison.Ordinal));
    }

    [Fact]
    public void Refusal_HelpOfAVerb_IsTheWholeCall()
    {
        var serve = new ProgramDescription { Word = "electrum", Verb = "serve", Purpose = "", Examples = [] };

        Prose.AssertNames(new ParseOutcome.Rejected(serve, CommandLineReader.Read(serve, ["-x"]).Settings.Problems)
            .Errors.Single(), $"{serve.Call} --help all", "electrum serve");
    }

    [Theory]
    [InlineData("--dbpassword hunter2")]
    [InlineData("--dbpassword=hunter2")]
    [InlineData("--db-password hunter2")]
    [InlineData("--pasword hunter2")]
    public void Refusal_NameLikeAPassword_NamesTheOptionsForItWithoutTheValue(string line)
    {
        var error = ErrorOf(line);

        Prose.AssertNames(error, line[..line.IndexOfAny([' ', '='])], "--password-file FILE", "AELF_DATABASE_PASSWORD");
        Assert.DoesNotContain("hunter2", error, StringComparison.Ordinal);
    }

    private string ErrorOf(string line)
    {
        using var error = new StringWriter();
        Assert.Equal(ExitCode.Usage, program.Parse(line.Split(' ')).Print(TextWriter.Null, error));
        return error.ToString();
    }
}
