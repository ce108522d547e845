namespace AElf.Bench.IntegrationTests.Program;

/// <summary>The option <c>--fail-if</c>.</summary>
public sealed class ThresholdTests
{
    private static readonly string[] Gate = ["--fail-if", "tps < 1", "--fail-if", "p50 > 0us"];

    [Theory]
    [InlineData("scenario cluster --servers 1 --processes 1")]
    [InlineData("")]
    public async Task Threshold_Broken_EndsWithExitCode4AndTheReason(string verb)
    {
        var run = await BenchmarkResult.RunAsync(
            [.. verb.Split(' ', StringSplitOptions.RemoveEmptyEntries), .. BenchmarkResult.SmallLoad, .. Gate]);

        Assert.Equal(4, run.Result.ExitCode);
        Assert.Matches(@"error: --fail-if .p50 >\s0us.*p50\sis\s[0-9.,]+\s(µs|ms)", run.Result.Error);
        Assert.DoesNotContain("'tps < 1'", run.Result.Error, StringComparison.Ordinal);
        Assert.True(BenchmarkResult.IsClean(run.Report()));
        Assert.Equal(
            [("tps < 1", false), ("p50 > 0us", true)],
            run.At("thresholds").EnumerateArray().Select(threshold => (
                threshold.GetProperty("failIf").GetString()!, threshold.GetProperty("broken").GetBoolean())));
    }

    [Fact]
    public async Task Threshold_Met_ChangesNothing()
    {
        var run = await BenchmarkResult.RunAsync(
            [.. BenchmarkResult.SmallLoad, "--fail-if", "tps < 1", "--fail-if", "max > 10s"]);

        run.AssertPassed();
    }

    [Fact]
    public async Task Threshold_Electrum_IsChecked()
    {
        var run = await BenchmarkResult.RunAsync(
            "electrum", "--wallet", "30", "--chain-height", "150", "--block-transactions", "5", "--warmup", "1",
            "--repeattime", "2", "--quiet", "--fail-if", "tps > 1");

        Assert.Equal(4, run.Result.ExitCode);
    }
}
