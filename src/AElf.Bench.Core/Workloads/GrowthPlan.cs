namespace AElf.Bench.Core.Workloads;

/// <summary>What of a workload grows with a size, for a sweep over sizes to fit and to extrapolate.</summary>
/// <param name="SizeFact">The fact that is the size, in bytes.</param>
/// <param name="SeriesFact">The fact that names a series of runs.</param>
/// <param name="Facts">The facts that grow.</param>
/// <param name="Targets">The sizes to extrapolate to.</param>
/// <param name="Caution">How the runs differ from these, in words.</param>
public sealed record GrowthPlan(
    string SizeFact,
    string SeriesFact,
    IReadOnlyList<GrowingFact> Facts,
    IReadOnlyList<GrowthTarget> Targets,
    string Caution);

/// <summary>A fact that grows.</summary>
/// <param name="Unit">The unit it is shown in, in its own.</param>
public sealed record GrowingFact(string Name, string Heading, double Unit);

/// <summary>A size beyond those that are measured.</summary>
/// <param name="Published">Known values there, by fact and series, in the unit that is shown.</param>
public sealed record GrowthTarget(
    string Name, double Size, IReadOnlyDictionary<(string Fact, string Series), double> Published);
