using System.Runtime.InteropServices;
using AElf.Bench.Core.Actors;
using AElf.Bench.TestKit.Hosts;

namespace AElf.Bench.TestKit.Slowed;

/// <summary>
/// A pump that spins for a share of the processor time its thread takes. Time by the clock would count what other
/// threads took meanwhile, and slow down by more than the share.
/// </summary>
internal sealed partial class SlowedPump(IPump pump, double share) : ForwardedPump(pump)
{
    // To ask for the time costs a microsecond, and a turn takes five.
    private const int TurnsBetween = 256;
    private const int ThreadCpuTime = 3;
    private const long NanosecondsPerSecond = 1_000_000_000;

    private int turns;
    private long? last;

    public override void Exchange()
    {
        base.Exchange();
        if (++turns % TurnsBetween > 0)
        {
            return;
        }

        var now = CpuTime();
        var end = now + (long)(share * (now - (last ?? now)));
        while (CpuTime() < end)
        {
            // It takes the processor, as slower code would.
        }

        last = CpuTime();
    }

    private static long CpuTime() => GetTime(ThreadCpuTime, out var time) == 0
        ? (time.Seconds * NanosecondsPerSecond) + time.Nanoseconds
        : throw new InvalidOperationException("the kernel does not say what a thread has taken");

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int GetTime(int clock, out ClockTime time);

    [StructLayout(LayoutKind.Sequential)]
    private struct ClockTime
    {
        public long Seconds;
        public long Nanoseconds;
    }
}
