using System.Diagnostics;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>Named timers for one thread. The thread asks for expired timers.</summary>
internal sealed class TimerQueue
{
    private readonly Dictionary<ManagerTimer, long> set = [];
    private readonly PriorityQueue<(ManagerTimer Timer, long Number), long> due = new();
    private long last;

    /// <summary>Time until the next timer expires, at most <paramref name="atMost"/>.</summary>
    public TimeSpan UntilNext(TimeSpan atMost)
    {
        if (!due.TryPeek(out _, out var at))
        {
            return atMost;
        }

        var left = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), at);
        return TimeSpan.FromTicks(Math.Clamp(left.Ticks, 0, atMost.Ticks));
    }

    /// <summary>Sets a timer; replaces a timer with the same name.</summary>
    public void Set(ManagerTimer timer, TimeSpan after)
    {
        set[timer] = ++last;
        due.Enqueue((timer, last), Stopwatch.GetTimestamp() + StopwatchTicks.From(after));
    }

    public void Cancel(ManagerTimer timer) => set.Remove(timer);

    public void Clear()
    {
        set.Clear();
        due.Clear();
    }

    /// <summary>
    /// Takes a timer that had expired at a moment, in <see cref="System.Diagnostics.Stopwatch"/> ticks; false without
    /// one.
    /// </summary>
    public bool TryTake(long moment, out ManagerTimer timer)
    {
        while (due.TryPeek(out var next, out var at) && at <= moment)
        {
            due.Dequeue();
            if (set.TryGetValue(next.Timer, out var number) && number == next.Number)
            {
                set.Remove(next.Timer);
                timer = next.Timer;
                return true;
            }
        }

        timer = default;
        return false;
    }
}

/// <summary>
/// Detects a stall of a loop, caused by work or by a busy machine. After a stall, missing heartbeats do not prove that
/// a peer is dead.
/// </summary>
/// <param name="interval">
/// Delay of a turn that counts as a stall, and the time after a stall in which silence is not judged.
/// </param>
internal sealed class StallDetector(TimeSpan interval)
{
    private long expected = long.MaxValue;
    private long until = long.MinValue;

    /// <summary>Notes the beginning of a turn.</summary>
    /// <param name="moment">Now, in ticks of <see cref="Stopwatch"/>.</param>
    /// <param name="sleep">Maximum waiting time of the turn.</param>
    public void Note(long moment, TimeSpan sleep)
    {
        if (moment > expected)
        {
            until = moment + StopwatchTicks.From(interval);
        }

        expected = moment + StopwatchTicks.From(sleep + interval);
    }

    /// <summary>Whether the loop was stalled less than an interval ago.</summary>
    public bool WasLately(long moment) => moment < until;
}
