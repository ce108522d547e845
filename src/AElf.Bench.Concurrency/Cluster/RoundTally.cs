using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>
/// What each worker was granted in a round and what of it counted: from it comes how much is committed, also when
/// workers are lost, and what a worker that is lost may have asked of the store without reporting it.
/// </summary>
internal sealed class RoundTally
{
    private readonly IRound round;
    private readonly Dictionary<long, List<Grant>> grants = [];

    // What of a worker's samples is in Accepted, or was taken back when it was lost.
    private readonly Dictionary<long, long> settled = [];
    private readonly Dictionary<long, long> samples = [];
    private readonly Dictionary<long, string> names = [];

    // The worker each unit was last granted to, by incarnation.
    private readonly long[] holders;
    private readonly bool wasDone;

    /// <summary>A round to be executed, or to be continued.</summary>
    /// <param name="round">The round.</param>
    /// <param name="before">What the log has of it; null for nothing.</param>
    public RoundTally(IRound round, LoggedRound? before)
    {
        this.round = round;
        holders = new long[round.Jobs.UnitCount];
        if (before is null)
        {
            return;
        }

        foreach (var (worker, grant) in before.Grants)
        {
            OnGranted(worker, grant);
        }

        foreach (var unit in before.History.Done.Keys)
        {
            OnAccepted(unit);
        }

        wasDone = before.History.Done.Count == holders.Length;
    }

    /// <summary>What was accepted: what a lost worker cannot take back.</summary>
    public long Accepted { get; private set; }

    /// <summary>
    /// What is committed: what was accepted, and what workers that are still there say they have beyond that. Of a
    /// worker that was lost and came back, what it did in between may be counted, which another does again: hence the
    /// upper bound.
    /// </summary>
    public long Committed
    {
        get
        {
            var inFlight = samples.Sum(sample => Math.Max(0, sample.Value - settled.GetValueOrDefault(sample.Key)));
            return Math.Min(Accepted + inFlight, round.Manifest.Weight);
        }
    }

    /// <summary>A worker was granted something.</summary>
    /// <param name="worker">Its incarnation.</param>
    /// <param name="grant">What.</param>
    /// <param name="name">Its name; null where only a log knows it.</param>
    public void OnGranted(long worker, Grant grant, string? name = null)
    {
        if (name is not null)
        {
            names[worker] = name;
        }

        if (!grants.TryGetValue(worker, out var granted))
        {
            grants[worker] = granted = [];
        }

        granted.Add(grant);
        foreach (var unit in grant.Job >= 0 ? round.Jobs[grant.Job] : [grant.Unit])
        {
            holders[unit] = worker;
        }
    }

    /// <summary>Who had a unit before that is granted again: the name of a worker, which is not in a log.</summary>
    public string HolderOf(Grant retry) => names.GetValueOrDefault(holders[retry.Unit], "an earlier manager");

    /// <summary>A unit is done.</summary>
    public void OnAccepted(int unit)
    {
        var weight = round.WeightOf(unit);
        Accepted += weight;
        settled[holders[unit]] = settled.GetValueOrDefault(holders[unit]) + weight;
    }

    /// <summary>A worker says what it has committed in the round.</summary>
    public void OnSample(long worker, long committed) => samples[worker] = committed;

    /// <summary>A worker is gone, or has said what the round took.</summary>
    public void Forget(long worker)
    {
        if (samples.Remove(worker, out var sample))
        {
            settled[worker] = Math.Max(settled.GetValueOrDefault(worker), sample);
        }
    }

    /// <summary>
    /// The most operations that workers may have asked for without having reported them. Of a round that was done when
    /// this manager came they may have told the one before, which told nobody.
    /// </summary>
    /// <param name="reported">The workers that have reported theirs.</param>
    public OperationCounts UnreportedBeside(IReadOnlySet<long> reported) => grants
        .Where(worker => wasDone || !reported.Contains(worker.Key))
        .SelectMany(worker => worker.Value)
        .Aggregate(default(OperationCounts), (sum, grant) => sum + round.MaxOperationsOf(grant));

    /// <summary>The workers this manager granted something that have not reported, by name.</summary>
    /// <param name="reported">The workers that have.</param>
    public IReadOnlyList<string> SilentBeside(IReadOnlySet<long> reported) =>
    [
        .. names.Where(worker => !reported.Contains(worker.Key))
            .Select(worker => worker.Value)
            .Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal),
    ];
}
