using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>What a conclusion does to the verdict.</summary>
internal enum Severity
{
    /// <summary>Nothing: it is worth knowing.</summary>
    Note,

    /// <summary>There is a figure, and it is not of what was to be measured.</summary>
    Disturbed,

    /// <summary>The figure stands in spite of it.</summary>
    Degraded,

    /// <summary>There is no figure.</summary>
    Failed,
}

/// <summary>What a rule concludes of a run.</summary>
/// <param name="Severity">What it does to the verdict.</param>
/// <param name="Text">For the reader.</param>
internal sealed record Conclusion(Severity Severity, string Text);

/// <summary>A worker that never told what a round took.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Round">The measured round, from 1.</param>
internal sealed record SilentWorker(string Name, int Round);

/// <summary>One check of a run.</summary>
internal interface IRunRule
{
    /// <summary>What there is to say; nothing when all is well.</summary>
    IEnumerable<Conclusion> Evaluate(RunEvidence run);
}

/// <summary>What rules look at.</summary>
internal sealed record RunEvidence
{
    /// <summary>The workload.</summary>
    public required WorkloadDescription Workload { get; init; }

    /// <summary>The round trip that is added; zero for none.</summary>
    public TimeSpan AddedRoundTrip { get; init; }

    /// <summary>Why the run did not come to its end.</summary>
    public IReadOnlyList<string> Failures { get; init; } = [];

    /// <summary>Faults met.</summary>
    public IReadOnlyList<FaultReport> Faults { get; init; } = [];

    /// <summary>The measured rounds.</summary>
    public IReadOnlyList<RoundReport> Rounds { get; init; } = [];

    /// <summary>The operations of both sides.</summary>
    public required Reconciliation Reconciliation { get; init; }

    /// <summary>The audit; its outcome is unknown when there was none.</summary>
    public required AuditReport Audit { get; init; }

    /// <summary>Committed per second, over the rounds; null when there is nothing to describe.</summary>
    public Spread? Tps { get; init; }

    /// <summary>The control arms; null when they were not measured.</summary>
    public ControlReport? Controls { get; init; }

    /// <summary>What limits the run; null when it has no figure.</summary>
    public LimitReport? Limit { get; init; }

    /// <summary>Whether the store is a server, and not inside this process.</summary>
    public bool IsOverSockets { get; init; }

    /// <summary>Whose the processors were in the measured rounds; null when unknown.</summary>
    public ProcessorReport? Processors { get; init; }

    /// <summary>Whether others had so much of them that the rounds show no figure.</summary>
    public bool IsDisturbed { get; init; }

    /// <summary>
    /// What the run reached of what the bare store does of the same keys; null when that is not known.
    /// </summary>
    public double? ShareOfBareStore { get; init; }

    /// <summary>What compiling methods took in the median round of the processors the run could use, 0 to 1.</summary>
    public double CompilingShare { get; init; }

    /// <summary>What has to hold of a figure; empty when there is none.</summary>
    public IReadOnlyList<Guard> Guards { get; init; } = [];

    /// <summary>How a schedule was kept; null in a closed loop.</summary>
    public OpenLoopReport? OpenLoop { get; init; }

    /// <summary>The workers whose measurements of a measured round never came.</summary>
    public IReadOnlyList<SilentWorker> Silent { get; init; } = [];

    /// <summary>The most operations they may have asked for.</summary>
    public OperationCounts Unreported { get; init; }

    /// <summary>The length of a slice that was asked for.</summary>
    public TimeSpan SliceAsked { get; init; }

    /// <summary>The length of a slice in the report.</summary>
    public TimeSpan Slice { get; init; }
}
