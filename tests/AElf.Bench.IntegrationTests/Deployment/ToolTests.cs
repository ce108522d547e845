using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>The three programs as one, as it is installed.</summary>
public sealed class ToolTests
{
    internal static readonly ProductProcessOptions Tool = new()
    {
        Program = Path.Combine(AppContext.BaseDirectory, "aelf-bench.dll"),
    };

    [Theory]
    [InlineData("Usage: aelf-bench [options]", "--help")]
    [InlineData("aelf-bench electrum --engines", "electrum", "--help")]
    [InlineData("Usage: aelf-bench manager [options]", "manager", "--help")]
    [InlineData("Usage: aelf-bench worker [options]", "worker", "--help")]
    [InlineData("Usage: aelf-bench electrum serve", "electrum", "serve", "--help")]
    public async Task The_help_names_the_command_as_it_is_called(string expected, params string[] words)
    {
        var help = await ProductProcess.RunAsync(Tool, words);

        Assert.Equal(0, help.ExitCode);
        Assert.Contains(expected, help.Output, StringComparison.Ordinal);
        Assert.DoesNotContain(".dll", help.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task It_measures_with_and_without_the_word_run()
    {
        string[] load = ["-n", "400", "--grouprange", "8", "8", "--repeattime", "1", "--warmup", "0", "--quiet"];

        (await BenchmarkResult.RunAsync(Tool, load)).AssertPassed();
        (await BenchmarkResult.RunAsync(Tool, ["run", .. load])).AssertPassed();
    }

    [Fact]
    public async Task Its_scenario_starts_itself_as_manager_and_workers()
    {
        var run = await BenchmarkResult.RunAsync(
            Tool,
            "scenario", "cluster", "--servers", "1", "--processes", "2", "--actors", "1", "-n", "400",
            "--grouprange", "8", "8", "--repeattime", "1", "--warmup", "0", "--ceiling", "off", "--quiet");

        run.AssertPassed();
        Assert.Contains(" 1 server × 2 processes ", run.Result.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_sweep_starts_itself_for_each_run()
    {
        var sweep = await ProductProcess.RunAsync(
            Tool,
            "sweep", "single", "lanes=1,2", "-n", "400", "--grouprange", "8", "8", "--repeattime", "1", "--warmup", "0",
            "--min-runs", "1", "--max-runs", "1", "--folder", "points");

        Assert.True(sweep.ExitCode == 0, sweep.AllOutput);
        Assert.Contains("lanes", sweep.Output, StringComparison.Ordinal);
    }
}
