using System.Runtime.InteropServices;

namespace AElf.Bench.Harness.Processors;

/// <summary>
/// The processor time of any process of this machine to the nanosecond, where <c>/proc/PID/stat</c> counts in ticks of
/// 10 ms, as long as a tenth of a round: the kernel has a clock for each process (clock_getcpuclockid(3)).
/// </summary>
internal static partial class ProcessClock
{
    // The low bits of such a clock: that of all threads, by what the scheduler counts.
    private const int OfAllThreads = 2;

    /// <summary>User and system time since a process started; null when there is no such process.</summary>
    public static TimeSpan? Read(int process) =>
        GetTime((~process << 3) | OfAllThreads, out var time) == 0
            ? TimeSpan.FromSeconds(time.Seconds) + TimeSpan.FromTicks(time.Nanoseconds / TimeSpan.NanosecondsPerTick)
            : null;

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int GetTime(int clock, out Timespec time);

    [StructLayout(LayoutKind.Sequential)]
    private struct Timespec
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}
