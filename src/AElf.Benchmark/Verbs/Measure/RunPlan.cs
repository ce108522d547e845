using AElf.Bench.Configuration;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>One of the runs of a call.</summary>
/// <param name="Settings">Its settings.</param>
/// <param name="Differing">Those in which the runs of the call may differ.</param>
/// <param name="Submission">What a manager is told of it: names and texts of settings.</param>
internal sealed record RunPlan(
    MergedSettings Settings,
    IReadOnlyDictionary<Setting, string> Differing,
    IReadOnlyDictionary<string, string> Submission)
{
    /// <summary>What tells it from the other runs, as options.</summary>
    public override string ToString() =>
        string.Join(' ', Differing.Select(each => $"{each.Key.Option} {each.Value}"));

    /// <summary>
    /// A run for each variant of the workload and, when they are compared, for each routing strategy; each is made when
    /// it is reached, since there may be very many.
    /// </summary>
    public static IEnumerable<RunPlan> Of(
        IWorkloadType workload, IReadOnlyList<Setting> table, MergedSettings settings)
    {
        var (routing, comparison) =
            (Bench.Core.Options.Settings.Routing, Bench.Core.Options.Settings.RoutingComparison);
        IReadOnlyList<string> routings = settings.Flag(comparison) ? SettingRules.Routings : [settings[routing]!];
        var hasStore = settings[Bench.Core.Options.Settings.Type] is not "inmemory";
        return
            from variant in workload.Variants(settings)
            from strategy in routings
            let differing = new Dictionary<Setting, string>(variant) { [routing] = strategy }
            let own = settings.With(differing)
            select new RunPlan(own, differing, RunSettings.From(table, own, hasStore));
    }
}
