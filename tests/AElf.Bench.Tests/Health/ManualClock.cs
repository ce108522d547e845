namespace AElf.Bench.Tests.Health;

/// <summary>A clock that only a test advances.</summary>
internal sealed class ManualClock : TimeProvider
{
    private readonly List<Alarm> alarms = [];
    private long now;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => now;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        var alarm = new Alarm(this, () => callback(state));
        alarm.Change(dueTime, period);
        alarms.Add(alarm);
        return alarm;
    }

    /// <summary>Advances the time and fires the timers that are due then, each once.</summary>
    public void Advance(TimeSpan time)
    {
        now += time.Ticks;
        foreach (var due in alarms.FindAll(alarm => alarm.DueAt <= now))
        {
            due.Fire();
        }
    }

    private sealed class Alarm(ManualClock clock, Action ring) : ITimer
    {
        public long DueAt { get; private set; } = long.MaxValue;

        public void Fire()
        {
            DueAt = long.MaxValue;
            ring();
        }

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            DueAt = dueTime == Timeout.InfiniteTimeSpan ? long.MaxValue : clock.now + dueTime.Ticks;
            return true;
        }

        public void Dispose() => clock.alarms.Remove(this);

        public ValueTask DisposeAsync()
        {
            Dispose();
            return ValueTask.CompletedTask;
        }
    }
}
