namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>How many subscriptions all sessions together may have, and have; any thread may ask.</summary>
internal sealed class SubscriptionQuota(int max)
{
    private int taken;

    /// <summary>The most subscriptions of all sessions together.</summary>
    public int Max => max;

    /// <summary>Takes a subscription; false when none is left.</summary>
    public bool TryTake()
    {
        if (Interlocked.Increment(ref taken) <= max)
        {
            return true;
        }

        Return(1);
        return false;
    }

    /// <summary>Gives back subscriptions that a session has no more.</summary>
    public void Return(int count) => Interlocked.Add(ref taken, -count);
}
