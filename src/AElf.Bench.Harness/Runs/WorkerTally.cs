using AElf.Bench.Core.Execution;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>Adds up each worker's outcomes, round by round.</summary>
internal sealed class WorkerTally
{
    private readonly Dictionary<string, WorkerOutcome> workers = new(StringComparer.Ordinal);

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
                    Idle = before.Idle + outcome.Idle,
                    Dispatchers = Math.Max(before.Dispatchers, outcome.Dispatchers),
                }
                : outcome;
        }
    }

    /// <summary>The workers, sorted by name.</summary>
    public IReadOnlyList<RawWorker> Workers =>
    [
        .. workers.Values.OrderBy(worker => worker.Name, StringComparer.Ordinal).Select(worker => new RawWorker(
            worker.Name,
            worker.Server,
            worker.Store,
            worker.Actors,
            worker.Committed,
            RunDerivation.Nanoseconds(worker.Cpu),
            RunDerivation.Nanoseconds(worker.Idle),
            OperationReport.From(worker.Operations))
        {
            Dispatchers = worker.Dispatchers > 0 ? worker.Dispatchers : null,
        }),
    ];
}
