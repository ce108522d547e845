using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Harness.Processes;

namespace AElf.Bench.Tests.Cluster.Hosting;

public sealed class LogFileTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    private string Path => folder.File("grants.log");

    public void Dispose() => folder.Dispose();

    [Fact]
    public void Open_AfterAnInterruptedAppend_IgnoresTheTemporaryFile()
    {
        var opened = new LogRecord.RunOpened(LogRecord.RunOpened.CurrentVersion, "run1", "small");
        var interrupted = ManagerLog.Encode(opened with { Configuration = new string('x', 1000) });
        File.WriteAllBytes(Path, [.. ManagerLog.Encode(opened), .. interrupted[..^1]]);

        // This record is shorter than the rest of the interrupted one.
        Append(new LogRecord.RunClosed(Failure: null));

        using var again = LogFile.Open(Path);
        Assert.Equal<LogRecord>([opened, new LogRecord.RunClosed(Failure: null)], again.Records);
    }

    private void Append(LogRecord record)
    {
        using var file = LogFile.Open(Path);
        file.Append(file.Records.Count, record);
        file.Write();
    }
}
