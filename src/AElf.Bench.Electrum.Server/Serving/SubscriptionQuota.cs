namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>The current and the maximum number of subscriptions of all sessions. Any thread may call it.</summary>
internal sealed class SubscriptionQuota(int max)
{
    private int taken;

    /// <summary>Maximum of subscriptions of all sessions.</summary>
    public int Max => max;

    /// <summary>Takes a subscription; false if the maximum is reached.</summary>
    public bool TryTake()
    {
        if (Interlocked.Increment(ref taken) <= max)
        {
            return true;
        }

        Return(1);
        return false;
    }

    /// <summary>Returns subscriptions that a session has ended.</summary>
    public void Return(int count) => Interlocked.Add(ref taken, -count);
}
