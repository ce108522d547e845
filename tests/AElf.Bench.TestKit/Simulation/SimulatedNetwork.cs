using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Generation;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>A connection between a worker and the manager.</summary>
internal sealed class SimulatedLink(long number, SimulatedWorker worker)
{
    public long Number { get; } = number;

    public SimulatedWorker Worker { get; } = worker;

    public bool Broken { get; set; }
}

/// <summary>
/// A network worse than any: while it is wild it loses, doubles, delays and reorders messages, and brings messages of a
/// lost connection to whoever is there by then. When it has calmed down it only reorders.
/// </summary>
internal sealed class SimulatedNetwork(VirtualTime time, SeededRandom random, ClusterFaults met)
{
    private readonly int loseOneIn = Draw(random, 0, 0, 40, 12);
    private readonly int doubleOneIn = Draw(random, 0, 20, 6, 3);
    private readonly int delayOneIn = Draw(random, 0, 30, 8);
    private readonly int maxDelay = Draw(random, 20, 80, 250);
    private readonly List<(int Node, Message Message)> history = [];
    private bool wild = true;

    /// <summary>From now on messages come, and come once.</summary>
    public void CalmDown() => wild = false;

    /// <summary>Sends a message; <paramref name="arrive"/> is called as often as it comes.</summary>
    public void Send(SimulatedLink link, Action arrive)
    {
        if (link.Broken || Strikes(loseOneIn))
        {
            met.Lost++;
            return;
        }

        var copies = 1;
        while (copies < 3 && Strikes(doubleOneIn))
        {
            met.Doubled++;
            copies++;
        }

        for (; copies > 0; copies--)
        {
            time.In(Delay(), () =>
            {
                if (!link.Broken || (wild && random.Next(2) == 0))
                {
                    arrive();
                }
            });
        }
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

    private bool Strikes(int oneIn) => wild && oneIn > 0 && random.Next(oneIn) == 0;

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
