namespace AElf.Bench.Harness.Sweeps;

/// <summary>When a sweep has enough runs.</summary>
/// <param name="MinRuns">The fewest runs of each point.</param>
/// <param name="MaxRuns">The most runs of a point.</param>
/// <param name="Precision">
/// Half the interval of a point's median ÷ that median, down to which the point is repeated.
/// </param>
public sealed record SweepLimits(int MinRuns, int MaxRuns, double Precision);
