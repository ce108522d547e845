using System.Diagnostics;
using System.Runtime.InteropServices;

namespace AElf.Bench.Storage.Sockets;

/// <summary>
/// Waits to the microsecond, on Linux; the runtime's own know whole milliseconds only, and serve elsewhere.
/// </summary>
internal static partial class PreciseWait
{
    private const int PrSetTimerSlack = 29;

    /// <summary>The timestamp of <see cref="Stopwatch"/> so much later.</summary>
    public static long After(long timestamp, TimeSpan time) =>
        timestamp + (long)(time.TotalSeconds * Stopwatch.Frequency);

    /// <summary>Blocks until a timestamp of <see cref="Stopwatch"/> has come.</summary>
    public static void Until(long due)
    {
        if (OperatingSystem.IsLinux())
        {
            // The kernel may end a thread's waits up to 50 µs late, to save power. Some sandboxes refuse: then it does.
            _ = Control(PrSetTimerSlack, 1, 0, 0, 0);
        }

        // A signal ends a sleep early.
        while (Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), due) is { Ticks: > 0 } left)
        {
            if (OperatingSystem.IsLinux())
            {
                _ = Sleep(new Time(left), 0);
            }
            else
            {
                Thread.Sleep((int)Math.Ceiling(left.TotalMilliseconds));
            }
        }
    }

    [LibraryImport("libc", EntryPoint = "nanosleep")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Sleep(in Time time, nint left);

    [LibraryImport("libc", EntryPoint = "prctl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Control(int option, nint first, nint second, nint third, nint fourth);

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct Time(TimeSpan time)
    {
        public readonly nint Seconds = (nint)(time.Ticks / TimeSpan.TicksPerSecond);
        public readonly nint Nanoseconds = (nint)(time.Ticks % TimeSpan.TicksPerSecond * TimeSpan.NanosecondsPerTick);
    }
}
