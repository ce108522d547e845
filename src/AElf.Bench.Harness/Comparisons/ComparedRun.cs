using System.Collections.ObjectModel;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Studies;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>A side of a comparison.</summary>
public enum Side
{
    /// <summary>The build that is already accepted.</summary>
    Baseline,

    /// <summary>The build under test.</summary>
    Candidate,
}

/// <summary>A finished run of a comparison, with the figures that are compared.</summary>
/// <param name="Side">The side of the run.</param>
/// <param name="Seconds">Duration of the whole run, from the start of its processes to their end.</param>
/// <param name="Verdict">The run's verdict.</param>
/// <param name="Tps">Median of its rounds; null without rounds.</param>
/// <param name="Counts">The counts per committed item; null without commits.</param>
/// <param name="Setup">The setup of the figure, as in the run's claim.</param>
/// <param name="Noun">The committed item, such as <c>transfer</c>.</param>
/// <param name="Version">The build of the run.</param>
/// <param name="Blocks">Number of blocks in a round; null for a build without this option.</param>
/// <param name="Report">File name of its report in the comparison's folder.</param>
public sealed record ComparedRun(
    Side Side,
    double Seconds,
    Verdict Verdict,
    double? Tps,
    RunCounts? Counts,
    string Setup,
    string Noun,
    string Version,
    int? Blocks,
    string Report) : StudyRun
{
    /// <summary>The text of <c>--label</c>; null for none.</summary>
    public string? Label { get; init; }

    /// <summary>The compared figures by their names (<see cref="Figures.Compared"/>).</summary>
    public IReadOnlyDictionary<string, double?> Values { get; init; } = ReadOnlyDictionary<string, double?>.Empty;

    /// <summary>By name: the versions of the runtime and of the loaded libraries, and the store.</summary>
    public IReadOnlyDictionary<string, string> Versions { get; init; } = ReadOnlyDictionary<string, string>.Empty;

    /// <summary>The properties of its load (<see cref="RunProperties"/>); null in older runs.</summary>
    public IReadOnlyDictionary<string, string>? Load { get; init; }

    /// <summary>Takes the figures from a report.</summary>
    public static ComparedRun From(RunReport run, Side side, double seconds, string file) =>
        new ComparedRun(
            side,
            seconds,
            run.Verdict,
            Figures.Tps.Of(run),
            RunCounts.From(run),
            ClaimLine.Conditions(run),
            run.Workload.Noun,
            run.Environment.Version,
            run.Options.ContainsKey(MeasureSettings.Blocks.Name) ? run.Blocks : null,
            file)
        {
            Label = run.TextOf(MeasureSettings.Label.Name),
            Values = Figures.Compared.ToDictionary(
                figure => figure.Name, figure => figure.Of(run), StringComparer.Ordinal),
            Load = RunProperties.OfLoad(run),
            Versions = new SortedDictionary<string, string>(RunProperties.Of(run), StringComparer.Ordinal)
            {
                ["runtime"] = run.Environment.Runtime,
            },
        };
}

/// <summary>A run's counts per committed item. They repeat exactly, also on a busy machine.</summary>
/// <param name="Operations">Commands to the store.</param>
/// <param name="Messages">Jobs passed to actors.</param>
/// <param name="AllocatedBytes">Managed bytes that the dispatchers' threads allocated.</param>
/// <param name="Committed">Committed items of the whole run.</param>
public sealed record RunCounts(double Operations, double Messages, double AllocatedBytes, long Committed)
{
    /// <summary>Null if the report has no counts or no commits.</summary>
    public static RunCounts? From(RunReport run) =>
        Figures.OperationsEach.Of(run) is { } operations
            && Figures.AllocatedBytes.Of(run) is { } allocated
            && run.Rounds.Sum(round => round.Committed) is > 0 and var committed
            ? new RunCounts(operations, (double)run.Jobs * run.Rounds.Count / committed, allocated, committed)
            : null;
}
