using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Settings;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>One of the runs of a call.</summary>
/// <param name="Settings">The settings of the run.</param>
/// <param name="Differing">Settings in which the runs of the call may differ, with their values.</param>
/// <param name="Submission">Names and texts of settings that are submitted to a manager.</param>
internal sealed record RunPlan(
    ResolvedSettings Settings,
    IReadOnlyDictionary<Setting, object> Differing,
    IReadOnlyDictionary<string, string> Submission)
{
    /// <summary>The differing settings as options.</summary>
    public override string ToString() =>
        string.Join(' ', Differing.Select(each => $"{each.Key.Option} {each.Key.Rule.Format(each.Value)}"));

    /// <summary>
    /// A run for each variant of the workload and, in a comparison, for each routing strategy. Each is made when it is
    /// reached, since there may be very many.
    /// </summary>
    public static IEnumerable<RunPlan> Of(
        IWorkloadType workload, IReadOnlyList<Setting> table, ResolvedSettings settings)
    {
        var routing = ActorSettings.Routing;
        var routings = settings.Get(ActorSettings.RoutingComparison)
            ? Enum.GetValues<RoutingStrategy>()
            : [settings.Get(routing)];
        var hasStore = settings.Get(StoreSettings.Type) is not StoreType.InMemory;
        return
            from variant in workload.Variants(settings)
            from strategy in routings
            let differing = new Dictionary<Setting, object>(variant) { [routing] = strategy }
            let own = settings.With(differing)
            select new RunPlan(own, differing, RunSettings.From(table, own, hasStore));
    }
}
