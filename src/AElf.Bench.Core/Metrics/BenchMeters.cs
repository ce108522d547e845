namespace AElf.Bench.Core.Metrics;

/// <summary>What the meters of all our programs have in common.</summary>
public static class BenchMeters
{
    /// <summary>The name under which an exporter finds them.</summary>
    public const string Name = "AElf.Bench";
}
