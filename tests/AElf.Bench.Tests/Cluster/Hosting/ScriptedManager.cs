using System.Buffers;
using System.Threading.Channels;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.TestKit.Counters;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.Tests.Cluster.Wire;

namespace AElf.Bench.Tests.Cluster.Hosting;

/// <summary>A manager that a test controls. All its waits have a deadline.</summary>
internal sealed class ScriptedManager
{
    private static readonly TimeSpan Deadline = Wait.Deadline;

    private readonly Channel<ManagerSide> accepted = Channel.CreateUnbounded<ManagerSide>();

    /// <summary>The number of connections it refuses before it accepts one.</summary>
    public int Refusals { get; set; }

    public Problem Refusal { get; init; } = "no listener";

    public List<Endpoint> Dialled { get; } = [];

    public Task<IMessageChannel> ConnectAsync(Endpoint endpoint, CancellationToken cancellation)
    {
        Dialled.Add(endpoint);
        if (Refusals-- > 0)
        {
            throw new WireException(Refusal.After($"{endpoint} cannot be reached: "));
        }

        var (one, other) = MemoryChannel.Pair();
        accepted.Writer.TryWrite(new ManagerSide(other));
        return Task.FromResult<IMessageChannel>(one);
    }

    public async Task<ManagerSide> AcceptAsync() => await accepted.Reader.ReadAsync().AsTask().WaitAsync(Deadline);

    public async Task<ManagerSide> WelcomeAsync()
    {
        var side = await AcceptAsync();
        await side.WelcomeAsync();
        return side;
    }

    /// <summary>The manager's end of a connection to a worker.</summary>
    internal sealed class ManagerSide(IMessageChannel channel)
    {
        public static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(20);

        public string? EndReason => channel.EndReason;

        public ClusterMember Worker { get; private set; } = null!;

        public void Send(Message message) => channel.Send(message);

        public void End(string reason) => channel.End(reason);

        public async Task WelcomeAsync()
        {
            Worker = (await ReceiveAsync<Message.Hello>()).Worker;
            Send(new Message.Welcome(Worker.Incarnation, [Worker], Interval, 10 * Interval));
        }

        /// <summary>The next message of a type that fulfils a condition; skips all others.</summary>
        public async Task<T> ReceiveAsync<T>(Predicate<T>? expected = null)
            where T : Message
        {
            using var limit = new CancellationTokenSource(Deadline);
            while (true)
            {
                // Other messages may arrive without end.
                limit.Token.ThrowIfCancellationRequested();
                var message = await channel.ReceiveAsync(limit.Token)
                    ?? throw new InvalidOperationException(
                        $"the connection ended while a {typeof(T).Name} was waited for: {EndReason}");
                if (message is T found && expected?.Invoke(found) != false)
                {
                    return found;
                }
            }
        }

        /// <summary>Waits until the worker has closed the connection.</summary>
        public async Task<string?> EndedAsync()
        {
            while (await channel.ReceiveAsync(CancellationToken.None).WaitAsync(Deadline) is not null)
            {
                // Messages sent before the end are skipped.
            }

            return EndReason;
        }

        public async Task<Message.RoundResult> ResultAsync(string run, long round)
        {
            Send(new Message.RequestResult(run, round));
            return await ReceiveAsync<Message.RoundResult>(result => result.Round == round);
        }
    }
}

/// <summary>A run of the manager: it grants all jobs of a round, and failed units again, until all are done.</summary>
internal sealed class ScriptedRun(string name, CounterWorkload counters)
{
    private int lastEpoch;

    /// <summary>The number of retried units.</summary>
    public int Reassigned => lastEpoch;

    public void Open(ScriptedManager.ManagerSide side, int lanes = 8, bool isControl = false) =>
        side.Send(new Message.OpenRun(name, "counters", [], lanes)
        {
            IsControl = isControl,
            Dispatchers = ActorOptions.PerActor,
        });

    public void Grant(ScriptedManager.ManagerSide side, long number, Grant grant)
    {
        var round = counters.OpenRound(Offer.Once(number));
        var work = new ArrayBufferWriter<byte>();
        round.Encode(grant, work);
        side.Send(new Message.Assign(
            side.Worker.Incarnation,
            name,
            number,
            Actor: -1,
            grant,
            grant.Job >= 0 ? round.Jobs[grant.Job].ToArray() : [grant.Unit],
            new WorkPart(0, work.WrittenCount, work.WrittenMemory)));
    }

    public void GrantAll(ScriptedManager.ManagerSide side, long number)
    {
        for (var job = 0; job < counters.OpenRound(Offer.Once(number)).Jobs.Count; job++)
        {
            Grant(side, number, Core.Scheduling.Grant.Initial(job));
        }
    }

    public void Close(ScriptedManager.ManagerSide side, string? failure = null) =>
        side.Send(new Message.CloseRun(name, failure));

    public async Task PlayAsync(ScriptedManager.ManagerSide side, long number)
    {
        GrantAll(side, number);
        var round = counters.OpenRound(Offer.Once(number));

        // The worker repeats reports until they are acknowledged, also those of the previous round.
        var done = new HashSet<int>();
        var received = new HashSet<long>();
        while (done.Count < round.Jobs.UnitCount)
        {
            switch (await side.ReceiveAsync<Message>(message => message is Message.Done or Message.Failed))
            {
                case Message.Done report:
                    side.Send(new Message.Acknowledged(side.Worker.Incarnation, report.Number));
                    var isNew = report.Round == number && received.Add(report.Number);
                    foreach (var attempt in isNew ? report.Attempts : [])
                    {
                        Assert.True(done.Add(attempt.Unit));
                        Accept(round, attempt);
                    }

                    break;
                case Message.Failed report:
                    side.Send(new Message.Acknowledged(side.Worker.Incarnation, report.Number));
                    if (report.Round == number && received.Add(report.Number))
                    {
                        Grant(side, number, Core.Scheduling.Grant.Retry(report.Failure.Unit, ++lastEpoch));
                    }

                    break;
                default:
                    break;
            }
        }
    }

    private static void Accept(IRound round, Attempt attempt)
    {
        if (attempt.Epoch > 0)
        {
            round.Accept(attempt);
        }
    }
}
