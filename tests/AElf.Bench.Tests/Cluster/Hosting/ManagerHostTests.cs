using System.Buffers;
using System.Collections.Concurrent;
using System.Diagnostics;
using System.Threading.Channels;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Processes;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.Tests.Scheduling;

namespace AElf.Bench.Tests.Cluster.Hosting;

/// <summary>A manager's loop on its own thread that is blocked while the deadline of a worker expires.</summary>
public sealed class ManagerHostTests : IClusterListener
{
    private readonly TaskCompletionSource held = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ManualResetEventSlim released = new();
    private readonly ConcurrentQueue<ManagerEffect> effects = [];
    private Predicate<ManagerEffect> isHeldAt =
        effect => effect is ManagerEffect.Joined { Worker: var worker } && worker == EventText.Bob;

    [Fact]
    public async Task Silence_EventsInTheQueue_AreHandledFirst()
    {
        // With such a long interval a delay does not extend the deadline.
        var pause = TimeSpan.FromMilliseconds(50);
        using var host = Start(interval: TimeSpan.FromHours(1), pause);
        var ann = await HoldUpAtJoiningAsync(host);
        await ann.SendAsync(Heartbeat(1));

        await Task.Delay(2 * pause, ThisTest.Cancelled);
        var before = effects.Count;
        released.Set();

        await Wait.UntilAsync(() => effects.Any(IsLost), "the loss of silent ann");
        Assert.Contains(effects.Skip(before).TakeWhile(effect => !IsLost(effect)), IsWatched);
    }

    [Fact]
    public async Task Silence_ManagerWasDelayed_IsToleratedForOneMoreInterval()
    {
        var interval = TimeSpan.FromMilliseconds(100);
        using var host = Start(interval, pause: interval);
        await HoldUpAtJoiningAsync(host);

        // Longer than the maximum sleep of the loop, which is one second, plus an interval.
        await Task.Delay(TimeSpan.FromSeconds(1.2), ThisTest.Cancelled);
        var clock = Stopwatch.StartNew();
        released.Set();

        await Wait.UntilAsync(() => effects.Any(IsLost), "the loss of silent ann");
        Assert.True(clock.Elapsed >= interval, $"she was lost after {clock.Elapsed}");
    }

    [Fact]
    public async Task Heartbeat_DelayedByTheManager_DoesNotAnnounceTheRunAgain()
    {
        using var folder = new TemporaryFolder();
        using var host = Start(interval: TimeSpan.FromHours(1), pause: TimeSpan.FromHours(2));
        var ann = await JoinAsync(host);
        var options = new ManagerOptions { Run = "run1", StoreAddresses = [EventText.Store] };
        host.OpenRun(options, LogFile.Open(folder.File("grants.log")), ManagerState.Empty);
        host.Execute(EventText.Round(), new ClusterRound(0, RunMembers.All));
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
    public async Task View_RoundMeasured_ShowsAcceptedAsCommitted()
    {
        using var folder = new TemporaryFolder();
        using var host = Start(interval: TimeSpan.FromHours(1), pause: TimeSpan.FromHours(2));
        var ann = await JoinAsync(host);
        var options = new ManagerOptions { Run = "run1", StoreAddresses = [EventText.Store] };
        host.OpenRun(options, LogFile.Open(folder.File("grants.log")), ManagerState.Empty);
        var round = new ClusterRound(0, RunMembers.All);
        host.Execute(EventText.Round(), round);
        await Wait.UntilAsync(() => ann.Sent.Any(message => message is Message.Assign), "a grant");

        await ann.SendAsync(new Message.Done(EventText.Ann.Incarnation, 1, "run1", 0, [new Attempt(0, 0)]));
        host.Cancel("enough");
        await ann.SendAsync(new Message.RoundResult(
            EventText.Ann.Incarnation, "run1", -1, new RoundStats { Latency = new LatencyHistogram() }));

        await Wait.UntilAsync(() => round.WaitForResult(TimeSpan.Zero), "the round to be measured");
        Assert.Equal(("enough", 2), (round.Failure, host.Snapshot().Committed));
    }

    [Fact]
    public async Task BrokenInvariant_EndsItsRunOnly()
    {
        const string Broken =
            "an invariant is broken: InvalidOperationException: unit 0 has no weight";
        using var folder = new TemporaryFolder();
        using var host = Start(interval: TimeSpan.FromHours(1), pause: TimeSpan.FromHours(2));
        var ann = await JoinAsync(host);
        var failed = Open(host, "run1", folder.File("1.log"), new WeightlessRound());
        await Wait.UntilAsync(() => ann.Sent.Any(message => message is Message.Assign), "a grant");
        await ann.SendAsync(Done(EventText.Ann, "run1", 1, 0));
        await Wait.UntilAsync(() => failed.WaitForResult(TimeSpan.Zero), "the round to be measured");
        Assert.Equal((Broken, Broken), (failed.Failure, ann.EndReason));
        host.CloseRun();
        using (var log = LogFile.Open(folder.File("1.log")))
        {
            Assert.Equal(new LogRecord.RunClosed(Broken), log.Records[^1]);
        }

        ann = await JoinAsync(host);
        var passed = Open(host, "run2", folder.File("2.log"), EventText.Round());
        await Wait.UntilAsync(() => ann.Sent.Count(message => message is Message.Assign) == 2, "both jobs");
        await ann.SendAsync(Done(EventText.Ann, "run2", 1, 0, 1, 2));
        await Wait.UntilAsync(() => ann.Sent.Any(message => message is Message.RequestResult), "the question");
        await ann.SendAsync(new Message.RoundResult(
            EventText.Ann.Incarnation, "run2", 0, new RoundStats { Latency = new LatencyHistogram() }));
        await Wait.UntilAsync(() => passed.WaitForResult(TimeSpan.Zero), "the round to be measured");
        Assert.Null(passed.Failure);
    }

    [Fact]
    public async Task Connection_Messages_StartWithHelloAndConcernOneWorker()
    {
        using var host = Start(interval: TimeSpan.FromHours(1), pause: TimeSpan.FromHours(2));
        var ann = await JoinAsync(host);
        var stranger = new Line(host);
        await stranger.SendAsync(Heartbeat(1));
        Assert.Contains("hello", await stranger.Ended, StringComparison.Ordinal);

        Assert.True(ann.IsAdmitted);
        await ann.SendAsync(new Message.Sample(EventText.Bob.Incarnation, "run1", 1));
        Assert.Contains("another worker", await ann.Ended, StringComparison.Ordinal);
        await Wait.UntilAsync(() => host.Members.Count == 0, "ann to be lost");

        ann = await JoinAsync(host);
        await ann.SendAsync(EventText.Hello(EventText.Bob));
        Assert.Contains("one worker", await ann.Ended, StringComparison.Ordinal);
    }

    void IClusterListener.OnEffect(ManagerEffect effect)
    {
        effects.Enqueue(effect);
        if (isHeldAt(effect) && held.TrySetResult())
        {
            released.Wait();
        }
    }

    void IClusterListener.Synced(int records, TimeSpan time)
    {
    }

    private static Message.Heartbeat Heartbeat(long number) =>
        new(EventText.Ann.Incarnation, number, 2, string.Empty, [], []);

    private static Message.Done Done(ClusterMember worker, string run, long number, params int[] units) =>
        new(worker.Incarnation, number, run, 0, [.. units.Select(unit => new Attempt(unit, 0))]);

    private static ClusterRound Open(ManagerHost host, string run, string file, IRound round)
    {
        var options = new ManagerOptions { Run = run, StoreAddresses = [EventText.Store] };
        host.OpenRun(options, LogFile.Open(file), ManagerState.Empty);
        var noted = new ClusterRound(round.Number, RunMembers.All);
        host.Execute(round, noted);
        return noted;
    }

    private ManagerHost Start(TimeSpan interval, TimeSpan pause) =>
        new(new ManagerHostOptions(
            new ActorSystemOptions { HeartbeatInterval = interval, AcceptableHeartbeatPause = pause },
            [EventText.Store]), this);

    /// <summary>Waits until ann has joined.</summary>
    private static async Task<Line> JoinAsync(ManagerHost host)
    {
        var ann = new Line(host);
        await ann.SendAsync(EventText.Hello(EventText.Ann));
        Assert.True(host.WaitForMembers(1, Wait.Deadline, CancellationToken.None), "ann joins");
        return ann;
    }

    private static bool IsWatched(ManagerEffect effect) =>
        effect is ManagerEffect.SetTimer { Timer: var timer }
        && timer == new ManagerTimer(TimerKind.Deadline, EventText.Ann.Incarnation);

    private static bool IsLost(ManagerEffect effect) => effect is ManagerEffect.Lost;

    /// <summary>Lets ann join and blocks the loop then, while the deadline of her silence runs.</summary>
    private async Task<Line> HoldUpAtJoiningAsync(ManagerHost host)
    {
        isHeldAt = IsWatched;
        var ann = new Line(host);
        await ann.SendAsync(EventText.Hello(EventText.Ann));
        await held.Task;
        return ann;
    }

    /// <summary>Lets bob join and blocks the loop then.</summary>
    private async Task HoldUpAsync(ManagerHost host)
    {
        await new Line(host).SendAsync(EventText.Hello(EventText.Bob));
        await held.Task;
    }

    /// <summary>A worker's connection that reports when the host has queued a message.</summary>
    private sealed class Line : IMessageChannel
    {
        private readonly Channel<Message> messages = Channel.CreateUnbounded<Message>();
        private readonly SemaphoreSlim asked = new(0);
        private readonly TaskCompletionSource<string> ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Line(ManagerHost host)
        {
            _ = host.ServeAsync(this, CancellationToken.None);
            asked.Wait();
        }

        public string? EndReason => ended.Task.IsCompleted ? ended.Task.Result : null;

        public Task<string> Ended => ended.Task;

        public bool IsAdmitted { get; private set; }

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

        public void Admit() => IsAdmitted = true;

        public void End(string reason)
        {
            ended.TrySetResult(reason);
            messages.Writer.TryComplete();
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }

    /// <summary>A round that cannot return the weights of its units.</summary>
    private sealed class WeightlessRound : IRound
    {
        private readonly SmallRound whole = EventText.Round();

        public long Number => whole.Number;

        public Jobs Jobs => whole.Jobs;

        public RoundManifest Manifest => whole.Manifest;

        public int WeightOf(int unit) => throw new InvalidOperationException($"unit {unit} has no weight");

        public int AnchorOf(int unit) => whole.AnchorOf(unit);

        public void Accept(Attempt attempt) => whole.Accept(attempt);

        public void Encode(in Grant grant, IBufferWriter<byte> work) => whole.Encode(grant, work);

        public (int Unit, string? Item) Locate(in Grant grant, in LanePosition position) =>
            whole.Locate(grant, position);

        public OperationCounts MaxOperationsOf(in Grant grant) => whole.MaxOperationsOf(grant);
    }
}
