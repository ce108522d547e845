namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>Frames to and from one peer, over a socket or in memory (for tests).</summary>
public interface IMessageChannel : IAsyncDisposable
{
    /// <summary>Why the channel has ended or is ending, in words for the user; null before that.</summary>
    string? EndReason { get; }

    /// <summary>
    /// Queues a message and returns at once; from any thread. After the end of the channel it does nothing.
    /// </summary>
    void Send(Message message);

    /// <summary>
    /// Sends the gathered messages of a channel that batches. Called when no other message follows at once.
    /// </summary>
    void Flush()
    {
        // A channel that sends at once has gathered no messages.
    }

    /// <summary>
    /// The next message; null after the end of the channel, see <see cref="EndReason"/>. One caller at a time.
    /// </summary>
    /// <exception cref="OperationCanceledException">Cancelled; this ends the channel.</exception>
    Task<Message?> ReceiveAsync(CancellationToken cancellation);

    /// <summary>Admits the peer: lifts the limits for unknown peers.</summary>
    void Admit()
    {
        // Only a channel that accepts unknown peers overrides this.
    }

    /// <summary>
    /// Ends the channel after the queued messages are sent, and tells the peer the reason. From any thread; only the
    /// first reason counts.
    /// </summary>
    void End(string reason);
}
