using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>The verbs <c>sweep</c> and <c>optimum</c> over open-loop rates. Runs are processes.</summary>
public sealed partial class RateSweepTests : IDisposable
{
    private const int MinRuns = 2;

    private static readonly ProductProcessOptions Options = new();

    private static readonly string[] Short =
    [
        "-n", "1000", "--grouprange", "20", "20", "--actors", "2", "--lanes", "10", "--blocks", "1", "--repeattime",
        "1", "--warmup", "1", "--ceiling", "off",
    ];

    private readonly SweepFolder folder = new();

    [SlowTheory]
    [InlineData("memory", "")]
    [InlineData("memory", "poisson:")]
    [InlineData("redis", "")]
    public async Task Sweep_LatencyLimit_FindsTheHighestRateBelowIt(string store, string arrivals)
    {
        await using var redis = store is "redis" ? await RedisServer.StartAsync() : null;
        string[] over = redis is null ? [] : BenchmarkResult.Store("redis", redis.Endpoint);

        // No machine reaches the highest rate.
        var search = await ProductProcess.RunAsync(
            Options,
            [
                "optimum", $"rate={arrivals}1000..100000000", "--limit", "p99 < 5ms", .. Short, .. over, "--min-runs",
                $"{MinRuns}", "--folder", folder.Path,
            ]);

        // On a busy machine, possibly no rate meets the limit. The call then prints "none" and ends with exit code 5.
        Assert.True(
            search.ExitCode == (Answer().Match(search.Output).Groups["rate"].Value is "none" ? 5 : 0),
            search.AllOutput);
        AssertBracketed(search.Output);
        Assert.All(folder.Runs(), AssertFollowsFromItsReport);
        Assert.Contains("p99 &lt; 5ms", folder.Read("sweep.html"), StringComparison.Ordinal);
        Assert.Contains("| rate | runs |", folder.Read("sweep.md"), StringComparison.Ordinal);
        Assert.Equal(
            1 + folder.Runs().Count, folder.Read("runs.csv").Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
    }

    [Fact]
    public async Task Sweep_ListedRates_RunsEach()
    {
        var sweep = await ProductProcess.RunAsync(
            Options,
            [
                "sweep", "rate=1000,poisson:2000", .. Short, "--min-runs", "1", "--max-runs", "1", "--folder",
                folder.Path,
            ]);

        Assert.True(sweep.ExitCode == 0, sweep.AllOutput);
        var runs = folder.Runs();
        Assert.Equal([0, 1], runs.Select(SweepFolder.PointOf).Order());
        Assert.All(runs, run => Assert.Equal(SweepFolder.Text(run, "label"), LabelIn(folder.ReportOf(run))));
        Assert.Contains("| rate |", folder.Read("sweep.md"), StringComparison.Ordinal);
    }

    public void Dispose() => folder.Dispose();

    private static string LabelIn(JsonElement report) =>
        $"rate {SweepFolder.Text(report.GetProperty("openLoop"), "rate")}";

    /// <summary>
    /// Asserts that the answer and the rate that did not meet the limit are neighbours, that both have enough runs, and
    /// that most runs of each agree with the output.
    /// </summary>
    private void AssertBracketed(string output)
    {
        var points = folder.Points();
        var runs = folder.Runs();
        var highest = IndexOf(points, Answer().Match(output));
        var lowest = IndexOf(points, Refusal().Match(output));
        var shown = $"{output}\n{folder.Read(SweepFolder.Journal)}";

        Assert.True(lowest >= 0, shown);
        Assert.True(lowest == highest + 1, shown);
        foreach (var point in new[] { highest, lowest }.Where(point => point >= 0))
        {
            List<bool> met = [.. runs.Where(run => SweepFolder.PointOf(run) == point).Select(IsMet)];
            Assert.True(met.Count >= MinRuns, shown);
            Assert.True(point == highest == 2 * met.Count(each => each) > met.Count, shown);
        }
    }

    // -1 for "none", the answer of a busy machine.
    private static int IndexOf(IReadOnlyList<string> points, Match found)
    {
        Assert.True(found.Success);
        return points.ToList().IndexOf($"rate {found.Groups["rate"].Value}");
    }

    private void AssertFollowsFromItsReport(JsonElement run)
    {
        var report = folder.ReportOf(run);
        var open = report.GetProperty("openLoop");
        var p99 = open.GetProperty("latencyUs").GetProperty("p99").GetDouble();

        Assert.Equal(SweepFolder.Text(run, "label"), LabelIn(report));
        Assert.Equal(p99, run.GetProperty("limitedUs").GetDouble());
        Assert.Equal(p99 < 5000, run.GetProperty("keptLimit").GetBoolean());
        Assert.Equal(open.GetProperty("isReached").GetBoolean(), run.GetProperty("reached").GetBoolean());
    }

    private static bool IsMet(JsonElement run) =>
        run.GetProperty("keptLimit").GetBoolean() && run.GetProperty("reached").GetBoolean();

    [GeneratedRegex(@"^highest rate +(?<rate>none|\S+)", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex Answer();

    [GeneratedRegex(@"^did not meet it +(?<rate>\S+) per", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex Refusal();
}
