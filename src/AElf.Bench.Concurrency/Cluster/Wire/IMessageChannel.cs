namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>Frames to and from one peer: over a socket, or in memory for tests.</summary>
public interface IMessageChannel : IAsyncDisposable
{
    /// <summary>Why it has ended, or is ending, in words for the user; null while it has not.</summary>
    string? EndReason { get; }

    /// <summary>
    /// Queues a message and returns at once; from any thread. Once the channel has ended, nothing happens.
    /// </summary>
    void Send(Message message);

    /// <summary>
    /// Sends the gathered messages of a channel that batches them; called when no further message follows at once.
    /// </summary>
    void Flush()
    {
        // A channel that sends at once has gathered nothing.
    }

    /// <summary>
    /// The next message; null when the channel has ended, see <see cref="EndReason"/>. One caller at a time.
    /// </summary>
    /// <exception cref="OperationCanceledException">Cancelled; this ends the channel.</exception>
    Task<Message?> ReceiveAsync(CancellationToken cancellation);

    /// <summary>Admits the peer: lifts the limits for unknown peers.</summary>
    void Admit()
    {
        // Only a channel that accepts unknown peers overrides this.
    }

    /// <summary>
    /// Ends the channel once what waits is sent, and tells the peer why. From any thread; only the first reason counts.
    /// </summary>
    void End(string reason);
}
