namespace AElf.Bench.Electrum.Server.Following;

/// <summary>
/// Caches an answer of a node for some seconds, so that a client's request does not always cause a node call. While the
/// node cannot be called, the old answer stays. Any thread may call it.
/// </summary>
internal sealed class KeptAnswer<T>(Func<T> ask, TimeProvider clock)
{
    private static readonly TimeSpan MaxAge = TimeSpan.FromSeconds(10);

    private Answer? last;

    /// <exception cref="IOException">The node cannot be called, and has never answered.</exception>
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
            // An old answer is better than an error.
        }

        return known.Value;
    }

    private sealed record Answer(T Value, long Since);
}
