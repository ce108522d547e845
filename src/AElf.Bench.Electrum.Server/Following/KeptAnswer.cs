namespace AElf.Bench.Electrum.Server.Following;

/// <summary>
/// An answer of a node that is kept for some seconds, so that clients cannot have it asked at each request, and for as
/// long as the node cannot be asked again. Any thread may ask.
/// </summary>
internal sealed class KeptAnswer<T>(Func<T> ask, TimeProvider clock)
{
    private static readonly TimeSpan MaxAge = TimeSpan.FromSeconds(10);

    private Answer? last;

    /// <exception cref="IOException">The node cannot be asked, and never answered.</exception>
    public T Get()
    {
        var known = Volatile.Read(ref last);
        if (known is not null && clock.GetElapsedTime(known.Since) < MaxAge)
        {
            return known.Value;
        }

        try
        {
            known = new Answer(ask(), clock.GetTimestamp());
            Volatile.Write(ref last, known);
        }
        catch (IOException) when (known is not null)
        {
            // The old answer is better than none.
        }

        return known.Value;
    }

    private sealed record Answer(T Value, long Since);
}
