using System.Net.Sockets;
using System.Runtime.InteropServices;
using AElf.Bench.Core.Timing;

namespace AElf.Bench.Storage.Sockets;

/// <summary>
/// Waits for a socket with microsecond precision; the runtime's own poll supports only whole milliseconds.
/// </summary>
internal static partial class PreciseReceive
{
    private const short Readable = 1;

    // POLLRDHUP of Linux.
    private const short PeerEnded = 0x2000;

    [ThreadStatic]
    private static bool endsOnTime;

    /// <summary>Whether bytes can be received within a time, or the connection has ended.</summary>
    public static bool IsReady(Socket socket, TimeSpan atMost)
    {
        if (!endsOnTime)
        {
            PreciseWait.EndOnTime();
            endsOnTime = true;
        }

        return Poll(socket, Readable, atMost);
    }

    /// <summary>Whether the peer has ended its side of the connection, with or without bytes to receive.</summary>
    public static bool IsEnded(Socket socket) => Poll(socket, PeerEnded, TimeSpan.Zero);

    private static unsafe bool Poll(Socket socket, short events, TimeSpan atMost)
    {
        // A signal ends it early, which counts as the end of the time.
        var asked = new Polled((int)socket.Handle, events);
        var time = new KernelTime(atMost);
        return Poll(ref asked, 1, &time, 0) > 0;
    }

    [LibraryImport("libc", EntryPoint = "ppoll")]
    private static unsafe partial int Poll(ref Polled sockets, nuint count, KernelTime* atMost, nint signals);

    [StructLayout(LayoutKind.Sequential)]
    private struct Polled(int socket, short events)
    {
        public int Socket = socket;
        public short Events = events;
        public short Found;
    }
}
