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
        $"{NumberFormat.Counted(run.Transfers, "transfer")} in {NumberFormat.Counted(run.Groups, "group")} (largest {NumberFormat.Count(run.LargestGroup)}{Skew(run)}) "
        + $"over {NumberFormat.Counted(run.Accounts, "account")}; {NumberFormat.Counted(run.Jobs, "job")}, the largest {NumberFormat.Decimal(run.JobImbalance)} × the mean, "
        + $"routing {run.Routing}";

    /// <summary>How evenly the actors were busy; jobs of one size may still meet on one actor.</summary>
    public static string Busy(RunReport run) =>
        $"busiest {(run.Workers.Count == 0 ? "actor" : "worker")} {NumberFormat.Decimal(run.Imbalance)} × the mean, in the worst round; "
        + $"actors idle {NumberFormat.Percent(run.IdleShare)} of the time";

    public static string Counts(TransferCounts counts) =>
        $"offered {NumberFormat.Count(counts.Offered)}, committed {NumberFormat.Count(counts.Committed)}, "
        + $"rejected {NumberFormat.Count(counts.Rejected)}, retried {NumberFormat.Count(counts.Retried)}";

    /// <summary>Median and range first: what may be compared. The interval says how far to trust it.</summary>
    public static string Tps(Spread tps) => tps.Count == 1
        ? $"{NumberFormat.Whole(tps.Median)} in 1 round: no interval"
        : $"{Range(tps, NumberFormat.Whole)}, mean {NumberFormat.Whole(tps.Mean)}, {Interval(tps)}, cv {NumberFormat.Percent(tps.Variation)}";

    private static string Interval(Spread tps) => tps.Low95 is null
        ? $"no interval from {NumberFormat.Counted(tps.Count, "round")}"
        : $"95 % {NumberFormat.Whole(tps.Low95)} – {NumberFormat.Whole(tps.High95)}";

    public static string Stages(RunReport run) => string.Join("; ", new (string Name, Spread? Spread)[]
    {
        ("grouping", run.GroupingMs),
        ("routing", run.RoutingMs),
    }.Where(stage => stage.Spread is not null).Select(stage => $"{stage.Name} {Range(stage.Spread!, NumberFormat.Decimal)} ms"));

    public static string Range(Spread spread, Func<double?, string> format) =>
        $"{format(spread.Median)} [{format(spread.Min)} – {format(spread.Max)}]";

    public static string Latency(LatencyReport latency) =>
        $"p50 {NumberFormat.Decimal(latency.P50)}, p90 {NumberFormat.Decimal(latency.P90)}, p99 {NumberFormat.Decimal(latency.P99)}, "
        + $"p99.9 {NumberFormat.Decimal(latency.P999)}, max {NumberFormat.Decimal(latency.Max)} µs over {NumberFormat.Counted(latency.Count, "transfer")}";

    public static string Operations(OperationReport? operations) => operations is null
        ? "not counted"
        : $"GET {NumberFormat.Count(operations.Get)}, SET {NumberFormat.Count(operations.Set)}, MGET {NumberFormat.Count(operations.MultiGet)}, "
            + $"MSET {NumberFormat.Count(operations.MultiSet)}; keys read {NumberFormat.Count(operations.KeysRead)}, written {NumberFormat.Count(operations.KeysWritten)}";

    public static string Ceiling(CeilingReport ceiling) =>
        $"{NumberFormat.Percent(ceiling.Ratio)} of {NumberFormat.Whole(ceiling.Tps)} transfers/s bare "
        + $"(GET {NumberFormat.Whole(ceiling.GetPerSecond)}/s, SET {NumberFormat.Whole(ceiling.SetPerSecond)}/s, depth {NumberFormat.Count(ceiling.Depth)})";

    public static string RedisBenchmark(RedisBenchmarkReport benchmark) =>
        $"{NumberFormat.Percent(benchmark.Ratio)} of {NumberFormat.Whole(benchmark.Tps)} transfers/s by redis-benchmark "
        + $"(GET {NumberFormat.Whole(benchmark.GetPerSecond)}/s, SET {NumberFormat.Whole(benchmark.SetPerSecond)}/s)";

    public static string Audit(AuditReport audit) =>
        $"conservation {audit.Conservation}, replay {audit.Replay}; {NumberFormat.Counted(audit.AccountsCompared, "account")} compared, "
        + $"{NumberFormat.Count(audit.AccountsWrong)} wrong";

    public static string Difference(DifferenceReport difference) =>
        $"account {NumberFormat.Plain(difference.Account)}, key {difference.Key}: expected {Expected(difference)}; found {difference.Found}";

    public static string Expected(DifferenceReport difference) =>
        $"sequence {NumberFormat.Plain(difference.ExpectedSequence)}, balance {NumberFormat.Plain(difference.ExpectedBalance)}";

    public static string Fault(FaultReport fault) =>
        $"{NumberFormat.Count(fault.Count)} × {fault.Kind} in {Round(fault)} at {NumberFormat.Decimal(fault.AtMs)} ms: {fault.What}";

    public static string Round(FaultReport fault) => fault.Round == 0 ? "warm-up" : $"round {NumberFormat.Count(fault.Round)}";

    public static string Resources(ResourceReport used) =>
        Processor(used)
        + $"{NumberFormat.Decimal(used.AllocatedBytesPerTransfer)} B allocated per transfer, {Cores(used)}"
        + $"GC {NumberFormat.Count(used.Collections)} × in {NumberFormat.Decimal(used.GcPauseMs)} ms";

    // A failed run has none of both.
    private static string Processor(ResourceReport used) =>
        double.IsFinite(used.CpuUsPerTransfer) ? $"{NumberFormat.Decimal(used.CpuUsPerTransfer)} µs CPU{Manager(used)} and " : "";

    private static string Cores(ResourceReport used) => double.IsFinite(used.CpuCores) ? $"{NumberFormat.Decimal(used.CpuCores)} cores, " : "";

    private static string Manager(ResourceReport used) =>
        used.ManagerCpuUsPerTransfer is { } manager ? $" ({NumberFormat.Decimal(manager)} of it the manager's)" : "";

    private static string Skew(RunReport run) => run.Skew > 0 ? $", skew {NumberFormat.Skew(run.Skew)}" : "";

    public static string Phases(PhaseReport phases) =>
        $"prepare {NumberFormat.Whole(phases.Prepare)}, seed {NumberFormat.Whole(phases.Seed)}, warm {NumberFormat.Whole(phases.WarmUp)}, "
        + $"measure {NumberFormat.Whole(phases.Measure)}, ceiling {NumberFormat.Whole(phases.Ceiling)}, "
        + $"audit {NumberFormat.Whole(phases.Audit)}, clean {NumberFormat.Whole(phases.Cleanup)}";

    public static string Environment(EnvironmentReport machine) =>
        $"{machine.Cpu}, {NumberFormat.Counted(machine.Cores, "core")}, {NumberFormat.Decimal(machine.MemoryGb)} GiB; {machine.Os}; {machine.Runtime}, {machine.Build}, "
        + $"{(machine.ServerGc ? "server" : "workstation")} GC; version {machine.Version}; started {machine.StartedUtc}";
}
