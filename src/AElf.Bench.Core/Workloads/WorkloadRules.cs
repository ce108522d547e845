using AElf.Bench.Core.Options;

namespace AElf.Bench.Core.Workloads;

/// <summary>The problems of a run's settings, for any workload.</summary>
public static class WorkloadRules
{
    /// <summary>The workload's rules, and those on its capabilities.</summary>
    public static IEnumerable<ValidationError> CheckRun(this IWorkloadType workload, ResolvedSettings settings) =>
        workload.TakesRate || settings.Get(MeasureSettings.Rate) is null
            ? workload.Check(settings)
            : workload.Check(settings).Append(ValidationError.Error(
                MeasureSettings.Rate.Option!, $"{workload.Subject} are not started by a schedule", "remove it"));
}
