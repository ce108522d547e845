using AElf.Bench.IntegrationTests.Network;
using AElf.Bench.TestKit;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Published;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>
/// The published commands and files of the evaluation of 2018, in the folder of the programs. They run in a network
/// namespace with the published ports, Redis and address of the manager.
/// </summary>
public sealed class PublishedEvaluationTests(ITestOutputHelper log)
{
    // Appended to the published command, to shorten it.
    private const string Short = " --warmup 0 --blocks 1 --ceiling off";

    [NamespaceFact]
    public Task Published_OneProcess_Measures() => MeasureAsync(AppContext.BaseDirectory, Short);

    [NamespaceFact]
    public Task Manager_PrivateAddress_PrintsTheLinesToPasteOnce() =>
        MeasureInClusterAsync(AppContext.BaseDirectory, Short);

    [NamespaceFact(isSlow: true)]
    public async Task Published_ProgramsDoBothEvaluations()
    {
        using var clone = await PastedShell.InCloneAsync();

        await clone.PasteAsync(log, PublishedEvaluation.Publish);

        var programs = Path.Combine(clone.Folder, "OUT");
        Assert.DoesNotContain(
            Directory.EnumerateFiles(programs), file => file.Contains("Tests", StringComparison.Ordinal));
        await MeasureAsync(programs, "");
        await MeasureInClusterAsync(programs, "");
    }

    private static PastedShell ShellIn(NetworkNamespace space, string programs, string actors)
    {
        var shell = new PastedShell { Launcher = space.Launcher };
        shell.Link("OUT", programs, without: "output");
        PublishedEvaluation.Configure(Path.Combine(shell.Folder, ".local", "share", "aelf", "config"), actors);
        return shell;
    }

    private static void AssertMeasured(string output, params IEnumerable<string> actors)
    {
        Assert.Matches(@"[0-9,]+\stransfers\sper\ssecond", output);
        Prose.AssertNames(output, [.. actors, "store    redis", "localhost:6379"]);
    }

    private async Task MeasureAsync(string programs, string more)
    {
        using var space = NetworkNamespace.Create();
        using var redis = await NamespaceRedis.StartAsync(space, "127.0.0.1");
        using var shell = ShellIn(space, programs, PublishedEvaluation.Single);

        var measured = await shell.PasteAsync(log, $"cd OUT\n{PublishedEvaluation.Benchmark}{more}");

        AssertMeasured(measured, "8 actors", "1 dispatcher");
    }

    private async Task MeasureInClusterAsync(string programs, string more)
    {
        using var space = NetworkNamespace.Create();
        space.Ip("address", "add", $"{PublishedEvaluation.ManagerAddress}/32", "dev", "lo");
        using var redis = await NamespaceRedis.StartAsync(space, "127.0.0.1");
        using var shell = ShellIn(space, programs, PublishedEvaluation.Cluster);

        var refused = await shell.PasteAsync($"cd OUT\n{PublishedEvaluation.Manager}");

        log.WriteLine(refused.ToString());
        Assert.Equal(1, refused.ExitCode);
        string[] printed = refused.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Single(printed, line => line.StartsWith("error: ", StringComparison.Ordinal));
        string[] lines = [.. printed.Where(line => line.StartsWith("  ", StringComparison.Ordinal))];
        Assert.Equal($"  {PublishedEvaluation.Manager}", lines[^1]);

        // The manager is in the background here, because the other commands follow in the same shell.
        var measured = await shell.PasteAsync(log, string.Join('\n', [
            "cd OUT", .. lines[..^1], $"{lines[^1]} &", $"{PublishedEvaluation.Worker} &",
            PublishedEvaluation.Benchmark + more]));

        AssertMeasured(measured, "1 server", "1 process", "8 actors");
    }
}
