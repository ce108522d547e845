using AElf.Bench.IntegrationTests.Network;
using AElf.Bench.TestKit;
using AElf.Bench.TestKit.Network;

namespace AElf.Bench.IntegrationTests.Deployment;

/// <summary>The commands of docs/operations.md in a shell.</summary>
public sealed class OperationsTests(ITestOutputHelper log)
{
    [NamespaceFact]
    public async Task Guide_ClusterOverTls_IsStarted()
    {
        var guide = File.ReadAllText(Path.Combine(PastedShell.RepositoryRoot(), "docs", "operations.md"));
        var block = Assert.Single(
            ReadmeBlock.Read(guide),
            each => each.RunBy is nameof(Guide_ClusterOverTls_IsStarted));
        using var space = NetworkNamespace.Create();
        using var redis = await NamespaceRedis.StartAsync(space, "127.0.0.1");
        using var shell = PastedShell.WithTool(space.Launcher);

        var pasted = await shell.PasteAsync(
            log,
            block.Script.Replace(
                "-n 8000 --groups 80 --rounds 5",
                "-n 800 --groups 8 --rounds 1 --warmup 0 --blocks 1 --ceiling off",
                StringComparison.Ordinal));

        Assert.Contains("transfers per second", Prose.Unwrapped(pasted), StringComparison.Ordinal);
        Assert.Contains("\"status\":", pasted, StringComparison.Ordinal);
    }
}
