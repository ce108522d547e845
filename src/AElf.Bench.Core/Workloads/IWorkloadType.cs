using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Core.Workloads;

/// <summary>
/// A type of workload, as programs know it before there is a run: its settings, the load they describe, and the pumps
/// that execute it. A program is made for one.
/// </summary>
public interface IWorkloadType
{
    /// <summary>Its name, such as <c>transfers</c>: a manager names it to its workers.</summary>
    string Name { get; }

    /// <summary>The first word of a call that asks for it; null for what programs measure by themselves.</summary>
    string? Word => null;

    /// <summary>The counted item in the plural, such as <c>money transfers</c>.</summary>
    string Subject { get; }

    /// <summary>The counted item of a run with these settings, such as <c>transfer</c>.</summary>
    string NounFor(ResolvedSettings settings);

    /// <summary>The proof of its audit, as a clause after "proves that".</summary>
    string Proof => "each was applied exactly once";

    /// <summary>Whether it supports an open loop (<c>--rate</c>).</summary>
    bool TakesRate => true;

    /// <summary>Options that make a short run, for the examples of the help.</summary>
    string Example { get; }

    /// <summary>Sweeps, or searches, for the examples of the help; empty for those of any workload.</summary>
    IReadOnlyList<(string Purpose, string Words)> SweepExamples(bool isSearch) => [];

    /// <summary>
    /// Its settings, in the order of the help; a program's table is these and the settings of every workload.
    /// </summary>
    IReadOnlyList<Setting> Table { get; }

    /// <summary>
    /// The setting that names a file with the load, which is sent with a submitted run; null without such a setting.
    /// </summary>
    Setting<string?>? LoadFile { get; }

    /// <summary>
    /// Its rules over several settings. A rule over a value that was refused already stays silent.
    /// </summary>
    IEnumerable<ValidationError> Check(ResolvedSettings settings);

    /// <summary>The runs of one call: what each sets in place of what <paramref name="settings"/> say.</summary>
    /// <returns>At least one, of values of the settings' types.</returns>
    IEnumerable<IReadOnlyDictionary<Setting, object>> Variants(ResolvedSettings settings);

    /// <summary>Generates or reads the load of a run.</summary>
    /// <exception cref="FormatException">The file of the load is not right; the message says where and why.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    /// <param name="settings">The settings of the run.</param>
    /// <param name="work">Counts how much of a file is read, for progress; null for no progress.</param>
    ILoad Load(ResolvedSettings settings, WorkCounter? work = null);

    /// <summary>Compares the runs of one call, specific to the workload; null for no comparison.</summary>
    /// <param name="runs">Those with a figure, in order.</param>
    /// <param name="isWhole">Whether the call made all its runs.</param>
    ReportSection? Compare(IReadOnlyList<MeasuredRun> runs, bool isWhole) => null;

    /// <summary>What of a report's options contradicts its data, in words; null when they agree.</summary>
    /// <param name="options">The text of an option by its name; null for one that is not set.</param>
    string? Contradiction(
        Func<string, string?> options,
        IReadOnlyDictionary<string, FactValue> facts,
        IReadOnlyList<KindOutcomes> outcomes) => null;

    /// <summary>
    /// Why <c>verify</c> does not draw the load of a report again, in words; null if it draws the load.
    /// </summary>
    /// <param name="settings">The options of the report.</param>
    string? WhyNotDrawn(ResolvedSettings settings) => $"the load of {Subject} takes long to make";

    /// <summary>Writes the load to the file that the settings name for it; does nothing when they name none.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <param name="settings">The settings of the first run.</param>
    /// <param name="work">Counts how much is written, for progress; null for no progress.</param>
    void Export(ResolvedSettings settings, WorkCounter? work = null);

    /// <summary>Opens the pumps of a worker.</summary>
    /// <param name="store">The store, which ends with the pumps.</param>
    /// <param name="run">The run whose keys they touch.</param>
    /// <param name="settings">The settings of the run, as the manager has them.</param>
    /// <param name="proof">What <see cref="ILoad.Proof"/> says at the manager.</param>
    /// <param name="clock">Times commits.</param>
    /// <exception cref="FormatException">The load here is not that of the manager.</exception>
    IPumpFactory OpenPumps(
        IStore store, RunId run, ResolvedSettings settings, ReadOnlySpan<byte> proof, TimeProvider clock);
}

/// <summary>The load of every round, before it is bound to a store.</summary>
public interface ILoad
{
    /// <summary>
    /// What a worker has to find beside the settings, in the workload's own encoding; empty when the settings say it
    /// all.
    /// </summary>
    ReadOnlyMemory<byte> Proof => default;

    /// <summary>
    /// The load in the words of a report, with its weight; null if it can only be described after it was bound.
    /// </summary>
    (WorkloadDescription Description, long Weight)? Describe() => null;

    /// <summary>Binds it to a run and a store.</summary>
    /// <param name="run">The run whose keys are used.</param>
    /// <param name="actors">Says into how many jobs units are merged.</param>
    /// <param name="store">The store, which ends with the workload; null for one inside this process.</param>
    IWorkload Open(RunId run, ActorOptions actors, IStore? store);
}

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
