namespace AElf.Bench.TestKit.Simulation;

/// <summary>A queue of future events, ordered by virtual milliseconds and then by the order of scheduling.</summary>
internal sealed class VirtualTime
{
    private readonly PriorityQueue<Action, (long At, long Order)> agenda = new();
    private long order;

    /// <summary>Virtual milliseconds since the start.</summary>
    public long Now { get; private set; }

    public long Happened { get; private set; }

    public void In(long milliseconds, Action action) => agenda.Enqueue(action, (Now + milliseconds, order++));

    /// <summary>Executes the next event; false if no event is left.</summary>
    public bool Step()
    {
        if (!agenda.TryDequeue(out var action, out var when))
        {
            return false;
        }

        Now = when.At;
        Happened++;
        action();
        return true;
    }
}

internal sealed class VirtualClock(VirtualTime time) : TimeProvider
{
    public override long TimestampFrequency => 1000;

    public override long GetTimestamp() => time.Now;
}
