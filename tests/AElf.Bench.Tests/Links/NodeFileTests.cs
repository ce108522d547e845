using System.Diagnostics;
using AElf.Bench.Akka.Nodes;
using AElf.Bench.Tests.Settings;

namespace AElf.Bench.Tests.Links;

public sealed class NodeFileTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    [Fact]
    public void Refusal_ReadingDoesNotEnd_NamesTheLimit()
    {
        // A pipe without a writer is a file whose reading does not end.
        var pipe = Path.Combine(folder.Path, "worker.hocon");
        using (var made = Process.Start("mkfifo", [pipe]))
        {
            made.WaitForExit();
        }

        var refusal = NodeFile.Refusal(pipe, TimeSpan.FromMilliseconds(200));
        File.WriteAllText(pipe, "");

        Assert.Contains("0.2 s", refusal, StringComparison.Ordinal);
    }

    public void Dispose() => folder.Dispose();
}
