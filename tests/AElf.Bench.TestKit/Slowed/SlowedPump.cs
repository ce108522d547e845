using System.Runtime.InteropServices;
using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Slowed;

/// <summary>
/// A pump that spins for a share of the processor time its thread takes. Time by the clock would count what other
/// threads took meanwhile, and slow down by more than the share.
/// </summary>
internal sealed partial class SlowedPump(IPump pump, double share) : IPump
{
    // To ask for the time costs a microsecond, and a turn takes five.
    private const int TurnsBetween = 256;
    private const int ThreadCpuTime = 3;
    private const long NanosecondsPerSecond = 1_000_000_000;

    private int turns;
    private long? last;

    public int Lanes => pump.Lanes;

    public int Active => pump.Active;

    public int Outstanding => pump.Outstanding;

    public long Committed => pump.Committed;

    public OperationCounts Operations => pump.Operations;

    public OperationCounts FaultOperations => pump.FaultOperations;

    public ArrivalStats? Arrivals => pump.Arrivals;

    public TimeSpan Waited => pump.Waited;

    public void Start(Grant grant, in GrantWork work) => pump.Start(grant, work);

    public void Exchange()
    {
        pump.Exchange();
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

    public void Abandon(string reason) => pump.Abandon(reason);

    public void Reconnect() => pump.Reconnect();

    public void Resume() => pump.Resume();

    public bool Abort(long round, Grant grant, string reason) => pump.Abort(round, grant, reason);

    public void Observe(ICollection<LaneProgress> progress) => pump.Observe(progress);

    public void Stop(TimeSpan timeout) => pump.Stop(timeout);

    public void Dispose() => pump.Dispose();

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
