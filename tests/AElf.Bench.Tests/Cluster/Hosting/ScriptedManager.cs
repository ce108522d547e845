using System.Threading.Channels;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.Tests.Cluster.Wire;
using AElf.Bench.Transfers.Accounts;
using AElf.Bench.Transfers.Audits;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Cluster.Hosting;

/// <summary>A manager that does what a test says. Everything it waits for has a deadline.</summary>
internal sealed class ScriptedManager
{
    private static readonly TimeSpan Deadline = Wait.DefaultDeadline;

    private readonly Channel<ManagerSide> accepted = Channel.CreateUnbounded<ManagerSide>();

    /// <summary>Connections it refuses to make before the first it makes.</summary>
    public int Refusals { get; set; }

    /// <summary>Whether the frames travel over a WebSocket, and not as objects.</summary>
    public bool OverSockets { get; init; }

    public List<Endpoint> Dialled { get; } = [];

    public async Task<IFrameChannel> ConnectAsync(Endpoint endpoint, CancellationToken cancellation)
    {
        Dialled.Add(endpoint);
        if (Refusals-- > 0)
        {
            throw new WireException($"{endpoint} cannot be reached: nobody listens");
        }

        var (one, other) = await PairAsync();
        accepted.Writer.TryWrite(new ManagerSide(other));
        return one;
    }

    public async Task<ManagerSide> AcceptAsync() => await accepted.Reader.ReadAsync().AsTask().WaitAsync(Deadline);

    public async Task<ManagerSide> WelcomeAsync()
    {
        var side = await AcceptAsync();
        await side.WelcomeAsync();
        return side;
    }

    private async Task<(IFrameChannel One, IFrameChannel Other)> PairAsync()
    {
        if (!OverSockets)
        {
            return MemoryChannel.Pair();
        }

        var pair = await SocketPair.OpenAsync(SocketPair.Plain, SocketPair.Plain);
        return (pair.Connecting, pair.Accepting);
    }

    /// <summary>The manager's end of a connection to the worker.</summary>
    internal sealed class ManagerSide(IFrameChannel channel)
    {
        public static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(20);

        public string? EndReason => channel.EndReason;

        public ClusterMember Worker { get; private set; } = null!;

        public void Send(Message message) => channel.Send(new Frame.Protocol(message));

        public void Send(Frame frame) => channel.Send(frame);

        public void End(string reason) => channel.End(reason);

        public async Task WelcomeAsync()
        {
            Worker = (await ReceiveAsync<Message.Hello>()).Worker;
            Send(new Message.Welcome(Worker.Incarnation, [Worker], Interval, 10 * Interval));
        }

        /// <summary>The next message of a kind that is as wanted; others are passed over.</summary>
        public async Task<T> ReceiveAsync<T>(Predicate<T>? expected = null)
            where T : Message =>
            (T)(await NextAsync<Frame.Protocol>(frame => frame.Message is T message && expected?.Invoke(message) != false)).Message;

        /// <summary>The next frame of a kind that is as wanted; others are passed over.</summary>
        public async Task<T> NextAsync<T>(Predicate<T>? expected = null)
            where T : Frame
        {
            using var limit = new CancellationTokenSource(Deadline);
            while (true)
            {
                // Frames that are not wanted may go on coming for ever.
                limit.Token.ThrowIfCancellationRequested();
                var frame = await channel.ReceiveAsync(limit.Token)
                    ?? throw new InvalidOperationException($"the connection ended while a {typeof(T).Name} was waited for: {EndReason}");
                if (frame is T found && expected?.Invoke(found) != false)
                {
                    return found;
                }
            }
        }

        /// <summary>Waits until the worker has ended the connection.</summary>
        public async Task<string?> EndedAsync()
        {
            while (await channel.ReceiveAsync(CancellationToken.None).WaitAsync(Deadline) is not null)
            {
                // What it sent before.
            }

            return EndReason;
        }

        public async Task<Frame.RoundStats> StatsAsync(string run, long block)
        {
            Send(new Frame.RequestStats(run, block));
            return await NextAsync<Frame.RoundStats>(stats => stats.Block == block);
        }
    }
}

/// <summary>A run as a manager sees it: grants all jobs of a block, and failed groups again, until all are done.</summary>
internal sealed class ScriptedRound(string name, Block block, int maxJobs)
{
    private readonly TransferGroups groups = Grouper.Group(block);
    private readonly Jobs jobs = JobMerger.Merge(Grouper.Group(block).Sizes(), maxJobs);
    private readonly int[] versions = new int[block.AccountCount];
    private int lastEpoch;

    public int Jobs => jobs.Count;

    /// <summary>Groups granted again.</summary>
    public int Reassigned => lastEpoch;

    public void Open(ScriptedManager.ManagerSide side, TransferMode mode = TransferMode.Strict, int lanes = 8) =>
        side.Send(new Message.OpenRun(name, mode, lanes, TimeSpan.Zero));

    public void SendBlock(ScriptedManager.ManagerSide side, long number)
    {
        var manifest = new BlockManifest(number, number, block.AccountCount, block.Count, groups.Count, jobs.Count, BlockManifest.ChecksumOf(block.Transfers));
        side.Send(new Message.BlockChunk(name, manifest, 0, block.Transfers.ToArray()));
    }

    public void Grant(ScriptedManager.ManagerSide side, long number, Grant work) =>
        side.Send(new Message.Assign(side.Worker.Incarnation, name, number, -1, work, VersionsOf(work)));

    public void Close(ScriptedManager.ManagerSide side, string? failure = null) => side.Send(new Message.CloseRun(name, failure));

    public async Task PlayAsync(ScriptedManager.ManagerSide side, long number)
    {
        SendBlock(side, number);
        for (var job = 0; job < jobs.Count; job++)
        {
            Grant(side, number, Core.Execution.Grant.Initial(job));
        }

        // Reports are told again until they are heard, also those on the block before.
        var done = new HashSet<int>();
        var received = new HashSet<long>();
        while (done.Count < groups.Count)
        {
            switch (await side.ReceiveAsync<Message>(message => message is Message.Done or Message.Failed))
            {
                case Message.Done report when report.Block != number:
                    side.Send(new Message.Acknowledged(side.Worker.Incarnation, report.Number));
                    break;
                case Message.Failed report when report.Block != number:
                    side.Send(new Message.Acknowledged(side.Worker.Incarnation, report.Number));
                    break;
                case Message.Done report when received.Add(report.Number):
                    side.Send(new Message.Acknowledged(side.Worker.Incarnation, report.Number));
                    foreach (var attempt in report.Attempts)
                    {
                        Assert.True(done.Add(attempt.Group));
                        Accept(attempt);
                    }

                    break;
                case Message.Failed report when received.Add(report.Number):
                    side.Send(new Message.Acknowledged(side.Worker.Incarnation, report.Number));
                    Grant(side, number, Core.Execution.Grant.Retry(report.Failure.Group, ++lastEpoch));
                    break;
                default:
                    break;
            }
        }
    }

    public ComparisonResult Compare(IAccountStore store, int rounds)
    {
        using var connection = store.Connect();
        return FinalComparison.Compare(block, SequentialReplay.Run(block, rounds), AccountTable.Read(connection, versions), versions);
    }

    private AccountKey[] VersionsOf(Grant work)
    {
        var accounts = AccountsOf(work.Job >= 0 ? jobs[work.Job].ToArray() : [work.Group]);
        return [.. accounts.Where(account => versions[account] > 0).Select(account => new AccountKey(account, versions[account]))];
    }

    private void Accept(Attempt attempt)
    {
        foreach (var account in AccountsOf([attempt.Group]))
        {
            versions[account] = attempt.Epoch > 0 ? attempt.Epoch : versions[account];
        }
    }

    private IEnumerable<int> AccountsOf(int[] some) =>
        some.SelectMany(group => groups[group].ToArray()).SelectMany(index => new[] { block.Transfers[index].From, block.Transfers[index].To }).Distinct();
}
