using AElf.Bench.Core.Metrics;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>Collects the measurements of a round from all that were members at the request.</summary>
/// <param name="round">The round's number; −1 when the run was given up.</param>
internal sealed class ResultCollection(long round, IEnumerable<ClusterMember> asked)
{
    private readonly List<ClusterMember> pending = [.. asked];
    private readonly List<WorkerRound> answers = [];

    public long Round { get; } = round;

    public IReadOnlyList<WorkerRound> Answers => answers;

    public bool IsComplete => pending.Count == 0;

    public bool IsPending(long incarnation) => pending.Exists(worker => worker.Incarnation == incarnation);

    /// <summary>A worker has answered; true when it was the last.</summary>
    public bool Add(long incarnation, RoundStats stats)
    {
        var at = pending.FindIndex(worker => worker.Incarnation == incarnation);
        if (at < 0)
        {
            return false;
        }

        answers.Add(new WorkerRound(pending[at], stats));
        pending.RemoveAt(at);
        return IsComplete;
    }

    /// <summary>A worker will not answer; true when it was the last.</summary>
    public bool Drop(long incarnation) =>
        pending.RemoveAll(worker => worker.Incarnation == incarnation) > 0 && IsComplete;
}

/// <summary>The measurements of a worker process in a round.</summary>
public sealed record WorkerRound(ClusterMember Worker, RoundStats Stats);
