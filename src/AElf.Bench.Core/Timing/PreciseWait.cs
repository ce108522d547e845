using System.Diagnostics;
using System.Runtime.InteropServices;

namespace AElf.Bench.Core.Timing;

/// <summary>
/// Waits with a precision of microseconds, on Linux. The precision of the runtime's own waits is a millisecond.
/// </summary>
public static partial class PreciseWait
{
    private const int PrSetTimerSlack = 29;

    /// <summary>Adds a time to a timestamp of <see cref="Stopwatch"/>.</summary>
    public static long After(long timestamp, TimeSpan time) =>
        timestamp + (long)(time.TotalSeconds * Stopwatch.Frequency);

    /// <summary>
    /// Makes the kernel end this thread's waits on time. By default it ends them up to 50 µs late, to save power. Some
    /// sandboxes refuse the call.
    /// </summary>
    public static void EndOnTime() => _ = Control(PrSetTimerSlack, 1, 0, 0, 0);

    public static void For(TimeSpan time) => Until(After(Stopwatch.GetTimestamp(), time));

    /// <summary>Blocks until a timestamp of <see cref="Stopwatch"/>.</summary>
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

/// <summary>The kernel's form of a time: <c>struct timespec</c>.</summary>
/// <param name="time">The time; a negative one becomes zero.</param>
[StructLayout(LayoutKind.Sequential)]
public readonly struct KernelTime(TimeSpan time)
{
    private readonly nint seconds = (nint)(Math.Max(0, time.Ticks) / TimeSpan.TicksPerSecond);
    private readonly nint nanoseconds =
        (nint)(Math.Max(0, time.Ticks) % TimeSpan.TicksPerSecond * TimeSpan.NanosecondsPerTick);
}
