using System.Globalization;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>Which members make a run, by their names: one that is lost and joins again makes it again.</summary>
/// <param name="Names">Their names; null for all, those that join later too.</param>
/// <param name="MaxActors">The most actors of each that the run uses.</param>
public sealed record RunMembers(IReadOnlySet<string>? Names, int MaxActors)
{
    public static RunMembers All { get; } = new(null, int.MaxValue);

    public bool Has(ClusterMember worker) => Names?.Contains(worker.Name) ?? true;

    /// <summary>A worker, with only the actors that the run uses.</summary>
    public ClusterMember Use(ClusterMember worker) => worker with { Actors = Math.Min(worker.Actors, MaxActors) };

    /// <summary>
    /// Chooses members, the same ones in whatever order they joined: servers give one in turns, those with the most
    /// workers first.
    /// </summary>
    /// <param name="count">How many to choose; null for all.</param>
    /// <param name="servers">Number of servers to use; null for all.</param>
    /// <param name="processes">Workers to use of each server, at most those that it has; null for all.</param>
    /// <returns>The members chosen; null when too few have joined.</returns>
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
/// What manager and workers call a run. An id may be used again, by a benchmark that was told to; the number of the
/// submission tells the two runs apart, so that late messages of one are not taken for the other's.
/// </summary>
/// <param name="Submission">Drawn for each submission.</param>
public readonly record struct RunName(RunId Id, ulong Submission)
{
    // Bits of the epochs of a run; other runs with the same id use other epochs.
    private const int EpochBits = 12;

    /// <summary>All epochs of the run are higher than this one.</summary>
    public int EpochsBefore => (int)(Submission % (1 << (30 - EpochBits))) << EpochBits;

    /// <summary>The run's id in a name, as users know the run.</summary>
    public static string IdIn(string name) => name.Split('.')[0];

    /// <summary>
    /// The name of a run's control measurement. Workers treat it as a separate run with separate counts.
    /// </summary>
    public static string ControlOf(string name) => $"{name}.control";

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Id}.{Submission:x16}");
}

/// <summary>
/// What a worker remembers of a run that it left, possibly because of a late message about another run: if the run is
/// opened again, repeated grants are still executed once, and results are reported once.
/// </summary>
internal sealed class RunMemory(string run)
{
    public string Run { get; } = run;

    /// <summary>The latest round of which something was granted; −1 for none.</summary>
    public long Round { get; set; } = -1;

    /// <summary>The latest round that is over; −1 for none.</summary>
    public long Over { get; set; } = -1;

    /// <summary>The grants of the round that came.</summary>
    public HashSet<Grant> Seen { get; } = [];

    /// <summary>The latest question about a round.</summary>
    public Message.RequestResult? Asked { get; set; }

    /// <summary>The answer to <see cref="Asked"/>; null before it is known.</summary>
    public Message.RoundResult? Answer { get; set; }

    /// <summary>Work that was not reported yet; null for none.</summary>
    public RoundStats? Pending { get; set; }

    /// <summary>Whether grants were executed since the last result.</summary>
    public bool HasUnreported { get; set; }

    /// <summary>Whether the next result may include times of abandoned attempts or of an earlier round.</summary>
    public bool TimesAreVoid { get; set; }

    public void VoidTimes() => TimesAreVoid |= HasUnreported;
}
