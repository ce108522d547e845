using System.Diagnostics;
using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Reports the progress of a run, and times its phases. One thread runs the phases; any thread may take a snapshot.
/// </summary>
internal sealed class RunPhases(IRoundExecutor executor, WorkCounter? work, IRunProgress progress)
{
    private readonly Dictionary<RunPhase, TimeSpan> spent = [];
    private volatile RunPhase phase;
    private volatile int currentRound;
    private volatile int roundsOfPhase;
    private long committedBefore;

    /// <summary>Items committed before the current round.</summary>
    public long CommittedBefore
    {
        set => Volatile.Write(ref committedBefore, value);
    }

    public ProgressSnapshot Snapshot()
    {
        var seen = executor.Snapshot();
        return new ProgressSnapshot(
            phase,
            currentRound,
            roundsOfPhase,
            Volatile.Read(ref committedBefore) + seen.Committed,
            seen.DeepestMailbox,
            seen.OldestMessage.TotalMilliseconds)
        {
            Done = work?.Done ?? 0,
            Total = work?.Total ?? 0,
        };
    }

    /// <summary>Adds time spent before the run began.</summary>
    public void Add(RunPhase earlier, TimeSpan time) => spent[earlier] = spent.GetValueOrDefault(earlier) + time;

    /// <param name="next">The phase.</param>
    /// <param name="action">The work of the phase.</param>
    /// <param name="round">Number of the round, from 1; 0 outside rounds.</param>
    /// <param name="ofRounds">Rounds of this phase; 0 outside rounds.</param>
    public void Run(RunPhase next, Action action, int round = 0, int ofRounds = 0)
    {
        (phase, currentRound, roundsOfPhase) = (next, round, ofRounds);
        work?.Begin(0);
        progress.Enter(Snapshot());
        var start = Stopwatch.GetTimestamp();
        try
        {
            action();
        }
        finally
        {
            Add(next, Stopwatch.GetElapsedTime(start));
        }
    }

    public PhaseReport Report() => new(
        Milliseconds(RunPhase.Prepare),
        Milliseconds(RunPhase.Seed),
        Milliseconds(RunPhase.WarmUp),
        Milliseconds(RunPhase.Measure),
        Milliseconds(RunPhase.BareStore),
        Milliseconds(RunPhase.Audit),
        Milliseconds(RunPhase.Cleanup));

    private double Milliseconds(RunPhase of) => spent.GetValueOrDefault(of).TotalMilliseconds;
}
