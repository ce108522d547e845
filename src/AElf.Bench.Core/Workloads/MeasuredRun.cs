namespace AElf.Bench.Core.Workloads;

/// <summary>A run that was measured, for its workload to compare with others.</summary>
/// <param name="Facts">The workload's <see cref="WorkloadDescription.Facts"/>, as in the JSON record.</param>
/// <param name="BlockWeight">Counted items in a block.</param>
/// <param name="Tps">The rate of each round.</param>
/// <param name="CpuMicroseconds">CPU time per counted item; NaN if it was not measured.</param>
/// <param name="IsDisturbed">Whether other programs used so much of the processors that its figures are rough.</param>
public sealed record MeasuredRun(
    IReadOnlyDictionary<string, FactValue> Facts,
    long BlockWeight,
    IReadOnlyList<double> Tps,
    double CpuMicroseconds,
    bool IsDisturbed);
