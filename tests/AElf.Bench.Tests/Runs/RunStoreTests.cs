using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Tests.Runs;

/// <summary>A run over a store that refuses, becomes unavailable or loses keys.</summary>
public sealed class RunStoreTests : IDisposable
{
    private readonly RunRig rig = new();

    public void Dispose() => rig.Dispose();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Trial_AWriteMayHaveBeenApplied_IsRemoved(bool isIndeterminate)
    {
        rig.Store.TrialFailure = new StoreException(StoreFault.Unreachable, "ERR unknown")
        {
            IsIndeterminate = isIndeterminate,
        };

        Assert.Throws<StoreException>(rig.Run);

        Assert.Equal(isIndeterminate, rig.Store.IsTrialRemoved);
    }

    [Fact]
    public void CleanUp_AccountsCannotBeRemoved_RemovesAllOtherKeysAndTheLock()
    {
        rig.OnPhase = phase => rig.Store.IsForbidden = phase == RunPhase.Cleanup;

        var left = Assert.Single(rig.Run().Reasons);

        Assert.Equal(ProblemKind.KeysLeft, left.Kind);
        Assert.Equal((rig.Accounts, false), (rig.Store.Keys, rig.Store.IsLocked));
    }

    [Fact]
    public void CleanUp_StoreOfAFailedRunIsGone_DoesNotRepeatTheCause()
    {
        rig.Request = rig.Request with { Store = rig.Request.Store with { ReconnectDeadline = TimeSpan.Zero } };
        rig.OnPhase = phase => rig.Store.IsAway |= phase == RunPhase.Audit;

        var reasons = rig.Run().Reasons;

        Assert.Equal([ProblemKind.Unnamed, ProblemKind.KeysLeft], reasons.Select(reason => reason.Kind));
        Assert.DoesNotContain(reasons[1].Text.Split(';')[0], reasons[0].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Audit_StoreUnavailableForATime_IsRepeated()
    {
        var store = rig.Request.Store with { ReconnectDeadline = Wait.Deadline };
        rig.Request = rig.Request with { Store = store };
        rig.Store.RefusalsLeft = 3;
        rig.OnPhase = phase => rig.Store.IsAway |= phase == RunPhase.Audit;

        Assert.Equal(AuditOutcome.Passed, rig.Run().Audit.Replay);
    }

    [Theory]
    [InlineData(true, ProblemKind.StoreRemovedKeys)]
    [InlineData(false, ProblemKind.Unnamed)]
    public void Run_AccountsMissing_HasTheStoresReason(bool hasEvicted, ProblemKind cause)
    {
        var reads = 0;
        rig.Store.ChangeCounters = counters => counters with { Removed = new(hasEvicted ? reads++ : 0, 0, 0) };
        rig.OnPhase = phase =>
        {
            if (phase == RunPhase.Audit)
            {
                rig.Lose(5);
            }
        };

        Assert.Equal(cause, rig.Run().Reasons[0].Kind);
    }
}
