using System.Diagnostics;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>How long each phase took.</summary>
internal sealed class PhaseClock
{
    private readonly Dictionary<RunPhase, TimeSpan> spent = [];

    public void Add(RunPhase phase, TimeSpan time) => spent[phase] = spent.GetValueOrDefault(phase) + time;

    public void Time(RunPhase phase, Action action) => Time(phase, () =>
    {
        action();
        return 0;
    });

    public T Time<T>(RunPhase phase, Func<T> action)
    {
        var start = Stopwatch.GetTimestamp();
        try
        {
            return action();
        }
        finally
        {
            Add(phase, Stopwatch.GetElapsedTime(start));
        }
    }

    public PhaseReport Report() => new(
        Milliseconds(RunPhase.Prepare),
        Milliseconds(RunPhase.Seed),
        Milliseconds(RunPhase.WarmUp),
        Milliseconds(RunPhase.Measure),
        Milliseconds(RunPhase.Ceiling),
        Milliseconds(RunPhase.Audit),
        Milliseconds(RunPhase.Cleanup));

    private double Milliseconds(RunPhase phase) => spent.GetValueOrDefault(phase).TotalMilliseconds;
}
