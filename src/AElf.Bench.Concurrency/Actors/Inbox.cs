namespace AElf.Bench.Concurrency.Actors;

/// <summary>A queue to a host's thread: any thread adds, the host's takes everything at once.</summary>
internal sealed class Inbox<T>
{
    // An object and not a Lock: the host waits on it.
    private readonly object gate = new();
    private List<T> waiting = [];
    private List<T> taken = [];
    private bool urgent;
    private int wakeAt = int.MaxValue;

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

    public void Add(T item)
    {
        lock (gate)
        {
            waiting.Add(item);
            WakeWhenDue();
        }
    }

    /// <summary>
    /// Adds several; with <paramref name="isUrgent"/> the reader wakes at once, however few they are.
    /// </summary>
    public void Add(List<T> items, bool isUrgent)
    {
        lock (gate)
        {
            waiting.AddRange(items);
            urgent |= isUrgent;
            WakeWhenDue();
        }
    }

    /// <summary>
    /// Waits until something urgent or <paramref name="wakeCount"/> items are there, or the time is over, and takes
    /// all; it may return earlier.
    /// </summary>
    /// <returns>The items in the order they came; the list lives until the next call.</returns>
    public IReadOnlyList<T> TakeAll(TimeSpan atMost, int wakeCount = 1)
    {
        lock (gate)
        {
            wakeAt = wakeCount;
            if (!urgent && waiting.Count < wakeAt && atMost != TimeSpan.Zero)
            {
                MonitorWait.AtMost(gate, atMost);
            }

            wakeAt = int.MaxValue;
            urgent = false;
            taken.Clear();
            (waiting, taken) = (taken, waiting);
            return taken;
        }
    }

    private void WakeWhenDue()
    {
        if (urgent || waiting.Count >= wakeAt)
        {
            Monitor.Pulse(gate);
        }
    }
}
