using System.Globalization;
using System.Text.RegularExpressions;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>
/// Files that must survive a power cut are synced before their rename, and their folder after it. strace shows the
/// system calls.
/// </summary>
public sealed class DurableFileTests(ITestOutputHelper log) : IDisposable
{
    private readonly TemporaryFolder folder = new();

    private string Trace => folder.File("trace");

    public void Dispose() => folder.Dispose();

    [SystemCallTheory]
    [InlineData("report.json")]
    public async Task Report_Written_IsSyncedBeforeTheRenameAndItsFolderAfter(string name)
    {
        string[] strace = ["strace", "-f", "-y", "-qq", "-o", Trace, "-e", "trace=fsync,rename,renameat,renameat2"];
        using var program = ProductProcess.Start(
            new ProductProcessOptions { Launcher = strace },
            "-n", "100", "--grouprange", "4", "4", "--repeattime", "1", "--warmup", "0", "--json", folder.File(name));

        // strace also traces the watcher of the program, so its end is not awaited.
        var written = Regex.Escape(folder.File(name));
        var inOrder = $@"(?s)fsync\(\d+<{written}\.[0-9a-f]+\.tmp>\) += 0.*rename[^\n]*{written}\.[0-9a-f]+\.tmp"
            + $@".*fsync\(\d+<{Regex.Escape(folder.Path)}>\) += 0";
        await Wait.UntilAsync(
            () => File.Exists(Trace) && Regex.IsMatch(File.ReadAllText(Trace), inOrder),
            "the report and its folder to be synced");
    }

    [SystemCallTheory]
    [InlineData("0c0ffee6")]
    public async Task Run_Kept_IsReadableByItsOwnerOnlyAndItsFoldersAreSynced(string run)
    {
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.Manager]);
        using var strace = OwnedProcess.Start(new ProcessStart(
            new ServerProgram("strace", "strace").Find(),
            [
                "-f", "-y", "-p", trial.Cluster.Manager.Id.ToString(CultureInfo.InvariantCulture), "-o", Trace, "-e",
                "trace=fsync",
            ])
        {
            OutputFile = folder.File("attached"),
        });
        await Wait.UntilAsync(
            () => strace.HasExited || strace.Output.Contains(" attached", StringComparison.Ordinal),
            "strace to attach");
        using var program = trial.Submit(ClusterTrial.Narrow, "--run-id", run);
        (await trial.EndOfAsync(program)).AssertExit(0);

        var runs = Path.Combine(trial.Cluster.StateFolder, "runs");
        var calls = await File.ReadAllTextAsync(Trace);
        foreach (var synced in new[] { trial.Cluster.StateFolder, runs, Path.Combine(runs, run) })
        {
            Assert.Matches($@"fsync\(\d+<{Regex.Escape(synced)}>", calls);
        }

        foreach (var entry in Directory.EnumerateFileSystemEntries(
            trial.Cluster.StateFolder, "*", SearchOption.AllDirectories))
        {
            AssertOwnerOnly(entry);
        }

        await trial.AssertNothingLeftAsync();
    }

    private static void AssertOwnerOnly(string entry)
    {
        const UnixFileMode Owner = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;
        Assert.Equal(UnixFileMode.None, File.GetUnixFileMode(entry) & ~Owner);
    }
}
