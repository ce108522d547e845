namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>What waits for a host's thread: anybody adds, the thread takes all at once.</summary>
internal sealed class Inbox<T>
{
    // An object and not a Lock: the host waits on it.
    private readonly object gate = new();
    private List<T> waiting = [];
    private List<T> taken = [];

    /// <summary>How much waits.</summary>
    public int Count
    {
        get
        {
            lock (gate)
            {
                return waiting.Count;
            }
        }
    }

    /// <summary>Adds one.</summary>
    public void Add(T item)
    {
        lock (gate)
        {
            waiting.Add(item);
            if (waiting.Count == 1)
            {
                Monitor.Pulse(gate);
            }
        }
    }

    /// <summary>Waits until something is there or the time is over, or for less, and takes all of it.</summary>
    /// <returns>In the order it came; the list lives until the next call.</returns>
    public IReadOnlyList<T> TakeAll(TimeSpan atMost)
    {
        lock (gate)
        {
            if (waiting.Count == 0 && atMost != TimeSpan.Zero)
            {
                MonitorWait.AtMost(gate, atMost);
            }

            taken.Clear();
            (waiting, taken) = (taken, waiting);
            return taken;
        }
    }
}
