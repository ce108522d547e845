using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.Tests.Cluster.Hosting;
using AElf.Concurrency.Manager;

namespace AElf.Bench.Tests.Sessions;

/// <summary>Runs of a manager whose store is away: what was begun before waits for it.</summary>
public sealed class RunQueueTests : IAsyncDisposable
{
    private const string Older = "0000000a";
    private const string Newer = "0000000b";

    private readonly ManagerRig manager = new();
    private readonly RunQueue queue;
    private readonly MemoryChannel benchmark;
    private readonly Task serving;

    public RunQueueTests()
    {
        queue = new RunQueue(manager.Archive, manager.Executor, manager.Watch, manager.Events);
        (benchmark, var other) = MemoryChannel.Pair();
        serving = queue.ServeAsync(other, CancellationToken.None);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var run in new[] { Newer, Older })
        {
            benchmark.Send(new Message.CancelRun(run));
        }

        await Wait.UntilAsync(() => queue.Progress is null, "the runs to end");
        await benchmark.DisposeAsync();
        await serving;
        manager.Dispose();
    }

    [Fact]
    public async Task All_runs_that_have_not_ended_are_gone_on_with_the_one_with_the_newest_log_first()
    {
        Leave(Older, Newer);

        queue.Resume();

        Assert.Equal(Newer, queue.Progress?.Run);
        Submit(Older);
        Assert.Equal("waiting for another run to end", (await NextAsync<Message.RunProgress>()).Waiting);
        benchmark.Send(new Message.CancelRun(Newer));
        await Wait.UntilAsync(() => queue.Progress?.Run is Older, "the older run to be gone on with");
        Assert.Contains(
            "waiting for the store", (await NextAsync<Message.RunProgress>()).Waiting, StringComparison.Ordinal);
        benchmark.Send(new Message.CancelRun(Older));
        var refused = await RefusalAsync(Older);
        Assert.Equal((int)ExitCode.DegradedOrFailed, refused.ExitCode);
        Assert.Contains("interrupted while the store was away", refused.Problems[0], StringComparison.Ordinal);
        Assert.Contains(
            $"remove them with: redis-cli -h 127.0.0.1 -p 1 --scan --pattern 'ab{Older}[:#]*' | xargs -r redis-cli",
            refused.Problems[0],
            StringComparison.Ordinal);
        await Wait.UntilAsync(() => queue.Progress is null, "the older run to end");
    }

    [Fact]
    public async Task A_run_is_followed_by_so_many_and_whoever_is_one_more_is_told_so()
    {
        Leave(Newer);
        queue.Resume();
        Submit(Newer);
        await NextAsync<Message.RunProgress>();
        List<MemoryChannel> more = [];
        List<Task> served = [];
        Message? answer = null;
        for (var followers = 1; followers <= 64; followers++)
        {
            var (theirs, ours) = MemoryChannel.Pair();
            more.Add(theirs);
            served.Add(queue.ServeAsync(ours, CancellationToken.None));
            theirs.Send(SubmissionOf(Newer));
            answer = await theirs.ReceiveAsync(ThisTest.Cancelled);
            Assert.Equal(followers == 64, answer is Message.RunRefused);
        }

        Assert.Equal(
            "run 0000000b is followed by 64 already; its report is kept for who asks later",
            ((Message.RunRefused)answer!).Problems[0]);
        benchmark.Send(new Message.CancelRun(Newer));
        await RefusalAsync(Newer);
        more.ForEach(each => each.End("the test ends"));
        await Task.WhenAll(served);
    }

    [Fact]
    public async Task A_run_that_waits_for_another_can_be_ended_before_it_is_gone_on_with()
    {
        Leave(Older, Newer);
        queue.Resume();
        Submit(Older);
        await NextAsync<Message.RunProgress>();

        benchmark.Send(new Message.CancelRun(Older));
        benchmark.Send(new Message.CancelRun(Newer));

        await RefusalAsync(Newer);
        await RefusalAsync(Older);
        Assert.Empty(manager.Archive.Unfinished((_, error) => Assert.Fail(error)));
    }

    [Fact]
    public async Task A_benchmark_that_was_away_when_its_run_ended_gets_the_answer()
    {
        Leave(Newer);
        queue.Resume();
        benchmark.Send(new Message.CancelRun(Newer));
        await RefusalAsync(Newer);
        Directory.Delete(Path.Combine(manager.StateFolder, "runs", Newer), recursive: true);

        Submit(Newer);

        var refused = await RefusalAsync(Newer);
        Assert.Contains("interrupted while the store was away", refused.Problems[0], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_that_was_begun_over_another_store_is_refused_and_stays_as_it_is()
    {
        const string Refusal =
            "was begun over the store redis at 127.0.0.1:7000, and this manager's is redis at 127.0.0.1:1: "
            + "it stays as it is until a manager with its store is started over this state folder, or "
            + "'AElf.Benchmark give-up 0000000b' gives it up";
        Leave(Older, Newer);
        manager.Archive.Save(ManagerRig.Submission(Newer) with { Store = "redis at 127.0.0.1:7000" });
        File.WriteAllBytes(manager.Archive.LogOf(Newer), [1, 2, 3]);

        queue.Resume();

        Assert.Equal(Older, queue.Progress?.Run);
        Assert.Contains(
            manager.Events.Events, each => string.Equals(each.Text, $"{Newer} {Refusal}", StringComparison.Ordinal));
        benchmark.Send(new Message.CancelRun(Older));
        await RefusalAsync(Older);
        Submit(Newer);
        var refused = await NextAsync<Message.RunRefused>();
        Assert.Equal((2, $"run {Newer} {Refusal}"), (refused.ExitCode, refused.Problems[0]));
        Assert.Equal([1, 2, 3], File.ReadAllBytes(manager.Archive.LogOf(Newer)));
        Assert.Equal(Newer, manager.Archive.UnfinishedOf(Newer)?.Id);
    }

    [Fact]
    public async Task A_run_of_another_store_is_given_up_when_that_is_asked_for_and_the_command_for_its_keys_told()
    {
        manager.Archive.Save(ManagerRig.Submission(Newer) with { Store = "redis at 127.0.0.1:7000" });
        File.WriteAllBytes(manager.Archive.LogOf(Newer), [1, 2, 3]);
        queue.Resume();

        benchmark.Send(new Message.CancelRun(Newer));

        var refused = await NextAsync<Message.RunRefused>();
        Assert.Equal((int)ExitCode.DegradedOrFailed, refused.ExitCode);
        Assert.Contains(
            "may be left in redis at 127.0.0.1:7000; remove them on each of its servers with: redis-cli -h HOST -p "
                + $"PORT --scan --pattern 'ab{Newer}[:#]*' | xargs -r redis-cli -h HOST -p PORT del",
            refused.Problems[0],
            StringComparison.Ordinal);
        Assert.Empty(manager.Archive.Unfinished((_, error) => Assert.Fail(error)));
        Assert.True(File.Exists(manager.Archive.LogOf(Newer)), "its log is kept");
    }

    [Theory]
    [InlineData("0000000c")]
    [InlineData("../../0000000c")]
    public async Task A_run_that_there_is_none_of_cannot_be_given_up_and_those_that_can_be_are_named(string run)
    {
        Leave(Older, Newer);
        queue.Resume();

        benchmark.Send(new Message.CancelRun(run));

        var refused = await NextAsync<Message.RunRefused>();
        Assert.Equal(
            (1, $"there is no run {run} to give up; the manager has {Newer}, {Older}"),
            (refused.ExitCode, refused.Problems[0]));
    }

    [Fact]
    public async Task A_report_that_is_larger_than_a_frame_is_answered_with_where_it_is()
    {
        manager.Archive.Save(ManagerRig.Submission(Older));
        manager.Archive.Finish(Older, new byte[FrameCodec.MaxBytes], isWatched: false);

        Submit(Older);

        var refused = await NextAsync<Message.RunRefused>();
        Assert.StartsWith(
            $"run {Older} has ended, but its report has {FrameCodec.MaxBytes} bytes, and ",
            refused.Problems[0],
            StringComparison.Ordinal);
        Assert.EndsWith("report.json' of the manager", refused.Problems[0], StringComparison.Ordinal);
    }

    private void Submit(string run) => benchmark.Send(SubmissionOf(run));

    private static Message.SubmitRun SubmissionOf(string run) =>
        new(run, new Dictionary<string, string>(StringComparer.Ordinal), default) { Submission = 1 };

    /// <summary>Leaves runs behind as a manager that was killed does, the last one the newest.</summary>
    private void Leave(params IReadOnlyList<string> runs)
    {
        for (var i = 0; i < runs.Count; i++)
        {
            manager.Archive.Save(ManagerRig.Submission(runs[i]));
            File.WriteAllBytes(manager.Archive.LogOf(runs[i]), []);
            File.SetLastWriteTimeUtc(manager.Archive.LogOf(runs[i]), DateTime.UtcNow.AddHours(i - runs.Count));
        }
    }

    private async Task<Message.RunRefused> RefusalAsync(string run)
    {
        while (true)
        {
            if (await NextAsync<Message.RunRefused>() is var refused
                && string.Equals(refused.RunId, run, StringComparison.Ordinal))
            {
                return refused;
            }
        }
    }

    private async Task<T> NextAsync<T>()
        where T : Message
    {
        using var deadline = new CancellationTokenSource(Wait.Deadline);
        while (true)
        {
            if (await benchmark.ReceiveAsync(deadline.Token) is T wanted)
            {
                return wanted;
            }
        }
    }
}
