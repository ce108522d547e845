namespace AElf.Bench.Harness.Reports;

/// <summary>
/// The published part of a failed run: the members set here, and nothing else. It holds no measured time, nothing
/// computed from one, and no count of what was done in such a time: the number of blocks says how fast they are done,
/// and a duration that was asked for makes a rate of every count.
/// </summary>
internal static class FailedRun
{
    /// <summary>The run with these members alone; other numbers are null, other lists empty.</summary>
    public static RunReport Of(RunReport run) => new()
    {
        // What became of the run, and why.
        Verdict = run.Verdict,
        Reasons = run.Reasons,
        FailIf = run.FailIf,
        Audit = run.Audit,
        Faults = run.Faults,

        // What was to be executed, by which workers.
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

        // Over what, and where.
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
