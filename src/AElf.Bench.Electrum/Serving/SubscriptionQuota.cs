namespace AElf.Bench.Electrum.Serving;

/// <summary>How many subscriptions all sessions together may have, and have; any thread may ask.</summary>
/// <param name="max">The most.</param>
internal sealed class SubscriptionQuota(int max)
{
    private int taken;

    /// <summary>The most.</summary>
    public int Max => max;

    /// <summary>Takes one, if there is one.</summary>
    public bool TryTake()
    {
        if (Interlocked.Increment(ref taken) <= max)
        {
            return true;
        }

        Return(1);
        return false;
    }

    /// <summary>Gives back those of a session that it has no more.</summary>
    public void Return(int count) => Interlocked.Add(ref taken, -count);
}
