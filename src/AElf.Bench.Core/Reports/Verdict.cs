namespace AElf.Bench.Core.Reports;

/// <summary>How a run ended.</summary>
public enum Verdict
{
    /// <summary>Every transfer was applied exactly once, without any fault.</summary>
    Pass,

    /// <summary>
    /// Every transfer was applied exactly once, but other programs or the compiler took so much CPU that the TPS is
    /// only rough.
    /// </summary>
    Disturbed,

    /// <summary>Every transfer was applied exactly once, in spite of the faults listed.</summary>
    Degraded,

    /// <summary>The run did not end, or the audit failed: the report has no TPS.</summary>
    Failed,
}
