using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Tests.Scheduling;

/// <summary>How long a refused unit is retried.</summary>
public sealed class RetryTimeoutTests
{
    [Theory]
    [InlineData("MISCONF no space left", 0, 3)]
    [InlineData("MISCONF no space left", 10, 11)]
    [InlineData("MISCONF no space left", 60, 36)]
    [InlineData("OOM command not allowed", 60, 3)]
    public void OnFailed_RefusedForATime_RetriesUntilTheTimeOut(string error, int seconds, int grants) =>
        Assert.Equal(
            grants, GrantsOf(StoreProblems.Answered(error), TimeSpan.FromSeconds(seconds)));

    private static int GrantsOf(Problem reason, TimeSpan timeout)
    {
        var scheduler = new GrantScheduler(
            new SchedulerOptions { Actors = new ActorOptions { MaxAttempts = 3 }, RetryTimeout = timeout },
            lastEpoch: 0);
        scheduler.AddWorker(1, "ann", actors: 1, credits: 100);
        scheduler.Open(new SmallRound(0, [5], maxJobs: 1), history: null);
        for (var grants = 1; ; grants++)
        {
            var grant = scheduler.TakeEffects().ToArray().OfType<SchedulerEffect.Assign>().Single().Grant;
            grant.MarkSent();
            scheduler.OnFailed(
                1,
                number: 0,
                new AttemptFailure(0, grant.Grant.Epoch, AttemptStep.Write, "item 7", reason, Fatal: false),
                "ann");
            var effects = scheduler.TakeEffects().ToArray();
            if (effects.OfType<SchedulerEffect.Failed>().Any())
            {
                return grants;
            }

            scheduler.OnPauseOver(0);
        }
    }
}
