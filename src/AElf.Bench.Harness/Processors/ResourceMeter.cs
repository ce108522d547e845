using System.Diagnostics;
using System.Runtime;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Processors;

/// <summary>
/// What a process uses inside the windows of rounds, and only there, and what becomes of the machine's processors
/// meanwhile.
/// </summary>
internal interface IResourceMeter
{
    /// <summary>The most memory that was in use at once, in MiB.</summary>
    double PeakWorkingSetMb { get; }

    /// <summary>A round is about to start.</summary>
    void Start();

    /// <summary>Takes what was used since <see cref="Start"/>.</summary>
    RoundResources Stop();
}

/// <summary>What this process uses.</summary>
/// <param name="stores">The stores and proxies that the options name.</param>
internal sealed class ResourceMeter(IReadOnlyList<Endpoint> stores) : IResourceMeter
{
    private readonly Process process = Process.GetCurrentProcess();
    private readonly StoreProcesses processes = new(stores);
    private Reading start;

    public double PeakWorkingSetMb
    {
        get
        {
            process.Refresh();
            return process.PeakWorkingSet64 / (1024.0 * 1024.0);
        }
    }

    public void Start() => start = Read();

    public RoundResources Stop()
    {
        var now = Read();
        var cpu = now.Cpu - start.Cpu;
        return new(
            cpu, now.Pause - start.Pause, now.Compiling - start.Compiling, now.Collections - start.Collections)
        {
            Machine = now.Machine - start.Machine is not { } ticks ? null : new MachineUse(processes.Here)
            {
                Ticks = ticks,
                Span = Stopwatch.GetElapsedTime(start.At, now.At),
                Own = cpu + Used(start.Stores, now.Stores),
                Processes = now.Stores.Keys.ToHashSet(),
                Throttled = now.Throttled - start.Throttled,
                Pressure = now.Pressure - start.Pressure,
                Unseen = now.Unseen,
            },
        };
    }

    /// <summary>What stores have used: one that was started meanwhile, all of its time.</summary>
    internal static TimeSpan Used(
        IReadOnlyDictionary<int, TimeSpan> before, IReadOnlyDictionary<int, TimeSpan> now) => now.Aggregate(
        TimeSpan.Zero, (sum, each) => sum + each.Value - before.GetValueOrDefault(each.Key));

    private Reading Read()
    {
        var (times, unseen) = processes.Read();
        return new(
            Stopwatch.GetTimestamp(),
            Environment.CpuUsage.TotalTime,
            GC.GetTotalPauseDuration(),
            JitInfo.GetCompilationTime(),
            GC.CollectionCount(0),
            MachineMeter.Read(),
            times,
            unseen,
            KernelLimits.Throttled(),
            KernelLimits.Pressure());
    }

    private readonly record struct Reading(
        long At,
        TimeSpan Cpu,
        TimeSpan Pause,
        TimeSpan Compiling,
        int Collections,
        MachineTicks? Machine,
        IReadOnlyDictionary<int, TimeSpan> Stores,
        IReadOnlyList<string> Unseen,
        TimeSpan? Throttled,
        TimeSpan? Pressure);
}

/// <summary>What this process used in a round.</summary>
/// <param name="Cpu">Processor time, user and system.</param>
/// <param name="Pause">How long the garbage collector stopped it.</param>
/// <param name="Compiling">How long it compiled methods.</param>
/// <param name="Collections">How often it collected.</param>
internal readonly record struct RoundResources(TimeSpan Cpu, TimeSpan Pause, TimeSpan Compiling, int Collections)
{
    /// <summary>What became of the machine's processors; null when unknown.</summary>
    public MachineUse? Machine { get; init; }
}

/// <summary>What became of the machine's processors in a round.</summary>
/// <param name="here">The addresses of stores and proxies on this machine.</param>
internal sealed class MachineUse(IReadOnlyCollection<string> here)
{
    /// <summary>What all of them did.</summary>
    public required MachineTicks Ticks { get; init; }

    /// <summary>How long the round took, and what starts and ends it.</summary>
    public required TimeSpan Span { get; init; }

    /// <summary>Processor time of this process, and of those of stores and proxies that were seen.</summary>
    public required TimeSpan Own { get; init; }

    /// <summary>The ids of the latter.</summary>
    public required IReadOnlySet<int> Processes { get; init; }

    /// <summary>How long a quota stopped this process' control group; null where there is none.</summary>
    public TimeSpan? Throttled { get; init; }

    /// <summary>How long some task waited for a processor; null when unknown.</summary>
    public TimeSpan? Pressure { get; init; }

    /// <summary>The addresses of stores and proxies on this machine whose process was not seen.</summary>
    public IReadOnlyList<string> Unseen { get; init; } = [];

    /// <summary>Whether an address is of a store or proxy on this machine.</summary>
    public bool IsHere(string address) => here.Contains(address, StringComparer.Ordinal);
}
