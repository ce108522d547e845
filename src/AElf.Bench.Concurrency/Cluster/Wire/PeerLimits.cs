namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// What the peers of a listener may do. A peer is a stranger until <see cref="IMessageChannel.Admit"/>: what it sends
/// takes room before anybody knows whether it is one of ours. Shared by all connections of the listener's path.
/// </summary>
public sealed class PeerLimits
{
    /// <summary>Most bytes of a message of a stranger.</summary>
    public int MaxStrangerBytes { get; init; } = FrameConnection.MaxMessageBytes;

    /// <summary>Most bytes of a message of a peer that was admitted.</summary>
    public int MaxPeerBytes { get; init; } = FrameConnection.MaxMessageBytes;

    /// <summary>
    /// How long a stranger may take to be admitted, or to send another 64 KiB of a message that is under way.
    /// </summary>
    public TimeSpan StrangerDeadline { get; init; } = Timeout.InfiniteTimeSpan;

    /// <summary>
    /// Large messages are decoded one at a time: as objects they take several times the room they take as bytes.
    /// Null where there is one peer.
    /// </summary>
    internal SemaphoreSlim? Large { get; private init; }

    /// <summary>A worker's connection to a manager: it says who it is first, and never anything large.</summary>
    public static PeerLimits OfWorkers(TimeSpan strangerDeadline) => new()
    {
        MaxStrangerBytes = 64 << 10,
        MaxPeerBytes = FrameCodec.MaxWorkerBytes,
        StrangerDeadline = strangerDeadline,
        Large = new SemaphoreSlim(1),
    };

    /// <summary>A benchmark's connection to a manager: its first message may bring a load along.</summary>
    public static PeerLimits OfBenchmarks(TimeSpan strangerDeadline) => new()
    {
        MaxPeerBytes = 64 << 10,
        StrangerDeadline = strangerDeadline,
        Large = new SemaphoreSlim(1),
    };
}
