using System.Diagnostics;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Stores;
using AElf.Bench.Transfers.Execution;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>What the manager's thread tells the executor of a round, and the executor waits for.</summary>
/// <param name="plan">The block.</param>
internal sealed class ClusterRound(RoundPlan plan)
{
    // An object and not a Lock: the executor waits on it.
    private readonly object gate = new();
    private readonly FaultNotes faults = new();
    private readonly List<Grant> reassigned = [];
    private readonly Dictionary<long, List<Grant>> grantsOf = [];
    private readonly Dictionary<long, long> acceptedOf = [];

    // The incarnation each group was last granted to.
    private readonly long[] holders = new long[plan.Groups.Count];
    private long openedAt;
    private long accepted;
    private TimeSpan? window;

    /// <summary>First job to be posted until all were, or waited for credit.</summary>
    public TimeSpan Routing { get; private set; }

    /// <summary>Why the round has failed; null while it has not.</summary>
    public string? Failure { get; private set; }

    /// <summary>Whether the store lost or spoilt an account.</summary>
    public bool StoreLostData { get; private set; }

    /// <summary>Groups granted again, in the order given.</summary>
    public IReadOnlyList<Grant> Reassigned => reassigned;

    /// <summary>Faults met.</summary>
    public FaultNotes Faults => faults;

    /// <summary>Transfers of groups whose Done was accepted: what a lost worker cannot take back.</summary>
    public long Accepted => Volatile.Read(ref accepted);

    /// <summary>Transfers committed: those accepted, and what workers that are still there say they have beyond that.</summary>
    /// <param name="samples">Each worker's incarnation, and the transfers of the round it has committed.</param>
    public long CommittedWith(IEnumerable<(long Incarnation, long Committed)> samples)
    {
        lock (gate)
        {
            var inFlight = samples.Sum(sample => Math.Max(0, sample.Committed - acceptedOf.GetValueOrDefault(sample.Incarnation)));

            // Of a worker that was lost and came back, transfers may be counted that another has made meanwhile.
            return Math.Min(accepted + inFlight, plan.Block.Count);
        }
    }

    /// <summary>Since the window was opened.</summary>
    public TimeSpan Elapsed => openedAt == 0 ? TimeSpan.Zero : Stopwatch.GetElapsedTime(Volatile.Read(ref openedAt));

    /// <summary>First job posted to last group done; null while it is not, or has failed.</summary>
    public TimeSpan? Window
    {
        get
        {
            lock (gate)
            {
                return window;
            }
        }
    }

    /// <summary>The window opens.</summary>
    public void Open() => Volatile.Write(ref openedAt, Stopwatch.GetTimestamp());

    /// <summary>The jobs are on their way.</summary>
    public void Routed() => Routing = Elapsed;

    /// <summary>Takes note of what the manager does.</summary>
    public void OnEffect(ManagerEffect effect)
    {
        lock (gate)
        {
            switch (effect)
            {
                case ManagerEffect.Append(_, LogRecord.Granted granted):
                    Remember(granted);
                    break;
                case ManagerEffect.Append(_, LogRecord.Done done) when done.Block == plan.BlockNumber:
                    foreach (var attempt in done.Attempts)
                    {
                        Accept(attempt.Group);
                    }

                    break;
                case ManagerEffect.Joined(var worker) when openedAt != 0 && !IsOver:
                    faults.Add(Elapsed, "joined", $"worker {worker.Name} joined in mid-round");
                    break;
                case ManagerEffect.Lost(var worker, var reason) when openedAt != 0 && !IsOver:
                    faults.Add(Elapsed, "worker", $"worker {worker.Name} was lost: {reason}");
                    break;
                case ManagerEffect.AttemptFailed(_, var lost):
                    faults.Add(Elapsed, lost);
                    break;
                case ManagerEffect.Reassigned(var work):
                    reassigned.Add(work);
                    break;
                case ManagerEffect.BlockDone(var block) when block == plan.BlockNumber && !IsOver:
                    window = Elapsed;
                    Monitor.PulseAll(gate);
                    break;
                case ManagerEffect.RunFailed(var reason, var storeLostData) when !IsOver:
                    Failure = reason;
                    StoreLostData = storeLostData;
                    Monitor.PulseAll(gate);
                    break;
                default:
                    break;
            }
        }
    }

    /// <summary>Waits for the end of the round; false when the time is over before.</summary>
    public bool WaitForEnd(TimeSpan atMost)
    {
        lock (gate)
        {
            if (!IsOver && atMost > TimeSpan.Zero)
            {
                MonitorWait.AtMost(gate, atMost);
            }

            return IsOver;
        }
    }

    /// <summary>Most operations that workers may have asked for without having told of them.</summary>
    /// <param name="reported">The incarnations that told theirs.</param>
    public OperationCounts UnreportedUpperBound(IReadOnlySet<long> reported)
    {
        lock (gate)
        {
            return grantsOf.Where(worker => !reported.Contains(worker.Key)).SelectMany(worker => worker.Value).Aggregate(
                default(OperationCounts), (sum, work) => sum + UpperBoundOf(work));
        }
    }

    private bool IsOver => window is not null || Failure is not null;

    private void Remember(LogRecord.Granted granted)
    {
        if (!grantsOf.TryGetValue(granted.Incarnation, out var grants))
        {
            grantsOf[granted.Incarnation] = grants = [];
        }

        grants.Add(granted.Work);
        foreach (var group in granted.Work.Job >= 0 ? plan.Jobs[granted.Work.Job] : [granted.Work.Group])
        {
            holders[group] = granted.Incarnation;
        }
    }

    private void Accept(int group)
    {
        var size = plan.Groups.SizeOf(group);
        Volatile.Write(ref accepted, accepted + size);
        acceptedOf[holders[group]] = acceptedOf.GetValueOrDefault(holders[group]) + size;
    }

    // A transfer is at most 2 reads and 2 writes, an account at most one more of each when it is copied, and a group has at most two accounts a transfer.
    private OperationCounts UpperBoundOf(Grant work)
    {
        var transfers = work.Job >= 0 ? plan.Jobs.WeightOf(work.Job) : 2L * plan.Groups.SizeOf(work.Group);
        return new OperationCounts(2 * transfers, 2 * transfers, transfers, transfers, 2 * transfers, 2 * transfers);
    }
}
