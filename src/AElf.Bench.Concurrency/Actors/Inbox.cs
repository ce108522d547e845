namespace AElf.Bench.Concurrency.Actors;

/// <summary>A queue for a host's thread: any thread adds, and the host takes all items at once.</summary>
internal sealed class Inbox<T>
{
    // An object, not a Lock: the host waits on it.
    private readonly object gate = new();
    private List<T> waiting = [];
    private List<T> taken = [];
    private bool urgent;
    private int wakeAt = int.MaxValue;

    public void Add(T item)
    {
        lock (gate)
        {
            waiting.Add(item);
            WakeWhenDue();
        }
    }

    /// <summary>
    /// Adds several items. With <paramref name="isUrgent"/> the reader wakes at once, for any number of items.
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
    /// Waits for an urgent item, for <paramref name="wakeCount"/> items or until the time is over, and takes all items.
    /// It may return earlier.
    /// </summary>
    /// <returns>The items in order of arrival; the list is valid until the next call.</returns>
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
