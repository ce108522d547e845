using System.Diagnostics;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>
/// Sums the time that an actor waits without jobs in flight. The actor starts and stops it; any thread may read it.
/// </summary>
internal sealed class IdleClock
{
    private readonly Lock gate = new();
    private long ticks;
    private long since;

    /// <summary>The time waited until now, including the current wait.</summary>
    public TimeSpan Total
    {
        get
        {
            lock (gate)
            {
                return Stopwatch.GetElapsedTime(0, ticks + (since == 0 ? 0 : Stopwatch.GetTimestamp() - since));
            }
        }
    }

    public void Start()
    {
        lock (gate)
        {
            since = Stopwatch.GetTimestamp();
        }
    }

    public void Stop()
    {
        lock (gate)
        {
            ticks += Stopwatch.GetTimestamp() - since;
            since = 0;
        }
    }
}
