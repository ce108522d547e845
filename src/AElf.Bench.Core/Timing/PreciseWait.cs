using System.Diagnostics;
using System.Runtime.InteropServices;

namespace AElf.Bench.Core.Timing;

/// <summary>Waits to the microsecond, on Linux; the runtime's own waits know whole milliseconds only.</summary>
public static partial class PreciseWait
{
    private const int PrSetTimerSlack = 29;

    /// <summary>The timestamp of <see cref="Stopwatch"/> so much later.</summary>
    public static long After(long timestamp, TimeSpan time) =>
        timestamp + (long)(time.TotalSeconds * Stopwatch.Frequency);

    /// <summary>
    /// Has the kernel end this thread's waits when they are over; else up to 50 µs later, to save power. Some sandboxes
    /// refuse.
    /// </summary>
    public static void EndOnTime() => _ = Control(PrSetTimerSlack, 1, 0, 0, 0);

    public static void For(TimeSpan time) => Until(After(Stopwatch.GetTimestamp(), time));

    /// <summary>Blocks until a timestamp of <see cref="Stopwatch"/> has come.</summary>
    public static void Until(long due)
    {
        EndOnTime();

        // A signal ends a sleep early.
        while (Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), due) is { Ticks: > 0 } left)
        {
            _ = Sleep(new KernelTime(left), 0);
        }
    }

    [LibraryImport("libc", EntryPoint = "nanosleep")]
    private static partial int Sleep(in KernelTime time, nint left);

    [LibraryImport("libc", EntryPoint = "prctl")]
    private static partial int Control(int option, nint first, nint second, nint third, nint fourth);
}

/// <summary>A time as the kernel takes it: <c>struct timespec</c>.</summary>
/// <param name="time">Below zero it is zero.</param>
[StructLayout(LayoutKind.Sequential)]
public readonly struct KernelTime(TimeSpan time)
{
    private readonly nint seconds = (nint)(Math.Max(0, time.Ticks) / TimeSpan.TicksPerSecond);
    private readonly nint nanoseconds =
        (nint)(Math.Max(0, time.Ticks) % TimeSpan.TicksPerSecond * TimeSpan.NanosecondsPerTick);
}
