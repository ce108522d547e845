using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace AElf.Bench.Harness.Network;

/// <summary>
/// Waits until one of several sockets is ready, or a time has come. On Linux through ppoll, which takes nanoseconds; the runtime's own wait
/// knows whole milliseconds only, and is what serves elsewhere.
/// </summary>
internal sealed partial class SocketWatch(bool precise)
{
    private const short Readable = 0x1;
    private const short Writable = 0x4;
    private const int PrSetTimerSlack = 29;

    private readonly List<Socket> sockets = [];
    private readonly List<Socket> readable = [];
    private readonly List<Socket> writable = [];
    private readonly List<Socket> failed = [];
    private Entry[] entries = new Entry[16];

    /// <summary>Lets the calling thread's waits end when they should, not up to 50 µs later, which is the kernel's habit to save power.</summary>
    public void SetTimerSlack()
    {
        if (precise)
        {
            // Refused in some sandboxes: then waits are a little longer.
            _ = Control(PrSetTimerSlack, 1, 0, 0, 0);
        }
    }

    /// <summary>Begins a new set.</summary>
    public void Clear() => sockets.Clear();

    /// <summary>Adds a socket to watch.</summary>
    /// <returns>Its place in the set.</returns>
    public int Add(Socket socket, bool toRead, bool toWrite)
    {
        if (sockets.Count == entries.Length)
        {
            Array.Resize(ref entries, 2 * entries.Length);
        }

        // Without any wish the socket is left out altogether: its end would be reported again and again.
        var isWatched = toRead || toWrite;
        entries[sockets.Count] = new Entry(isWatched ? (int)socket.Handle : -1, (short)((toRead ? Readable : 0) | (toWrite ? Writable : 0)));
        sockets.Add(socket);
        return sockets.Count - 1;
    }

    /// <summary>Waits until a socket is ready or the timestamp has come.</summary>
    /// <param name="until">In ticks of <see cref="Stopwatch"/>; <see cref="long.MaxValue"/> waits for the sockets alone.</param>
    public void Wait(long until)
    {
        var left = until == long.MaxValue ? (double?)null : Math.Max(0, until - Stopwatch.GetTimestamp()) * 1e9 / Stopwatch.Frequency;
        if (precise)
        {
            Poll(left);
        }
        else
        {
            Select(left);
        }
    }

    /// <summary>Whether the socket at this place has something to read, its end included.</summary>
    public bool CanRead(int place) => (entries[place].Wanted & Readable) != 0 && (entries[place].Found & ~Writable) != 0;

    /// <summary>Whether the socket at this place can be written to, or has failed.</summary>
    public bool CanWrite(int place) => (entries[place].Wanted & Writable) != 0 && (entries[place].Found & ~Readable) != 0;

    private void Poll(double? nanoseconds)
    {
        // A signal ends the wait early, and the caller looks at the clock anyway.
        var longest = nanoseconds is { } left ? new Time((nint)(left / 1e9), (nint)(left % 1e9)) : new Time(3600, 0);
        if (PollSockets(ref entries[0], (nuint)sockets.Count, in longest, 0) < 0)
        {
            for (var i = 0; i < sockets.Count; i++)
            {
                entries[i].Found = 0;
            }
        }
    }

    private void Select(double? nanoseconds)
    {
        readable.Clear();
        writable.Clear();
        failed.Clear();
        for (var i = 0; i < sockets.Count; i++)
        {
            entries[i].Found = 0;
            if ((entries[i].Wanted & Readable) != 0)
            {
                readable.Add(sockets[i]);
            }

            if ((entries[i].Wanted & Writable) != 0)
            {
                writable.Add(sockets[i]);
                failed.Add(sockets[i]);
            }
        }

        Socket.Select(readable, writable, failed, nanoseconds is { } left ? 1000 * (int)Math.Min(Math.Ceiling(left / 1e6), 1e6) : -1);
        for (var i = 0; i < sockets.Count; i++)
        {
            var canWrite = writable.Contains(sockets[i]) || failed.Contains(sockets[i]);
            entries[i].Found = (short)((readable.Contains(sockets[i]) ? Readable : 0) | (canWrite ? Writable : 0));
        }
    }

    [LibraryImport("libc", EntryPoint = "ppoll")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int PollSockets(ref Entry entries, nuint count, in Time longest, nint signals);

    [LibraryImport("libc", EntryPoint = "prctl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Control(int option, nuint first, nuint second, nuint third, nuint fourth);

    [StructLayout(LayoutKind.Sequential)]
    private struct Entry(int descriptor, short wanted)
    {
        public readonly int Descriptor = descriptor;
        public readonly short Wanted = wanted;
        public short Found;
    }

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct Time(nint seconds, nint nanoseconds)
    {
        public readonly nint Seconds = seconds;
        public readonly nint Nanoseconds = nanoseconds;
    }
}
