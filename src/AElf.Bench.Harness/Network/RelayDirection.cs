using System.Diagnostics;
using System.Net.Sockets;

namespace AElf.Bench.Harness.Network;

/// <summary>One direction of one connection: what comes from one socket leaves by the other when it is due, its end last.</summary>
internal sealed class RelayDirection(Socket from, Socket to, LinkTiming timing, int maxBytes)
{
    private readonly DelayQueue queue = new(maxBytes);
    private Ending ending;
    private long endDue = long.MaxValue;
    private bool isBlocked;

    private enum Ending
    {
        None,
        Closed,
        Reset,
    }

    /// <summary>Whether the receiver is gone: what still comes is dropped.</summary>
    public bool IsDeaf { get; private set; }

    /// <summary>Whether the sender was reset, as a failed send to it has told.</summary>
    public bool EndIsReset { get; set; }

    /// <summary>Bytes under way.</summary>
    public int QueuedBytes => queue.Count;

    /// <summary>Whether more may be read.</summary>
    public bool WantsToRead => ending == Ending.None && !queue.IsFull;

    /// <summary>Whether bytes are due that the receiver had no room for.</summary>
    public bool WantsToWrite => isBlocked;

    /// <summary>Whether everything has left, the end of the stream included.</summary>
    public bool IsOver { get; private set; }

    /// <summary>Whether the sender's reset has arrived at the other side: the whole connection is over.</summary>
    public bool HasReset { get; private set; }

    /// <summary>When there is something to send; <see cref="long.MaxValue"/> when only the sockets can tell.</summary>
    public long NextDue => isBlocked || IsOver ? long.MaxValue : Math.Min(queue.NextDue, endDue);

    /// <summary>Reads what is there.</summary>
    public void Receive()
    {
        var read = from.Receive(queue.Free(), SocketFlags.None, out var error);
        switch (error)
        {
            case SocketError.Success when read > 0 && IsDeaf:
                // Nobody is left to hear it: the peer answers with a reset sooner or later.
                break;
            case SocketError.Success when read > 0:
                queue.Append(read, timing.LeavesAt(Stopwatch.GetTimestamp(), read));
                break;
            case SocketError.Success:
                End(EndIsReset ? Ending.Reset : Ending.Closed);
                break;
            case SocketError.WouldBlock or SocketError.Interrupted:
                break;
            default:
                End(Ending.Reset);
                break;
        }
    }

    /// <summary>Sends what is due.</summary>
    /// <returns>Bytes sent.</returns>
    public long Send(long now)
    {
        long total = 0;
        isBlocked = false;
        for (var due = queue.Due(now); due.Length > 0 && !isBlocked; due = queue.Due(now))
        {
            var sent = to.Send(due, SocketFlags.None, out var error);
            switch (error)
            {
                case SocketError.Success:
                    queue.Remove(sent);
                    total += sent;
                    break;
                case SocketError.WouldBlock or SocketError.Interrupted:
                    isBlocked = true;
                    break;
                default:
                    IsDeaf = true;
                    queue.Clear();
                    break;
            }
        }

        if (queue.Count == 0 && endDue <= now && !IsOver)
        {
            Finish();
        }

        return total;
    }

    private void End(Ending how)
    {
        ending = how;
        endDue = queue.NotBefore(timing.LeavesAt(Stopwatch.GetTimestamp(), 0));
    }

    private void Finish()
    {
        IsOver = true;
        HasReset = ending == Ending.Reset;
        if (!HasReset && !IsDeaf)
        {
            try
            {
                to.Shutdown(SocketShutdown.Send);
            }
            catch (SocketException)
            {
                // Reset meanwhile: the other direction finds out.
                IsDeaf = true;
            }
        }
    }
}
