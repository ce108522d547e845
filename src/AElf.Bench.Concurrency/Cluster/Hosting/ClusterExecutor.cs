using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>Runs rounds on the workers of a manager. One for each run; disposing it ends the run at the workers, and for good when it has begun.</summary>
public sealed class ClusterExecutor : ITransferExecutor
{
    private readonly ManagerHost host;
    private readonly ManagerOptions options;
    private readonly ManagerState state;
    private readonly StoreOptions store;
    private readonly TimeSpan slice;
    private IReadOnlyList<ClusterMember> known;

    /// <summary>Opens the run at the manager.</summary>
    /// <param name="host">The manager.</param>
    /// <param name="options">The run.</param>
    /// <param name="store">The store's time limits.</param>
    /// <param name="slice">The length of a sample.</param>
    /// <param name="log">The run's log, which the executor owns from now on.</param>
    /// <exception cref="LogException">The log is of another run.</exception>
    public ClusterExecutor(ManagerHost host, ManagerOptions options, StoreOptions store, TimeSpan slice, LogFile log)
    {
        ArgumentNullException.ThrowIfNull(host);
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(log);
        this.host = host;
        this.options = options;
        this.store = store;
        this.slice = slice;
        known = host.Members;
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

    /// <summary>Blocks that were begun by a manager before this one; they are handed over again, and those that are done answer at once.</summary>
    public int BlocksBegun => state.Blocks.Count;

    /// <summary>Jobs of the last of them: how groups are merged must not change within a run. Null when there are none.</summary>
    public int? JobsBegun => state.Blocks.Count == 0 ? null : state.Blocks.Values.Last().Manifest.Jobs;

    /// <summary>Whether a round was executed here.</summary>
    public bool HasBegun { get; private set; }

    /// <inheritdoc/>
    public RoundOutcome Execute(RoundPlan plan, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(plan);
        HasBegun = true;
        var round = new ClusterRound(plan);
        var slices = new SliceRecorder(slice);
        NoteWhoIsAway(round);
        host.Execute(plan, round);
        var givenUp = false;
        while (!round.WaitForEnd(slices.Due - round.Elapsed is { Ticks: > 0 } left ? left : TimeSpan.FromMilliseconds(1)))
        {
            if (round.Elapsed >= slices.Due)
            {
                var seen = host.Snapshot();
                slices.Cut(round.Elapsed, seen.Committed, seen);
            }

            if (cancellation.IsCancellationRequested && !givenUp)
            {
                givenUp = true;
                host.GiveUp("the run was interrupted");
            }
        }

        known = host.Members;
        return Conclude(plan, round, slices);
    }

    /// <inheritdoc/>
    public ExecutorSnapshot Snapshot() => host.Snapshot();

    /// <inheritdoc/>
    public void Dispose() => host.CloseRun();

    /// <summary>Who is lost while no round is executed costs no transfer, but the next round its share.</summary>
    private void NoteWhoIsAway(ClusterRound round)
    {
        var present = host.Members.Select(member => member.Incarnation).ToHashSet();
        foreach (var away in known.Where(member => !present.Contains(member.Incarnation)))
        {
            round.Faults.Add(TimeSpan.Zero, "worker", $"worker {away.Name} was lost between two rounds");
        }
    }

    private RoundOutcome Conclude(RoundPlan plan, ClusterRound round, SliceRecorder slices)
    {
        var window = round.Window ?? round.Elapsed;
        var atEnd = host.Snapshot();
        var committed = round.Failure is null ? plan.Block.Count : atEnd.Committed;
        slices.Cut(window, committed, atEnd);
        var answers = AskWorkers(plan, round);
        var latency = new LatencyHistogram();
        foreach (var (_, stats) in answers)
        {
            latency.Add(stats.Latency);
            foreach (var fault in stats.Faults)
            {
                round.Faults.Add(window, fault.Kind, fault.What, fault.Count);
            }
        }

        IReadOnlyList<Grant> before = state.Blocks.TryGetValue(plan.BlockNumber, out var history) ? history.Reassigned : [];
        return new RoundOutcome
        {
            Failure = round.Failure,
            StoreLostData = round.StoreLostData,
            Routing = round.Routing,
            Window = window,
            Committed = committed,
            Reassigned = [.. before, .. round.Reassigned],
            Retried = round.Reassigned.Sum(grant => (long)plan.Groups.SizeOf(grant.Group)),
            Faults = round.Faults.All,
            Slices = slices.Slices,
            Latency = latency,
            Operations = Sum(answers, stats => stats.Operations),
            FaultOperations = Sum(answers, stats => stats.FaultOperations),
            UnreportedUpperBound = round.UnreportedUpperBound(answers.Select(answer => answer.Worker.Incarnation).ToHashSet()),
            AllocatedBytes = answers.Sum(answer => answer.Stats.AllocatedBytes),
            Idle = answers.Aggregate(TimeSpan.Zero, (sum, answer) => sum + IdleOf(answer, window)),
            Imbalance = ImbalanceOf(answers),
            Workers = [.. answers.Select(answer => new WorkerOutcome(
                answer.Worker.Name,
                answer.Worker.Server,
                answer.Worker.Store,
                answer.Worker.Actors,
                answer.Stats.Committed,
                answer.Stats.Operations,
                answer.Stats.Cpu,
                answer.Stats.Compiling,
                IdleOf(answer, window)))],
        };
    }

    // A worker without a grant in the round knows nothing of its window; the others are asked a moment after its end.
    private static TimeSpan IdleOf((ClusterMember Worker, Frame.RoundStats Stats) answer, TimeSpan window)
    {
        var all = window * answer.Worker.Actors;
        return answer.Stats.Idle < all ? answer.Stats.Idle : all;
    }

    private IReadOnlyList<(ClusterMember Worker, Frame.RoundStats Stats)> AskWorkers(RoundPlan plan, ClusterRound round)
    {
        var request = new PendingStatsRequest(options.Run, round.Failure is null ? plan.BlockNumber : -1);
        host.RequestStats(request);

        // What is in flight ends by the store's time limit; void attempts of a store that is away end when its connection is given up.
        return request.Wait(store.Timeout + store.ReconnectDeadline + TimeSpan.FromSeconds(2));
    }

    private static double ImbalanceOf(IReadOnlyList<(ClusterMember Worker, Frame.RoundStats Stats)> answers)
    {
        var committed = answers.Sum(answer => answer.Stats.Committed);
        var actors = answers.Sum(answer => answer.Worker.Actors);
        return committed == 0 ? 1 : answers.Max(answer => (double)answer.Stats.Committed / answer.Worker.Actors) * actors / committed;
    }

    private static OperationCounts Sum(IEnumerable<(ClusterMember Worker, Frame.RoundStats Stats)> answers, Func<Frame.RoundStats, OperationCounts> counts) =>
        answers.Aggregate(default(OperationCounts), (sum, answer) => sum + counts(answer.Stats));
}
