using System.Reflection;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.Operations.Health;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Storage;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Builds the status of the cluster, for <c>/status</c>, <c>/metrics</c>, the live page and <c>top</c>. Never waits for
/// a server. Next: <see cref="ClusterStatus"/>.
/// </summary>
internal sealed class StatusReader : IDisposable
{
    private const int MaxSlices = 120;
    private const int StuckAfterHeartbeats = 3;
    private static readonly TimeSpan Slice = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan ShardsAge = TimeSpan.FromSeconds(2);

    private static readonly string Version =
        typeof(StatusReader).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()
            ?.InformationalVersion.Split('+')[0] ?? "0";

    private readonly ProgramOptions options;
    private readonly ManagerHost host;
    private readonly RunQueue queue;
    private readonly EventLog eventLog;
    private readonly long started = TimeProvider.System.GetTimestamp();
    private readonly Timer timer;
    private readonly Lock gate = new();
    private readonly Queue<double> rates = [];
    private string? ratedRun;
    private long lastGained;
    private long lastAt;
    private readonly RecentSample<Task> asked;
    private Task asking = Task.CompletedTask;
    private volatile IReadOnlyList<ShardStatus> shards = [];

    public StatusReader(ProgramOptions options, ManagerHost host, RunQueue queue, EventLog eventLog)
    {
        this.options = options;
        this.host = host;
        this.queue = queue;
        this.eventLog = eventLog;
        timer = new Timer(_ => Rate(), state: null, Slice, Slice);
        asked = new(
            () => asking = asking.IsCompleted ? Task.Run(AskShards) : asking, TimeProvider.System, ShardsAge);
    }

    public HealthReport Health() => HealthOf(
        host.Members.Count,
        options.Settings.Get(ClusterSettings.Workers)!.Value.Count,
        queue.StateProblem(),
        queue.Current is null ? [] : eventLog.Lost);

    /// <summary>
    /// Unavailable while too few workers have joined, or while runs cannot be stored; degraded while a worker of the
    /// current run is away.
    /// </summary>
    internal static HealthReport HealthOf(
        int joined, int wanted, Problem? stateFolder, IReadOnlyList<LostWorker> lost)
    {
        string?[] missing =
        [
            joined >= wanted ? null
                : $"{joined} of {Counted(wanted, "worker")} {(joined == 1 ? "is a member" : "are members")}",
            stateFolder?.ToString(),
        ];
        var reasons = missing.OfType<string>().ToList();
        var losses = lost.Select(LostText).ToList();
        return (reasons.Count, losses.Count) switch
        {
            ( > 0, _) => HealthReport.Unavailable([.. reasons, .. losses]),
            (_, > 0) => HealthReport.Degraded(losses),
            _ => HealthReport.Ok,
        };
    }

    public ClusterStatus Read()
    {
        var view = host.View();
        var received = host.LastReceived();
        return new ClusterStatus(
            TimeProvider.System.GetUtcNow(),
            Version,
            options.Hosts.Address.ToString(),
            ManagerSession.Describe(options.Store),
            TimeProvider.System.GetElapsedTime(started).TotalSeconds,
            ReadRun(view),
            [.. view.Members.Select(member => new WorkerStatus(
                member.Worker.Name,
                member.Worker.Server,
                member.Worker.Incarnation,
                member.Worker.Store,
                member.Grants,
                member.Credits,
                received.GetValueOrDefault(member.Worker.Incarnation).TotalSeconds,
                ActorsOf(member))
            {
                Dispatchers = member.Dispatchers,
            })],
            ReadShards(),
            eventLog.Events)
        {
            Lost = queue.Current is null ? [] : eventLog.Lost,
        };
    }

    public void Dispose() => timer.Dispose();

    private static string LostText(LostWorker lost) =>
        $"{new Problem(ProblemKind.WorkerLost, $"worker {lost.Name} was lost: {lost.Reason}")}";

    /// <summary>A worker's actors, with zeros before its first heartbeat.</summary>
    private static IReadOnlyList<ActorStatus> ActorsOf(Bench.Concurrency.Cluster.MemberView member) =>
        member.Health.Count == 0
            ? [.. Enumerable.Repeat(new ActorStatus(0, 0, 0), member.Worker.Actors)]
            : [.. member.Health.Select(ActorStatus.Of)];

    private RunStatus? ReadRun(Bench.Concurrency.Cluster.ManagerView view)
    {
        if (queue.Current is not { Latest: var progress } run)
        {
            return null;
        }

        double[] recent;
        lock (gate)
        {
            recent = [.. rates];
        }

        return new RunStatus(
            run.Id,
            RunPhaseText.WordOf(progress.Phase),
            progress.Round,
            progress.Rounds,
            view.Weight,
            Math.Min(host.Snapshot().Committed, view.Weight),
            view.Units,
            view.UnitsDone,
            recent,
            Slice.TotalMilliseconds,
            [.. view.Idle.Where(idle => idle.Idle >= StuckAfterHeartbeats).Select(idle => new StuckUnit(
                idle.Unit,
                idle.Grant.Epoch,
                idle.Worker,
                idle.Actor,
                idle.Item,
                idle.Step?.ToString() ?? "waits for a lane",
                (idle.Idle * options.Hosts.HeartbeatInterval).TotalSeconds))])
        {
            Waiting = (run.State as RunState.Waiting)?.Reason,
        };
    }

    private void Rate()
    {
        var run = queue.Current?.Id;
        var gained = host.Gained;
        var now = TimeProvider.System.GetTimestamp();
        lock (gate)
        {
            if (!string.Equals(run, ratedRun, StringComparison.Ordinal))
            {
                rates.Clear();
                ratedRun = run;
            }
            else if (run is not null)
            {
                rates.Enqueue((gained - lastGained) / TimeProvider.System.GetElapsedTime(lastAt, now).TotalSeconds);
                if (rates.Count > MaxSlices)
                {
                    rates.Dequeue();
                }
            }

            (lastGained, lastAt) = (gained, now);
        }
    }

    /// <summary>
    /// The last counters of the servers. A background task reads them, so that a paused server does not delay a reader
    /// of the status.
    /// </summary>
    private IReadOnlyList<ShardStatus> ReadShards()
    {
        _ = asked.Value;
        return shards;
    }

    private void AskShards()
    {
        try
        {
            var counting = SocketStore.ReadCounters(options.Store)
                .Where(shard => shard.OperationsUnavailable is null);
            shards = [.. counting.Select(shard => new ShardStatus(
                shard.Endpoint,
                shard.Keys,
                Math.Max(0, shard.Operations.KeysRead) + Math.Max(0, shard.Operations.KeysWritten)))];
        }
        catch (StoreException)
        {
            // A server that does not answer keeps its last figures. The run reports this server.
        }
    }
}
