using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>The installed tool <c>aelf-bench</c>, which contains the three programs.</summary>
public sealed class ToolTests
{
    internal static readonly ProductProcessOptions Tool = new()
    {
        Program = Path.Combine(AppContext.BaseDirectory, "aelf-bench.dll"),
    };

    [Theory]
    [InlineData("Usage: aelf-bench [options]", "--help")]
    [InlineData("Usage: aelf-bench manager [options]", "manager", "--help")]
    [InlineData("Usage: aelf-bench electrum serve", "electrum", "serve", "--help")]
    public async Task Tool_Help_NamesTheCommandAsCalled(string expected, params string[] words)
    {
        var help = await ProductProcess.RunAsync(Tool, words);

        Assert.Equal(0, help.ExitCode);
        Assert.Contains(expected, help.Output, StringComparison.Ordinal);
        Assert.DoesNotContain(".dll", help.Output, StringComparison.Ordinal);
    }

    [Fact]
    [Trait("loop", "inner")]
    public async Task Tool_WordRun_Measures()
    {
        string[] load = ["-n", "400", "--grouprange", "8", "8", "--repeattime", "1", "--warmup", "0", "--blocks", "1"];

        (await BenchmarkResult.RunAsync(Tool, ["run", .. load])).AssertPassed();
    }
}
