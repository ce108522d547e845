using System.Diagnostics;
using System.Runtime;

namespace AElf.Bench.Harness.Runs;

/// <summary>What this process uses inside the windows of rounds, and only there.</summary>
internal sealed class ResourceMeter
{
    private readonly Process process = Process.GetCurrentProcess();
    private RoundResources start;

    /// <summary>The most memory that was in use at once, in MiB.</summary>
    public double PeakWorkingSetMb
    {
        get
        {
            process.Refresh();
            return process.PeakWorkingSet64 / (1024.0 * 1024.0);
        }
    }

    public void Start() => start = Read();

    /// <summary>Takes what was used since <see cref="Start"/>.</summary>
    public RoundResources Stop()
    {
        var now = Read();
        return new(
            now.Cpu - start.Cpu,
            now.Pause - start.Pause,
            now.Compiling - start.Compiling,
            now.Collections - start.Collections,
            now.Busy - start.Busy,
            now.Processors - start.Processors);
    }

    private RoundResources Read()
    {
        process.Refresh();
        var (busy, all) = MachineMeter.Read() ?? default;
        return new(
            process.TotalProcessorTime,
            GC.GetTotalPauseDuration(),
            JitInfo.GetCompilationTime(),
            GC.CollectionCount(0),
            busy,
            all);
    }
}

/// <summary>What this process used in a round.</summary>
/// <param name="Cpu">Processor time, user and system.</param>
/// <param name="Pause">How long the garbage collector stopped it.</param>
/// <param name="Compiling">How long it compiled methods.</param>
/// <param name="Collections">How often it collected.</param>
/// <param name="Busy">Ticks in which processors of the machine were busy, whoever used them.</param>
/// <param name="Processors">Ticks of all of them; 0 when unknown.</param>
internal readonly record struct RoundResources(
    TimeSpan Cpu, TimeSpan Pause, TimeSpan Compiling, int Collections, long Busy, long Processors);
