using System.Globalization;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>The verbs <c>sweep</c> and <c>optimize</c>, whose runs are processes.</summary>
public sealed class SweepTests : IDisposable
{
    private static readonly ProductProcessOptions Options = new();

    private static readonly string[] Short =
        ["-n", "800", "--grouprange", "8", "8", "--repeattime", "2", "--warmup", "0", "--ceiling", "off"];

    private readonly SweepFolder folder = new();

    private string Home => folder.Path;

    [Fact]
    public async Task Optimize_TooFewRuns_RunsPartOfTheGridAndNamesNoBest()
    {
        var search = await ProductProcess.RunAsync(
            Options,
            ["optimize", "actors=1..4", "lanes=1,2,4,8", .. Short, "--min-runs", "2", "--folder", Home]);

        Assert.True(search.ExitCode == 0, search.AllOutput);
        Assert.Contains("too few runs", search.Output, StringComparison.Ordinal);
        Assert.Matches("[3-8] of 16.*[5-8] runs", search.Output);
        Assert.InRange(folder.Runs().Count, 5, 8);
        Assert.Equal(
            1 + folder.Runs().Count, folder.Read("runs.csv").Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
    }

    [Fact]
    public async Task Sweep_KilledWithTwoRunsPerPoint_ReportsEachPointAndNamesNoBest()
    {
        string[] words =
        [
            "sweep", "actors=1,2", "lanes=1,8", .. Short, "--min-runs", "2", "--max-runs", "2", "--folder", Home,
        ];
        using (var killed = ProductProcess.Start(Options, words))
        {
            await folder.WaitForRunsAsync(killed, 2);
            killed.Kill();
        }

        var before = folder.Runs();
        var sweep = await ProductProcess.RunAsync(Options, words);

        Assert.True(sweep.ExitCode == 0, sweep.AllOutput);
        Assert.Contains("runs exist already", sweep.Error, StringComparison.Ordinal);
        Assert.Contains("run 8: actors ", sweep.Error, StringComparison.Ordinal);
        Assert.Contains("too few runs", sweep.Output, StringComparison.Ordinal);
        Assert.Contains("| actors | lanes |", folder.Read("sweep.md"), StringComparison.Ordinal);
        Assert.Contains("<h2>TPS over actors and", folder.Read("sweep.html"), StringComparison.Ordinal);
        Assert.Equal(1 + 8, folder.Read("runs.csv").Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
        var runs = folder.Runs();
        Assert.Equal(
            string.Join('\n', before.Select(run => run.GetRawText())),
            string.Join('\n', runs.Take(before.Count).Select(run => run.GetRawText())));
        Assert.Equal([0, 0, 1, 1, 2, 2, 3, 3], runs.Select(SweepFolder.PointOf).Order());
        Assert.All(runs, run =>
        {
            var report = folder.ReportOf(run);
            Assert.Equal(
                SweepFolder.Text(run, "label"),
                $"actors {SweepFolder.Text(report, "actors")}, lanes {SweepFolder.Text(report, "lanes")}");
        });
    }

    [Fact]
    public async Task Sweep_Interrupted_ShowsItsResultAndHowToResume()
    {
        using var sweep = ProductProcess.Start(
            Options, ["sweep", "actors=1,2", .. Short, "--min-runs", "500", "--max-runs", "500", "--folder", Home]);
        await folder.WaitForRunsAsync(sweep, 2);

        sweep.Interrupt();
        var ended = await sweep.WaitForExitAsync();

        Assert.Equal(5, ended.ExitCode);
        Assert.Contains($"with --folder {folder.Path}", ended.Error, StringComparison.Ordinal);
        Assert.Contains("TPS median", ended.Output, StringComparison.Ordinal);
        Assert.Equal(folder.Runs().Count, Directory.GetFiles(Path.Combine(folder.Path, "reports")).Length);
    }

    [Fact]
    public async Task Sweep_FolderOfAnotherSweep_IsRefusedAndLosesNothing()
    {
        string[] words = [.. Short, "--min-runs", "1", "--max-runs", "1", "--folder", Home];
        await ProductProcess.RunAsync(Options, ["sweep", "actors=1", .. words]);
        var before = folder.Read(SweepFolder.Journal);

        var refused = await ProductProcess.RunAsync(Options, ["sweep", "actors=2", .. words]);

        Assert.Equal(1, refused.ExitCode);
        Assert.Contains("is of another sweep", refused.Error, StringComparison.Ordinal);
        Assert.Equal(before, folder.Read(SweepFolder.Journal));
    }

    [Fact]
    public async Task Sweep_RunCannotStart_EndsWithItsMessage()
    {
        var port = LoopbackPort.Reserve().ToString(CultureInfo.InvariantCulture);

        var sweep = await ProductProcess.RunAsync(
            Options,
            [
                "sweep", "actors=1,2", .. Short, "--database", "redis", "--dbport", port, "--reconnect", "0",
                "--folder", Home,
            ]);

        Assert.Equal(2, sweep.ExitCode);
        Assert.Contains("exit code 2", sweep.Error, StringComparison.Ordinal);
        Assert.Contains($"127.0.0.1:{port}", sweep.Error, StringComparison.Ordinal);
        Assert.Empty(folder.Runs());
    }

    [Fact]
    public async Task Sweep_StoreGone_ShowsItsResultAndHowToResume()
    {
        await using var redis = await RedisServer.StartAsync();
        using var sweep = ProductProcess.Start(
            Options,
            [
                "sweep", "actors=1,2", .. Short, "--database", "redis", "--dbport", $"{redis.Endpoint.Port}",
                "--reconnect", "0", "--min-runs", "500", "--max-runs", "500", "--folder", Home,
            ]);
        await folder.WaitForRunsAsync(sweep, 2);

        await redis.DisposeAsync();
        var ended = await sweep.WaitForExitAsync();

        Assert.Equal(2, ended.ExitCode);
        Assert.Contains("stopped: ", ended.Error, StringComparison.Ordinal);
        Assert.Contains($"with --folder {folder.Path}", ended.Error, StringComparison.Ordinal);
        Assert.Contains("TPS median", ended.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Sweep_ProcessesOfAScenario_AreAnAxis()
    {
        var sweep = await ProductProcess.RunAsync(
            Options,
            [
                "sweep", "cluster", "servers=1", "processes=1,2", "--actors", "2", .. Short, "--min-runs", "1",
                "--max-runs", "1", "--folder", Home,
            ]);

        Assert.True(sweep.ExitCode == 0, sweep.AllOutput);
        Assert.Equal(
            ["servers 1, processes 1", "servers 1, processes 2"],
            folder.Runs().Select(run => SweepFolder.Text(run, "label")).Order(StringComparer.Ordinal),
            StringComparer.Ordinal);
    }

    [Fact]
    public async Task Sweep_OtherWorkload_VariesItsOwnOptions()
    {
        var counters = Options with
        {
            Program = Path.Combine(AppContext.BaseDirectory, "AElf.Bench.CounterPrograms.dll"),
        };

        var sweep = await ProductProcess.RunAsync(
            counters,
            [
                "sweep", "counters=50,100", "--increments", "20", "--repeattime", "1", "--warmup", "0", "--min-runs",
                "1", "--max-runs", "1", "--folder", Home,
            ]);

        Assert.True(sweep.ExitCode == 0, sweep.AllOutput);
        Assert.Contains("counters ", sweep.Output, StringComparison.Ordinal);
        Assert.Equal(2, folder.Runs().Count);
    }

    public void Dispose() => folder.Dispose();
}
