using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Protocol;

namespace AElf.Bench.Electrum.Serving;

/// <summary>What a session has said and may do.</summary>
internal sealed class SessionState(ServedIndex index, ServerLimits limits, TimeProvider clock)
{
    /// <summary>What is served.</summary>
    public ServedIndex Index => index;

    /// <summary>What it may take.</summary>
    public ServerLimits Limits => limits;

    /// <summary>What it subscribed to.</summary>
    public Subscriptions Subscriptions { get; } = new();

    /// <summary>What the index read for it.</summary>
    public IndexCosts Costs { get; } = new();

    /// <summary>What it has left.</summary>
    public CostBudget Budget { get; } = new(limits, clock);

    /// <summary>The version it speaks; the oldest until it names others.</summary>
    public ProtocolVersion Version { get; set; } = ProtocolVersion.V14;

    /// <summary>Whether it named its versions.</summary>
    public bool HasNegotiated { get; set; }

    /// <summary>Requests that were answered.</summary>
    public long Answered { get; set; }
}
