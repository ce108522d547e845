using AElf.Bench.Core.Options;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Benchmark.Verbs.Measure;

/// <summary>The checked options of a call.</summary>
internal sealed record BenchmarkOptions(ProgramReading Reading, IReadOnlyList<ValidationError> Warnings)
    : ProgramOptions(Reading, Warnings)
{
    /// <summary>The plans of the call's runs, at least one, generated lazily.</summary>
    public required IEnumerable<RunPlan> Plans { get; init; }

    /// <summary>HTTP address of the manager that makes the runs; null for runs in this process.</summary>
    public Uri? Manager { get; } =
        Reading.Settings.Get(CommonSettings.IsCluster) ? SettingsBinder.Manager(Reading.Settings) : null;

    public ActorOptions Actors => SettingsBinder.Actors(Settings);

    public MeasureOptions Measure { get; init; } = SettingsBinder.Measure(Reading.Settings);

    /// <summary>The settings of the scenario by name, for the report; empty without a scenario.</summary>
    public IReadOnlyDictionary<string, UsedSetting> Started { get; init; } =
        new Dictionary<string, UsedSetting>(StringComparer.Ordinal);

    /// <summary>
    /// Returns how the manager's process ended, null while it runs; null for a manager that the call did not start.
    /// </summary>
    public Func<string?>? ManagerEnding { get; init; }

    /// <summary>Returns the current state of the scenario's hosts.</summary>
    public Func<IReadOnlyList<HostReport>> Machines { get; init; } = () => [];

    /// <summary>The processes to profile: those that the call started, otherwise this process.</summary>
    public IReadOnlyList<StartedProcess> Profiled { get; init; } = [new("benchmark", Environment.ProcessId)];

    /// <summary>The arguments of the call after the workload's name. A later start repeats them.</summary>
    public IReadOnlyList<string> Words { get; init; } = [];

    /// <summary>The data of a later start; null in the first process.</summary>
    public LaterStart? Later { get; init; }

    /// <summary>Number of process starts of the call; 1 in the process of a later start.</summary>
    public int Starts => Later is null ? ProcessStarts.Of(this) : 1;

    /// <summary>The options of one start of the call.</summary>
    public BenchmarkOptions OfStart() => ProcessStarts.Share(this);

    /// <summary>The thresholds of each run; empty for none.</summary>
    public IReadOnlyList<FigureBound> FailIf => Settings.Get(ReportSettings.FailIf) ?? [];

    /// <summary>
    /// The options that use the figures of the call for decisions or keep them over time; empty for none.
    /// </summary>
    public IReadOnlyList<string> Deciding =>
    [
        .. new Setting[] { ReportSettings.FailIf, ExportSettings.JUnitOutput }.Concat(ExportSettings.OverTime)
            .Where(setting => Settings[setting] is not null).Select(setting => setting.Option!),
    ];

    /// <summary>Whether the call would accept <c>--rate</c> too, with enough lanes.</summary>
    public bool TakesRate => OptionRules.TakesRate(Workload, Settings);

    /// <summary>Whether the call accepts the rough figure of a disturbed run.</summary>
    public bool AllowsDisturbed => Settings.Get(MeasureSettings.AllowDisturbed);

    /// <summary>Whether a disturbed run counts as passed.</summary>
    public bool PassesDisturbed => AllowsDisturbed || Deciding is [];

    /// <summary>The reason why a disturbed run does not pass.</summary>
    public string TooRough => $"a run was disturbed, and its figure is too rough for {string.Join(", ", Deciding)}; "
        + $"{MeasureSettings.AllowDisturbed.Option} accepts it";
}

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
    /// A run for each variant of the workload and, in a comparison, for each routing strategy. Generated lazily,
    /// because there may be very many.
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
