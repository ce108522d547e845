using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>The scripts of the folder <c>scripts</c>.</summary>
public sealed class ScriptTests
{
    [Theory]
    [InlineData("flaky.sh")]
    [InlineData("gate-trials.sh")]
    [InlineData("redis.sh")]
    public async Task Help_AnyScript_PrintsItsUse(string script)
    {
        var path = Path.Combine(AppContext.BaseDirectory, "scripts", script);

        var help = await new Command("bash", path, "--help").RunAsync();

        Assert.True(help.ExitCode == 0, help.Output);
        Assert.Contains($"scripts/{script} ", help.Output, StringComparison.Ordinal);
    }
}
