using System.Buffers;
using System.Diagnostics;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Timing;
using AElf.Bench.Storage.Sockets;

namespace AElf.Bench.Storage.Resp;

/// <summary>
/// A transport with added latency. Data is sent after the added round trip, in order, with several pieces in flight.
/// Replies are received at once. A separate thread sends, so that the receiver blocks in the socket as without the
/// delay.
/// </summary>
internal sealed class DelayedTransport : IRespTransport
{
    private readonly IRespTransport wire;
    private readonly TimeSpan delay;
    private readonly Queue<(long Due, byte[] Bytes, int Length)> underWay = new();
    private StoreException? failure;
    private bool isDisposed;

    /// <summary>Adds latency to a transport; owns the transport.</summary>
    /// <param name="wire">The transport.</param>
    /// <param name="delay">The added round trip.</param>
    public DelayedTransport(IRespTransport wire, TimeSpan delay)
    {
        this.wire = wire;
        this.delay = delay;
        new Thread(SendWhenDue) { IsBackground = true, Name = "longer wire" }.Start();
    }

    public string Peer => wire.Peer;

    public bool IsEnded => wire.IsEnded;

    public void Send(ReadOnlySpan<byte> bytes, bool isAlone)
    {
        var copy = ArrayPool<byte>.Shared.Rent(bytes.Length);
        bytes.CopyTo(copy);
        lock (underWay)
        {
            if (failure is not null)
            {
                throw failure;
            }

            underWay.Enqueue((PreciseWait.After(Stopwatch.GetTimestamp(), delay), copy, bytes.Length));
            Monitor.Pulse(underWay);
        }
    }

    public int Receive(Span<byte> buffer) => wire.Receive(buffer);

    public bool Await(TimeSpan atMost) => wire.Await(atMost);

    /// <summary>Closes the connection; delayed data is lost.</summary>
    public void Dispose()
    {
        lock (underWay)
        {
            isDisposed = true;
            Monitor.Pulse(underWay);
        }

        wire.Dispose();
    }

    private void SendWhenDue()
    {
        try
        {
            while (Next() is { Bytes: { } bytes } next)
            {
                PreciseWait.Until(next.Due);
                wire.Send(bytes.AsSpan(0, next.Length), isAlone: false);
                ArrayPool<byte>.Shared.Return(bytes);
            }
        }
        catch (StoreException broken)
        {
            // The receiver detects it, unless it has to send first.
            lock (underWay)
            {
                failure = broken;
            }
        }
        catch (ObjectDisposedException)
        {
            // The connection is closed.
        }
    }

    /// <summary>Waits for the next piece to send; null bytes at the end.</summary>
    private (long Due, byte[]? Bytes, int Length) Next()
    {
        lock (underWay)
        {
            while (!isDisposed)
            {
                if (underWay.TryDequeue(out var next))
                {
                    return next;
                }

                Monitor.Wait(underWay);
            }

            return default;
        }
    }
}
