using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>
/// The grants of each worker in a round, and the grants that counted. Computes the number of commits, also after losses
/// of workers, and an upper bound of unreported operations of lost workers.
/// </summary>
internal sealed class RoundTally
{
    private readonly IRound round;
    private readonly Dictionary<long, List<Grant>> grants = [];

    // The part of a worker's samples that Accepted contains, or that was taken back when the worker was lost.
    private readonly Dictionary<long, long> settled = [];
    private readonly Dictionary<long, long> samples = [];
    private readonly Dictionary<long, string> names = [];

    // The worker of the last grant of each unit, by incarnation.
    private readonly long[] holders;
    private readonly bool wasDone;

    /// <summary>Begins a round, or continues it.</summary>
    /// <param name="before">Its progress in the log; null without one.</param>
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

    /// <summary>Weight of the accepted units. A lost worker cannot take it back.</summary>
    public long Accepted { get; private set; }

    /// <summary>
    /// The commits: accepted ones, and further ones that present workers reported. If a worker is lost and comes back,
    /// its work may be counted twice, because another worker may repeat it. Therefore the sum is limited.
    /// </summary>
    public long Committed
    {
        get
        {
            var inFlight = samples.Sum(sample => Math.Max(0, sample.Value - settled.GetValueOrDefault(sample.Key)));
            return Math.Min(Accepted + inFlight, round.Manifest.Weight);
        }
    }

    /// <summary>Notes a grant to a worker.</summary>
    /// <param name="worker">The worker's incarnation.</param>
    /// <param name="name">The worker's name; null for a grant from a log.</param>
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

    /// <summary>
    /// The last worker of a unit that is granted again: its name, or words if only a log knows the worker.
    /// </summary>
    public string HolderOf(Grant retry) => names.GetValueOrDefault(holders[retry.Unit], "an earlier manager");

    public void OnAccepted(int unit)
    {
        var weight = round.WeightOf(unit);
        Accepted += weight;
        settled[holders[unit]] = settled.GetValueOrDefault(holders[unit]) + weight;
    }

    /// <summary>Notes the commits of a worker in the round so far.</summary>
    public void OnSample(long worker, long committed) => samples[worker] = committed;

    /// <summary>Forgets a worker that is lost, or that has sent its measurements.</summary>
    public void Forget(long worker)
    {
        if (samples.Remove(worker, out var sample))
        {
            settled[worker] = Math.Max(settled.GetValueOrDefault(worker), sample);
        }
    }

    /// <summary>
    /// Upper bound of operations that workers may have sent without reporting them. Reports are lost if a round ended
    /// under an earlier manager.
    /// </summary>
    public OperationCounts UnreportedBeside(IReadOnlySet<long> reported) => grants
        .Where(worker => wasDone || !reported.Contains(worker.Key))
        .SelectMany(worker => worker.Value)
        .Aggregate(default(OperationCounts), (sum, grant) => sum + round.MaxOperationsOf(grant));

    /// <summary>Names of the workers that have grants of this manager and did not report.</summary>
    public IReadOnlyList<string> SilentBeside(IReadOnlySet<long> reported) =>
    [
        .. names.Where(worker => !reported.Contains(worker.Key))
            .Select(worker => worker.Value)
            .Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal),
    ];
}
