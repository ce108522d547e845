using AElf.Bench.Concurrency.Cluster;
using AElf.Concurrency.Manager;

namespace AElf.Bench.Tests.Sessions;

public sealed class EventLogTests
{
    [Fact]
    public void Who_joins_and_leaves_again_and_again_adds_two_lines_each_time_however_many_are_there()
    {
        const int Members = 200;
        using var output = new StringWriter();
        using (var console = new ConsoleLog(output, quiet: false))
        {
            var events = new EventLog(console);
            ClusterMember[] members =
            [
                .. Enumerable.Range(0, Members).Select(
                    number => new ClusterMember($"w{number}", number, 2, 2, "somewhere", "memory")),
            ];
            foreach (var member in members)
            {
                events.OnEffect(new ManagerEffect.Joined(member));
            }

            events.OnEffect(new ManagerEffect.Lost(members[0], "gone"));
        }

        var lines = output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(2 * (Members + 1), lines.Length);
        Assert.Equal("members: 199 workers on 1 server, 398 actors", lines[^1]);
    }
}
