using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.TestKit.Processes;
using AElf.Concurrency.Manager;

namespace AElf.Bench.Tests.Sessions;

/// <summary>Runs of a manager whose store is unreachable: unfinished runs wait for it.</summary>
public sealed class RunQueueTests : IAsyncDisposable
{
    private const string Older = "0000000a";
    private const string Newer = "0000000b";

    private readonly ManagerRig manager = new();
    private readonly RunQueue queue;

    public RunQueueTests()
    {
        queue = new RunQueue(manager.Archive, manager.Executor, manager.Watch, manager.Events);
    }

    public async ValueTask DisposeAsync()
    {
        queue.Cancel(Newer);
        queue.Cancel(Older);
        await Wait.UntilAsync(() => queue.Current is null, "the runs to end");
        manager.Dispose();
    }

    [Fact]
    public async Task Queue_UnfinishedRuns_ResumeWithTheNewestLogFirst()
    {
        manager.Leave(Older, Newer);

        queue.Resume();

        Assert.Equal(Newer, queue.Current?.Id);
        Assert.IsType<RunState.Waiting>(Submit(Older));
        queue.Cancel(Newer);
        await Wait.UntilAsync(() => queue.Current?.Id is Older, "the older run to be resumed");
        await foreach (var state in queue.FollowAsync(Older, ThisTest.Cancelled))
        {
            if (state is RunState.Waiting { Reason: var reason })
            {
                Assert.Contains("waiting for the store", reason, StringComparison.Ordinal);
                break;
            }
        }

        queue.Cancel(Older);
        var refused = await RefusalAsync(Older);
        Assert.Equal(ExitCode.DegradedOrFailed, refused.ExitCode);
        Assert.Equal(ProblemKind.Cancelled, Printed.KindIn(refused.Problems[0]));
        Assert.Contains("[keys-left]\n", refused.Problems[0], StringComparison.Ordinal);
        const string Removal = $"dotnet AElf.Benchmark.dll cleanup 127.0.0.1:1 --run {Older} --older-than 0s --remove";
        Assert.Equal(Removal, refused.Problems[0].Split('\n')[^1]);
        Assert.Equal(
            refused.Problems, Assert.IsType<RunState.Refused>(RunState.Read("refused", refused.ToJson())).Problems);
        await Wait.UntilAsync(() => queue.Current is null, "the older run to end");
    }

    [Fact]
    public async Task Queue_TooManyFollowers_IsRefused()
    {
        manager.Leave(Newer);
        queue.Resume();
        List<IAsyncEnumerator<RunState>> followers = [];
        for (var number = 1; number <= 65; number++)
        {
            var follower = queue.FollowAsync(Newer, ThisTest.Cancelled).GetAsyncEnumerator(ThisTest.Cancelled);
            followers.Add(follower);
            Assert.True(await follower.MoveNextAsync());
            Assert.Equal(number == 65, follower.Current is RunState.Refused);
        }

        Prose.AssertNames(((RunState.Refused)followers[^1].Current).Problems[0], "run 0000000b", "64");
        await followers[0].DisposeAsync();
        var next = queue.FollowAsync(Newer, ThisTest.Cancelled).GetAsyncEnumerator(ThisTest.Cancelled);
        Assert.True(await next.MoveNextAsync());
        Assert.IsNotType<RunState.Refused>(next.Current);
        queue.Cancel(Newer);
        await RefusalOfAsync(next);
        foreach (var follower in followers)
        {
            await follower.DisposeAsync();
        }
    }

    [Fact]
    public async Task RunQueue_WaitingRun_CanBeCancelled()
    {
        manager.Leave(Older, Newer);
        queue.Resume();

        queue.Cancel(Older);
        queue.Cancel(Newer);

        await RefusalAsync(Newer);
        await RefusalAsync(Older);
        Assert.Empty(manager.Archive.Unfinished());
    }

    [Fact]
    public async Task Queue_FollowerReturnsAfterTheEnd_GetsTheReport()
    {
        manager.Leave(Newer);
        queue.Resume();
        queue.Cancel(Newer);
        await RefusalAsync(Newer);
        await Wait.UntilAsync(() => queue.Current is null, "the run to end");
        Directory.Delete(Path.Combine(manager.StateFolder, "runs", Newer), recursive: true);

        var refused = Assert.IsType<RunState.Refused>(Submit(Newer));

        Assert.Equal(ProblemKind.Cancelled, Printed.KindIn(refused.Problems[0]));
        Assert.Same(refused, queue.Find(Newer));
    }

    [Fact]
    public async Task RunQueue_RunOverAnotherStore_IsRefusedAndKept()
    {
        const string Refusal =
            "began over the store redis at 127.0.0.1:7000, but this manager has redis at 127.0.0.1:1: "
            + "the run waits for a manager with its store over this state folder, or "
            + "'dotnet AElf.Benchmark.dll cancel 0000000b --manager 127.0.0.1:4053' cancels it";
        manager.Leave(Older, Newer);
        var newer = manager.Save(Newer, "redis at 127.0.0.1:7000");
        File.WriteAllBytes(newer.LogFile, [1, 2, 3]);

        queue.Resume();

        Assert.Equal(Older, queue.Current?.Id);
        Assert.Contains(
            manager.Events.Events, each => string.Equals(each.Text, $"{Newer} {Refusal}", StringComparison.Ordinal));
        queue.Cancel(Older);
        await RefusalAsync(Older);
        await Wait.UntilAsync(() => queue.Current is null, "the older run to end");
        foreach (var state in new[] { Submit(Newer), queue.Find(Newer) })
        {
            var refused = Assert.IsType<RunState.Refused>(state);
            Assert.Equal((ExitCode.Environment, $"run {Newer} {Refusal}"), (refused.ExitCode, refused.Problems[0]));
        }

        Assert.Equal<byte>([1, 2, 3], File.ReadAllBytes(newer.LogFile));
        Assert.True(newer.IsUnfinished);
    }

    [Fact]
    public void Cancel_RunOfAnotherStore_NamesTheCleanUpCommand()
    {
        var newer = manager.Save(Newer, "redis at 127.0.0.1:7000");
        File.WriteAllBytes(newer.LogFile, [1, 2, 3]);
        queue.Resume();

        var refused = Assert.IsType<RunState.Refused>(queue.Cancel(Newer));

        Assert.Equal(ExitCode.DegradedOrFailed, refused.ExitCode);
        Prose.AssertNames(
            refused.Problems[0], "redis at 127.0.0.1:7000", $"--run {Newer}", "--older-than 0s", "--remove");
        Assert.Empty(manager.Archive.Unfinished());
        Assert.True(File.Exists(newer.LogFile), "its log is kept");
    }

    [Theory]
    [InlineData("0000000c")]
    [InlineData("../../0000000c")]
    public void Cancel_UnknownRun_ListsKnownRuns(string run)
    {
        manager.Leave(Older, Newer);
        queue.Resume();

        Assert.Null(queue.Cancel(run));
        Assert.Null(queue.Find(run));
        Prose.AssertNames(queue.Missing(run).Problems[0], $"'{run}'", $"{Newer}, {Older}");
    }

    [Fact]
    public void Report_TooLargeToSend_NamesItsFile()
    {
        const int Bytes = RunState.MaxReportBytes + 1;
        manager.Save(Older).End(new byte[Bytes], isWatched: false);

        var refused = Assert.IsType<RunState.Refused>(Submit(Older));

        Prose.AssertNames(refused.Problems[0], $"run {Older}", $"{Bytes} bytes", "report.json");
    }

    private static async Task<RunState.Refused> RefusalOfAsync(IAsyncEnumerator<RunState> follower)
    {
        await using (follower)
        {
            while (await follower.MoveNextAsync().AsTask().WaitAsync(Wait.Deadline))
            {
                if (follower.Current is RunState.Refused refused)
                {
                    return refused;
                }
            }
        }

        throw new InvalidOperationException("the run was not refused");
    }

    private RunState Submit(string run) => queue.Submit(new SubmittedRun(run) { Submission = 1 }, default);

    private Task<RunState.Refused> RefusalAsync(string run) =>
        RefusalOfAsync(queue.FollowAsync(run, ThisTest.Cancelled).GetAsyncEnumerator(ThisTest.Cancelled));
}
