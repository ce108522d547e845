namespace AElf.Bench.Tests.Health;

/// <summary>A clock that stands still until it is moved.</summary>
internal sealed class ManualClock : TimeProvider
{
    private long now;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => now;

    public void Advance(TimeSpan time) => now += time.Ticks;
}
