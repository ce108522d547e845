namespace AElf.Bench.Core.Options;

/// <summary>The exit code of a program.</summary>
public enum ExitCode
{
    /// <summary>Every run passed; or a manager or worker ended on request.</summary>
    Ok = 0,

    /// <summary>Wrong options, configuration or input files.</summary>
    Usage = 1,

    /// <summary>
    /// The store, the manager or an output file cannot be used, so that nothing was measured; or the manager ended; or
    /// the store lost keys.
    /// </summary>
    Environment = 2,

    /// <summary>The store differs from the replay.</summary>
    AuditFailed = 3,

    /// <summary>
    /// A candidate is slower than its baseline, or needs more operations per transfer; or a run broke a threshold.
    /// </summary>
    Regression = 4,

    /// <summary>A run had faults or did not end, or a comparison was inconclusive.</summary>
    DegradedOrFailed = 5,

    /// <summary>A run was disturbed by other programs.</summary>
    Disturbed = 6,
}
