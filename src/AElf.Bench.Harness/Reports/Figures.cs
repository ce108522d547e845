using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Harness.Reports;

/// <summary>
/// Decides which figures a run has, with name, unit and source. A new figure is a row here. A figure without its data
/// is null. Next: <see cref="Figure"/>, <see cref="RunReport"/>.
/// </summary>
public static class Figures
{
    public static readonly Figure Tps = Figure.OfRounds(
        FigureBound.Tps, FigureUnit.PerSecond, "TPS", "committed ÷ window",
        round => PerSecond(round.Committed, round.WindowNs)) with
    {
        Live = new("aelf.bench.round.rate", "{transfer}/s", round =>
            round.WindowNs > 0 ? PerSecond(round.Committed, round.WindowNs) : null),
    };

    public static readonly Figure Operations = Figure.OfRounds(
        FigureBound.Operations, FigureUnit.PerSecond, "store ops/s", "commands to the store",
        round => PerSecond(round.Ops.ToCounts().Commands, round.WindowNs)) with
    {
        Words = new(FigureLine.Speed, (text, _) => $"{text} store operations per second", IsDetail: true),
    };

    public static readonly Figure Grouping = Figure.OfRounds(
        "groupingMs", FigureUnit.Milliseconds, "grouping", "time to group the block",
        round => round.GroupingNs / 1e6) with
    {
        IsSwept = true,
        Words = new(FigureLine.Load, (text, _) => $"grouping takes {text} before each round", IsDetail: true),
    };

    public static readonly Figure Routing = Figure.OfRounds(
        "routingMs", FigureUnit.Milliseconds, "routing", "time to route and post the jobs",
        round => round.RoutingNs / 1e6) with
    {
        Words = new(FigureLine.Load, (text, _) => $"routing takes {text} of each round", IsDetail: true),
    };

    public static readonly Figure P50 = Latency(FigureBound.P50, facts => facts.Percentile(50)) with
    {
        Live = OfRound("0.5", latency => latency.P50Ns),
        IsSwept = true,
    };

    public static readonly Figure P99 = Latency(FigureBound.P99, facts => facts.Percentile(99)) with
    {
        Live = OfRound("0.99", latency => latency.P99Ns),
        IsCompared = true,
        IsSwept = true,
    };

    public static readonly Figure CpuUs = new(
        FigureBound.CpuUs, FigureUnit.Microseconds, "CPU each",
        "CPU time per transfer, user and system, of this process and its workers", facts =>
            facts.Each(facts.CpuNs / 1e3))
    {
        IsCompared = true,
        IsSwept = true,
        Words = new(FigureLine.Cost, (text, noun) => $"CPU {text} per {noun}"),
    };

    public static readonly Figure ManagerCpuUs = new(
        "managerCpuUsPerTransfer", FigureUnit.Microseconds, "manager CPU each",
        "the manager's part of `cpuUsPerTransfer`; null without a manager",
        facts => facts.Raw.Workers.Count == 0 || facts.Committed == 0 ? null : facts.Each(facts.OwnCpuNs / 1e3))
    {
        Words = new(FigureLine.Cost, (text, noun) => $"the manager's CPU {text} per {noun}", IsDetail: true),
    };

    public static readonly Figure SerializationUs = new(
        "serializationUsPerTransfer", FigureUnit.Microseconds, "coding each",
        "time per transfer in which the manager encodes and decodes messages; null without a manager",
        facts => facts.Committed == 0 || facts.Raw.Rounds.Any(round => round.CodingNs is null) ? null
            : facts.Each(facts.Sum(round => round.CodingNs ?? 0) / 1e3))
    {
        Words = new(FigureLine.Cost, (text, _) => $"encoding and decoding {text}", IsDetail: true),
    };

    public static readonly Figure AllocatedBytes = new(
        FigureBound.AllocatedBytes, FigureUnit.Bytes, "allocated B",
        "managed bytes per transfer that the dispatchers' threads allocate",
        facts => facts.Each(facts.Sum(round => round.AllocatedBytes)))
    {
        Words = new(FigureLine.Cost, (text, noun) => $"{text} bytes allocated per {noun}"),
    };

    public static readonly Figure CpuCores = new(
        "cpuCores", FigureUnit.Cores, "cores", "cores busy on average, in this process and its workers",
        facts => facts.OfWindow(facts.CpuNs))
    {
        Words = new(FigureLine.Cost, (text, _) => $"{text} cores busy"),
    };

    public static readonly Figure GcPauseMs = new(
        "gcPauseMs", FigureUnit.Milliseconds, "GC pauses", "pauses of this process for garbage collection",
        facts => facts.Sum(round => round.GcPauseNs) / 1e6)
    {
        Words = new(FigureLine.Cost, (text, _) => $"garbage collection pauses {text}", IsDetail: true),
    };

    public static readonly Figure MemoryMb = new(
        "memoryMb", FigureUnit.Mebibytes, "memory MiB", "peak memory of this process",
        facts => facts.Raw.WorkingSetMb)
    {
        OfFailedRun = true,
        IsSwept = true,
        Words = new(FigureLine.Cost, (text, _) => $"peak memory {text} MiB", IsDetail: true),
    };

    public static readonly Figure MachineBusy = new(
        "machineBusyShare", FigureUnit.Share, "machine busy",
        "busy share of this machine's processors, by any program; null if unknown",
        facts => facts.Sum(round => round.ProcessorTicks) is > 0 and var ticks
            ? (double)facts.Sum(round => round.BusyTicks) / ticks
            : null);

    public static readonly Figure Committed = new(
        "committed", FigureUnit.Count, "committed", "transfers committed in all rounds", facts => facts.Committed)
    {
        Words = new(FigureLine.Load, (text, noun) => $"{text} {NumberFormat.Plural(noun)} committed", IsDetail: true),
    };

    public static readonly Figure Retried = new(
        FigureBound.Retried, FigureUnit.Count, "retried", "transfers of the groups that were granted again",
        facts => facts.Sum(round => round.Retried))
    {
        Words = new(FigureLine.Load, (text, _) => $"{text} retried", IsDetail: true),
    };

    public static readonly Figure Declined = new(
        "declinedShare", FigureUnit.Share, "declined",
        "declined ÷ executed transactions, warm-up included; null if no transaction can be declined",
        facts => facts.Raw.Outcomes.Count == 0 ? null : KindOutcomes.DeclinedOf(facts.Raw.Outcomes).Value)
    {
        IsSwept = true,
    };

    public static readonly Figure Untimed = new(
        "untimed", FigureUnit.Count, "not timed",
        "committed transfers without a latency: a fault interrupted them, or their worker was lost with their times",
        facts => facts.Untimed);

    public static readonly Figure OfBareStore = new(
        "ceiling", FigureUnit.Share, "of store alone", "`tps` ÷ rate of the store alone",
        facts => facts.Median(Tps.OfRound!) / facts.BareStoreTps);

    public static readonly Figure Idle = new(
        "idleShare", FigureUnit.Share, "idle",
        "share of the windows in which actors had nothing in flight, mean over the actors",
        facts => facts.Raw.Rounds.Sum(round => (double)round.WindowNs * round.Actors) is > 0 and var all
            ? facts.Sum(round => round.IdleNs) / all
            : 0)
    {
        Words = new(FigureLine.Actors, (text, _) => $"idle {text} of the time"),
    };

    public static readonly Figure Busiest = new(
        "imbalance", FigureUnit.Ratio, "busiest",
        "transfers of the busiest actor, or of the busiest worker per actor, ÷ the mean, in the worst round",
        facts => facts.Raw.Rounds.Select(round => round.Imbalance).Prepend(1).Max())
    {
        Words = new(FigureLine.Actors, (text, _) => $"the busiest executed {text} × the mean"),
    };

    public static readonly Figure OperationsEach = new(
        "operationsPerTransfer", FigureUnit.Ratio, "store ops each", "commands to the store per transfer",
        facts => facts.Each(facts.Sum(round => round.Ops.ToCounts().Commands)))
    {
        Words = new(FigureLine.Store, (text, noun) => $"{text} operations per {noun}", IsDetail: true),
    };

    public static readonly Figure StoreCpuUs = new(
        "storeCpuUsPerTransfer", FigureUnit.Microseconds, "store CPU each",
        "CPU time per transfer of the store's servers; null if a server does not report it",
        facts => facts.StoreCpuNs is { } cpu && facts.Committed > 0 ? facts.Each(cpu / 1e3) : null)
    {
        IsCompared = true,
        Words = new(FigureLine.Store, (text, noun) => $"store CPU {text} per {noun}", IsDetail: true),
    };

    public static readonly Figure StoreMemoryMb = new(
        "storeMemoryMb", FigureUnit.Mebibytes, "store memory MiB",
        "memory of the store's servers after the rounds; null if a server does not report it",
        facts => facts.StoreMemoryMb)
    {
        IsCompared = true,
        Words = new(FigureLine.Store, (text, _) => $"store memory {text} MiB", IsDetail: true),
    };

    /// <summary>All figures, in the order of the report.</summary>
    public static IReadOnlyList<Figure> All { get; } =
    [
        Tps, Operations, P50, Latency(FigureBound.P90, facts => facts.Percentile(90), isDetail: true), P99,
        Latency(FigureBound.P999, facts => facts.Percentile(99.9), isDetail: true),
        Latency(FigureBound.Max, facts => facts.Latency?.Max / 1e3), Untimed, CpuUs, ManagerCpuUs, SerializationUs,
        AllocatedBytes, CpuCores, Grouping, Routing,
        new(
            "collections", FigureUnit.Count, "collections", "garbage collections of any generation",
            facts => facts.Raw.Rounds.Sum(round => round.Collections))
        {
            OfFailedRun = true,
            Words = new(FigureLine.Cost, (text, _) => $"garbage collections {text}", IsDetail: true),
        },
        GcPauseMs,
        new(
            "compilingMs", FigureUnit.Milliseconds, "compiling",
            "time of compiling methods, in all processes: these methods were not warm",
            facts => facts.Sum(round => round.CompilingNs) / 1e6)
        {
            Words = new(FigureLine.Cost, (text, _) => $"compiling methods {text}", IsDetail: true),
        },
        MemoryMb, MachineBusy,
        new(
            "jobImbalance", FigureUnit.Ratio, "largest job", "transfers of the largest job ÷ the mean; 1 is perfect",
            facts => facts.BlockWeight == 0 || facts.Raw.Jobs == 0 ? 1
                : facts.Raw.HeaviestJob * (double)facts.Raw.Jobs / facts.BlockWeight)
        {
            OfFailedRun = true,
            Words = new(FigureLine.Load, (text, _) => $"the largest job {text} × the mean", IsDetail: true),
        },
        new(
            "offered", FigureUnit.Count, "offered", "transfers assigned to actors in all rounds",
            facts => facts.Sum(round => round.Offered)),
        Committed, Declined, Retried,
        new(FigureBound.Faults, FigureUnit.Count, "faults", "faults met", facts => facts.Faults),
        OfBareStore, Idle, Busiest, StoreCpuUs, StoreMemoryMb,
        OperationsEach,
    ];

    /// <summary>The figures that sweeps keep beside TPS.</summary>
    public static IReadOnlyList<Figure> Swept { get; } = [.. All.Where(figure => figure.IsSwept)];

    /// <summary>The figures that comparisons show beside TPS.</summary>
    public static IReadOnlyList<Figure> Compared { get; } = [.. All.Where(figure => figure.IsCompared)];

    public static Figure Of(FigureBound bound) => Named(bound.Name);

    /// <summary>The figures of a run by name, as in its report.</summary>
    public static IReadOnlyDictionary<string, double?> Of(RunFacts facts) => All.ToDictionary(
        figure => figure.Name,
        figure => figure.Formula(facts) is { } value && double.IsFinite(value) ? value : default(double?),
        StringComparer.Ordinal);

    /// <summary>A rate: the common formula for TPS of a run, of a round and of a slice.</summary>
    public static double PerSecond(long count, double nanoseconds) => count / (nanoseconds / 1e9);

    private static LiveFigure OfRound(string quantile, Func<RawLatency, long> nanoseconds) => new(
        "aelf.bench.round.latency", "s", round => round.Latency is { } each ? nanoseconds(each) / 1e9 : null, quantile);

    private static Figure Named(string name) =>
        All.Single(figure => string.Equals(figure.Name, name, StringComparison.Ordinal));

    private static Figure Latency(string name, Func<RunFacts, double?> formula, bool isDetail = false) => new(
        name, FigureUnit.Microseconds, name, "latency; in an open loop from the scheduled start", formula)
    {
        Words = new(FigureLine.Latency, (text, _) => $"{name} {text}", isDetail),
    };
}
