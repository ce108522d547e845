using System.Collections.Concurrent;
using System.Threading.Channels;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Harness.Scenarios;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.Tests.Cluster.Hosting;

/// <summary>A manager's loop that is held up, on its own thread, while the deadline of a worker comes due.</summary>
public sealed class ManagerHostTests : IClusterListener
{
    private readonly TaskCompletionSource held = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ManualResetEventSlim released = new();

    [Fact]
    public async Task What_came_while_the_manager_was_busy_is_heard_before_a_silence_is_judged()
    {
        // An interval so long that being busy gives nobody more time.
        using var host = Start(interval: TimeSpan.FromHours(1), pause: TimeSpan.FromSeconds(1));
        var ann = await JoinAsync(host);
        await HoldUpAsync(host);
        await ann.SendAsync(Heartbeat(1));
        var look = Task.Run(host.View);

        await Task.Delay(TimeSpan.FromSeconds(1.2));
        released.Set();

        Assert.Contains((await look).Members, member => member.Worker == EventText.Ann);
    }

    [Fact]
    public async Task A_silence_that_ended_while_the_manager_was_held_up_has_one_more_interval()
    {
        using var host = Start(interval: TimeSpan.FromSeconds(2), pause: TimeSpan.FromSeconds(2.1));
        await JoinAsync(host);
        await HoldUpAsync(host);

        await Task.Delay(TimeSpan.FromSeconds(3.5));
        released.Set();

        // The second answer comes after the timers of the first one's turn.
        host.View();
        Assert.Contains(host.View().Members, member => member.Worker == EventText.Ann);
        Assert.True(
            SpinWait.SpinUntil(() => host.Members.Count == 0, TimeSpan.FromSeconds(30)),
            "a worker that stays silent is lost all the same");
    }

    [Fact]
    public async Task Heartbeats_that_waited_do_not_make_the_manager_announce_the_run_again()
    {
        using var folder = new TemporaryFolder();
        using var host = Start(interval: TimeSpan.FromHours(1), pause: TimeSpan.FromHours(2));
        var ann = await JoinAsync(host);
        var options = new ManagerOptions { Run = "run1", StoreAddresses = [EventText.Store] };
        host.OpenRun(options, LogFile.Open(folder.File("grants.log")), ManagerState.Empty);
        host.Execute(EventText.Round(), new ClusterRound(0));
        await HoldUpAsync(host);
        for (var number = 1; number <= 10; number++)
        {
            await ann.SendAsync(Heartbeat(number));
        }

        released.Set();

        host.View();
        host.View();
        Assert.Single(ann.Sent, message => message is Message.OpenRun);
    }

    [Fact]
    public async Task When_a_round_is_measured_all_that_was_accepted_is_shown_as_committed()
    {
        using var folder = new TemporaryFolder();
        using var host = Start(interval: TimeSpan.FromHours(1), pause: TimeSpan.FromHours(2));
        var ann = await JoinAsync(host);
        var options = new ManagerOptions { Run = "run1", StoreAddresses = [EventText.Store] };
        host.OpenRun(options, LogFile.Open(folder.File("grants.log")), ManagerState.Empty);
        var round = new ClusterRound(0);
        host.Execute(EventText.Round(), round);
        await Wait.UntilAsync(() => ann.Sent.Any(message => message is Message.Assign), "a grant");

        await ann.SendAsync(new Message.Done(EventText.Ann.Incarnation, 1, "run1", 0, [new Attempt(0, 0)]));
        host.GiveUp("enough");
        await ann.SendAsync(new Message.RoundResult(
            EventText.Ann.Incarnation, "run1", -1, new RoundStats { Latency = new LatencyHistogram() }));

        Assert.True(
            SpinWait.SpinUntil(() => round.WaitForResult(TimeSpan.FromSeconds(1)), Wait.DefaultDeadline),
            "the round is measured");
        Assert.Equal(("enough", 2), (round.Failure, host.Snapshot().Committed));
    }

    void IClusterListener.OnEffect(ManagerEffect effect)
    {
        if (effect is ManagerEffect.Joined { Worker: var worker } && worker == EventText.Bob)
        {
            held.SetResult();
            released.Wait();
        }
    }

    void IClusterListener.Synced(int records, TimeSpan time)
    {
    }

    private static Message.Heartbeat Heartbeat(long number) =>
        new(EventText.Ann.Incarnation, number, 2, string.Empty, [], []);

    private ManagerHost Start(TimeSpan interval, TimeSpan pause) =>
        new(new ManagerHostOptions(
            new ActorSystemOptions { HeartbeatInterval = interval, AcceptableHeartbeatPause = pause },
            [EventText.Store]), this);

    /// <summary>Has ann join.</summary>
    private static async Task<Line> JoinAsync(ManagerHost host)
    {
        var ann = new Line(host);
        await ann.SendAsync(EventText.Hello(EventText.Ann));
        Assert.True(host.WaitForMembers(1, TimeSpan.FromSeconds(30), CancellationToken.None), "ann joins");
        return ann;
    }

    /// <summary>Has bob join, at whose joining the loop stands still.</summary>
    private async Task HoldUpAsync(ManagerHost host)
    {
        await new Line(host).SendAsync(EventText.Hello(EventText.Bob));
        await held.Task;
    }

    /// <summary>A worker's connection that knows when the host has taken what was said into its inbox.</summary>
    private sealed class Line : IMessageChannel
    {
        private readonly Channel<Message> messages = Channel.CreateUnbounded<Message>();
        private readonly SemaphoreSlim asked = new(0);

        public Line(ManagerHost host)
        {
            _ = host.ServeAsync(this, CancellationToken.None);
            asked.Wait();
        }

        public string? EndReason => null;

        public ConcurrentQueue<Message> Sent { get; } = [];

        public async Task SendAsync(Message message)
        {
            await messages.Writer.WriteAsync(message);
            await asked.WaitAsync();
        }

        public void Send(Message message) => Sent.Enqueue(message);

        public async Task<Message?> ReceiveAsync(CancellationToken cancellation)
        {
            asked.Release();
            return await messages.Reader.WaitToReadAsync(cancellation) && messages.Reader.TryRead(out var message)
                ? message
                : null;
        }

        public void End(string reason) => messages.Writer.TryComplete();

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
