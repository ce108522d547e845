using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Generation;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>One direction of a connection: what was sent and has not come yet.</summary>
internal sealed class SimulatedWire
{
    public int Queued { get; set; }

    /// <summary>When all that was sent so far is through.</summary>
    public long FreeAt { get; set; }
}

/// <summary>A connection between a worker and the manager.</summary>
internal sealed class SimulatedLink(long number, SimulatedWorker worker)
{
    public long Number { get; } = number;

    public SimulatedWorker Worker { get; } = worker;

    /// <summary>From the worker to the manager.</summary>
    public SimulatedWire Up { get; } = new();

    /// <summary>From the manager to the worker.</summary>
    public SimulatedWire Down { get; } = new();

    public bool Broken { get; set; }
}

/// <summary>
/// A network worse than any: while it is wild it loses, doubles, delays and reorders messages, and brings messages of a
/// lost connection to whoever is there by then; connections are refused, and may be so slow that more waits than a
/// queue takes. When it has calmed down it only reorders.
/// </summary>
internal sealed class SimulatedNetwork(VirtualTime time, SeededRandom random, ClusterFaults met)
{
    private readonly int loseOneIn = Draw(random, 0, 0, 40, 12);
    private readonly int doubleOneIn = Draw(random, 0, 20, 6, 3);
    private readonly int delayOneIn = Draw(random, 0, 30, 8);
    private readonly int maxDelay = Draw(random, 20, 80, 250);
    private readonly int refuseOneIn = Draw(random, 0, 6, 2);
    private readonly int bytesPerMillisecond = Draw(random, 0, 0, 0, 10, 3);
    private readonly int maxQueued = Draw(random, 400, 2_000);
    private readonly List<(int Node, Message Message)> history = [];

    /// <summary>Whether anything may still go wrong.</summary>
    public bool IsWild { get; private set; } = true;

    /// <summary>From now on messages come, and come once.</summary>
    public void CalmDown() => IsWild = false;

    /// <summary>Whether a connection cannot be made this time.</summary>
    public bool FailsToConnect()
    {
        if (!Strikes(refuseOneIn))
        {
            return false;
        }

        met.Refused++;
        return true;
    }

    /// <summary>Sends a message; <paramref name="arrive"/> is called as often as it comes.</summary>
    /// <returns>False when more waits than the sender's queue takes: the connection is to end.</returns>
    public bool Send(SimulatedLink link, SimulatedWire wire, Message message, Action arrive)
    {
        if (link.Broken || Strikes(loseOneIn))
        {
            met.Lost++;
            return true;
        }

        var size = SizeOf(message);
        var slowness = 0L;
        if (bytesPerMillisecond > 0 && IsWild)
        {
            wire.FreeAt = Math.Max(wire.FreeAt, time.Now) + (size / bytesPerMillisecond);
            slowness = wire.FreeAt - time.Now;
            wire.Queued += size;
            time.In(slowness, () => wire.Queued -= size);
            if (wire.Queued > maxQueued)
            {
                return false;
            }
        }

        var copies = 1;
        while (copies < 3 && Strikes(doubleOneIn))
        {
            met.Doubled++;
            copies++;
        }

        for (; copies > 0; copies--)
        {
            time.In(slowness + Delay(), () =>
            {
                if (!link.Broken || (IsWild && random.Next(2) == 0))
                {
                    arrive();
                }
            });
        }

        return true;
    }

    /// <summary>Remembers a message to a worker, so that it can come again.</summary>
    public void Remember(int node, Message message) => history.Add((node, message));

    /// <summary>Everything said to a worker of late comes once more, in any order.</summary>
    public void Replay(int node, Action<Message> arrive)
    {
        for (var i = Math.Max(0, history.Count - 200); i < history.Count; i++)
        {
            if (history[i].Node == node)
            {
                met.Replayed++;
                var message = history[i].Message;
                time.In(random.Next(6), () => arrive(message));
            }
        }
    }

    private static int Draw(SeededRandom random, params ReadOnlySpan<int> choices) =>
        choices[random.Next(choices.Length)];

    // Roughly as on a wire.
    private static int SizeOf(Message message) => message switch
    {
        Message.Assign assign => 24 + (2 * assign.Units.Count) + assign.Work.Bytes.Length,
        Message.RoundResult => 200,
        Message.Heartbeat heartbeat => 32 + (12 * heartbeat.Running.Count),
        _ => 24,
    };

    private bool Strikes(int oneIn) => IsWild && oneIn > 0 && random.Next(oneIn) == 0;

    private long Delay() => Strikes(delayOneIn) ? random.Next(maxDelay) : 1 + random.Next(3);
}

/// <summary>
/// How often each kind of fault of a cluster was met: a trial in which nothing went wrong proves nothing.
/// </summary>
public sealed class ClusterFaults
{
    /// <summary>What the store did.</summary>
    public FaultsMet Store { get; } = new();

    /// <summary>Messages lost.</summary>
    public long Lost { get; set; }

    /// <summary>Messages that came more than once.</summary>
    public long Doubled { get; set; }

    /// <summary>Messages that came again long after.</summary>
    public long Replayed { get; set; }

    /// <summary>Workers killed.</summary>
    public long WorkerKills { get; set; }

    /// <summary>Workers stopped for a while, some for longer than the deadline.</summary>
    public long Pauses { get; set; }

    /// <summary>Managers stopped for a while.</summary>
    public long ManagerPauses { get; set; }

    /// <summary>Connections that could not be made.</summary>
    public long Refused { get; set; }

    /// <summary>Connections ended since more was to be sent than their queue takes.</summary>
    public long Overflows { get; set; }

    /// <summary>Runs that followed another one.</summary>
    public long RunsFollowed { get; set; }

    /// <summary>Controls that came to their end.</summary>
    public long Controls { get; set; }

    /// <summary>Of those, with a message lost or doubled meanwhile.</summary>
    public long ControlsStruck { get; set; }

    /// <summary>Controls that ended with their manager.</summary>
    public long ControlsKilled { get; set; }

    /// <summary>Runs of thousands of transfers.</summary>
    public long LargeRuns { get; set; }

    /// <summary>Runs that were seeded more than once.</summary>
    public long SeededAgain { get; set; }

    /// <summary>Connections cut.</summary>
    public long Cuts { get; set; }

    /// <summary>Managers killed.</summary>
    public long ManagerKills { get; set; }

    /// <summary>Of those, with a record half written.</summary>
    public long TornTails { get; set; }

    /// <summary>Grants given again.</summary>
    public long Reassignments { get; set; }

    /// <summary>Workers held for dead.</summary>
    public long WorkersLost { get; set; }

    /// <summary>Rounds of which every worker with a grant reported what it did.</summary>
    public long RoundsReported { get; set; }

    /// <summary>Rounds of which a worker did not, so that what it did is bounded.</summary>
    public long RoundsBounded { get; set; }
}
