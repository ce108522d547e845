using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// Executes the rounds of one run on the workers of a manager. Its disposal ends the run at the workers. Refuses a log
/// of another run. Next: <see cref="ManagerHost"/>, and <see cref="ClusterRound"/>.
/// </summary>
public sealed class ClusterExecutor : IRoundExecutor
{
    private readonly ManagerHost host;
    private readonly ManagerState state;
    private readonly TimeSpan slice;
    private readonly RunMembers members;
    private IReadOnlyList<ClusterMember> known;
    private bool isClosed;

    /// <summary>Opens the run at the manager.</summary>
    /// <param name="log">The run's log; the executor owns it.</param>
    /// <exception cref="LogException">The log is of another run.</exception>
    public ClusterExecutor(ManagerHost host, ManagerOptions options, TimeSpan slice, LogFile log)
    {
        this.host = host;
        this.slice = slice;
        members = options.Members;
        known = Present();
        try
        {
            state = LogReplay.Run(log.Records, options.Run, options.Configuration);
        }
        catch (LogException)
        {
            log.Dispose();
            throw;
        }

        host.OpenRun(options, log, state);
    }

    /// <summary>
    /// The weights of the rounds that earlier managers began. They are handed over again, and finished rounds answer at
    /// once.
    /// </summary>
    public IReadOnlyList<long> RoundsBegun => [.. state.Rounds.Values.Select(round => round.Manifest.Weight)];

    /// <summary>
    /// Number of jobs of the last begun round; null without one. The merging of units must not change within a run.
    /// </summary>
    public int? JobsBegun => state.Rounds.Count == 0 ? null : state.Rounds.Values.Last().Manifest.Jobs;

    /// <summary>The faults of the run under earlier managers.</summary>
    public IReadOnlyList<Fault> FaultsBefore =>
        [.. state.Faults.Select(each => new Fault(TimeSpan.Zero, each.Key.Kind, each.Key.What, each.Value))];

    /// <summary>The seed versions of the run under earlier managers, in order.</summary>
    public IReadOnlyList<int> SeedVersions => [.. state.SeedVersions];

    /// <summary>Whether a round was executed here.</summary>
    public bool HasBegun { get; private set; }

    /// <summary>Takes a version for seeding the run. The log contains it when this method returns.</summary>
    /// <exception cref="IOException">The log cannot be written.</exception>
    public int TakeSeedVersion() => host.BeginSeeding();

    public RoundOutcome Execute(IRound round, CancellationToken cancellation)
    {
        HasBegun = true;
        var underWay = new ClusterRound(round.Number, members);
        var slices = new SliceRecorder(slice);
        var coding = host.Coding;
        NoteMissingWorkers(underWay);
        host.Announce(underWay);
        using (cancellation.Register(() => host.Cancel(Problem.Cancelled)))
        {
            while (!underWay.WaitUntilReady(slice))
            {
                // The wait ends: workers that do not open the run have a time limit.
            }

            if (underWay.IsReady)
            {
                host.Execute(round, underWay);
            }

            Watch(underWay, slices);
        }

        known = Present();
        return Conclude(round, underWay, slices) with { Coding = host.Coding - coding };
    }

    private List<ClusterMember> Present() => [.. host.Members.Where(members.Has)];

    private void Watch(ClusterRound underWay, SliceRecorder slices)
    {
        while (!underWay.WaitForResult(
            slices.Due - underWay.Elapsed is { Ticks: > 0 } left ? left : TimeSpan.FromMilliseconds(1)))
        {
            // The time is read before the state: if the round still runs, it ends later than this time.
            var now = underWay.Elapsed;
            if (underWay.IsRunning && now >= slices.Due)
            {
                var seen = host.Snapshot();
                slices.Cut(now, seen.Committed, seen);
            }
        }
    }

    public ExecutorSnapshot Snapshot() => host.Snapshot();

    public void Dispose()
    {
        if (!isClosed)
        {
            isClosed = true;
            host.CloseRun();
        }
    }

    /// <summary>
    /// Notes the missing workers. A worker lost between rounds loses no work, but the next round lacks its share.
    /// </summary>
    private void NoteMissingWorkers(ClusterRound round)
    {
        var present = Present().Select(member => member.Incarnation).ToHashSet();
        foreach (var away in known.Where(member => !present.Contains(member.Incarnation)))
        {
            round.Faults.Add(TimeSpan.Zero, "worker", $"worker {away.Name} left between two rounds");
        }
    }

    private RoundOutcome Conclude(IRound round, ClusterRound ended, SliceRecorder slices)
    {
        var workers = ended.Result!.Workers;
        var atEnd = host.Snapshot();
        var committed = ended.Failure is null ? round.Manifest.Weight : atEnd.Committed;
        if (ended.Window > slices.Start)
        {
            slices.Cut(ended.Window, committed, atEnd);
        }

        var all = workers.Select(worker => worker.Stats)
            .Aggregate(new RoundStats { Latency = new LatencyHistogram() }, (sum, stats) => sum + stats);
        foreach (var fault in all.Faults)
        {
            ended.Faults.Add(ended.Window, fault.Kind, fault.What, fault.Count);
        }

        foreach (var late in known.Select(member => member.Name).Intersect(ended.Result.Silent, StringComparer.Ordinal))
        {
            ended.Faults.Add(ended.Window, "worker", $"worker {late} did not report its measurements in time");
        }

        IEnumerable<Grant> before = state.Rounds.TryGetValue(round.Number, out var logged)
            ? logged.History.Retries
            : [];
        return new RoundOutcome
        {
            Failure = ended.Failure,
            StoreLostData = ended.StoreLostData,
            Routing = ended.Routing,
            Window = ended.Window,
            Committed = committed,
            Reassigned = [.. before, .. ended.Reassigned],
            Retried = ended.Reassigned.Sum(grant => (long)round.WeightOf(grant.Unit)),
            Faults = ended.Faults.All,
            Slices = slices.Slices,
            SliceLength = slices.Length,
            Stats = all with
            {
                Idle = workers.Aggregate(TimeSpan.Zero, (sum, worker) => sum + IdleOf(worker, ended.Window)),
            },
            UnreportedUpperBound = ended.Result.Unreported,
            Silent = ended.Result.Silent,
            Imbalance = ImbalanceOf(workers),
            Workers = [.. workers.Select(worker => OutcomeOf(worker, ended.Window))],
        };
    }

    private static WorkerOutcome OutcomeOf(WorkerRound worker, TimeSpan window) => new(
        worker.Worker.Name,
        worker.Worker.Server,
        worker.Worker.Store,
        worker.Worker.Actors,
        worker.Stats.Committed,
        worker.Stats.Operations,
        worker.Stats.Cpu,
        worker.Stats.Compiling,
        IdleOf(worker, window),
        worker.Worker.Machine)
    {
        Dispatchers = worker.Stats.Dispatchers,
    };

    // A worker without a grant in the round does not know its window. The other workers are asked shortly after its
    // end.
    private static TimeSpan IdleOf(WorkerRound worker, TimeSpan window)
    {
        var all = window * worker.Worker.Actors;
        return worker.Stats.Idle < all ? worker.Stats.Idle : all;
    }

    private static double ImbalanceOf(IReadOnlyList<WorkerRound> workers)
    {
        var committed = workers.Sum(worker => worker.Stats.Committed);
        var actors = workers.Sum(worker => worker.Worker.Actors);
        return committed == 0
            ? 1
            : workers.Max(worker => (double)worker.Stats.Committed / worker.Worker.Actors) * actors / committed;
    }
}
