using AElf.Bench.Core.Execution;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;

namespace AElf.Bench.Tests.Runs;

public sealed class RunTests : IDisposable
{
    private static readonly StoreDescription OverSocket = new(
        )
    { Type = "redis", Client = "pipelined", Endpoint = "127.0.0.1:6379" };

    private readonly RunRig rig = new();

    public void Dispose() => rig.Dispose();

    [Fact]
    public void Run_Phases_AreInOrderAndLeaveTheStoreUnchanged()
    {
        var report = rig.Run();

        Assert.Equal("Seed WarmUp Measure1 Measure2 Measure3 Audit Cleanup", rig.Phases);
        Assert.Equal(Verdict.Pass, report.Verdict);
        Assert.Empty(report.Reasons);
        Assert.Equal(4, rig.Executor.Rounds);
        Assert.Equal((3, 900), (report.Rounds.Count, report.Tps!.Median * 3));
        Assert.Equal("equal", ReconciliationOf(report));
        AssertCleanedUp();
    }

    [Fact]
    public void Measured_Result_IsOfTheMeasuredRoundsOnly()
    {
        rig.Executor.ChangeOutcome = (round, outcome) => outcome with
        {
            Imbalance = round == 0 ? 9 : 1 + (round / 10.0),
            Stats = outcome.Stats with
            {
                AllocatedBytes = 6 * rig.Transfers,
                Idle = TimeSpan.FromMilliseconds(round == 0 ? 5000 : 40),
            },
            Workers =
            [
                new WorkerOutcome(
                    "ann", "server-a", "store", 2, 60, default, TimeSpan.FromMicroseconds(
                        120), TimeSpan.Zero, TimeSpan.FromMilliseconds(40)),
            ],
        };

        var report = rig.Run();

        Assert.Equal((180, 180), (report.Figures["offered"], report.Figures["committed"]));
        Assert.Equal(0.1, report.Figures["idleShare"]!.Value, 9);
        Assert.Equal(1.3, report.Figures["imbalance"]);
        Assert.Equal(6, report.Figures["allocatedBytesPerTransfer"]);
        Assert.Equal(720, report.Store.ClientOps!.Get + report.Store.ClientOps.Set);
        Assert.Equal([1, 2, 3], report.Slices.Select(slice => slice.Round));
        var worker = Assert.Single(report.Workers);
        Assert.Equal(("ann", 180L, 2.0, 0.1), (worker.Name, worker.Committed, worker.CpuUsPerTransfer, Math.Round(
            worker.IdleShare, 9)));
    }

    [Fact]
    public void Claim_Processes_AreThoseThatWorkedInMeasuredRounds()
    {
        rig.Request = rig.Request with { Topology = new RunTopology("cluster", 2, 2, 2) };
        rig.Executor.ChangeOutcome = (round, outcome) => outcome with
        {
            Stats = outcome.Stats with { Dispatchers = 6 },
            Workers =
            [
                Worker("ann", "server-a", rig.Transfers), Worker("bob", "server-a", 0),
                Worker("eve", "server-b", round == 0 ? rig.Transfers : 0),
            ],
        };

        var report = rig.Run();

        Assert.Equal((1, 1, 3), (report.Servers, report.Processes, report.Workers.Count));
        Assert.Equal(2, report.Dispatchers);
        Prose.AssertNames(report.Claim, "1 server", "1 process", "3 actors");

        static WorkerOutcome Worker(string name, string server, long committed) => new(
            name, server, "store", 3, committed, default, TimeSpan.Zero, TimeSpan.Zero, TimeSpan.Zero)
        {
            Dispatchers = 2,
        };
    }

    [Fact]
    public void Cancel_Run_EndsBeforeItsNextRoundWithoutAFigureAndRemovesItsKeys()
    {
        rig.Executor.Before = round => When(round == 2, rig.Cancellation.Cancel);

        var report = rig.Run();

        Assert.Equal("Seed WarmUp Measure1 Measure2 Cleanup", rig.Phases);
        AssertCancelled(report);
        Assert.False(report.Audit.Passed());
        AssertCleanedUp();
    }

    [Fact]
    public void Cancel_DuringSeeding_RemovesTheWrittenKeys()
    {
        rig.OnPhase = phase => When(phase == RunPhase.Seed, rig.Cancellation.Cancel);

        AssertCancelled(rig.Run());
        Assert.Equal(0, rig.Executor.Rounds);
        AssertCleanedUp();
    }

    [Theory]
    [InlineData(0, "Seed WarmUp Cleanup")]
    [InlineData(2, "Seed WarmUp Measure1 Measure2 Cleanup")]
    public void Round_Failed_EndsTheRunWithoutAnAudit(int failing, string phases)
    {
        rig.Executor.ChangeOutcome = (round, outcome) =>
            round == failing ? outcome with { Failure = "group 3 was given up", Committed = 7 } : outcome;

        var report = rig.Run();

        Assert.Equal(phases, rig.Phases);
        AssertFailed(report, "group 3 was given up");
        Assert.Equal(AuditOutcome.Unknown, report.Audit.Replay);
        AssertCleanedUp();
    }

    [Fact]
    public void Store_LostData_FailsTheAuditWithoutRunningIt()
    {
        rig.Executor.ChangeOutcome = (_, outcome) =>
            outcome with { Failure = "account 3 is missing", StoreLostData = true };

        Assert.Equal(AuditOutcome.Failed, rig.Run().Audit.Conservation);
    }

    [Fact]
    public void Round_CommitsLessThanOffered_BreaksAnInvariant()
    {
        rig.Executor.ChangeOutcome = (_, outcome) => outcome with { Committed = outcome.Committed - 1 };

        var error = Assert.Throws<InvalidOperationException>(rig.Run);

        Prose.AssertNames(error.Message, "60", "59 committed");
        AssertCleanedUp();
    }

    [Fact]
    public void Seed_StoreUnavailable_IsAnErrorWithoutARound()
    {
        rig.OnPhase = phase => rig.Store.IsAway = phase == RunPhase.Seed;

        Assert.Throws<StoreException>(rig.Run);
        Assert.Equal("Seed Cleanup", rig.Phases);
        AssertCleanedUp();
    }

    [Fact]
    public void Run_LockedByAnotherProcess_IsUntouched()
    {
        rig.SeedAll();
        rig.Store.IsLockedByAnother = true;

        var error = Assert.Throws<StoreException>(rig.Run);

        Assert.Contains($"run {RunRig.RunId} is locked in the store", error.Message, StringComparison.Ordinal);
        Assert.Equal((rig.Accounts, false, ""), (rig.Store.Keys, rig.Store.IsLocked, rig.Phases));
    }

    [Fact]
    public void Resume_RoundBegun_FinishesItThenMeasuresAllRounds()
    {
        rig.SeedAll();
        rig.Store.TryTakeRunLock();
        rig.Request = rig.Request with { RoundsBegun = [rig.Transfers, rig.Transfers], SeedVersions = [0] };

        var report = rig.Run();

        Assert.Equal("Seed WarmUp WarmUp Measure1 Measure2 Measure3 Audit Cleanup", rig.Phases);
        Assert.Equal((6, 3), (rig.Executor.Rounds, report.Rounds.Count));
        Assert.Equal(Verdict.Degraded, report.Verdict);
        Assert.Equal(("manager", 0), (Assert.Single(report.Faults).Kind, report.Faults[0].Round));
        Assert.Contains("faults met: 1", Assert.Single(report.Reasons).Text, StringComparison.Ordinal);
        AssertCleanedUp();
    }

    [Fact]
    public void Resume_BeforeTheFirstRound_SeedsTheRun()
    {
        rig.Store.TryTakeRunLock();
        rig.Request = rig.Request with { RoundsBegun = [] };

        Assert.Equal(Verdict.Degraded, rig.Run().Verdict);
        AssertCleanedUp();
    }

    [Fact]
    public void Seed_LateWritesOfAnEarlierProcess_OverwriteNothing()
    {
        rig.Store.TryTakeRunLock();
        rig.Request = rig.Request with { RoundsBegun = [], SeedVersions = [1, 2], TakeSeedVersion = () => 3 };
        rig.Executor.Before = round => When(
            round == 1,
            () =>
            {
                rig.SeedAll(version: 1);
                rig.SeedAll(version: 2);
            });

        var report = rig.Run();

        Assert.Equal(Verdict.Degraded, report.Verdict);
        Assert.StartsWith("within bounds", ReconciliationOf(report), StringComparison.Ordinal);
        AssertCleanedUp();
    }

    [Fact]
    public void Ceiling_StoreUnavailable_IsMissingButTheRunContinues()
    {
        MeasureBareStore();
        var samples = 0;
        rig.OnPhase = phase => rig.Store.IsAway = phase == RunPhase.BareStore && ++samples == 1;

        var report = rig.Run();

        Assert.Equal((Verdict.Degraded, null), (report.Verdict, report.BareStore));
        Assert.Equal("ceiling", Assert.Single(report.Faults).Kind);
        AssertCleanedUp();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Ceiling_LateCommandsOfRedisBenchmark_MayBeServedInARound(bool lost)
    {
        MeasureBareStore();
        rig.Request = rig.Request with
        {
            RedisBenchmark = _ => lost ? throw new StoreException(StoreFault.Closed, "it lost a connection") : null,
        };
        rig.Executor.Before = round => When(round == 1, () => rig.WriteVersions(2, 5));

        Assert.StartsWith(lost ? "within bounds" : "mismatch", ReconciliationOf(rig.Run()), StringComparison.Ordinal);
    }

    [Fact]
    public void Run_RestartedRound_StartsFromTheLastSeed()
    {
        rig.SeedAll(version: 2);
        rig.SeedAll(version: 5);
        rig.Store.TryTakeRunLock();
        rig.Request = rig.Request with { RoundsBegun = [rig.Transfers], SeedVersions = [2, 5] };

        Assert.Equal(Verdict.Degraded, rig.Run().Verdict);
        AssertCleanedUp();
    }

    [Fact]
    public void BareStore_Samples_AreBetweenTheRounds()
    {
        MeasureBareStore();

        var report = rig.Run();

        Assert.Equal(
            "Seed BareStore WarmUp BareStore BareStore Measure1 BareStore Measure2 BareStore Measure3 BareStore "
                + "BareStore Audit Cleanup",
            rig.Phases);
        Assert.True(
            report.BareStore is { GetPerSecond: > 0, SetPerSecond: > 0, Depth: 8, RedisBenchmark.GetPerSecond: 20 });
        Assert.True(report.BareStore.Deep is { GetPerSecond: > 0, SetPerSecond: > 0, Depth: 512 });
        Assert.Equal(report.Tps!.Median / report.BareStore.Tps, report.BareStore.Ratio);
        AssertCleanedUp();
    }

    [Fact]
    public void BareStore_NoLongerMeasurable_CostsTheCeilingOnly()
    {
        MeasureBareStore();
        var samples = 0;
        rig.OnPhase = phase => rig.Store.IsAway = phase == RunPhase.BareStore && ++samples == 4;

        var report = rig.Run();

        Assert.Equal(
            "Seed BareStore WarmUp BareStore BareStore Measure1 BareStore Measure2 Measure3 Audit Cleanup", rig.Phases);
        Assert.Equal((Verdict.Degraded, null), (report.Verdict, report.BareStore));
        Assert.NotNull(report.Tps);
        Assert.Equal(("ceiling", 2), (Assert.Single(report.Faults).Kind, report.Faults[0].Round));
        AssertCleanedUp();
    }

    [Theory]
    [InlineData(60, true)]
    [InlineData(0, false)]
    public void CleanUp_StoreUnavailable_WaitsForIt(int patience, bool cleaned)
    {
        var store = rig.Request.Store with { ReconnectDeadline = TimeSpan.FromSeconds(patience) };
        rig.Request = rig.Request with { Store = store };
        rig.Store.RefusalsLeft = 3;
        rig.OnPhase = phase => rig.Store.IsAway = phase == RunPhase.Cleanup;

        var report = rig.Run();

        Assert.Equal(cleaned, rig.Store is { Keys: 0, IsLocked: false });
        Assert.Equal(
            !cleaned, report.Reasons.Any(reason => reason.Text.Contains("may be left", StringComparison.Ordinal)));
    }

    [Fact]
    public void Run_MoreOperationsServedThanSent_Fails()
    {
        var read = 0;
        rig.Store.ChangeCounters = counters =>
            counters with
            {
                Operations = counters.Operations + new OperationCounts(
                10 * ++read, 0, 0, 0, 10 * read, 0)
            };

        var report = rig.Run();

        AssertFailed(report, "30 more GET");
        Assert.StartsWith("mismatch: ", ReconciliationOf(report), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0, "mismatch: 1 fewer GET were served than sent")]
    [InlineData(2, "within bounds: 1 command was in doubt")]
    public void Run_FewerOperationsServedThanSent_AreExplainedByAFaultOrAMismatch(
        int faults, string reconciliation)
    {
        rig.Executor.ChangeOutcome = (round, outcome) => round == 1
            ? outcome with
            {
                Stats = outcome.Stats with { Operations = outcome.Stats.Operations + OperationCounts.Gets(1) },
                Faults = [.. Enumerable.Repeat(new Fault(TimeSpan.Zero, "timeout", "actor 1", 1), faults)],
            }
            : outcome;

        var report = rig.Run();

        Assert.Equal(reconciliation, ReconciliationOf(report));
        Assert.Equal(faults == 0 ? Verdict.Failed : Verdict.Degraded, report.Verdict);
        Assert.Equal(faults, report.Faults.Sum(fault => fault.Count));
    }

    [Theory]
    [InlineData(1, "within bounds: 1 reported command was served in an earlier round")]
    [InlineData(2, "mismatch: 2 fewer GET were served than sent")]
    public void Run_OperationsOfAWorkerLostInTheWarmUp_BoundTheExcessOfAMeasuredRound(
        int reported, string reconciliation)
    {
        rig.Executor.ChangeOutcome = (round, outcome) => round switch
        {
            0 => outcome with { UnreportedUpperBound = OperationCounts.Gets(1) },
            1 => outcome with
            {
                Stats = outcome.Stats with { Operations = outcome.Stats.Operations + OperationCounts.Gets(reported) },
            },
            _ => outcome,
        };

        var report = rig.Run();

        Assert.Equal(reconciliation, ReconciliationOf(report));
        Assert.Equal(reported == 1 ? Verdict.Pass : Verdict.Failed, report.Verdict);
    }

    [Fact]
    public void Servers_CountersReset_AreAFault()
    {
        rig.Executor.Before = RestartServer;

        var report = rig.Run();

        Assert.Equal(Verdict.Degraded, report.Verdict);
        Assert.Equal(ProblemKind.CountersReset, Printed.KindIn(ReconciliationOf(report)));
        Assert.Equal("ledger", Assert.Single(report.Faults).Kind);
        Assert.Null(report.Store.ServerOps);
    }

    [Fact]
    public void Server_ForbidsItsCounters_IsMeasuredWithoutReconciliation()
    {
        rig.Store.ChangeCounters = _ => throw new StoreException(StoreFault.Refused, "NOPERM");

        var report = rig.Run();

        Assert.Equal((Verdict.Pass, "unavailable: NOPERM"), (report.Verdict, ReconciliationOf(report)));
    }

    [Fact]
    public void Prepared_Accounts_AreMeasuredAndRemoved()
    {
        rig.SeedAll();
        rig.Request = rig.Request with { Prepared = true };

        Assert.Equal(Verdict.Pass, rig.Run().Verdict);
        AssertCleanedUp();
    }

    [Fact]
    public void Prepared_ChangedAccounts_AreNamedAndKept()
    {
        rig.SeedAll();
        rig.Spoil(4);
        rig.Request = rig.Request with { Prepared = true };

        var error = Assert.Throws<StoreException>(rig.Run);

        Prose.AssertNames(error.Message, $"account 4", $"{RunRig.RunId}", "sequence 7", "balance 1");
        Assert.Equal((0, rig.Accounts, false), (rig.Executor.Rounds, rig.Store.Keys, rig.Store.IsLocked));
    }

    [Fact]
    public void Run_Report_IsSentBeforeTheCleanUp()
    {
        var reported = new List<(RunReport Report, long Keys)>();
        rig.Request = rig.Request with { Concluded = report => reported.Add((report, rig.Store.Keys)) };
        rig.Executor.Before = RestartServer;

        var report = rig.Run();

        var (audited, keys) = Assert.Single(reported);
        Assert.Equal(rig.Accounts, keys);
        Assert.Equal(report.Claim, audited.Claim);
        Assert.Equal(report.Reasons, audited.Reasons);
        Assert.Equal(report.Faults, audited.Faults);
    }

    [Fact]
    public void Run_ReportOfAFailedRun_IsSentBeforeTheCleanUp()
    {
        var reported = new List<(Verdict Verdict, long Keys)>();
        rig.Request = rig.Request with { Concluded = report => reported.Add((report.Verdict, rig.Store.Keys)) };
        rig.Executor.ChangeOutcome = (_, outcome) => outcome with { Failure = "given up" };

        Assert.Equal(Verdict.Failed, rig.Run().Verdict);

        Assert.Equal((Verdict.Failed, rig.Accounts), Assert.Single(reported));
    }

    [Fact]
    public void Keys_CannotBeRemoved_AreNamedAndDegradeTheRun()
    {
        rig.OnPhase = phase => rig.Store.IsAway = phase == RunPhase.Cleanup;

        var report = rig.Run();

        Assert.Equal(Verdict.Degraded, report.Verdict);
        Assert.NotNull(report.Tps);
        Assert.Contains(
            $"keys that start with ab{RunRig.RunId} may be left",
            Assert.Single(report.Reasons).Text,
            StringComparison.Ordinal);
        Assert.Equal(rig.Accounts, rig.Store.Keys);
    }

    [Fact]
    public void Account_UnexplainedByAnyReplay_FailsTheRunAndIsNamed()
    {
        rig.OnPhase = phase => When(phase == RunPhase.Audit, () => rig.Spoil(5));

        var report = rig.Run();

        AssertFailed(report, $"1 of {rig.Accounts} accounts");
        Assert.Equal((AuditOutcome.Failed, AuditOutcome.Failed), (report.Audit.Conservation, report.Audit.Replay));
        Assert.Equal(1, report.Audit.Wrong);
        Prose.AssertNames(Assert.Single(report.Audit.Differences).Found, "sequence 7", "balance 1");
        AssertCleanedUp();
    }

    [Fact]
    public void Audit_AccountsCannotBeRead_Fails()
    {
        rig.OnPhase = phase => rig.Store.IsAway = phase == RunPhase.Audit;

        var report = rig.Run();

        AssertFailed(report, "no listener");
        Assert.Equal(AuditOutcome.Unknown, report.Audit.Conservation);
        AssertCleanedUp();
    }

    [Fact]
    public void CleanUp_KeysOfRetriedAttempts_AreRemoved()
    {
        rig.Executor.ChangeOutcome = (round, outcome) =>
            round == 1 ? outcome with { Reassigned = [Grant.Retry(2, 5)], Retried = 10 } : outcome;
        rig.Executor.Before = round => When(round == 2, () => rig.WriteVersions(2, 5));

        rig.Run();

        AssertCleanedUp();
    }

    [Fact]
    public void Retries_Several_AreCounted()
    {
        rig.Executor.ChangeOutcome = (round, outcome) => outcome with { Retried = 10 * round };

        Assert.Equal(60, rig.Run().Figures["retried"]);
    }

    [Fact]
    public void Run_ShortOrVaryingRoundsOrAddedRoundTrip_AreNoted()
    {
        rig.Store.Description = OverSocket;
        rig.Request = rig.Request with { Store = new() { AddedRoundTrip = TimeSpan.FromMilliseconds(2) } };
        rig.Executor.ChangeOutcome = (round, outcome) => outcome with
        {
            Window = TimeSpan.FromMilliseconds(
            10 + (10 * round))
        };

        var notes = rig.Run().Notes;

        Assert.Equal(3, notes.Count);
        Prose.AssertNames(notes[0].Text, "'verify'", "30.00 ms");
        Assert.StartsWith("the rounds vary by ", notes[1].Text, StringComparison.Ordinal);
        Assert.Contains("round trip", notes[2].Text, StringComparison.Ordinal);
    }

    private static void When(bool condition, Action action)
    {
        if (condition)
        {
            action();
        }
    }

    private static string ReconciliationOf(RunReport report) => report.Store.Reconciliation.ToString();

    private static void AssertCancelled(RunReport report)
    {
        Assert.Equal((Verdict.Failed, null, true), (report.Verdict, report.Tps, report.WasCancelled()));
        Assert.StartsWith("CANCELLED", report.Claim, StringComparison.Ordinal);
    }

    private static void AssertFailed(RunReport report, string reason)
    {
        Assert.Equal((Verdict.Failed, null), (report.Verdict, report.Tps));
        Assert.Contains(reason, Assert.Single(report.Reasons).Text, StringComparison.Ordinal);
    }

    private void RestartServer(int round) =>
        rig.Store.ChangeCounters = counters => counters with { Incarnation = round > 1 ? "second life" : "first" };

    private void MeasureBareStore()
    {
        rig.Store.Description = OverSocket;
        rig.Request = rig.Request with
        {
            Measure = rig.Request.Measure with { BareStore = true },
            RedisBenchmark = _ => new ProbeRates(20, 10, "redis-benchmark"),
        };
    }

    private void AssertCleanedUp()
    {
        Assert.EndsWith("Cleanup", rig.Phases, StringComparison.Ordinal);
        Assert.Equal((0, false), (rig.Store.Keys, rig.Store.IsLocked));
    }
}
