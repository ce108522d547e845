using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Generation;

namespace AElf.Bench.Tests.Cluster;

public sealed class RunMembersTests
{
    [Theory]
    [InlineData("a1 a2 b1 b2", 2, null, null, "a1 b1")]
    [InlineData("a1 a2 b1 b2", 3, null, null, "a1 a2 b1")]
    [InlineData("b2 a2 b1 a1", 3, null, null, "a1 a2 b1")]
    [InlineData("a1 a2 b1 b2", 2, 1, null, "a1 a2")]
    [InlineData("a1 b1 b2", null, 1, null, "b1 b2")]
    [InlineData("a1 a2 b1", null, null, null, "a1 a2 b1")]
    [InlineData("a1 a2", 3, null, null, "none")]
    [InlineData("a1 a2", 2, 2, null, "none")]
    [InlineData("", null, null, null, "none")]
    [InlineData("a1 a2 b1 b2 b3", null, 2, 1, "a1 b1")]
    [InlineData("a1 b1 b2", null, null, 2, "b1 b2")]
    [InlineData("a1 b1 b2", null, 2, 2, "none")]
    public void Members_SeveralServers_AreTakenInTurns(
        string joined, int? count, int? servers, int? processes, string chosen) =>
        Assert.Equal(chosen, NamesOf(RunMembers.Choose(Members(joined), count, servers, processes)));

    [Fact]
    public void Members_AnyJoiningOrder_AreSpreadEvenlyOverServers()
    {
        for (var seed = 0UL; seed < 500; seed++)
        {
            var random = new SeededRandom(seed);
            var joined = Enumerable.Range(0, 1 + random.Next(5))
                .SelectMany(server => Enumerable.Range(0, 1 + random.Next(4)).Select(number => Member(server, number)))
                .ToArray();
            int? servers = random.Next(2) == 0 ? null : 1 + random.Next(5);
            var count = 1 + random.Next(joined.Length);

            var chosen = RunMembers.Choose(joined, count, servers, processes: null);
            ClusterMember[] otherwise = [.. joined.OrderBy(_ => random.Next(1000))];

            Assert.Equal(NamesOf(chosen), NamesOf(RunMembers.Choose(otherwise, count, servers, processes: null)));
            if (chosen is null)
            {
                continue;
            }

            Assert.Equal(count, chosen.Distinct().Count());
            var taken = chosen.CountBy(member => member.Server).ToDictionary();
            Assert.True(taken.Count <= (servers ?? int.MaxValue), $"seed {seed}");
            Assert.All(taken, server => Assert.True(
                taken.Values.Max() - server.Value <= 1
                    || server.Value == joined.Count(member => string.Equals(
                        member.Server, server.Key, StringComparison.Ordinal)),
                $"seed {seed}"));
        }
    }

    private static string NamesOf(IReadOnlyList<ClusterMember>? members) => members is null
        ? "none"
        : string.Join(' ', members.Select(member => member.Name).Order(StringComparer.Ordinal));

    private static ClusterMember Member(int server, int number) => new($"{server}{number}", 0, 4, 1, $"{server}", "");

    private static ClusterMember[] Members(string names) =>
    [
        .. names.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(name => new ClusterMember(name, 0, 4, 1, name[..1], "")),
    ];
}
