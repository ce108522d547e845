using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs.Rules;
using AElf.Bench.Harness.Statistics;
using AElf.Bench.Tests.Reports;

namespace AElf.Bench.Tests.Runs;

/// <summary>The rules that give a run's verdict, with the workload of counters.</summary>
public sealed class RunRulesTests
{
    private static readonly StoreReport Store = new()
    {
        Type = "redis",
        Client = "pipelined",
        Reconciliation = new(ReconciliationOutcome.Equal),
    };

    private static readonly RunReport Run = ExampleReports.PassingRedis with
    {
        Workload = new WorkloadDescription
        {
            Name = "counters",
            Noun = "increment",
            UnitNoun = "batch",
            ItemNoun = "counter",
            Items = 9,
            Setup = "plain",
            Variant = "even",
        },
        Store = Store,
        Audit = new AuditReport(AuditOutcome.Passed, AuditOutcome.Passed, 9, 0, []),
        Rounds = [Round(150), Round(150)],
        Tps = SummaryStatistics.Describe([100, 101]),
        Controls = null,
        Limit = null,
        Processors = null,
        SliceMs = 0,
    };

    private static readonly RunEvidence Good = Of(Run);

    private static readonly AuditReport None = new(AuditOutcome.Unknown, AuditOutcome.Unknown, 0, 0, []);

    private static readonly FaultReport Fault = new(1, 2, "timeout", "actor 1", 3);

    [Fact]
    public void Evaluate_GoodRun_Passes() => AssertVerdict(Good, Verdict.Pass);

    [Fact]
    public void Evaluate_MergedSlices_AreNoted() => Prose.AssertNames(
        Assert.Single(RunVerdict.Evaluate(
            Of(Run with { SliceMs = 256 }, new RawRun { SliceAskedMs = 1 })).Notes).Text,
        "slices of 1 ms", "256 ms");

    [Fact]
    public void Evaluate_SilentWorkers_AreNoted() => Prose.AssertNames(
        Assert.Single(RunVerdict.Evaluate(
            Of(Run, new RawRun { Rounds = [SilentRound("ann"), SilentRound("bob")] }) with
            {
                Unreported = new OperationCounts(1, 2, 0, 0, 1, 2),
            }).Notes).Text,
        "ann in round 1", "bob in round 2", " 3");

    [Theory]
    [InlineData("actors", true, true)]
    [InlineData("worker a-1", true, true)]
    [InlineData("store", true, false)]
    [InlineData("actors", false, false)]
    [InlineData(null, true, false)]
    public void Evaluate_LimitedByTheActorsCores_IsNoted(
        string? limit, bool isOverSockets, bool isNoted) =>
        Assert.Equal(
            isNoted ? [true] : Array.Empty<bool>(),
            RunVerdict.Evaluate(Of(Run with
            {
                Store = Store with { Endpoint = isOverSockets ? "127.0.0.1:6379" : null },
                Limit = new LimitReport(limit, [new("any", 0.96, "of 2 cores they can use")]),
            })).Notes.Select(note => note.Text.Contains($"{limit} used 96 %", StringComparison.Ordinal)));

    [Theory]
    [InlineData(1000, Verdict.Pass)]
    [InlineData(110, Verdict.Degraded)]
    public void Evaluate_FigureCloseToTheHarnessLimit_IsNotOfTheStore(double inMemory, Verdict expected) =>
        Assert.Equal(
            expected,
            RunVerdict.Evaluate(Of(Run with { Controls = new ControlReport(inMemory, null, null) })).Verdict);

    [Theory]
    [InlineData(1000, ControlReport.Cluster, Verdict.Pass)]
    [InlineData(110, ControlReport.Cluster, Verdict.Degraded)]
    [InlineData(110, ControlReport.Benchmark, Verdict.Pass)]
    public void Evaluate_FigureCloseToManagerAndWireLimit_IsNotOfTheStore(
        double handedOut, string where, Verdict expected) =>
        Assert.Equal(
            expected,
            RunVerdict.Evaluate(Of(Run with
            {
                Controls = new ControlReport(null, handedOut, null) { NullActorIn = where },
            })).Verdict);

    [Fact]
    public void Evaluate_RateNotReached_IsNoted()
    {
        var latency = new LatencyReport(1, 2, 3, 4, 5, 6);
        var loop = new OpenLoopReport(ArrivalRate.Parse("1000")!, 1000, 991, latency, latency, 0);
        AssertVerdict(Of(Run with { OpenLoop = loop }), Verdict.Pass);
        Prose.AssertNames(
            Assert.Single(RunVerdict.Evaluate(Of(Run with { OpenLoop = loop with { Achieved = 900 } })).Notes).Text,
            "900 of 1,000", "90.0 %", "--rate");
    }

    [Fact]
    public void Evaluate_RunEnded_Fails() => AssertVerdict(
        Of(Run with { Audit = None }, new RawRun { Failures = ["batch 3 was given up"] }),
        Verdict.Failed,
        "batch 3 was given up");

    [Fact]
    public void Evaluate_NoAudit_Fails() =>
        AssertVerdict(Of(Run with { Audit = None }), Verdict.Failed, "there was no audit");

    [Theory]
    [InlineData(2, true)]
    [InlineData(0, false)]
    public void Evaluate_AuditFailed_FailsInTheWorkloadsWords(int wrong, bool conserved) =>
        AssertVerdict(
        Of(Run with
        {
            Audit = new AuditReport(
                conserved ? AuditOutcome.Passed : AuditOutcome.Failed,
                wrong == 0 ? AuditOutcome.Passed : AuditOutcome.Failed,
                9,
                wrong,
                []),
        }),
        Verdict.Failed,
        $"{wrong} of 9 counters");

    [Fact]
    public void Evaluate_OperationsDoNotAddUp_Fails() => AssertVerdict(
        Of(Run with
        {
            Store = Store with { Reconciliation = new(ReconciliationOutcome.Mismatch, "1 GET, 2 served") },
        }),
        Verdict.Failed,
        "mismatch: 1 GET");

    [Theory]
    [InlineData(ReconciliationOutcome.Unavailable)]
    [InlineData(ReconciliationOutcome.WithinBounds)]
    public void Evaluate_OperationsExplainedOrUnknown_Passes(ReconciliationOutcome outcome) =>
        AssertVerdict(Of(Run with { Store = Store with { Reconciliation = new(outcome, "why") } }), Verdict.Pass);

    [Fact]
    public void Evaluate_Faults_DegradeTheRun() => AssertVerdict(
        Of(Run with { Faults = [Fault, Fault] }), Verdict.Degraded, "faults met: 6");

    [Fact]
    public void Evaluate_FailedRun_HasOnlyTheReasonsOfTheFailure() => AssertVerdict(
        Of(Run with { Faults = [Fault], Audit = None }, new RawRun { Failures = ["interrupted"] }),
        Verdict.Failed,
        "interrupted");

    [Fact]
    public void Evaluate_VerifyWouldRefuse_IsNoted()
    {
        Guard[] guards =
        [
            new("long rounds", GuardState.Broken, "99 ms"), new("steady", GuardState.Caution, "varies"),
            new("build", GuardState.Broken, "Debug"), new("audit", GuardState.Ok, "passed"),
        ];

        var verdict = RunVerdict.Evaluate(Good with { Guards = guards });

        Assert.Equal(Verdict.Pass, verdict.Verdict);
        Prose.AssertNames(Assert.Single(verdict.Notes).Text, "'verify'", "99 ms", "Debug");
    }

    [Fact]
    public void Evaluate_WarmUpTooShort_IsDisturbedFromTheSameLimit()
    {
        var cold = Good with { Guards = [new(Guard.Warm, GuardState.Broken, "compiled for 63 % of its time")] };

        var verdict = RunVerdict.Evaluate(cold with { CompilingShare = 0.315 });

        Assert.Equal(Verdict.Disturbed, verdict.Verdict);
        Assert.Contains("warm-up", Assert.Single(verdict.Reasons).Text, StringComparison.Ordinal);
        Prose.AssertNames(Assert.Single(verdict.Notes).Text, "'verify'", "63 %");
        Assert.Equal(Verdict.Pass, RunVerdict.Evaluate(cold with { CompilingShare = 0.1 }).Verdict);
    }

    [Fact]
    public void Rules_OtherProgramsOnTheProcessors_DisturbARun() => AssertVerdict(
        Of(Run with { Processors = Used(others: 1.82) }) with { IsDisturbed = true },
        Verdict.Disturbed,
        "1.8 of 2 cores");

    [Fact]
    public void Evaluate_StolenAndThrottled_AreNamed() => AssertVerdict(
        Of(Run with { Processors = Used(others: 0) with { Stolen = 0.3, Throttled = 0.5 } }) with
        {
            IsDisturbed = true,
        },
        Verdict.Disturbed,
        "0.3 of 2 cores");

    [Fact]
    public void Evaluate_FaultsAndDisturbance_AreBothReasons() => AssertVerdict(
        Of(Run with { Processors = Used(others: 1), Faults = [Fault] }) with { IsDisturbed = true },
        Verdict.Degraded,
        "faults met: 3",
        "1.0 of 2 cores");

    [Fact]
    public void Evaluate_RoundsLeftOut_AreCounted()
    {
        RoundReport[] rounds = [Round(100), Round(100) with { Processors = Used(others: 0.9) }];

        var verdict = RunVerdict.Evaluate(Of(Run with { Processors = Used(others: 0.1), Rounds = rounds }));

        Assert.Equal(Verdict.Pass, verdict.Verdict);
        Prose.AssertNames(Assert.Single(verdict.Notes).Text, "1 of 2 rounds", "0.9 of 2 cores");
    }

    [Fact]
    public void CpuTime_OfAStoreUnknown_NamesTheStore() => Assert.Contains(
        "127.0.0.1:7000",
        Assert.Single(RunVerdict.Evaluate(Of(Run with
        {
            Processors = Used(others: 0) with { Others = null, Unseen = ["127.0.0.1:7000"] },
        })).Notes).Text,
        StringComparison.Ordinal);

    [Theory]
    [InlineData(1.1, null)]
    [InlineData(2.3, "the store alone was disturbed, its rate is dropped (the run reached 230.0 % of it)")]
    public void StoreAlone_SlowerThanTheRun_IsDropped(double share, string? note) =>
        Assert.Equal(note, RunVerdict.Evaluate(Good with { ShareOfBareStore = share }).Notes.SingleOrDefault()?.Text);

    [Theory]
    [InlineData(10, 20, true)]
    [InlineData(9, 20, false)]
    [InlineData(10, 19, false)]
    public void Evaluate_EveryFirstAttemptRefused_HasNoFigure(int retried, int refused, bool isFailed)
    {
        var verdict = RunVerdict.Evaluate(Of(Run with
        {
            Units = 10,
            Rounds = [Round(1) with { Retried = 10 }, Round(1) with { Retried = retried }],
            Faults = [new FaultReport(1, 1, "refused", "NOPERM", refused)],
        }));

        Assert.Equal(isFailed, verdict.Verdict is Verdict.Failed);
        Assert.Equal(
            isFailed, verdict.Reasons.Any(reason => reason.Kind is ProblemKind.FirstAttemptsRefused));
    }

    [Theory]
    [InlineData("allkeys-lru", 1)]
    [InlineData(null, 0)]
    public void Evaluate_ServerThatMayEvict_IsNoted(string? policy, int notes)
    {
        var shard = new ShardReport("127.0.0.1:1", "redis 7", "none", 1, null, null) { EvictionPolicy = policy };

        Assert.Equal(
            notes,
            RunVerdict.Evaluate(Of(Run with { Store = Store with { Shards = [shard] } })).Notes.Count(
                note => note.Kind is ProblemKind.EvictionPolicy));
    }

    [Fact]
    public void Evaluate_VaryingRounds_AreNoted() => Assert.StartsWith(
        "the rounds vary by 47 %",
        Assert.Single(RunVerdict.Evaluate(Of(Run with { Tps = SummaryStatistics.Describe([100, 200]) })).Notes).Text,
        StringComparison.Ordinal);

    [Theory]
    [InlineData("equal", ReconciliationOutcome.Equal, null)]
    [InlineData("within bounds: 3 commands: in doubt", ReconciliationOutcome.WithinBounds, "3 commands: in doubt")]
    [InlineData("mismatch: why", ReconciliationOutcome.Mismatch, "why")]
    [InlineData("unavailable: why", ReconciliationOutcome.Unavailable, "why")]
    public void Reconciliation_TextWrittenAndRead_IsEqual(
        string text, ReconciliationOutcome outcome, string? reason)
    {
        Assert.Equal(new Reconciliation(outcome, reason), Reconciliation.Parse(text));
        Assert.Equal(text, new Reconciliation(outcome, reason).ToString());
    }

    private static RunEvidence Of(RunReport run, RawRun? raw = null) => new(run, raw ?? new RawRun());

    private static RawRound SilentRound(string worker) =>
        new() { Offered = 1, Committed = 1, WindowNs = 1, Ops = OperationReport.None, Silent = [worker] };

    private static ProcessorReport Used(double others) =>
        new(Usable: 2, Own: 1, others, Stolen: 0, Throttled: null, Pressure: null, Grain: 0.01, Unseen: []);

    private static RoundReport Round(double milliseconds) => new(1, 1, 1, milliseconds, 10, 100, 0);

    private static void AssertVerdict(RunEvidence run, Verdict verdict, params string[] reasons)
    {
        var evaluated = RunVerdict.Evaluate(run);

        Assert.Equal(verdict, evaluated.Verdict);
        Assert.Equal(reasons.Length, evaluated.Reasons.Count);
        Prose.AssertNames(string.Join('\n', evaluated.Reasons), reasons);
        Assert.Empty(evaluated.Notes);
    }
}
