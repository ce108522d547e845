using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Tests.Scheduling;

/// <summary>Grants so short that each starts and ends between two observations.</summary>
public sealed class ShortGrantsTests
{
    private const int Grants = 20;

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Grant_WaitingBehindUnobservedGrants_IsNotEnded(bool failing)
    {
        var scheduler = new GrantScheduler(
            new SchedulerOptions { MaxIdleObservations = 3, Actors = new ActorOptions { Lanes = 1 } }, lastEpoch: 0);
        var ann = scheduler.AddWorker(1, "ann", actors: 1, credits: Grants);
        scheduler.Open(new SmallRound(0, [.. Enumerable.Repeat(1, Grants)], maxJobs: Grants), history: null);
        foreach (var effect in scheduler.TakeEffects().ToArray().OfType<SchedulerEffect.Assign>())
        {
            effect.Grant.MarkSent();
        }

        for (var unit = 0; unit < Grants - 1; unit++)
        {
            if (failing)
            {
                scheduler.OnFailed(
                    1, 0, new AttemptFailure(unit, 0, AttemptStep.Read, null, "refused", Fatal: false), "ann");
            }
            else
            {
                Assert.NotNull(scheduler.OnDone(1, 0, new Attempt(unit, 0)));
            }

            scheduler.OnProgress(ann, [.. ann.Grants.Select(open => new GrantProgress(open.Grant, -1, -1))]);

            Assert.Empty(scheduler.TakeEffects().ToArray().OfType<SchedulerEffect.Abort>());
        }

        for (var observation = 0; observation < 4; observation++)
        {
            scheduler.OnProgress(ann, [.. ann.Grants.Select(open => new GrantProgress(open.Grant, -1, -1))]);
        }

        Assert.NotEmpty(scheduler.TakeEffects().ToArray().OfType<SchedulerEffect.Abort>());
    }
}
