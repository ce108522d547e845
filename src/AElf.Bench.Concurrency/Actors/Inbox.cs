namespace AElf.Bench.Concurrency.Actors;

/// <summary>What waits for a host's thread: anybody adds, the thread takes all at once.</summary>
internal sealed class Inbox<T>
{
    // An object and not a Lock: the host waits on it.
    private readonly object gate = new();
    private List<T> waiting = [];
    private List<T> taken = [];
    private bool urgent;
    private int wakeAt = int.MaxValue;

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
            WakeWhenDue();
        }
    }

    /// <summary>Adds several; what is urgent is taken at once, however few they are.</summary>
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
    /// Waits until something urgent or <paramref name="wakeCount"/> are there or the time is over, or for less, and
    /// takes all of it.
    /// </summary>
    /// <returns>In the order it came; the list lives until the next call.</returns>
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
