using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Server.Protocol;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>A session's state: its client's name, its subscriptions and its limits.</summary>
/// <param name="clock">Times the costs of requests.</param>
/// <param name="all">The subscriptions of all sessions; null where it is the only one.</param>
internal sealed class SessionState(
    AwaitedIndex awaited, ServerLimits limits, TimeProvider clock, SubscriptionQuota? all = null) : IDisposable
{
    private readonly SubscriptionQuota all = all ?? new SubscriptionQuota(limits.MaxTotalSubscriptions);
    private ClientHistories? histories;

    /// <exception cref="RequestException">It is not ready.</exception>
    public ServedIndex Index => awaited.Index;

    public ServerLimits Limits => limits;
    public Subscriptions Subscriptions { get; } = new();

    /// <summary>Its cached histories, for requests with a view of the index.</summary>
    public ClientHistories Histories => histories ??= Index.OpenHistories();

    /// <summary>The reads of the index for it.</summary>
    public IndexCosts Costs { get; } = new();

    public CostBudget Budget { get; } = new(limits, clock);

    /// <summary>The version it speaks; the oldest until it names its versions.</summary>
    public ProtocolVersion Version { get; set; } = ProtocolVersion.V14;

    public bool HasNegotiated { get; set; }

    /// <summary>Whether it has sent a request.</summary>
    public bool HasAsked { get; set; }

    /// <summary>Its requests so far, without those that came before the index was ready.</summary>
    public long Answered { get; set; }

    /// <summary>Subscribes to a script.</summary>
    /// <exception cref="RequestException">It has, or all sessions have, as many subscriptions as they may.</exception>
    public ScriptState Subscribe(Hash256 script)
    {
        if (!Subscriptions.Has(script))
        {
            EnsureMaySubscribe();
        }

        // Nothing changes between the two: a request has one view of the index.
        var status = Index.Status(script, Histories, Costs);
        Subscriptions.Add(script, status);
        return status;
    }

    /// <summary>Ends a subscription.</summary>
    /// <returns>Whether there was one.</returns>
    public bool Unsubscribe(Hash256 script)
    {
        Histories.Forget(script);
        if (!Subscriptions.Remove(script))
        {
            return false;
        }

        all.Return(1);
        return true;
    }

    /// <summary>Notes a change; called by the thread that makes it.</summary>
    /// <returns>Whether it has subscribed to any of it.</returns>
    public bool OnChange(IndexChangedEventArgs change)
    {
        foreach (var script in change.Scripts)
        {
            histories?.Forget(script);
        }

        return change.IsDone && Subscriptions.OnChange(change);
    }

    public void Dispose() => all.Return(Subscriptions.Count);

    private void EnsureMaySubscribe()
    {
        if (Subscriptions.Count >= limits.MaxSubscriptions)
        {
            throw new RequestException(
                RequestException.ExcessiveUse,
                $"the session has {Subscriptions.Count} subscriptions, its limit");
        }

        if (!all.TryTake())
        {
            throw new RequestException(
                RequestException.ExcessiveUse,
                $"the server's sessions have {all.Max} subscriptions in total, their limit");
        }
    }
}
