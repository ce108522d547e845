namespace AElf.Bench.Harness.Reports;

/// <summary>The phrases that the exporters for people share.</summary>
internal static class ReportText
{
    public static string Verdict(RunReport run) => run.Verdict switch
    {
        Reports.Verdict.Pass => "pass",
        Reports.Verdict.Degraded => "degraded",
        _ => "failed",
    };

    public static string Load(RunReport run) =>
        $"{Figures.Counted(run.Transfers, "transfer")} in {Figures.Counted(run.Groups, "group")} (largest {Figures.Count(run.LargestGroup)}{Skew(run)}) "
        + $"over {Figures.Counted(run.Accounts, "account")}; {Figures.Counted(run.Jobs, "job")}, the largest {Figures.Decimal(run.JobImbalance)} × the mean, "
        + $"routing {run.Routing}";

    /// <summary>How evenly the actors were busy; jobs of one size may still meet on one actor.</summary>
    public static string Busy(RunReport run) =>
        $"busiest {(run.Workers.Count == 0 ? "actor" : "worker")} {Figures.Decimal(run.Imbalance)} × the mean, in the worst round; "
        + $"actors idle {Figures.Percent(run.IdleShare)} of the windows";

    public static string Counts(TransferCounts counts) =>
        $"offered {Figures.Count(counts.Offered)}, committed {Figures.Count(counts.Committed)}, "
        + $"rejected {Figures.Count(counts.Rejected)}, retried {Figures.Count(counts.Retried)}";

    /// <summary>Median and range first: what may be compared. The interval says how far to trust it.</summary>
    public static string Tps(Spread tps) => tps.Count == 1
        ? $"{Figures.Whole(tps.Median)} in 1 round: no interval"
        : $"{Range(tps, Figures.Whole)}, mean {Figures.Whole(tps.Mean)}, {Interval(tps)}, cv {Figures.Percent(tps.Variation)}";

    private static string Interval(Spread tps) => tps.Low95 is null
        ? $"no interval from {Figures.Counted(tps.Count, "round")}"
        : $"95 % {Figures.Whole(tps.Low95)} – {Figures.Whole(tps.High95)}";

    public static string Stages(RunReport run) => string.Join("; ", new (string Name, Spread? Spread)[]
    {
        ("grouping", run.GroupingMs),
        ("routing", run.RoutingMs),
    }.Where(stage => stage.Spread is not null).Select(stage => $"{stage.Name} {Range(stage.Spread!, Figures.Decimal)} ms"));

    public static string Range(Spread spread, Func<double?, string> format) =>
        $"{format(spread.Median)} [{format(spread.Min)} – {format(spread.Max)}]";

    public static string Latency(LatencyReport latency) =>
        $"p50 {Figures.Decimal(latency.P50)}, p90 {Figures.Decimal(latency.P90)}, p99 {Figures.Decimal(latency.P99)}, "
        + $"p99.9 {Figures.Decimal(latency.P999)}, max {Figures.Decimal(latency.Max)} µs over {Figures.Counted(latency.Count, "transfer")}";

    public static string Operations(OperationReport? operations) => operations is null
        ? "not counted"
        : $"GET {Figures.Count(operations.Get)}, SET {Figures.Count(operations.Set)}, MGET {Figures.Count(operations.MultiGet)}, "
            + $"MSET {Figures.Count(operations.MultiSet)}; keys read {Figures.Count(operations.KeysRead)}, written {Figures.Count(operations.KeysWritten)}";

    public static string Ceiling(CeilingReport ceiling) =>
        $"{Figures.Percent(ceiling.Ratio)} of {Figures.Whole(ceiling.Tps)} transfers/s bare "
        + $"(GET {Figures.Whole(ceiling.GetPerSecond)}/s, SET {Figures.Whole(ceiling.SetPerSecond)}/s, depth {Figures.Count(ceiling.Depth)})";

    public static string RedisBenchmark(RedisBenchmarkReport benchmark) =>
        $"{Figures.Percent(benchmark.Ratio)} of {Figures.Whole(benchmark.Tps)} transfers/s by redis-benchmark "
        + $"(GET {Figures.Whole(benchmark.GetPerSecond)}/s, SET {Figures.Whole(benchmark.SetPerSecond)}/s)";

    public static string Audit(AuditReport audit) =>
        $"conservation {audit.Conservation}, replay {audit.Replay}; {Figures.Counted(audit.AccountsCompared, "account")} compared, "
        + $"{Figures.Count(audit.AccountsWrong)} wrong";

    public static string Difference(DifferenceReport difference) =>
        $"account {Figures.Plain(difference.Account)}, key {difference.Key}: expected {Expected(difference)}; found {difference.Found}";

    public static string Expected(DifferenceReport difference) =>
        $"sequence {Figures.Plain(difference.ExpectedSequence)}, balance {Figures.Plain(difference.ExpectedBalance)}";

    public static string Fault(FaultReport fault) =>
        $"{Figures.Count(fault.Count)} × {fault.Kind} in {Round(fault)} at {Figures.Decimal(fault.AtMs)} ms: {fault.What}";

    public static string Round(FaultReport fault) => fault.Round == 0 ? "warm-up" : $"round {Figures.Count(fault.Round)}";

    public static string Resources(ResourceReport used) =>
        Processor(used)
        + $"{Figures.Decimal(used.AllocatedBytesPerTransfer)} B allocated per transfer, {Cores(used)}"
        + $"GC {Figures.Count(used.Collections)} × in {Figures.Decimal(used.GcPauseMs)} ms";

    // A failed run has none of both.
    private static string Processor(ResourceReport used) =>
        double.IsFinite(used.CpuUsPerTransfer) ? $"{Figures.Decimal(used.CpuUsPerTransfer)} µs CPU{Manager(used)} and " : "";

    private static string Cores(ResourceReport used) => double.IsFinite(used.CpuCores) ? $"{Figures.Decimal(used.CpuCores)} cores, " : "";

    private static string Manager(ResourceReport used) =>
        used.ManagerCpuUsPerTransfer is { } manager ? $" ({Figures.Decimal(manager)} of it the manager's)" : "";

    private static string Skew(RunReport run) => run.Skew > 0 ? $", skew {Figures.Skew(run.Skew)}" : "";

    public static string Phases(PhaseReport phases) =>
        $"prepare {Figures.Whole(phases.Prepare)}, seed {Figures.Whole(phases.Seed)}, warm {Figures.Whole(phases.WarmUp)}, "
        + $"measure {Figures.Whole(phases.Measure)}, ceiling {Figures.Whole(phases.Ceiling)}, "
        + $"audit {Figures.Whole(phases.Audit)}, clean {Figures.Whole(phases.Cleanup)}";

    public static string Environment(EnvironmentReport machine) =>
        $"{machine.Cpu}, {Figures.Counted(machine.Cores, "core")}, {Figures.Decimal(machine.MemoryGb)} GiB; {machine.Os}; {machine.Runtime}, {machine.Build}, "
        + $"{(machine.ServerGc ? "server" : "workstation")} GC; version {machine.Version}; started {machine.StartedUtc}";
}
