using AElf.Concurrency.Manager;

namespace AElf.Bench.Tests.Sessions;

public sealed class RunArchiveTests : IDisposable
{
    private const string Older = "0000000a";
    private const string Newer = "0000000b";

    private readonly ManagerRig manager = new();

    private RunArchive Archive => manager.Archive;

    public void Dispose() => manager.Dispose();

    [Fact]
    public void RunArchive_FolderNotWritable_IsFound()
    {
        Assert.Null(manager.Archive.WriteError());
        using var other = new ManagerRig();
        Directory.Delete(other.StateFolder, recursive: true);

        Assert.NotNull(other.Archive.WriteError());
    }

    [Fact]
    public void Archive_UnfinishedRuns_AreOrderedByTheNewestLog()
    {
        var older = manager.Save(Older);
        var now = DateTime.UtcNow;
        File.WriteAllBytes(older.LogFile, []);
        File.WriteAllBytes(manager.Save(Newer).LogFile, []);
        File.SetLastWriteTimeUtc(older.LogFile, now.AddHours(-1));
        File.SetLastWriteTimeUtc(manager.FileOf(Older, "request.json"), now.AddHours(1));

        Assert.Equal($"{Newer} {Older}", Unfinished());
    }

    [Fact]
    public void Archive_UnreadableRun_IsQuarantined()
    {
        var older = manager.Save(Older);
        manager.Save(Newer);
        File.WriteAllText(manager.FileOf(Older, "request.json"), "{");

        Assert.Equal(Newer, Unfinished());

        Assert.Contains("is damaged", Assert.Single(manager.Events.Events).Text, StringComparison.Ordinal);
        Assert.Contains("is damaged", older.Error, StringComparison.Ordinal);
        Assert.Equal(Newer, Unfinished());
    }

    [Fact]
    public void Archive_ReportCannotBeWritten_RunHasEnded()
    {
        var run = manager.Save(Older);
        File.WriteAllBytes(run.LogFile, [1]);
        Obstruct(Older, "report.json");

        Assert.NotNull(run.End([1, 2, 3], isWatched: false));

        Assert.Empty(Unfinished());
        Assert.NotNull(Archive.Find(Older));
        Assert.Contains(Older, run.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(run.LogFile), "the log makes room");
    }

    [Fact]
    public void Finish_WatchedRunWithoutRoom_KeepsLogAndLoad()
    {
        var run = manager.Save(Older, load: [1]);
        File.WriteAllBytes(run.LogFile, [1]);
        File.WriteAllBytes(run.ControlLogFile, [1]);
        Obstruct(Older, "report.json");

        Assert.NotNull(run.End([1, 2, 3], isWatched: true));

        Assert.Equal(
            (true, true, false),
            (File.Exists(run.LogFile), run.HasLoad, File.Exists(run.ControlLogFile)));
        Assert.Equal(Older, Assert.Single(Archive.Watched()).Id);
        run.EndWatch();
        Assert.False(File.Exists(run.LogFile));
    }

    [Fact]
    public void RunArchive_NoRoomForTheReport_RunIsNotRepeated()
    {
        var run = manager.Save(Older);
        Obstruct(Older, "concluded.json");

        run.Conclude([1, 2, 3]);

        Assert.Equal(Older, Unfinished());
        Assert.Equal(RunStage.Over, run.Stage);
        Directory.Delete(manager.FileOf(Older, "concluded.json"));
        Assert.Null(run.End([1, 2, 3], isWatched: false));
        Assert.Empty(Unfinished());
        Assert.Equal([1, 2, 3], run.Report);
    }

    [Fact]
    public void Quarantine_FolderNotWritable_RunStaysQuarantined()
    {
        var run = manager.Save(Older);
        Obstruct(Older, "error.txt");

        run.Quarantine("it is damaged");

        Assert.Empty(Unfinished());
        Assert.Contains("is quarantined", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Archive_Stage_NeverDecreases()
    {
        var (older, newer) = (manager.Save(Older), manager.Save(Newer));
        newer.Forget(mayHaveLeftKeys: true);
        older.Quarantine("it is damaged");
        older.Forget(mayHaveLeftKeys: true);
        Assert.Contains("it is damaged", older.Error, StringComparison.Ordinal);
        Assert.Contains("late writes", newer.Error, StringComparison.Ordinal);

        Save(Older);
        Assert.Equal(Older, Unfinished());
        File.WriteAllText(manager.FileOf(Older, "stage.txt"), "?");
        Assert.Empty(Unfinished());
        Assert.Contains("is quarantined", older.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void RunArchive_OldRuns_KeepsTheLastAndThoseWithKeys()
    {
        string[] runs = [.. Enumerable.Range(0, 30).Select(run => $"{run:x8}")];
        foreach (var (run, age) in runs.Zip(Enumerable.Range(0, 30)))
        {
            var ended = manager.Save(run);
            ended.End([1], isWatched: true);
            Directory.SetLastWriteTimeUtc(ended.Folder, DateTime.UtcNow.AddHours(-age));
        }

        Archive.MakeRoom(run => string.Equals(run, runs[25], StringComparison.Ordinal));

        Assert.Equal([.. runs[..20], runs[25]], runs.Where(run => Archive.Find(run) is not null));
    }

    [Fact]
    public void RunArchive_ClockSetBack_LaterRunsAreNewer()
    {
        string[] runs = [.. Enumerable.Range(0, 22).Select(run => $"{run:x8}")];
        foreach (var (run, hours) in runs.Zip(Enumerable.Range(-1, 22)))
        {
            var ended = manager.Save(run);
            ended.End([1], isWatched: true);
            Directory.SetLastWriteTimeUtc(ended.Folder, DateTime.UtcNow.AddHours(hours));
        }

        Archive.MakeRoom(_ => false);

        Assert.True(runs[..2].All(run => Archive.Find(run) is not null));
        Assert.Equal(20, runs.Count(run => Archive.Find(run) is not null));
    }

    [Fact]
    public void RunArchive_StoreAway_RemovesKeysLater()
    {
        manager.Watch.Add(manager.Save(Older));

        Assert.True(manager.Watch.IsPending(Older), "its keys are due");
        Assert.False(manager.Watch.IsPending(Newer), "it is not watched");

        manager.Watch.RemoveDue();

        Assert.True(manager.Watch.IsPending(Older), "its keys are due later");
    }

    /// <summary>
    /// A folder with the name of the file prevents a write, like a full disk; operations that need no room still
    /// succeed.
    /// </summary>
    private void Obstruct(string run, string name) => Directory.CreateDirectory(manager.FileOf(run, name));

    [Fact]
    public void Archive_HalfWrittenFiles_AreRemovedOnOpen()
    {
        Save(Older);
        var half = manager.FileOf(Older, "report.json.0.tmp");
        File.WriteAllBytes(half, [1]);
        var load = manager.FileOf(Newer, "load.bin");
        Directory.CreateDirectory(Path.GetDirectoryName(load)!);
        File.WriteAllBytes(load, [1]);
        var other = manager.FileOf("0000000c", "report.json");
        Directory.CreateDirectory(Path.GetDirectoryName(other)!);
        File.WriteAllBytes(other, [1]);
        Archive.Dispose();

        using var next = new RunArchive(manager.StateFolder, manager.Events);

        Assert.True(File.Exists(other));
        Assert.False(File.Exists(half), "no report was kept");
        Assert.False(Directory.Exists(Path.GetDirectoryName(load)), "no run was submitted");
        Assert.NotNull(next.Find(Older));
    }

    private void Save(params IEnumerable<string> runs)
    {
        foreach (var run in runs)
        {
            manager.Save(run);
        }
    }

    private string Unfinished() => string.Join(' ', Archive.Unfinished().Select(run => run.Id));
}
