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
