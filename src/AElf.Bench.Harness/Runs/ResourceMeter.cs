using System.Diagnostics;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>What this process uses inside the windows of the measured rounds, and only there.</summary>
internal sealed class ResourceMeter
{
    private readonly Process process = Process.GetCurrentProcess();
    private TimeSpan cpuAtStart;
    private TimeSpan pauseAtStart;
    private int collectionsAtStart;
    private TimeSpan cpu;
    private TimeSpan pause;
    private int collections;

    public void Start()
    {
        process.Refresh();
        cpuAtStart = process.TotalProcessorTime;
        pauseAtStart = GC.GetTotalPauseDuration();
        collectionsAtStart = Collections();
    }

    public void Stop(bool counts)
    {
        if (!counts)
        {
            return;
        }

        process.Refresh();
        cpu += process.TotalProcessorTime - cpuAtStart;
        pause += GC.GetTotalPauseDuration() - pauseAtStart;
        collections += Collections() - collectionsAtStart;
    }

    public ResourceReport Report(long committed, long allocatedBytes, double windowSeconds, TimeSpan? workersCpu)
    {
        process.Refresh();
        var all = cpu + (workersCpu ?? TimeSpan.Zero);
        return new ResourceReport(
            committed == 0 ? 0 : all.TotalMicroseconds / committed,
            windowSeconds > 0 ? all.TotalSeconds / windowSeconds : 0,
            committed == 0 ? 0 : allocatedBytes / (double)committed,
            collections,
            pause.TotalMilliseconds,
            process.PeakWorkingSet64 / (1024.0 * 1024.0),
            workersCpu is null || committed == 0 ? null : cpu.TotalMicroseconds / committed);
    }

    private static int Collections() => GC.CollectionCount(0);
}
