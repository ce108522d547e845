using System.Globalization;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>
/// The counts that <c>compare</c> compares exactly are equal in each process start, whatever else the machine does.
/// </summary>
public sealed class RepeatedCountsTests
{
    private const string Memory = "compare -n 800 --groups 80";
    private const string Redis = "compare single -n 800 --groups 20";
    private const string Twemproxy = "compare single --shards 2 --proxies 1 -n 800 --groups 20";
    private const string Cluster = "compare cluster --servers 1 --processes 2 -n 800 --groups 20";
    private const string Electrum = "electrum compare --test refresh";

    private static readonly string[] Short =
        ["--rounds", "2", "--warmup", "1", "--blocks", "1", "--quiet-budget", "0%", "--ceiling", "off", "--quiet"];

    [Theory]
    [InlineData(4, Memory)]
    [InlineData(2, Redis)]
    [SlowInlineData(20, Memory)]
    [SlowInlineData(20, Redis)]
    [SlowInlineData(20, Twemproxy)]
    [SlowInlineData(20, Cluster)]
    [SlowInlineData(20, Electrum)]
    public async Task Counts_ProcessStartsBesideOtherWork_Repeat(int starts, string words)
    {
        using var temporary = new TemporaryFolder();
        using var ended = new CancellationTokenSource();

        // A short trial needs no other load than the other tests.
        var load = Enumerable.Range(0, starts < 20 ? 0 : Environment.ProcessorCount).Select(_ => Task.Factory.StartNew(
            () => Spin(ended.Token), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default));
        Task[] others = [.. load];

        var made = await ProductProcess.RunAsync(
            new(),
            [
                .. words.Split(' '), .. Short, "--max-runs", starts.ToString(CultureInfo.InvariantCulture),
                "--save-baseline", temporary.File("runs.json"), "--folder", temporary.File("runs"),
            ]);
        await ended.CancelAsync();
        await Task.WhenAll(others);

        Assert.True(made.ExitCode == 0, made.AllOutput);
        var runs = BaselineRuns.Read(temporary.File("runs.json")).Runs;
        Assert.Equal(starts, runs.Count);
        Assert.Single(runs.Select(run => (run.Counts!.Operations, run.Counts.Messages)).Distinct());
    }

    private static void Spin(CancellationToken ended)
    {
        while (!ended.IsCancellationRequested)
        {
            // Uses one core, as another program would.
        }
    }
}
