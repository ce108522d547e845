using System.Diagnostics;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// Counts the frames of any number of connections, and the time it takes to make and read them. Counting costs three
/// interlocked additions and two looks at the clock for each frame, which is about hundreds of transfers.
/// </summary>
public sealed class FrameTraffic
{
    private long framesReceived;
    private long framesSent;
    private long bytesReceived;
    private long bytesSent;
    private long codingTicks;

    public long FramesReceived => Interlocked.Read(ref framesReceived);

    /// <summary>Frames handed to a connection that had not ended.</summary>
    public long FramesSent => Interlocked.Read(ref framesSent);

    /// <summary>Bytes of the frames that came, their lengths not included.</summary>
    public long BytesReceived => Interlocked.Read(ref bytesReceived);

    /// <summary>Bytes of the frames that were sent, their lengths not included.</summary>
    public long BytesSent => Interlocked.Read(ref bytesSent);

    /// <summary>How long messages and the work of grants were encoded and decoded, on all threads together.</summary>
    public TimeSpan Coding => Stopwatch.GetElapsedTime(0, Interlocked.Read(ref codingTicks));

    /// <summary>Adds the time from then until now.</summary>
    /// <param name="since">The timestamp of <see cref="Stopwatch"/> before encoding or decoding.</param>
    public void Code(long since) => Interlocked.Add(ref codingTicks, Stopwatch.GetTimestamp() - since);

    public void Receive(int bytes)
    {
        Interlocked.Increment(ref framesReceived);
        Interlocked.Add(ref bytesReceived, bytes);
    }

    public void Send(int bytes)
    {
        Interlocked.Increment(ref framesSent);
        Interlocked.Add(ref bytesSent, bytes);
    }
}
