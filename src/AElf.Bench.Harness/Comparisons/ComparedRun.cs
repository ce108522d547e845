using System.Collections.ObjectModel;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Studies;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>Which of the two things that are compared.</summary>
public enum Side
{
    /// <summary>What there was.</summary>
    Baseline,

    /// <summary>What is to be accepted.</summary>
    Candidate,
}

/// <summary>A run of a comparison that has ended.</summary>
/// <param name="Side">Of which side.</param>
/// <param name="Seconds">How long the whole run took, its processes started and ended.</param>
/// <param name="Verdict">How it ended.</param>
/// <param name="Tps">Median of its rounds; null when it has none.</param>
/// <param name="P99Us">99th percentile of the latency, µs.</param>
/// <param name="CpuUs">CPU of the actors' side for each committed thing, µs.</param>
/// <param name="Counts">What it took for each committed thing; null when nothing was.</param>
/// <param name="Setup">What its figure depends on, as its claim says it.</param>
/// <param name="Noun">What is committed.</param>
/// <param name="Version">The build that made it.</param>
/// <param name="Blocks">How often a round offered the load; null where the build has no option for it.</param>
/// <param name="Report">The file of its report, in the comparison's folder.</param>
public sealed record ComparedRun(
    Side Side,
    double Seconds,
    Verdict Verdict,
    double? Tps,
    double? P99Us,
    double? CpuUs,
    RunCounts? Counts,
    string Setup,
    string Noun,
    string Version,
    int? Blocks,
    string Report) : StudyRun
{
    /// <summary>Versions of the runtime and of libraries it had loaded, by name; empty in older files.</summary>
    public IReadOnlyDictionary<string, string> Versions { get; init; } = ReadOnlyDictionary<string, string>.Empty;

    /// <summary>Takes over what a report says.</summary>
    public static ComparedRun From(RunReport run, Side side, double seconds, string file)
    {
        ArgumentNullException.ThrowIfNull(run);
        return new ComparedRun(
            side,
            seconds,
            run.Verdict,
            Figures.Tps.Of(run),
            Figures.P99.Of(run),
            Figures.CpuUs.Of(run) is > 0 and var cpu ? cpu : null,
            RunCounts.From(run),
            ClaimLine.Conditions(run),
            run.Workload.Noun,
            run.Environment.Version,
            run.Options.ContainsKey(MeasureSettings.Blocks.Name) ? run.Blocks : null,
            file)
        {
            Versions = new SortedDictionary<string, string>(
                new Dictionary<string, string>(run.Environment.Libraries, StringComparer.Ordinal)
                {
                    ["runtime"] = run.Environment.Runtime,
                },
                StringComparer.Ordinal),
        };
    }
}

/// <summary>What a run took for each thing it committed: it repeats, whatever else the machine does.</summary>
/// <param name="Operations">Commands to the store.</param>
/// <param name="Messages">Jobs handed to actors.</param>
/// <param name="AllocatedBytes">Managed bytes that the dispatchers' threads allocated.</param>
/// <param name="Committed">How many things were committed.</param>
public sealed record RunCounts(double Operations, double Messages, double AllocatedBytes, long Committed)
{
    /// <summary>Takes the counts of a report; null when it has none, or nothing was committed.</summary>
    public static RunCounts? From(RunReport run)
    {
        ArgumentNullException.ThrowIfNull(run);
        return run is not { Counts.Committed: > 0 and var committed, Store.ClientOps: { } ops } ? null : new RunCounts(
            (double)(ops.Get + ops.Set + ops.MultiGet + ops.MultiSet) / committed,
            (double)run.Jobs * run.Rounds.Count / committed,
            run.Resources.AllocatedBytesPerTransfer,
            committed);
    }
}
