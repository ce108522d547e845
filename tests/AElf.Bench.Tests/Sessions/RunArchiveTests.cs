using AElf.Concurrency.Manager;

namespace AElf.Bench.Tests.Sessions;

public sealed class RunArchiveTests : IDisposable
{
    private const string Older = "0000000a";
    private const string Newer = "0000000b";

    private readonly ManagerRig manager = new();
    private readonly List<string> damaged = [];

    private RunArchive Archive => manager.Archive;

    public void Dispose() => manager.Dispose();

    [Fact]
    public void A_state_folder_that_cannot_be_written_is_found()
    {
        Assert.Null(manager.Archive.WriteError());
        using var other = new ManagerRig();
        Directory.Delete(other.StateFolder, recursive: true);

        Assert.NotNull(other.Archive.WriteError());
    }

    [Fact]
    public void Archive_UnfinishedRuns_AreOrderedByTheNewestLog()
    {
        Save(Older, Newer);
        var now = DateTime.UtcNow;
        File.WriteAllBytes(Archive.LogOf(Older), []);
        File.WriteAllBytes(Archive.LogOf(Newer), []);
        File.SetLastWriteTimeUtc(Archive.LogOf(Older), now.AddHours(-1));
        File.SetLastWriteTimeUtc(manager.FileOf(Older, "request.json"), now.AddHours(1));

        Assert.Equal($"{Newer} {Older}", Unfinished());
    }

    [Fact]
    public void Archive_UnreadableRun_IsQuarantined()
    {
        Save(Older, Newer);
        File.WriteAllText(manager.FileOf(Older, "request.json"), "{");

        Assert.Equal(Newer, Unfinished());

        Assert.Contains("is damaged", Assert.Single(damaged), StringComparison.Ordinal);
        Assert.Contains("is damaged", Archive.ErrorOf(Older), StringComparison.Ordinal);
        Assert.Equal(Newer, Unfinished());
    }

    [Fact]
    public void Archive_ReportCannotBeWritten_TheRunHasEnded()
    {
        Save(Older);
        File.WriteAllBytes(Archive.LogOf(Older), [1]);
        Obstruct(Older, "report.json");

        Assert.ThrowsAny<Exception>(() => Archive.Finish(Older, [1, 2, 3], isWatched: false));

        Assert.Empty(Unfinished());
        Assert.NotNull(Archive.Find(Older));
        Assert.Contains(Older, Archive.ErrorOf(Older), StringComparison.Ordinal);
        Assert.False(File.Exists(Archive.LogOf(Older)), "the log makes room");
    }

    [Fact]
    public void Finish_WatchedRunWithoutRoom_KeepsWhatSaysWhichKeysThereMayBe()
    {
        Save(Older);
        File.WriteAllBytes(Archive.LogOf(Older), [1]);
        File.WriteAllBytes(Archive.LoadOf(Older), [1]);
        File.WriteAllBytes(Archive.ControlLogOf(Older), [1]);
        Obstruct(Older, "report.json");

        Assert.ThrowsAny<Exception>(() => Archive.Finish(Older, [1, 2, 3], isWatched: true));

        Assert.Equal(
            (true, true, false),
            (File.Exists(Archive.LogOf(Older)), File.Exists(Archive.LoadOf(Older)),
                File.Exists(Archive.ControlLogOf(Older))));
        Assert.Equal(Older, Assert.Single(Archive.Watched()).Id);
        Archive.EndWatch(Older);
        Assert.False(File.Exists(Archive.LogOf(Older)));
    }

    [Fact]
    public void A_run_that_is_over_without_room_for_its_report_is_not_made_again()
    {
        Save(Older);
        Obstruct(Older, "concluded.json");

        Archive.SaveConcluded(Older, [1, 2, 3]);

        Assert.Equal(Older, Unfinished());
        Assert.True(Archive.IsOver(Older));
        Directory.Delete(manager.FileOf(Older, "concluded.json"));
        Archive.Finish(Older, [1, 2, 3], isWatched: false);
        Assert.Empty(Unfinished());
        Assert.Equal([1, 2, 3], Archive.ReportOf(ManagerRig.Submission(Older)));
    }

    [Fact]
    public void Quarantine_FolderNotWritable_RunStaysQuarantined()
    {
        Save(Older);
        Obstruct(Older, "error.txt");

        Archive.Quarantine(Older, "it is damaged");

        Assert.Empty(Unfinished());
        Assert.Contains("is quarantined", Archive.ErrorOf(Older), StringComparison.Ordinal);
    }

    [Fact]
    public void Archive_Stage_NeverGoesBack()
    {
        Save(Older, Newer);
        Archive.Stop(Newer);
        Archive.Quarantine(Older, "it is damaged");
        Archive.Stop(Older);
        Assert.Contains("it is damaged", Archive.ErrorOf(Older), StringComparison.Ordinal);
        Assert.Contains("late writes", Archive.ErrorOf(Newer), StringComparison.Ordinal);

        Save(Older);
        Assert.Equal(Older, Unfinished());
        File.WriteAllText(manager.FileOf(Older, "stage.txt"), "?");
        Assert.Empty(Unfinished());
        Assert.Contains("is quarantined", Archive.ErrorOf(Older), StringComparison.Ordinal);
    }

    [Fact]
    public void The_last_runs_that_have_ended_are_kept_and_older_ones_whose_keys_are_to_be_removed_yet()
    {
        string[] runs = [.. Enumerable.Range(0, 30).Select(run => $"{run:x8}")];
        Save(runs);
        foreach (var (run, age) in runs.Zip(Enumerable.Range(0, 30)))
        {
            Archive.Finish(run, [1], isWatched: true);
            Directory.SetLastWriteTimeUtc(Path.GetDirectoryName(Archive.LogOf(run))!, DateTime.UtcNow.AddHours(-age));
        }

        Archive.MakeRoom(run => string.Equals(run, runs[25], StringComparison.Ordinal));

        Assert.Equal([.. runs[..20], runs[25]], runs.Where(run => Archive.Find(run) is not null));
    }

    [Fact]
    public void Runs_that_end_after_the_clock_was_set_back_are_newer_than_those_before()
    {
        string[] runs = [.. Enumerable.Range(0, 22).Select(run => $"{run:x8}")];
        Save(runs);
        foreach (var (run, hours) in runs.Zip(Enumerable.Range(-1, 22)))
        {
            Archive.Finish(run, [1], isWatched: true);
            Directory.SetLastWriteTimeUtc(Path.GetDirectoryName(Archive.LogOf(run))!, DateTime.UtcNow.AddHours(hours));
        }

        Archive.MakeRoom(_ => false);

        Assert.True(runs[..2].All(run => Archive.Find(run) is not null));
        Assert.Equal(20, runs.Count(run => Archive.Find(run) is not null));
    }

    [Fact]
    public void Keys_that_are_to_be_removed_are_tried_again_where_the_store_is_away()
    {
        Save(Older);
        manager.Watch.Add(Older);

        Assert.True(manager.Watch.IsPending(Older), "its keys are due");
        Assert.False(manager.Watch.IsPending(Newer), "nobody knows it");

        manager.Watch.RemoveDue();

        Assert.True(manager.Watch.IsPending(Older), "its keys are due later");
    }

    /// <summary>Nothing can be written under a folder's name: like a full disk, but for what needs no room.</summary>
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

        using var next = RunArchive.Open(manager.StateFolder);

        Assert.True(File.Exists(other));
        Assert.False(File.Exists(half), "no report was kept");
        Assert.False(Directory.Exists(Path.GetDirectoryName(load)), "no run was submitted");
        Assert.NotNull(next.Find(Older));
    }

    private void Save(params IEnumerable<string> runs)
    {
        foreach (var run in runs)
        {
            Archive.Save(ManagerRig.Submission(run));
        }
    }

    private string Unfinished() =>
        string.Join(' ', Archive.Unfinished((_, error) => damaged.Add(error)).Select(run => run.Id));
}
