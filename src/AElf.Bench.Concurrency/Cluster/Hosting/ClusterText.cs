using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>Describes the members of a cluster in words, for manager and workers.</summary>
public static class ClusterText
{
    /// <summary>For example <c>3 actors</c>.</summary>
    public static string Actors(int count) => Counted(count, "actor");

    /// <summary>The numbers of workers, servers and actors.</summary>
    public static string Sum(IReadOnlyCollection<ClusterMember> members)
    {
        var servers = members.Select(member => member.Server).Distinct(StringComparer.Ordinal).Count();
        var workers = $"{Counted(members.Count, "worker")} on {Counted(servers, "server")}";
        return members.Count == 0 ? "no members" : $"{workers}, {Actors(members.Sum(member => member.Actors))}";
    }

    public static string Line(ClusterMember member) =>
        $"  {member.Name}  server {member.Server}  {Actors(member.Actors)}  store {member.Store}";
}
