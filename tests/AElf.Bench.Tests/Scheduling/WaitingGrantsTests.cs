using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Tests.Scheduling;

/// <summary>Grants whose lane waits for the scheduled time of its next item, as in an open loop.</summary>
public sealed class WaitingGrantsTests
{
    private static readonly GrantProgress AtWork = new(Grant.Initial(0), Actor: 0, Position: 5);
    private static readonly GrantProgress Waits = AtWork with { Position = LanePosition.WaitsForTime };

    private readonly GrantScheduler scheduler = new(
        new SchedulerOptions { MaxIdleObservations = 3, Actors = new ActorOptions { Lanes = 1 } }, lastEpoch: 0);

    private readonly SchedulerWorker ann;

    public WaitingGrantsTests()
    {
        ann = scheduler.AddWorker(1, "ann", actors: 1, credits: 1);
        scheduler.Open(new SmallRound(0, [1], maxJobs: 1), history: null);
        Assert.Single(scheduler.TakeEffects().ToArray().OfType<SchedulerEffect.Assign>()).Grant.MarkSent();
    }

    [Fact]
    public void Observation_GrantWaitsForItsSchedule_IsNotEnded()
    {
        Observe(AtWork, times: 1);
        Observe(Waits, times: 20);

        Assert.Empty(scheduler.IdleGrants());
        Assert.DoesNotContain(scheduler.TakeEffects().ToArray(), effect => effect is SchedulerEffect.Abort);
    }

    [Fact]
    public void Observation_NoProgressAfterItsSchedule_EndsTheGrant()
    {
        Observe(AtWork, times: 1);
        Observe(Waits, times: 1);
        Observe(AtWork, times: 3);
        Assert.Equal(AtWork.Grant, Assert.Single(scheduler.IdleGrants()).Grant);

        Observe(AtWork, times: 1);

        Assert.Contains(scheduler.TakeEffects().ToArray(), effect => effect is SchedulerEffect.Abort);
    }

    private void Observe(GrantProgress progress, int times)
    {
        for (var observation = 0; observation < times; observation++)
        {
            scheduler.OnProgress(ann, [progress]);
        }
    }
}
