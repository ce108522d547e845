namespace AElf.Bench.Harness.Sweeps;

/// <summary>When a sweep has enough.</summary>
/// <param name="MinRuns">Runs that each point has at least.</param>
/// <param name="MaxRuns">Runs that no point has more of.</param>
/// <param name="Precision">
/// Half the interval of a point's median ÷ that median from which on it is repeated no more.
/// </param>
public sealed record SweepLimits(int MinRuns, int MaxRuns, double Precision);
