using System.Runtime.InteropServices;
using AElf.Bench.Core.Actors;
using AElf.Bench.TestKit.Hosts;

namespace AElf.Bench.TestKit.Slowed;

/// <summary>
/// A pump that spins for a share of its thread's CPU time. A share of the wall-clock time would include other threads'
/// CPU time and slow the pump down too much.
/// </summary>
internal sealed partial class SlowedPump(IPump pump, double share) : ForwardedPump(pump)
{
    // A read of the CPU time takes a microsecond, and a turn takes five.
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
            // The loop uses CPU time, like slower code.
        }

        last = CpuTime();
    }

    private static long CpuTime() => GetTime(ThreadCpuTime, out var time) == 0
        ? (time.Seconds * NanosecondsPerSecond) + time.Nanoseconds
        : throw new InvalidOperationException("the kernel does not report a thread's CPU time");

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
