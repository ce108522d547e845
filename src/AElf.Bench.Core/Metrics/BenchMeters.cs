namespace AElf.Bench.Core.Metrics;

/// <summary>The common part of the meters of all programs.</summary>
public static class BenchMeters
{
    /// <summary>The name under which an exporter finds them.</summary>
    public const string Name = "AElf.Bench";
}
