namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>A connection between two processes of the cluster, as their hosts use it.</summary>
public interface IFrameChannel
{
    /// <summary>Why the connection has ended, as a clause; empty while it has not.</summary>
    string EndReason { get; }

    /// <summary>Queues a frame and returns at once; nothing happens when the connection has ended.</summary>
    void Send(Frame frame);

    /// <summary>Waits for the next frame; null when the connection has ended.</summary>
    Task<Frame?> ReceiveAsync(CancellationToken cancellation);

    /// <summary>Ends the connection and tells the other side why.</summary>
    void End(string reason);
}
