using AElf.Bench.IntegrationTests.Program;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Cluster.Programs;

/// <summary>Scenarios with the real manager and the real workers.</summary>
public sealed class WholeScenarioTests
{
    [Theory]
    [SlowInlineData("cluster --servers 1 --processes 2 --actors 2", "1 server × 2 processes × 2 actors")]
    [InlineData("distributed --servers 2 --processes 1 --actors 2 --shards 2", "2 servers × 1 process × 2 actors")]
    public Task Scenario_Small_PassesAndLeavesNothing(string scenario, string shape) => RunAsync(scenario, shape);

    [SlowFact]
    public Task Scenario_PublishedCluster_Passes() => RunAsync("cluster", "2 servers × 2 processes × 4 actors");

    [SlowFact]
    public Task Scenario_PublishedDistributed_Passes() =>
        RunAsync("distributed", "2 servers × 2 processes × 4 actors");

    private static async Task RunAsync(string scenario, string shape)
    {
        using var temporary = new TemporaryFolder();
        var options = new ProductProcessOptions
        {
            Environment = new Dictionary<string, string?>(StringComparer.Ordinal) { ["TMPDIR"] = temporary.Path },
        };
        string[] load =
            ["-n", "600", "--grouprange", "20", "20", "--repeattime", "1", "--warmup", "0", "--ceiling", "off"];

        var run = await BenchmarkResult.RunAsync(options, ["scenario", .. scenario.Split(' '), .. load]);

        run.AssertPassed();
        Assert.Contains(shape, run.Result.Output.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Empty(Directory.GetDirectories(temporary.Path, "aelf-bench-*"));
    }
}
