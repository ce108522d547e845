namespace AElf.Bench.Core.Options;

/// <summary>How a program ends.</summary>
public enum ExitCode
{
    /// <summary>Every run passed; a manager or a worker was asked to end and did.</summary>
    Ok = 0,

    /// <summary>What was asked for cannot be done: options, configuration or input files.</summary>
    Usage = 1,

    /// <summary>
    /// The store, or a place to write to, is not what it should be: nothing was measured, or the store lost keys by
    /// itself.
    /// </summary>
    Environment = 2,

    /// <summary>The store does not hold what the replay says.</summary>
    AuditFailed = 3,

    /// <summary>
    /// A candidate is slower than its baseline, or does more for each thing it commits; a run broke a threshold.
    /// </summary>
    Regression = 4,

    /// <summary>A run met faults or did not end, or a comparison ended before anything was shown.</summary>
    DegradedOrFailed = 5,

    /// <summary>A run was disturbed: its figure is not of what was to be measured.</summary>
    Disturbed = 6,
}
