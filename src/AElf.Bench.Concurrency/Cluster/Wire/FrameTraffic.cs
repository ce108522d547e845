namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// Counts the frames of any number of connections. Counting costs two interlocked additions a frame, and a frame holds
/// many messages.
/// </summary>
public sealed class FrameTraffic
{
    private long framesReceived;
    private long framesSent;
    private long bytesReceived;
    private long bytesSent;

    /// <summary>Frames that came.</summary>
    public long FramesReceived => Interlocked.Read(ref framesReceived);

    /// <summary>Frames handed to a connection that had not ended.</summary>
    public long FramesSent => Interlocked.Read(ref framesSent);

    /// <summary>Bytes of the frames that came, their lengths not included.</summary>
    public long BytesReceived => Interlocked.Read(ref bytesReceived);

    /// <summary>Bytes of the frames that were sent, their lengths not included.</summary>
    public long BytesSent => Interlocked.Read(ref bytesSent);

    /// <summary>A frame of so many bytes came.</summary>
    public void Receive(int bytes)
    {
        Interlocked.Increment(ref framesReceived);
        Interlocked.Add(ref bytesReceived, bytes);
    }

    /// <summary>A frame of so many bytes was sent.</summary>
    public void Send(int bytes)
    {
        Interlocked.Increment(ref framesSent);
        Interlocked.Add(ref bytesSent, bytes);
    }
}
