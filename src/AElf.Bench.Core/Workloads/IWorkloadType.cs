using AElf.Bench.Core.Actors;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Core.Workloads;

/// <summary>
/// A type of workload: its settings, the load that they describe, and the pumps that execute it. A program is built for
/// one type.
/// </summary>
public interface IWorkloadType
{
    /// <summary>Its name, such as <c>transfers</c>: a manager names it to its workers.</summary>
    string Name { get; }

    /// <summary>The first word of a command line that selects it; null for the program's default.</summary>
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
    /// Its settings, in the order of the help. A program's table adds the settings of every workload.
    /// </summary>
    IReadOnlyList<Setting> Table { get; }

    /// <summary>
    /// The setting that names a file with the load, which is sent with a submitted run; null without such a setting.
    /// </summary>
    Setting<string?>? LoadFile { get; }

    /// <summary>Its rules over several settings. A rule over a rejected value is skipped.</summary>
    IEnumerable<ValidationError> Check(ResolvedSettings settings);

    /// <summary>Its rules, and the rules about its capabilities.</summary>
    IEnumerable<ValidationError> CheckRun(ResolvedSettings settings) =>
        TakesRate || settings.Get(MeasureSettings.Rate) is null
            ? Check(settings)
            : Check(settings).Append(ValidationError.Error(
                MeasureSettings.Rate.Option!, $"{Subject} do not support an open loop", "remove it"));

    /// <summary>The runs of one call, each as the values that replace those of <paramref name="settings"/>.</summary>
    /// <returns>At least one run; the values have the settings' types.</returns>
    IEnumerable<IReadOnlyDictionary<Setting, object>> Variants(ResolvedSettings settings);

    /// <summary>Generates or reads the load of a run.</summary>
    /// <exception cref="FormatException">The file of the load is invalid; the message says where and why.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    /// <param name="settings">The settings of the run.</param>
    /// <param name="work">Counts how much of a file is read, for progress; null for no progress.</param>
    ILoad Load(ResolvedSettings settings, WorkCounter? work = null);

    /// <summary>Compares the runs of one call, specific to the workload; null for no comparison.</summary>
    /// <param name="runs">The runs with a result, in order.</param>
    /// <param name="isWhole">Whether the call made all its runs.</param>
    ReportSection? Compare(IReadOnlyList<MeasuredRun> runs, bool isWhole) => null;

    /// <summary>Describes how a report's options contradict its data; null if they agree.</summary>
    /// <param name="options">The text of an option by its name; null for one that is not set.</param>
    /// <param name="weight">Items that a block commits.</param>
    string? Contradiction(
        Func<string, string?> options,
        long weight,
        IReadOnlyDictionary<string, FactValue> facts,
        IReadOnlyList<KindOutcomes> outcomes) => null;

    /// <summary>
    /// Why <c>verify</c> does not draw the load of a report again, in words; null if it draws the load.
    /// </summary>
    /// <param name="settings">The options of the report.</param>
    string? WhyNotDrawn(ResolvedSettings settings) => $"the load of {Subject} takes long to make";

    /// <summary>Writes the load to the file that the settings name; does nothing without one.</summary>
    /// <exception cref="IOException">The file cannot be written.</exception>
    /// <param name="settings">The settings of the first run.</param>
    /// <param name="work">Counts how much is written, for progress; null for no progress.</param>
    void Export(ResolvedSettings settings, WorkCounter? work = null);

    /// <summary>Opens the pumps of a worker.</summary>
    /// <param name="store">The store, which the pumps dispose of.</param>
    /// <param name="run">The run whose keys they use.</param>
    /// <param name="settings">The settings of the run, as the manager has them.</param>
    /// <param name="proof">The manager's <see cref="ILoad.Proof"/>.</param>
    /// <param name="clock">Measures latencies.</param>
    /// <exception cref="FormatException">The load differs from the manager's load.</exception>
    IPumpFactory OpenPumps(
        IStore store, RunId run, ResolvedSettings settings, ReadOnlySpan<byte> proof, TimeProvider clock);
}

/// <summary>The load of every round, before it is bound to a store.</summary>
public interface ILoad
{
    /// <summary>
    /// Data that a worker compares with its own load, in the workload's encoding; empty if the settings determine the
    /// load.
    /// </summary>
    ReadOnlyMemory<byte> Proof => default;

    /// <summary>
    /// The load in the words of a report, with its weight; null if it can only be described after it was bound.
    /// </summary>
    (WorkloadDescription Description, long Weight)? Describe() => null;

    /// <summary>Binds it to a run and a store.</summary>
    /// <param name="run">The run whose keys are used.</param>
    /// <param name="actors">Determines the number of jobs.</param>
    /// <param name="store">The store, which the workload disposes of; null for a store inside this process.</param>
    IWorkload Open(RunId run, ActorOptions actors, IStore? store);
}

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
