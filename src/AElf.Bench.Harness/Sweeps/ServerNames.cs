using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Sweeps;

/// <summary>Names points by the servers that were measured: ports and addresses tell a reader nothing.</summary>
internal static class ServerNames
{
    /// <summary>
    /// The points, with the server behind each value of an axis that chooses it, such as <c>6380 (redis 7.0.15)</c>. An
    /// axis chooses the server when all runs of a value met the same one, and not all values did.
    /// </summary>
    /// <param name="points">All points of the sweep.</param>
    /// <param name="runs">The finished runs.</param>
    public static IReadOnlyList<SweepPoint> Added(IReadOnlyList<SweepPoint> points, IReadOnlyList<SweepRun> runs)
    {
        var met = runs.Where(run => run is { HasFigure: true, Setting: not null })
            .SelectMany(run => points[run.Point].Values, (run, value) => (Value: value, run.Setting!.Server))
            .Distinct();
        var servers = met.GroupBy(each => each.Value.Key, StringComparer.Ordinal)
            .Select(axis => axis.ToList())
            .Where(axis => axis.DistinctBy(each => each.Value).Count() == axis.Count
                && axis.DistinctBy(each => each.Server, StringComparer.Ordinal).Skip(1).Any())
            .SelectMany(axis => axis)
            .ToDictionary(each => each.Value, each => each.Server);
        return servers.Count == 0 ? points
            : [.. points.Select(point => point with { Values = [.. point.Values.Select(Named)] })];

        // A size stays a number: it is drawn and fitted by it.
        KeyValuePair<string, string> Named(KeyValuePair<string, string> value) =>
            servers.TryGetValue(value, out var server) && new SweepPoint([value]).Number(value.Key) is null
                && !string.Equals(server, value.Value, StringComparison.Ordinal)
                ? KeyValuePair.Create(value.Key, $"{value.Value} ({server})")
                : value;
    }
}
