namespace AElf.Bench.Harness.Network;

/// <summary>What a <see cref="TcpRelay"/> does to the bytes it forwards.</summary>
/// <param name="Delay">Added one way, in each direction: half of the round trip that is added.</param>
/// <param name="Jitter">Drawn evenly from zero to this for what was read at once, and added to the delay; bytes keep their order all the same.</param>
/// <param name="Seed">The seed of the jitter. Which draw meets which bytes depends on how TCP cuts them.</param>
public sealed record RelayOptions(TimeSpan Delay, TimeSpan Jitter = default, ulong Seed = 1)
{
    /// <summary>Bytes per second of the link, for all connections together, in each direction; null for no limit.</summary>
    public long? BytesPerSecond { get; init; }

    /// <summary>Most bytes under way in one direction of one connection; beyond it the sender is left waiting.</summary>
    public int MaxQueuedBytes { get; init; } = 8 << 20;
}

/// <summary>What a relay holds at a moment.</summary>
/// <param name="Connections">Connections that are open.</param>
/// <param name="Accepted">Connections taken since the start, refused ones not counted.</param>
/// <param name="QueuedBytes">Bytes read and not yet passed on.</param>
/// <param name="ForwardedBytes">Bytes passed on since the start.</param>
public sealed record RelaySnapshot(int Connections, long Accepted, long QueuedBytes, long ForwardedBytes);
