using System.Collections.Frozen;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// The limits for peers of a listener. A peer is unknown until <see cref="IMessageChannel.Admit"/>, so the memory for
/// its messages is limited. Shared by all connections of the listener's path.
/// </summary>
public sealed class PeerLimits
{
    /// <summary>Most bytes that may wait to be sent to a peer that was admitted; one message may always wait.</summary>
    public const int MaxQueuedBytes = 64 << 20;

    /// <summary>Most bytes of a message of a peer that was not admitted.</summary>
    public int MaxUnauthenticatedBytes { get; init; } = FrameCodec.MaxBytes;

    /// <summary>Most bytes of a message of a peer that was admitted.</summary>
    public int MaxPeerBytes { get; init; } = FrameCodec.MaxBytes;

    /// <summary>
    /// Most bytes that may wait to be sent to a peer that was not admitted and need not read; one message may always
    /// wait.
    /// </summary>
    public int MaxUnauthenticatedQueuedBytes { get; init; } = MaxQueuedBytes;

    /// <summary>Time-out for a peer to be admitted, or to send another 64 KiB of a message.</summary>
    public TimeSpan AdmissionDeadline { get; init; } = Timeout.InfiniteTimeSpan;

    /// <summary>The kinds of messages a peer may send; null for all.</summary>
    internal IReadOnlySet<Type>? Kinds { get; private init; }

    /// <summary>
    /// The limits of workers' connections to a manager: a worker identifies itself first, and never sends large
    /// messages.
    /// </summary>
    public static PeerLimits OfWorkers(TimeSpan admissionDeadline) => new()
    {
        MaxUnauthenticatedBytes = 64 << 10,
        MaxPeerBytes = FrameCodec.MaxWorkerBytes,
        MaxUnauthenticatedQueuedBytes = 64 << 10,
        Kinds = FrozenSet.Create(
            typeof(Message.Hello),
            typeof(Message.Heartbeat),
            typeof(Message.Done),
            typeof(Message.Failed),
            typeof(Message.Sample),
            typeof(Message.RoundResult)),
        AdmissionDeadline = admissionDeadline,
    };
}
