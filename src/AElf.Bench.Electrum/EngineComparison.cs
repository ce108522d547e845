using System.Text.Json;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Electrum;

/// <summary>
/// Engines side by side in the form of the published evaluation, with its ratios beside those of here: what a design
/// explains of one is its ratio among engines of one language on one harness; the rest is language, implementation and
/// settings.
/// </summary>
/// <remarks>
/// Published: Sparrow Wallet, "Server Performance", 1 February 2022; the median of its three warm runs.
/// </remarks>
internal static class EngineComparison
{
    private const string Reference = "fulcrum";
    private const double Megabyte = 1_000_000;

    // Milliseconds of the three runs after the cold one.
    private static readonly Dictionary<(string Test, string Engine), double[]> Published = new()
    {
        [("initial", "electrumx")] = [40_721, 54_143, 49_011],
        [("initial", "electrs")] = [393_303, 384_036, 427_722],
        [("initial", Reference)] = [1_413, 1_472, 1_413],
        [("refresh", "electrumx")] = [66_175, 80_133, 75_489],
        [("refresh", "electrs")] = [11_621, 11_219, 11_521],
        [("refresh", Reference)] = [7_854, 7_382, 7_442],
    };

    private static readonly ReportColumn[] TimeColumns =
    [
        new("test", IsText: true), new("engine", IsText: true), new("cold ms"), new("pass ms"), new("min – max"),
        new($"÷ {Reference}"), new("published"), new("rest"),
    ];

    private static readonly ReportColumn[] CostColumns =
    [
        new("a pass", IsText: true), new("engine", IsText: true), new("lookups/request"), new("blocks"),
        new("block MB"), new("node tx"), new("CPU µs"),
    ];

    private static readonly ReportColumn[] IndexColumns =
    [
        new("index", IsText: true), new("build s"), new("CPU s"), new("MB"), new("bytes/tx"), new("process MB"),
    ];

    /// <summary>The comparison; null when there is one engine alone.</summary>
    public static ReportSection? From(IReadOnlyList<MeasuredRun> runs)
    {
        var all = runs.Select(run => new EngineRun(run)).ToList();
        return all.Select(run => run.Engine).Distinct(StringComparer.Ordinal).Count() < 2 ? null
            : new ReportSection("Engines compared")
            {
                Tables =
                [
                    Table(TimeColumns, all.Select(run => Times(run, ReferenceOf(run, all)))),
                    Table(CostColumns, all.Select(Costs)),
                    Table(IndexColumns, all.DistinctBy(run => run.Engine, StringComparer.Ordinal).Select(Index)),
                ],
                Figures =
                [
                    new("a pass", "all requests of the test once: their number ÷ TPS, of all actors together"),
                    new("published", "the ratio of the warm medians on one Raspberry Pi in 2022, each server in its "
                        + "own language; rest: that ratio ÷ the one here"),
                ],
            };
    }

    private static EngineRun? ReferenceOf(EngineRun run, List<EngineRun> all) => all.Find(
        other => other.Engine is Reference && string.Equals(other.Test, run.Test, StringComparison.Ordinal));

    private static ReportTable Table(ReportColumn[] columns, IEnumerable<string[]> rows) =>
        new(columns, [.. rows]) { Audience = ReportAudience.Everyone };

    private static string[] Times(EngineRun run, EngineRun? reference)
    {
        var ratio = reference is null ? (double?)null : run.PassMs / reference.PassMs;
        var published = PublishedMs(run.Test, run.Engine) / PublishedMs(run.Test, Reference);
        return
        [
            run.Test, run.Engine, Number(run.Number("coldMs")), Number(run.PassMs),
            $"{Number(run.PassesMs.Min())} – {Number(run.PassesMs.Max())}",
            Number(ratio), Number(published), Number(published / ratio),
        ];
    }

    private static string[] Costs(EngineRun run) =>
    [
        run.Test, run.Engine, Number(run.Number("lookupsPerRequest")), Whole(run.Number("blocksRead")),
        Number(run.Number("blockBytesRead") / Megabyte), Whole(run.Number("nodeTransactions")),
        Number(run.Measured.CpuMicroseconds),
    ];

    private static string[] Index(EngineRun run) =>
    [
        run.Engine, Number(run.Number("indexBuildMs") / 1000), Number(run.Number("indexBuildCpuMs") / 1000),
        Number(run.Number("indexBytes") / Megabyte),
        Whole(run.Number("indexBytes") / run.Number("chainTransactions")),
        Whole(run.Measured.WorkingSetMegabytes),
    ];

    private static double? PublishedMs(string test, string engine) =>
        Published.TryGetValue((test, engine), out var runs) ? runs.Order().ElementAt(runs.Length / 2) : null;

    private sealed record EngineRun(MeasuredRun Measured)
    {
        public string Engine => Measured.Facts["engine"].GetString()!;

        public string Test => Measured.Facts["test"].GetString()!;

        public IReadOnlyList<double> PassesMs { get; } =
            [.. Measured.Tps.Select(tps => 1000 * Measured.BlockWeight / tps)];

        public double PassMs => PassesMs.Order().ElementAt(PassesMs.Count / 2);

        public double? Number(string fact) =>
            Measured.Facts.TryGetValue(fact, out var value) && value.ValueKind == JsonValueKind.Number
                ? value.GetDouble()
                : null;
    }
}
