using AElf.Bench.Core.Metrics;

namespace AElf.Bench.Core.Actors;

/// <summary>
/// The lanes of a pump in an open loop. A lane starts its next item when the item is due and the previous item of the
/// unit is done. Latency counts from the due time, so that it includes the wait for a slow store (Gil Tene's
/// coordinated omission).
/// </summary>
/// <typeparam name="TLane">The workload's lane.</typeparam>
/// <param name="clock">The pump's clock.</param>
public sealed class PacedLanes<TLane>(TimeProvider clock)
    where TLane : Lane
{
    // The dispatcher checks for orders between two waits.
    private static readonly TimeSpan MaxWait = TimeSpan.FromMilliseconds(1);

    private readonly PriorityQueue<TLane, long> waiting = new();
    private readonly double nanosecondsPerTick = 1e9 / clock.TimestampFrequency;

    public ArrivalStats Stats { get; } = new();

    /// <summary>Time without jobs in flight because no item was due.</summary>
    public TimeSpan Waited { get; private set; }

    /// <summary>
    /// Whether a lane has to wait before it starts an item. If so, <see cref="TryTake"/> returns the lane when the item
    /// is due.
    /// </summary>
    /// <param name="index">The item's number in the round.</param>
    /// <param name="now">In ticks of the clock.</param>
    public bool Holds(TLane lane, long index, long now)
    {
        lane.Due = lane.Arrivals!.DueOf(index);
        lane.WaitsForTime = lane.Due > now;
        if (lane.WaitsForTime)
        {
            waiting.Enqueue(lane, lane.Due);
        }

        return lane.WaitsForTime;
    }

    /// <summary>Takes the next lane whose item is due; false if no item is due.</summary>
    public bool TryTake(long now, out TLane lane)
    {
        if (!waiting.TryPeek(out lane!, out var due) || due > now)
        {
            return false;
        }

        waiting.Dequeue();
        lane.WaitsForTime = false;
        return true;
    }

    /// <summary>The longest wait for replies: until the next item is due, at most 1 ms.</summary>
    public TimeSpan WaitAt(long now) =>
        waiting.TryPeek(out _, out var due) && clock.GetElapsedTime(now, due) is var left && left < MaxWait
            ? left
            : MaxWait;

    /// <summary>Adds a wait without jobs in flight to <see cref="Waited"/>.</summary>
    /// <param name="since">When the wait began, in ticks of the clock.</param>
    public void CountWait(long since) => Waited += clock.GetElapsedTime(since);

    /// <summary>Records the latency of items that a lane has completed.</summary>
    public void Record(TLane lane, in ItemTime done)
    {
        var (due, startedAt, endedAt, count, _) = done;
        for (var item = 0; item < count; item++)
        {
            Stats.Record(
                (long)((endedAt - due) * nanosecondsPerTick), (long)((startedAt - due) * nanosecondsPerTick));
        }

        Stats.Extend(clock.GetElapsedTime(lane.Arrivals!.OpenedAt, endedAt));
    }

    public void Clear()
    {
        foreach (var (lane, _) in waiting.UnorderedItems)
        {
            lane.WaitsForTime = false;
        }

        waiting.Clear();
    }
}
