namespace AElf.Bench.Operations.Scenarios;

/// <summary>Offset of another machine's clock, by the round trip that measured it best.</summary>
public sealed class ClockOffset
{
    /// <summary>The shortest round trip so far: the offset may be wrong by half of it.</summary>
    public TimeSpan RoundTrip { get; private set; } = TimeSpan.MaxValue;

    /// <summary>How much the other clock is ahead.</summary>
    public TimeSpan Ahead { get; private set; }

    /// <summary>
    /// Takes a sample if its round trip is the shortest: the other clock was read between sending and receiving, so the
    /// shorter that took, the better the time is known (RFC 5905, 8 and 10: the offset of the sample with the least
    /// delay).
    /// </summary>
    /// <param name="sent">This machine's clock when the other was asked.</param>
    /// <param name="roundTrip">Time until the answer.</param>
    /// <param name="there">The other clock's answer.</param>
    public void Take(DateTimeOffset sent, TimeSpan roundTrip, DateTimeOffset there)
    {
        if (roundTrip < RoundTrip)
        {
            (RoundTrip, Ahead) = (roundTrip, there - (sent + (roundTrip / 2)));
        }
    }
}
