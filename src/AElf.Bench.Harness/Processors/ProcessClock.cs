using System.Runtime.InteropServices;

namespace AElf.Bench.Harness.Processors;

/// <summary>
/// Reads the processor time of any process of this machine to the nanosecond, from the kernel's clock for the process
/// (clock_getcpuclockid(3)). <c>/proc/PID/stat</c> counts in ticks of 10 ms, as long as a tenth of a round.
/// </summary>
internal static partial class ProcessClock
{
    // Low bits of such a clock's id: the time of all threads, as the scheduler counts it.
    private const int OfAllThreads = 2;

    /// <summary>User and system time since the process started; null if it has ended.</summary>
    public static TimeSpan? Read(int process) =>
        GetTime((~process << 3) | OfAllThreads, out var time) == 0
            ? TimeSpan.FromSeconds(time.Seconds) + TimeSpan.FromTicks(time.Nanoseconds / TimeSpan.NanosecondsPerTick)
            : null;

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int GetTime(int clock, out Timespec time);

    [StructLayout(LayoutKind.Sequential)]
    private struct Timespec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
