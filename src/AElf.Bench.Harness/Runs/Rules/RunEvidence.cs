using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Runs.Rules;

/// <summary>The facts of a run that rules judge.</summary>
internal sealed record RunEvidence
{
    public required WorkloadDescription Workload { get; init; }

    public required StoreReport Store { get; init; }

    /// <summary>Why the run did not end; empty if it did.</summary>
    public IReadOnlyList<Problem> Failures { get; init; } = [];

    public IReadOnlyList<FaultReport> Faults { get; init; } = [];
    public IReadOnlyList<RoundReport> Rounds { get; init; } = [];

    /// <summary>Units of a round.</summary>
    public int Units { get; init; }

    /// <summary>The outcome is unknown when there was no audit.</summary>
    public required AuditReport Audit { get; init; }

    /// <summary>Committed per second over the rounds; null when there is nothing to describe.</summary>
    public Spread? Tps { get; init; }

    /// <summary>Null when the control arms were not measured.</summary>
    public ControlReport? Controls { get; init; }

    /// <summary>Null when the run has no figure.</summary>
    public LimitReport? Limit { get; init; }

    /// <summary>The use of the processors in the measured rounds; null if unknown.</summary>
    public ProcessorReport? Processors { get; init; }

    /// <summary>Whether other programs used too much CPU for a figure.</summary>
    public bool IsDisturbed { get; init; }

    /// <summary>TPS ÷ rate of the store alone with the same keys; null if unknown.</summary>
    public double? ShareOfBareStore { get; init; }

    /// <summary>Share, 0 to 1, of the usable processors that compiling took in the median round.</summary>
    public double CompilingShare { get; init; }

    /// <summary>The guards of the figure; empty without a figure.</summary>
    public IReadOnlyList<Guard> Guards { get; init; } = [];

    /// <summary>How the schedule was kept; null in a closed loop.</summary>
    public OpenLoopReport? OpenLoop { get; init; }

    /// <summary>Workers whose measurements of a measured round never came.</summary>
    public IReadOnlyList<SilentWorker> Silent { get; init; } = [];

    /// <summary>Why the manager has no copy of the report; null when it has one, or needs none.</summary>
    public string? NotKept { get; init; }

    /// <summary>Workers that had joined and did not make the run.</summary>
    public IReadOnlyList<string> IdleWorkers { get; init; } = [];

    /// <summary>The most operations that those workers may have queued.</summary>
    public OperationCounts Unreported { get; init; }

    /// <summary>Length of a slice as asked for.</summary>
    public TimeSpan SliceAsked { get; init; }

    public TimeSpan Slice { get; init; }
}

/// <summary>A worker that never reported its measurements of a round.</summary>
/// <param name="Name">Name of the worker.</param>
/// <param name="Round">Number of the measured round, from 1.</param>
internal sealed record SilentWorker(string Name, int Round);
