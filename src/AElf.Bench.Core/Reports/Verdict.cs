namespace AElf.Bench.Core.Reports;

/// <summary>How a run ended.</summary>
public enum Verdict
{
    /// <summary>Every transfer was applied exactly once, without any fault.</summary>
    Pass,

    /// <summary>
    /// Every transfer was applied exactly once, while others had so much of the machine, or so much was still compiled,
    /// that the TPS is not of what was to be measured.
    /// </summary>
    Disturbed,

    /// <summary>Every transfer was applied exactly once, in spite of the faults listed.</summary>
    Degraded,

    /// <summary>The run did not end, or the audit failed: the report has no TPS.</summary>
    Failed,
}
