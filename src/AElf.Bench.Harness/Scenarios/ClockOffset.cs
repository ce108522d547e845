namespace AElf.Bench.Harness.Scenarios;

/// <summary>How far a clock elsewhere is from the one here, by the round trips that asked it.</summary>
public sealed class ClockOffset
{
    /// <summary>The shortest round trip so far: its half is what the offset may be wrong by.</summary>
    public TimeSpan RoundTrip { get; private set; } = TimeSpan.MaxValue;

    /// <summary>How much the clock there is ahead.</summary>
    public TimeSpan Ahead { get; private set; }

    /// <summary>
    /// Takes an answer: the clock there was read between sending and receiving, at a time that is the better known the
    /// shorter that took (RFC 5905, 8 and 10: the offset of the sample with the least delay).
    /// </summary>
    /// <param name="sent">The clock here when it was asked.</param>
    /// <param name="roundTrip">How long the answer took.</param>
    /// <param name="there">The clock there.</param>
    public void Take(DateTimeOffset sent, TimeSpan roundTrip, DateTimeOffset there)
    {
        if (roundTrip < RoundTrip)
        {
            (RoundTrip, Ahead) = (roundTrip, there - (sent + (roundTrip / 2)));
        }
    }
}
