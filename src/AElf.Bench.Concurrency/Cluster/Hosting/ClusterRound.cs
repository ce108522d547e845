using System.Buffers;
using System.Diagnostics;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>A round that the executor waits for. The manager's thread updates it.</summary>
internal sealed class ClusterRound(long number, RunMembers members)
{
    // An object, not a Lock: the executor waits on it.
    private readonly object gate = new();
    private readonly List<Grant> reassigned = [];
    private long openedAt;
    private TimeSpan? window;

    /// <summary>Time from the first posted job until all jobs were posted or waited for credit.</summary>
    public TimeSpan Routing { get; private set; }

    /// <summary>Why the round has failed; null if it has not.</summary>
    public Problem? Failure { get; private set; }

    /// <summary>Whether the store lost or damaged data.</summary>
    public bool StoreLostData { get; private set; }

    /// <summary>Units granted again, in order.</summary>
    public IReadOnlyList<Grant> Reassigned => reassigned;

    public FaultNotes Faults { get; } = new();

    /// <summary>The measurements of the round; null until complete.</summary>
    public ManagerEffect.RoundMeasured? Result { get; private set; }

    /// <summary>Whether the round may be handed over.</summary>
    public bool IsReady { get; private set; }

    /// <summary>Time since the window opened; zero before.</summary>
    public TimeSpan Elapsed => openedAt == 0 ? TimeSpan.Zero : Stopwatch.GetElapsedTime(Volatile.Read(ref openedAt));

    /// <summary>
    /// Time from the start of the window to the last finished unit, or to the failure; before either, to now.
    /// </summary>
    public TimeSpan Window => window ?? Elapsed;

    public bool IsRunning => openedAt != 0 && window is null;

    public void Open() => Volatile.Write(ref openedAt, Stopwatch.GetTimestamp());

    /// <summary>Ends <see cref="Routing"/>: all jobs are posted.</summary>
    public void Routed() => Routing = Elapsed;

    public void On(ManagerEffect effect)
    {
        lock (gate)
        {
            switch (effect)
            {
                case ManagerEffect.Joined(var joined) when !members.Has(joined):
                case ManagerEffect.Lost(var idle, _) when !members.Has(idle):
                    break;
                case ManagerEffect.Joined(var worker) when IsRunning:
                    Faults.Add(Elapsed, "joined", $"worker {worker.Name} joined during the round");
                    break;
                case ManagerEffect.Lost(var worker, var reason) when IsRunning:
                    Faults.Add(Elapsed, "worker", $"worker {worker.Name} was lost: {reason}");
                    break;
                case ManagerEffect.Lost(var worker, var reason) when openedAt == 0 && Result is null:
                    Faults.Add(
                        TimeSpan.Zero, "worker", $"worker {worker.Name} was lost before the round began: {reason}");
                    break;
                case ManagerEffect.AttemptFailed(_, var failure):
                    Faults.Add(Elapsed, failure);
                    break;
                case ManagerEffect.Reassigned(var grant, _, _):
                    reassigned.Add(grant);
                    break;
                case ManagerEffect.RoundDone(var done) when done == number:
                    window ??= Elapsed;
                    break;
                case ManagerEffect.RunFailed(var reason, var storeLostData):
                    window ??= Elapsed;
                    Failure ??= reason;
                    StoreLostData |= storeLostData;
                    break;
                case ManagerEffect.RunReady:
                    IsReady = true;
                    Monitor.PulseAll(gate);
                    break;
                case ManagerEffect.RoundMeasured measured:
                    Result = measured;
                    Monitor.PulseAll(gate);
                    break;
                default:
                    break;
            }
        }
    }

    /// <summary>Waits until the round is measured; false if the time is over first.</summary>
    public bool WaitForResult(TimeSpan atMost) => WaitFor(() => Result is not null, atMost);

    /// <summary>
    /// Waits until the round may be handed over or the run has ended; false if the time is over first.
    /// </summary>
    public bool WaitUntilReady(TimeSpan atMost) => WaitFor(() => IsReady || Result is not null, atMost);

    private bool WaitFor(Func<bool> condition, TimeSpan atMost)
    {
        lock (gate)
        {
            if (!condition() && atMost > TimeSpan.Zero)
            {
                MonitorWait.AtMost(gate, atMost);
            }

            return condition();
        }
    }
}

/// <summary>A round that measures the time for encoding its grants, because a core has no clock.</summary>
internal sealed class TimedRound(IRound round, FrameTraffic traffic) : IRound
{
    public long Number => round.Number;

    public Jobs Jobs => round.Jobs;

    public RoundManifest Manifest => round.Manifest;

    public int WeightOf(int unit) => round.WeightOf(unit);

    public int AnchorOf(int unit) => round.AnchorOf(unit);

    public void Accept(Attempt attempt) => round.Accept(attempt);

    public void Encode(in Grant grant, IBufferWriter<byte> work)
    {
        var since = Stopwatch.GetTimestamp();
        round.Encode(grant, work);
        traffic.Code(since);
    }

    public (int Unit, string? Item) Locate(in Grant grant, in LanePosition position) => round.Locate(grant, position);

    public OperationCounts MaxOperationsOf(in Grant grant) => round.MaxOperationsOf(grant);
}

/// <summary>Progress of the rounds. The manager's thread writes it, any thread reads it.</summary>
internal sealed class SeenProgress
{
    private volatile Seen seen = new(default, Highest: 0, Gained: 0);

    public ExecutorSnapshot Latest => seen.Latest;

    /// <summary>
    /// Committed items that this manager has seen, in all rounds. It only rises: items of a lost worker stay counted,
    /// and are not counted twice. Items in the log of another manager are not counted.
    /// </summary>
    public long Gained => seen.Gained;

    /// <summary>Begins a round, with its progress from the log.</summary>
    public void Begin(in ExecutorSnapshot snapshot) => seen = new Seen(snapshot, snapshot.Committed, Gained);

    public void Tell(in ExecutorSnapshot snapshot)
    {
        var highest = Math.Max(seen.Highest, snapshot.Committed);
        seen = new Seen(snapshot, highest, Gained + highest - seen.Highest);
    }

    private sealed record Seen(ExecutorSnapshot Latest, long Highest, long Gained);
}
