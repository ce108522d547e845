using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>
/// The state that all sessions of a server share: the index, the limits and the number of subscriptions. Sessions may
/// begin before the index is ready. Any thread may call it.
/// </summary>
/// <param name="progress">Returns the progress of an index that is not ready, in words.</param>
internal sealed class ServerState(Func<string> progress, ServerLimits limits, TimeProvider clock)
{
    private ServedIndex? index;
    private int subscriptions;

    /// <summary>The index; null until it is ready.</summary>
    public ServedIndex? IfReady => Volatile.Read(ref index);

    /// <exception cref="RpcException">The index is not ready; the message has its progress.</exception>
    public ServedIndex Index => IfReady ?? throw new RpcException(RpcException.NotReady, progress());

    public ServerLimits Limits => limits;
    public TimeProvider Clock => clock;

    /// <summary>Makes the index available to all sessions.</summary>
    public void Serve(ServedIndex ready) => Volatile.Write(ref index, ready);

    /// <summary>Counts a subscription; false if all sessions together have their maximum.</summary>
    public bool TrySubscribe()
    {
        if (Interlocked.Increment(ref subscriptions) <= limits.MaxTotalSubscriptions)
        {
            return true;
        }

        Unsubscribe(1);
        return false;
    }

    /// <summary>Uncounts subscriptions that a session has ended.</summary>
    public void Unsubscribe(int count) => Interlocked.Add(ref subscriptions, -count);
}
