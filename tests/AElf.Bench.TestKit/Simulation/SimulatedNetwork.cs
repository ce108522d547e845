using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Generation;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>One direction of a connection, with the messages under way.</summary>
internal sealed class SimulatedWire
{
    public int Queued { get; set; }

    /// <summary>When the last message so far has passed.</summary>
    public long FreeAt { get; set; }
}

/// <summary>A connection between a worker and the manager.</summary>
internal sealed class SimulatedLink(long number, SimulatedWorker worker)
{
    public long Number { get; } = number;

    public SimulatedWorker Worker { get; } = worker;

    public SimulatedWire Up { get; } = new();

    public SimulatedWire Down { get; } = new();

    public bool Broken { get; set; }
}

/// <summary>
/// A network with more faults than a real one. In its wild phase it loses, duplicates, delays and reorders messages,
/// and delivers messages of a lost connection to its successor. It refuses connections, and some are so slow that their
/// queues overflow. In its calm phase it only reorders.
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

    /// <summary>Whether faults may still occur.</summary>
    public bool IsWild { get; private set; } = true;

    /// <summary>From now on every message arrives exactly once.</summary>
    public void CalmDown() => IsWild = false;

    /// <summary>Whether the next connection fails.</summary>
    public bool FailsToConnect()
    {
        if (!Strikes(refuseOneIn))
        {
            return false;
        }

        met.Refused++;
        return true;
    }

    /// <summary>Sends a message; <paramref name="arrive"/> is called once for each delivery.</summary>
    /// <returns>False if the sender's queue overflows: the caller must close the connection.</returns>
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

    /// <summary>Records a message to a worker, so that it can be delivered again.</summary>
    public void Remember(int node, Message message) => history.Add((node, message));

    /// <summary>Delivers recent messages to a worker once more, in any order.</summary>
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

    // Approximately the size on the wire.
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

/// <summary>Counts each kind of fault of a cluster that occurred: a simulation without faults proves nothing.</summary>
public sealed class ClusterFaults
{
    public FaultsMet Store { get; } = new();

    /// <summary>Messages lost.</summary>
    public long Lost { get; set; }

    /// <summary>Messages that came more than once.</summary>
    public long Doubled { get; set; }

    /// <summary>Messages that were delivered again long after.</summary>
    public long Replayed { get; set; }

    /// <summary>Workers killed.</summary>
    public long WorkerKills { get; set; }

    /// <summary>Workers stopped for a while, some for longer than the deadline.</summary>
    public long Pauses { get; set; }

    /// <summary>Managers stopped for a while.</summary>
    public long ManagerPauses { get; set; }

    /// <summary>Connections that were refused.</summary>
    public long Refused { get; set; }

    /// <summary>Connections closed because their queue overflowed.</summary>
    public long Overflows { get; set; }

    /// <summary>Runs after another run.</summary>
    public long RunsFollowed { get; set; }

    /// <summary>Completed controls.</summary>
    public long Controls { get; set; }

    /// <summary>Completed controls with a lost or duplicated message.</summary>
    public long ControlsStruck { get; set; }

    /// <summary>Controls that were ended by the end of their manager.</summary>
    public long ControlsKilled { get; set; }

    /// <summary>Runs of thousands of transfers.</summary>
    public long LargeRuns { get; set; }

    /// <summary>Runs that were seeded more than once.</summary>
    public long SeededAgain { get; set; }

    /// <summary>Connections cut.</summary>
    public long Cuts { get; set; }

    /// <summary>Managers killed.</summary>
    public long ManagerKills { get; set; }

    /// <summary>Killed managers whose log ended in the middle of a record.</summary>
    public long TornTails { get; set; }

    /// <summary>Retried grants.</summary>
    public long Reassignments { get; set; }

    /// <summary>Workers that the manager considered dead.</summary>
    public long WorkersLost { get; set; }

    /// <summary>Rounds in which every worker with a grant reported its results.</summary>
    public long RoundsReported { get; set; }

    /// <summary>Rounds in which a worker did not report, so that its operations are bounded.</summary>
    public long RoundsBounded { get; set; }
}
