using System.Globalization;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>The members of a run, by name: a worker that is lost and joins again belongs to the run again.</summary>
/// <param name="Names">Their names; null for all workers, including those that join later.</param>
/// <param name="MaxActors">Maximum of actors that the run uses in each worker.</param>
public sealed record RunMembers(IReadOnlySet<string>? Names, int MaxActors)
{
    public static RunMembers All { get; } = new(null, int.MaxValue);

    public bool Has(ClusterMember worker) => Names?.Contains(worker.Name) ?? true;

    /// <summary>A worker, limited to the actors that the run uses.</summary>
    public ClusterMember Use(ClusterMember worker) => worker with { Actors = Math.Min(worker.Actors, MaxActors) };

    /// <summary>
    /// Chooses members, independently of the order in which they joined. Servers contribute one worker each in turns,
    /// beginning with the servers that have the most workers.
    /// </summary>
    /// <param name="count">Number of workers to choose; null for all.</param>
    /// <param name="servers">Number of servers to use; null for all.</param>
    /// <param name="processes">Maximum of workers to use on each server; null for all.</param>
    /// <returns>The chosen members; null if too few have joined.</returns>
    public static IReadOnlyList<ClusterMember>? Choose(
        IReadOnlyList<ClusterMember> joined, int? count, int? servers, int? processes)
    {
        var places = joined
            .GroupBy(member => member.Server, StringComparer.Ordinal)
            .Where(server => server.Count() >= (processes ?? 1))
            .OrderByDescending(server => server.Count())
            .ThenBy(server => server.Key, StringComparer.Ordinal)
            .Take(servers ?? int.MaxValue)
            .ToList();
        if (places.Count < servers)
        {
            return null;
        }

        List<ClusterMember> chosen =
        [
            .. places
                .SelectMany((server, place) => server
                    .OrderBy(member => member.Name, StringComparer.Ordinal)
                    .Take(processes ?? int.MaxValue)
                    .Select((member, turn) => (Member: member, Turn: turn, Place: place)))
                .OrderBy(each => each.Turn)
                .ThenBy(each => each.Place)
                .Select(each => each.Member)
                .Take(count ?? int.MaxValue),
        ];
        return chosen.Count > 0 && chosen.Count >= (count ?? 0) ? chosen : null;
    }
}

/// <summary>
/// The name of a run in messages. An option can repeat an id; the number of the submission distinguishes the two runs,
/// so that late messages of one do not affect the other.
/// </summary>
/// <param name="Submission">Drawn at random for each submission.</param>
public readonly record struct RunName(RunId Id, ulong Submission)
{
    // Bits of the epochs of a run; other runs with the same id use other epochs.
    private const int EpochBits = 12;

    /// <summary>All epochs of the run are higher than this one.</summary>
    public int EpochsBefore => (int)(Submission % (1 << (30 - EpochBits))) << EpochBits;

    /// <summary>The run's id in a name, as shown to users.</summary>
    public static string IdIn(string name) => name.Split('.')[0];

    /// <summary>
    /// The name of a run's control measurement. Workers treat it as a separate run with separate counts.
    /// </summary>
    public static string ControlOf(string name) => $"{name}.control";

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Id}.{Submission:x16}");
}

/// <summary>
/// State of a run that a worker has left, possibly because of a late message about another run. If the run is opened
/// again, repeated grants are still executed once, and results are reported once.
/// </summary>
internal sealed class RunMemory(string run)
{
    public string Run { get; } = run;

    /// <summary>The latest round with a grant; −1 without one.</summary>
    public long Round { get; set; } = -1;

    /// <summary>The latest finished round; −1 without one.</summary>
    public long Over { get; set; } = -1;

    /// <summary>The received grants of the round.</summary>
    public HashSet<Grant> Seen { get; } = [];

    /// <summary>The latest request for a round.</summary>
    public Message.RequestResult? Asked { get; set; }

    /// <summary>The answer to <see cref="Asked"/>; null while unknown.</summary>
    public Message.RoundResult? Answer { get; set; }

    /// <summary>Unreported work; null for none.</summary>
    public RoundStats? Pending { get; set; }

    /// <summary>Whether grants were executed since the last result.</summary>
    public bool HasUnreported { get; set; }

    /// <summary>Whether the next result may include times of abandoned attempts or of an earlier round.</summary>
    public bool TimesAreVoid { get; set; }

    public void VoidTimes() => TimesAreVoid |= HasUnreported;
}
