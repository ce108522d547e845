using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Comparisons;
using AElf.Bench.Harness.Reports;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>The conditions of a sweep's run, which its figure must be quoted with.</summary>
/// <param name="Load">The load, with rounds or duration.</param>
/// <param name="Actors">Scenario, servers, processes, actors and lanes, and how the load is executed.</param>
/// <param name="Store">Server with version, client, address, shards and persistence.</param>
/// <param name="Server">The store's server with its version.</param>
/// <param name="Machine">Class of the machine that measured.</param>
/// <param name="Build">Version of the product, and whether the compiler optimised.</param>
/// <param name="StartedUtc">Start of the run, ISO 8601 in UTC.</param>
public sealed record RunSetting(
    string Load, string Actors, string Store, string Server, string Machine, string Build, string StartedUtc)
{
    // A setting with more values is an axis, and the table lists its values.
    private const int MaxValues = 3;

    public static RunSetting From(RunReport run) => new(
        ClaimLine.AskedLoad(run),
        ClaimLine.AskedActors(run),
        ClaimLine.AskedStore(run),
        ClaimLine.Server(run.Store),
        $"{MachineClass.From(run.Environment)}",
        $"{run.Environment.Version}, {run.Environment.Build}",
        run.Environment.StartedUtc);

    /// <summary>The settings of several runs, each value once; empty if none is known.</summary>
    public static IReadOnlyList<ReportFigure> Figures(IReadOnlyList<RunSetting?> runs)
    {
        var known = runs.OfType<RunSetting>().ToList();
        return known.Count == 0 ? [] :
        [
            new("load", Values(known, each => each.Load)),
            new("actors", Values(known, each => each.Actors)),
            new("store", Values(known, each => each.Store)),
            new("machine", Values(known, each => each.Machine)),
            new("build", Values(known, each => each.Build)),
            new("started", string.Join(" to ", new[]
            {
                known.Min(each => each.StartedUtc), known.Max(each => each.StartedUtc),
            }.Distinct(StringComparer.Ordinal))),
        ];
    }

    private static List<string> Values(List<RunSetting> runs, Func<RunSetting, string> of)
    {
        var values = runs.Select(of).Distinct(StringComparer.Ordinal).ToList();
        return values.Count <= MaxValues
            ? values
            : [.. values.Take(MaxValues - 1), $"and {Count(values.Count - MaxValues + 1)} more by the points"];
    }
}
