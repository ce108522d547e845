using System.Diagnostics;
using System.Runtime;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>What this process uses inside the windows of the measured rounds, and only there.</summary>
internal sealed class ResourceMeter
{
    private readonly MachineMeter machine = new();
    private readonly Process process = Process.GetCurrentProcess();
    private TimeSpan cpuAtStart;
    private TimeSpan pauseAtStart;
    private TimeSpan compilingAtStart;
    private int collectionsAtStart;
    private TimeSpan cpu;
    private TimeSpan pause;
    private TimeSpan compiling;
    private int collections;

    public void Start()
    {
        process.Refresh();
        cpuAtStart = process.TotalProcessorTime;
        pauseAtStart = GC.GetTotalPauseDuration();
        compilingAtStart = JitInfo.GetCompilationTime();
        collectionsAtStart = Collections();
        machine.Start();
    }

    /// <summary>Takes what was used since <see cref="Start"/>.</summary>
    /// <param name="counts">Whether it counts: not in a warm-up.</param>
    /// <returns>How long this process compiled methods meanwhile.</returns>
    public TimeSpan Stop(bool counts)
    {
        var compiled = JitInfo.GetCompilationTime() - compilingAtStart;
        if (!counts)
        {
            return compiled;
        }

        machine.Stop();
        compiling += compiled;
        process.Refresh();
        cpu += process.TotalProcessorTime - cpuAtStart;
        pause += GC.GetTotalPauseDuration() - pauseAtStart;
        collections += Collections() - collectionsAtStart;
        return compiled;
    }

    /// <summary>What this process and the workers used, for the report.</summary>
    public ResourceReport Report(RunMeasurements measured)
    {
        process.Refresh();
        var (committed, workers) = (measured.Committed, measured.Workers);
        var all = cpu + (workers.Cpu ?? TimeSpan.Zero);
        return new ResourceReport(
            committed == 0 ? 0 : all.TotalMicroseconds / committed,
            measured.Window > TimeSpan.Zero ? all / measured.Window : 0,
            committed == 0 ? 0 : measured.AllocatedBytes / (double)committed,
            collections,
            pause.TotalMilliseconds,
            (compiling + workers.Compiling).TotalMilliseconds,
            process.PeakWorkingSet64 / (1024.0 * 1024.0),
            workers.Cpu is null || committed == 0 ? null : cpu.TotalMicroseconds / committed)
        { MachineBusyShare = machine.BusyShare };
    }

    private static int Collections() => GC.CollectionCount(0);
}
