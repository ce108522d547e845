using System.Net;
using System.Net.Sockets;

namespace AElf.Bench.Harness.Network;

/// <summary>One connection through the relay: the socket of who connected, the one to the target, and both directions between them.</summary>
internal sealed class RelayedConnection : IDisposable
{
    private readonly Socket near;
    private readonly Socket far;
    private readonly RelayDirection up;
    private readonly RelayDirection down;
    private bool isConnected;
    private bool isLost;
    private int nearPlace;
    private int farPlace;

    /// <summary>Begins to connect to the target; what <paramref name="near"/> sends meanwhile waits.</summary>
    public RelayedConnection(Socket near, IPEndPoint target, LinkTiming upward, LinkTiming downward, int maxBytes)
    {
        this.near = near;
        near.NoDelay = true;
        near.Blocking = false;
        far = new Socket(target.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, Blocking = false };
        up = new RelayDirection(near, far, upward, maxBytes);
        down = new RelayDirection(far, near, downward, maxBytes);
        try
        {
            far.Connect(target);
            isConnected = true;
        }
        catch (SocketException failure)
        {
            isLost = failure.SocketErrorCode is not (SocketError.WouldBlock or SocketError.InProgress);
        }
    }

    /// <summary>Bytes under way, both directions.</summary>
    public long QueuedBytes => up.QueuedBytes + down.QueuedBytes;

    /// <summary>Whether nothing is left to do but to dispose of it.</summary>
    public bool IsOver => isLost || up.HasReset || down.HasReset || (up.IsOver && down.IsOver);

    /// <summary>When there is something to send; <see cref="long.MaxValue"/> when only the sockets can tell.</summary>
    public long NextDue => isConnected ? Math.Min(up.NextDue, down.NextDue) : long.MaxValue;

    /// <summary>Adds its sockets to the set that is waited for.</summary>
    /// <param name="watch">The set.</param>
    /// <param name="stalled">Whether nothing is to be sent.</param>
    public void Watch(SocketWatch watch, bool stalled)
    {
        nearPlace = watch.Add(near, up.WantsToRead, isConnected && !stalled && down.WantsToWrite);
        farPlace = watch.Add(far, isConnected && down.WantsToRead, isConnected ? !stalled && up.WantsToWrite : !isLost);
    }

    /// <summary>Reads what the last wait found.</summary>
    public void Receive(SocketWatch watch)
    {
        if (!isConnected && watch.CanWrite(farPlace))
        {
            var error = (int)far.GetSocketOption(SocketOptionLevel.Socket, SocketOptionName.Error)!;
            isLost = error != 0;
            isConnected = !isLost;
        }

        if (watch.CanRead(nearPlace))
        {
            up.Receive();
        }

        if (isConnected && watch.CanRead(farPlace))
        {
            down.Receive();
        }
    }

    /// <summary>Sends what is due.</summary>
    /// <returns>Bytes sent.</returns>
    public long Send(long now)
    {
        if (!isConnected || isLost)
        {
            return 0;
        }

        var sent = up.Send(now) + down.Send(now);

        // The kernel tells of a reset once: a failed send leaves a plain end for the next read of the same socket.
        up.EndIsReset = down.IsDeaf;
        down.EndIsReset = up.IsDeaf;
        return sent;
    }

    /// <summary>Loses what is under way, and makes the closing of both sockets a reset.</summary>
    public void Abort() => isLost = true;

    /// <summary>Closes both sockets: with a reset when a side was reset or could not be reached.</summary>
    public void Dispose()
    {
        if (isLost || up.HasReset || down.HasReset)
        {
            Reset(near);
            Reset(far);
        }

        near.Dispose();
        far.Dispose();
    }

    /// <summary>Closes a socket with a reset.</summary>
    public static void Refuse(Socket socket)
    {
        Reset(socket);
        socket.Dispose();
    }

    private static void Reset(Socket socket)
    {
        try
        {
            socket.LingerState = new LingerOption(enable: true, seconds: 0);
        }
        catch (SocketException)
        {
            // Already reset by its peer.
        }
    }
}
