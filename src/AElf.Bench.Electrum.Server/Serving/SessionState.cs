using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>The state of a session: its protocol version, its subscriptions and its limits.</summary>
internal sealed class SessionState(ServerState server) : IDisposable
{
    private ClientHistories? histories;

    /// <exception cref="RpcException">The index is not ready.</exception>
    public ServedIndex Index => server.Index;

    public ServerLimits Limits => server.Limits;

    /// <summary>The subscription to the last block; its subject is the name of the method.</summary>
    public Subscriptions<string, bool> Headers { get; } = new();

    /// <summary>The subscriptions to scripts, each with its status; null without a transaction.</summary>
    public Subscriptions<Hash256, Hash256?> Scripts { get; } = new(RandomizedHashes.Comparer);

    public Subscriptions<Outpoint, WatchedOutpoint> Outpoints { get; } = new();

    /// <summary>The histories for this client, cached as by the engine's server.</summary>
    public ClientHistories Histories => histories ??= Index.OpenHistories();

    /// <summary>Reads of the index for this session.</summary>
    public IndexCosts Costs { get; } = new();

    public CostBudget Budget { get; } = new(server.Limits, server.Clock);

    /// <summary>The negotiated version; the oldest one before the negotiation.</summary>
    public Version Version { get; set; } = ProtocolVersion.V14;

    public bool HasNegotiated { get; set; }

    /// <summary>Whether it has sent a request.</summary>
    public bool HasAsked { get; set; }

    /// <summary>Number of answered requests, except requests before the index was ready.</summary>
    public long Answered { get; set; }

    /// <summary>Subscribes to a script; returns its status.</summary>
    /// <exception cref="RpcException">
    /// The session, or all sessions together, have their maximum of subscriptions.
    /// </exception>
    public Hash256? Subscribe(Hash256 script)
    {
        EnsureMaySubscribe(Scripts.Has(script));

        // The status cannot change before it is added: a request has one view of the index.
        var status = Index.Status(script, Histories, Costs);
        Scripts.Add(script, status);
        return status;
    }

    /// <summary>Subscribes to an output.</summary>
    /// <exception cref="RpcException">
    /// The session, or all sessions together, have their maximum of subscriptions.
    /// </exception>
    public void Subscribe(Outpoint outpoint, WatchedOutpoint watched)
    {
        EnsureMaySubscribe(Outpoints.Has(outpoint));
        Outpoints.Add(outpoint, watched);
    }

    /// <summary>Ends a subscription.</summary>
    /// <returns>Whether it was subscribed.</returns>
    public bool Unsubscribe(Hash256 script)
    {
        Histories.Forget(script);
        return Return(Scripts.Remove(script));
    }

    /// <inheritdoc cref="Unsubscribe(Hash256)"/>
    public bool Unsubscribe(Outpoint outpoint) => Return(Outpoints.Remove(outpoint));

    /// <summary>Records a change; called by the changing thread.</summary>
    /// <returns>Whether the session has subscribed to a part of the change.</returns>
    public bool OnChange(IndexChangedEventArgs change)
    {
        foreach (var script in change.Scripts)
        {
            histories?.Forget(script);
        }

        return change.IsDone
            && ((change.IsTipChanged && Headers.OnChange([ElectrumMethods.HeadersSubscribe]))
                | Scripts.OnChange(change.Scripts)
                | Outpoints.OnChange(each => change.Scripts.Contains(each.Script)));
    }

    public void Dispose() => server.Unsubscribe(Count);

    private int Count => Scripts.Count + Outpoints.Count;

    private bool Return(bool isRemoved)
    {
        server.Unsubscribe(isRemoved ? 1 : 0);
        return isRemoved;
    }

    private void EnsureMaySubscribe(bool hasSubscribed)
    {
        if (hasSubscribed)
        {
            return;
        }

        if (Count >= Limits.MaxSubscriptions)
        {
            throw new RpcException(
                RpcException.ExcessiveUse, $"the session has its maximum of {Count} subscriptions");
        }

        if (!server.TrySubscribe())
        {
            throw new RpcException(
                RpcException.ExcessiveUse,
                $"the sessions of the server have their maximum of {Limits.MaxTotalSubscriptions} subscriptions");
        }
    }
}
