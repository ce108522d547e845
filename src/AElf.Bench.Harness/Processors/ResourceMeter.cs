using System.Diagnostics;
using System.Runtime;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Harness.Processors;

/// <summary>
/// Measures the resources of a process inside the windows of rounds, and the use of the machine's processors.
/// </summary>
internal interface IResourceMeter
{
    /// <summary>Peak working set in MiB.</summary>
    double PeakWorkingSetMb { get; }

    /// <summary>Called immediately before a round starts.</summary>
    void Start();

    /// <summary>Resources used since <see cref="Start"/>.</summary>
    RoundResources Stop();
}

/// <summary>Measures this process.</summary>
/// <param name="options">Contain the addresses of the store and its proxies.</param>
/// <param name="store">Has the addresses of further servers, such as the masters of a Redis Cluster.</param>
internal sealed class ResourceMeter(StoreOptions options, IStoreControl store) : IResourceMeter
{
    private readonly Process process = Process.GetCurrentProcess();
    private readonly Lazy<StoreProcesses> processes = new(() => new(
        options.Addresses.Concat(store.Description.Shards.SelectMany(
            shard => AddressListRule.Split(shard, isOfStores: true) ?? [])),
        options.IsHere));
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
            Machine = now.Machine - start.Machine is not { } ticks ? null : new MachineUse(processes.Value.Here)
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

    /// <summary>
    /// Processor time of the stores between two readings; for a process that started in between, its whole time.
    /// </summary>
    internal static TimeSpan Used(
        IReadOnlyDictionary<int, TimeSpan> before, IReadOnlyDictionary<int, TimeSpan> now) => now.Aggregate(
        TimeSpan.Zero, (sum, each) => sum + each.Value - before.GetValueOrDefault(each.Key));

    private Reading Read()
    {
        var (times, unseen) = processes.Value.Read();
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

/// <summary>Resources that this process used in a round.</summary>
/// <param name="Cpu">Processor time, user and system.</param>
/// <param name="Pause">Pauses by the garbage collector.</param>
/// <param name="Compiling">Time spent compiling methods.</param>
/// <param name="Collections">Garbage collections of any generation.</param>
internal readonly record struct RoundResources(TimeSpan Cpu, TimeSpan Pause, TimeSpan Compiling, int Collections)
{
    /// <summary>Use of the machine's processors; null if unknown.</summary>
    public MachineUse? Machine { get; init; }
}

/// <summary>Use of the machine's processors in a round.</summary>
/// <param name="here">Addresses of stores and proxies on this machine.</param>
internal sealed class MachineUse(IReadOnlyCollection<string> here)
{
    public required MachineTicks Ticks { get; init; }

    /// <summary>Duration of the round, with its start and end.</summary>
    public required TimeSpan Span { get; init; }

    /// <summary>Processor time of this process, and of the stores and proxies with a visible process.</summary>
    public required TimeSpan Own { get; init; }

    /// <summary>Ids of the visible processes of stores and proxies.</summary>
    public required IReadOnlySet<int> Processes { get; init; }

    /// <summary>Time that a quota stopped this process' control group; null without a quota.</summary>
    public TimeSpan? Throttled { get; init; }

    /// <summary>Time in which some task waited for a processor; null if unknown.</summary>
    public TimeSpan? Pressure { get; init; }

    /// <summary>Addresses of stores and proxies on this machine without a visible process.</summary>
    public IReadOnlyList<string> Unseen { get; init; } = [];

    public bool IsHere(string address) => here.Contains(address, StringComparer.Ordinal);
}
