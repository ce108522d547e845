using AElf.Bench.Configuration;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>One of the runs of a call.</summary>
/// <param name="Settings">Its settings.</param>
/// <param name="Differing">Those in which the runs of the call may differ, with their values.</param>
/// <param name="Submission">What a manager is told of it: names and texts of settings.</param>
internal sealed record RunPlan(
    ResolvedSettings Settings,
    IReadOnlyDictionary<Setting, object> Differing,
    IReadOnlyDictionary<string, string> Submission)
{
    /// <summary>What tells it from the other runs, as options.</summary>
    public override string ToString() =>
        string.Join(' ', Differing.Select(each => $"{each.Key.Option} {each.Key.Rule.Format(each.Value)}"));

    /// <summary>
    /// A run for each variant of the workload and, when they are compared, for each routing strategy; each is made when
    /// it is reached, since there may be very many.
    /// </summary>
    public static IEnumerable<RunPlan> Of(
        IWorkloadType workload, IReadOnlyList<Setting> table, ResolvedSettings settings)
    {
        var (routing, comparison) =
            (Bench.Core.Options.Settings.Routing, Bench.Core.Options.Settings.RoutingComparison);
        var routings = settings.Get(comparison) ? Enum.GetValues<RoutingStrategy>() : [settings.Get(routing)];
        var hasStore = settings.Get(Bench.Core.Options.Settings.Type) is not StoreType.InMemory;
        return
            from variant in workload.Variants(settings)
            from strategy in routings
            let differing = new Dictionary<Setting, object>(variant) { [routing] = strategy }
            let own = settings.With(differing)
            select new RunPlan(own, differing, RunSettings.From(table, own, hasStore));
    }
}
