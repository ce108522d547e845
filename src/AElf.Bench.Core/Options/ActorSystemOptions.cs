namespace AElf.Bench.Core.Options;

/// <summary>What the hosts of actors are told about each other: the documented part of <c>actor.json</c> and the <c>.hocon</c> files.</summary>
public sealed record ActorSystemOptions
{
    /// <summary>Whether actors run in worker processes that join a manager, or all in this one.</summary>
    public bool IsCluster { get; init; }

    /// <summary>Where this process listens for the others: loopback unless <see cref="AllowPublicAddress"/>.</summary>
    public Endpoint Address { get; init; } = new("127.0.0.1", 32550);

    /// <summary>Whether <see cref="Address"/> may be reached from other machines.</summary>
    public bool AllowPublicAddress { get; init; }

    /// <summary>The managers a worker tries to join, in this order.</summary>
    public IReadOnlyList<Endpoint> Seeds { get; init; } = [];

    /// <summary>Time between two heartbeats to a peer.</summary>
    public TimeSpan HeartbeatInterval { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Silence after which a peer is held for dead; longer than <see cref="HeartbeatInterval"/>.</summary>
    public TimeSpan AcceptableHeartbeatPause { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>Most bytes of one message between processes.</summary>
    public int MaximumFrameBytes { get; init; } = 128_000;
}
