using AElf.Bench.Core.Execution;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>Adds up, round by round, what each worker process did.</summary>
internal sealed class WorkerTally
{
    private readonly Dictionary<string, WorkerOutcome> workers = new(StringComparer.Ordinal);

    /// <summary>Processor time of all workers; null when there are none.</summary>
    public TimeSpan? Cpu =>
        workers.Count == 0 ? null : workers.Values.Aggregate(TimeSpan.Zero, (sum, worker) => sum + worker.Cpu);

    /// <summary>How long all workers compiled methods.</summary>
    public TimeSpan Compiling => workers.Values.Aggregate(TimeSpan.Zero, (sum, worker) => sum + worker.Compiling);

    /// <summary>Takes a round's outcomes.</summary>
    public void Add(IReadOnlyList<WorkerOutcome> outcomes)
    {
        foreach (var outcome in outcomes)
        {
            workers[outcome.Name] = workers.TryGetValue(outcome.Name, out var before)
                ? outcome with
                {
                    Committed = before.Committed + outcome.Committed,
                    Operations = before.Operations + outcome.Operations,
                    Cpu = before.Cpu + outcome.Cpu,
                    Compiling = before.Compiling + outcome.Compiling,
                    Idle = before.Idle + outcome.Idle,
                }
                : outcome;
        }
    }

    /// <summary>Each worker, for the report.</summary>
    /// <param name="windowSeconds">The rounds' windows together.</param>
    public IReadOnlyList<WorkerReport> Report(double windowSeconds) =>
    [
        .. workers.Values.OrderBy(worker => worker.Name, StringComparer.Ordinal).Select(worker => new WorkerReport(
            worker.Name,
            worker.Server,
            worker.Store,
            worker.Actors,
            worker.Committed,
            worker.Committed == 0 ? 0 : worker.Cpu.TotalMicroseconds / worker.Committed,
            windowSeconds > 0 ? worker.Idle.TotalSeconds / (windowSeconds * worker.Actors) : 0,
            OperationReport.From(worker.Operations))),
    ];
}
