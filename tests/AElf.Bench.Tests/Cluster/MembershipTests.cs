using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Tests.Cluster;

public sealed class MembershipTests
{
    private readonly List<ManagerEffect> effects = [];
    private readonly Membership membership;

    public MembershipTests() =>
        membership = new Membership(new ActorSystemOptions(), [EventText.Store, "10.0.0.7:22121"], effects);

    private string Effects()
    {
        var text = EventText.Describe(effects);
        effects.Clear();
        return text;
    }

    private ManagerMember Join(ClusterMember worker, long connection)
    {
        var member = membership.OnHello(connection, EventText.Hello(worker)).Member!;
        membership.Add(member);
        effects.Clear();
        return member;
    }

    private string Refusal(ClusterMember worker)
    {
        Assert.Null(membership.OnHello(1, EventText.Hello(worker)).Member);
        var refused = (Message.Rejected)Assert.IsType<ManagerEffect.Send>(Assert.Single(effects)).Message;
        effects.Clear();
        return $"{refused.Refusal}: {refused.Text}";
    }

    [Fact]
    public void Join_Member_IsFoundByIncarnationAndConnection()
    {
        var ann = Join(EventText.Ann, 1);
        var bob = Join(EventText.Bob, 2);

        Assert.Equal([ann, bob], membership.Members);
        Assert.Same(ann, membership.Find(EventText.Ann.Incarnation));
        Assert.Same(bob, membership.On(2));
        Assert.Null(membership.Find(99));
        Assert.Null(membership.On(3));
    }

    [Fact]
    public void Hello_Again_OnTheSameConnection_KeepsTheMember()
    {
        var ann = Join(EventText.Ann, 1);

        Assert.Equal(
            new Admission(ann, Lost: null, IsNew: false), membership.OnHello(1, EventText.Hello(EventText.Ann)));
        Assert.Equal(string.Empty, Effects());
    }

    [Fact]
    public void Hello_OnANewerConnection_ReplacesTheOlderOne()
    {
        var ann = Join(EventText.Ann, 3);

        var (member, lost, isNew) = membership.OnHello(4, EventText.Hello(EventText.Ann));
        Assert.Equal((4, true), (member!.Connection, isNew));
        Assert.Same(ann, lost);
        Assert.Equal(default, membership.OnHello(2, EventText.Hello(EventText.Ann)));
    }

    [Fact]
    public void Hello_OnAConnectionThatEnded_IsIgnored()
    {
        membership.Remove(Join(EventText.Ann, 3), "it was killed");
        Assert.Equal("3× | lost ann", Effects());

        Assert.Equal(default, membership.OnHello(3, EventText.Hello(EventText.Ann)));
        Assert.Equal(string.Empty, Effects());
        Assert.True(membership.OnHello(4, EventText.Hello(EventText.Ann)).IsNew);
    }

    [Fact]
    public void Name_BelongsToOneProcessUntilItIsLost()
    {
        var ann = Join(EventText.Ann, 1);
        var restarted = EventText.Ann with { Incarnation = 12 };

        Assert.Null(membership.OnHello(2, EventText.Hello(restarted)).Member);
        Assert.Equal("2← rejected Duplicate", Effects());
        membership.Remove(ann, "it was killed");
        Assert.True(membership.OnHello(2, EventText.Hello(restarted)).IsNew);
    }

    [Fact]
    public void Membership_SilentMember_IsWatchedUntilItIsLost()
    {
        var ann = Join(EventText.Ann, 1);
        var timer = new ManagerTimer(TimerKind.Deadline, EventText.Ann.Incarnation);

        membership.WatchSilence(ann);
        Assert.Equal(new ManagerEffect.SetTimer(timer, TimeSpan.FromSeconds(3)), Assert.Single(effects));
        membership.Remove(ann, "it was killed");
        Assert.Contains(new ManagerEffect.CancelTimer(timer), effects);
    }

    [Fact]
    public void Heartbeat_BeyondHello_IsRefused()
    {
        var ann = Join(EventText.Ann, 1);
        ann.Slot = new GrantScheduler(new SchedulerOptions(), 0).AddWorker(11, "ann", actors: 1, credits: 2);
        var grant = new GrantProgress(Grant.Initial(0), 0, -1);
        Message.Heartbeat Heartbeat(int actors, int actor) =>
            new(11, 7, int.MaxValue, "", new ActorHealth[actors], [grant with { Actor = actor }]);

        Assert.EndsWith("its 1", ann.On(Heartbeat(actors: 2, actor: 0)), StringComparison.Ordinal);
        Assert.EndsWith("its 1", ann.On(Heartbeat(actors: 1, actor: 1)), StringComparison.Ordinal);
        Assert.Equal((0, 0), (ann.LastHeartbeat, ann.Health.Count));
        Assert.Null(ann.On(Heartbeat(actors: 1, actor: 0)));
        Assert.Equal((7, 1, 2), (ann.LastHeartbeat, ann.Health.Count, ann.Slot.Credits));
    }

    [Fact]
    public void Hello_DoesNotFit_NamesGivenAndExpected()
    {
        Prose.AssertNames(
            Refusal(EventText.Ann with { Store = "elsewhere:1" }), "Configuration: ", "'elsewhere:1'",
            "'127.0.0.1:6379'", "'10.0.0.7:22121'");
        Prose.AssertNames(Refusal(EventText.Ann with { Actors = 0 }), "Configuration: ", "0 actors", "1 to 4096");
        Prose.AssertNames(
            Refusal(EventText.Ann with { Lanes = 65_537 }), "Configuration: ", "65537 lanes", "1 to 65536");
        Assert.NotNull(membership.OnHello(1, EventText.Hello(EventText.Ann with { Store = "10.0.0.7:22121" })).Member);
    }
}
