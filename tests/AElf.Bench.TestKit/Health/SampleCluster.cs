using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Operations.Health;

namespace AElf.Bench.TestKit.Health;

/// <summary>Sample statuses of a cluster.</summary>
public static class SampleCluster
{
    private static readonly DateTimeOffset Moment = new(2026, 11, 21, 7, 30, 0, TimeSpan.Zero);

    /// <summary>A worker that is a member.</summary>
    public static WorkerSnapshot Ann { get; } = new(
        new ClusterMember("ann", Incarnation: 1, Actors: 1, Lanes: 8, "host-a", "127.0.0.1:22121"),
        Joined: true,
        Run: null,
        [new ActorHealth(5, Waiting: 2, TimeSpan.FromSeconds(0.5))]);

    /// <summary>A manager that waits for workers.</summary>
    public static ClusterStatus Empty { get; } =
        new(
            Moment,
            "1.0.0",
            "127.0.0.1:4053",
            "twemproxy at 127.0.0.1:22121 and 127.0.0.1:22122",
            75.5,
            Run: null,
            [],
            [],
            []);

    /// <summary>Two workers in the middle of a run; one grant makes no progress.</summary>
    public static ClusterStatus Busy { get; } = Empty with
    {
        Run = new RunStatus(
            "0a1b2c3d", "measure", 2, 5, 8000, 3210, 80, 32,
            [120_000, 180_500, 240_000, 231_000, 255_000],
            500,
            [new StuckUnit(17, 2, "ann", 1, "account 4711", "Read", 3.5)]),
        Workers =
        [
            Worker("ann", "host-a", "127.0.0.1:22121", new ActorStatus(1200, 7, 0.25), new ActorStatus(900, 12, 3.5)),
            Worker("bob", "host-b", "127.0.0.1:22122", new ActorStatus(600, 3, 0.0125), new ActorStatus(510, 0, 0)),
        ],
        Shards = [new ShardStatus("127.0.0.1:6380", 4100, 6500), new ShardStatus("127.0.0.1:6381", 3980, 6340)],
        Events =
        [
            new ClusterEvent(Moment.AddSeconds(-40), "joined", "ann of host-a joined with 2 actors"),
            new ClusterEvent(Moment.AddSeconds(-39), "joined", "bob of host-b joined with 2 actors"),
            new ClusterEvent(Moment.AddSeconds(-9), "failed", "ann: group 17, epoch 1: the connection was lost"),
            new ClusterEvent(Moment.AddSeconds(-9), "again", "1 group of ann given to it again"),
        ],
    };

    /// <summary>A worker that was lost.</summary>
    public static LostWorker Lost { get; } = new(Moment.AddSeconds(-9), "carl", "host-c", "no heartbeat for 4 s");

    /// <summary>A worker with 256 credits and a grant for each waiting job.</summary>
    public static WorkerStatus Worker(string name, string server, string store, params ActorStatus[] actors) =>
        new(name, server, 11, store, actors.Sum(actor => actor.MailboxDepth), 256, 0.4, actors);
}
