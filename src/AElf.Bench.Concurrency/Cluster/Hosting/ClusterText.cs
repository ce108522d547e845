using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>The members of a cluster in words, as manager and workers print them.</summary>
public static class ClusterText
{
    /// <summary>Such as <c>3 actors</c>.</summary>
    public static string Actors(int count) => Counted(count, "actor");

    /// <summary>The numbers of workers, servers and actors.</summary>
    public static string Sum(IReadOnlyCollection<ClusterMember> members)
    {
        var servers = members.Select(member => member.Server).Distinct(StringComparer.Ordinal).Count();
        var workers = $"{Counted(members.Count, "worker")} on {Counted(servers, "server")}";
        return members.Count == 0 ? "no members" : $"{workers}, {Actors(members.Sum(member => member.Actors))}";
    }

    public static string Line(ClusterMember member)
    {
        return $"  {member.Name}  server {member.Server}  {Actors(member.Actors)}  store {member.Store}";
    }
}
