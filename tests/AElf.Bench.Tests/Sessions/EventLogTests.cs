using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Scheduling;
using AElf.Concurrency.Manager;

namespace AElf.Bench.Tests.Sessions;

public sealed class EventLogTests
{
    [Fact]
    public void Events_JoinAndLeave_AddTwoLinesEach()
    {
        const int Members = 200;
        using var output = new StringWriter();
        var events = new EventLog(output);
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

        var lines = output.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(2 * (Members + 1), lines.Length);
        Prose.AssertNames(lines[^1], "199 workers", "1 server", "398 actors");
    }

    [Fact]
    public void EventLog_LostWorker_IsOneEventUntilItReturnsOrARunStarts()
    {
        var events = new EventLog(TextWriter.Null);
        var (ann, bob) = (Worker("ann", 1), Worker("bob", 2));
        events.OnEffect(new ManagerEffect.Joined(ann));
        events.OnEffect(new ManagerEffect.Joined(bob));

        events.OnEffect(new ManagerEffect.Lost(ann, "no heartbeat for 4 s"));
        for (var unit = 0; unit < 1200; unit++)
        {
            events.OnEffect(new ManagerEffect.Reassigned(Grant.Retry(unit, unit + 1), "ann", "bob"));
        }

        var again = Assert.Single(events.Events, happened => happened.Kind is "again");
        Assert.Equal(("1,200 groups of ann", 1200), (again.Text[..19], again.Count));
        Assert.Equal(("ann", "no heartbeat for 4 s"), (events.Lost[0].Name, events.Lost[0].Reason));

        events.OnEffect(new ManagerEffect.Reassigned(Grant.Retry(7, 2000), "bob", "bob"));
        Prose.AssertNames(events.Events[^1].Text, "1 group of bob", "to it again");

        events.OnEffect(new ManagerEffect.Joined(Worker("ann", 3)));
        Assert.Empty(events.Lost);

        events.OnEffect(new ManagerEffect.Lost(bob, "it ended"));
        events.OnEffect(new ManagerEffect.Reassigned(Grant.Retry(8, 2001), "bob", "ann"));
        Prose.AssertNames(events.Events[^1].Text, "1 group of bob", "to others");
        Assert.Single(events.Lost);
        events.RunBegan("0a1b2c3d", resumed: false);
        Assert.Empty(events.Lost);
    }

    private static ClusterMember Worker(string name, long incarnation) =>
        new(name, incarnation, 2, 2, "somewhere", "memory");
}
