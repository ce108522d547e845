using AElf.Bench.Concurrency.Cluster.Wire;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>An open connection between two processes of the cluster, as their hosts use it.</summary>
public interface IFrameChannel : IAsyncDisposable
{
    /// <summary>Why the connection ended, in the words of the side that ended it; null while it has not.</summary>
    string? EndReason { get; }

    /// <summary>Sends a frame, or nothing when the connection has ended. Does not wait for the peer.</summary>
    void Send(Frame frame);

    /// <summary>The next frame of the peer; null when the connection has ended.</summary>
    Task<Frame?> ReceiveAsync();

    /// <summary>Ends the connection and tells the peer why. A receive that waits then returns null.</summary>
    void End(string reason);
}
