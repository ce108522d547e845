namespace AElf.Bench.Harness.Reports;

/// <summary>
/// The published part of a failed run: only the members set here. It contains no measured time, no value computed from
/// a measured time, and no count of committed items. The number of blocks would reveal the speed, and with a requested
/// duration every count is a rate.
/// </summary>
internal static class FailedRun
{
    /// <summary>The run with these members only; other numbers are null, other lists empty.</summary>
    public static RunReport Of(RunReport run) => new()
    {
        // The outcome of the run, with its reasons.
        Verdict = run.Verdict,
        Reasons = run.Reasons,
        FailIf = run.FailIf,
        Audit = run.Audit,
        Faults = run.Faults,

        // The load, and its workers.
        Scenario = run.Scenario,
        RunId = run.RunId,
        ProcessStarts = run.ProcessStarts,
        Workload = run.Workload,
        BlockWeight = run.BlockWeight,
        Blocks = null,
        Units = run.Units,
        LargestUnit = run.LargestUnit,
        Jobs = run.Jobs,
        Routing = run.Routing,
        Servers = run.Servers,
        Processes = run.Processes,
        Actors = run.Actors,
        Dispatchers = run.Dispatchers,
        Lanes = run.Lanes,
        Workers = [.. run.Workers.Select(worker => new WorkerReport(
            worker.Name, worker.Server, worker.Store, worker.Actors, null, double.NaN, double.NaN, null))],
        IdleWorkers = run.IdleWorkers,
        Options = run.Options,

        // The store and the machine.
        Store = new(run.Store, run.Store.Reconciliation)
        {
            Shards = [.. run.Store.Shards.Select(shard => new ShardReport(
                shard.Endpoint, shard.Version, shard.Persistence, shard.Keys, null, null) { Setup = shard.Setup })],
        },
        Environment = run.Environment,
        SliceMs = double.NaN,
        Figures = Figures.All.Where(figure => figure.OfFailedRun).ToDictionary(
            figure => figure.Name, figure => figure.Of(run), StringComparer.Ordinal),
    };
}
