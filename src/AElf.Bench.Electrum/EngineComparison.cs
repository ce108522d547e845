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
    private const string SizeReference = "electrs-0.9";
    private const double Megabyte = 1_000_000;

    // Bitcoin Core's txindex: a key of 33 bytes and the place of the transaction, in three numbers of variable length.
    private const int TxIndexBytes = 43;

    private static readonly string[] NeedTxIndex = ["electrumx", "fulcrum", "fulcrum-fast"];

    // Milliseconds of the cold run, and of the three after it; × as the text of the evaluation has it.
    private static readonly Dictionary<(string Test, string Engine), PublishedTimes> Published = new()
    {
        [("initial", "electrumx")] = new(52_655, [40_721, 54_143, 49_011], 22),
        [("initial", SizeReference)] = new(322_386, [393_303, 384_036, 427_722], 300),
        [("initial", Reference)] = new(2_333, [1_413, 1_472, 1_413], 1),
        [("refresh", "electrumx")] = new(114_466, [66_175, 80_133, 75_489], 8),
        [("refresh", SizeReference)] = new(17_562, [11_621, 11_219, 11_521], 1.5),
        [("refresh", Reference)] = new(14_152, [7_854, 7_382, 7_442], 1),
    };

    private static readonly Dictionary<string, double> PublishedGigabytes = new(StringComparer.Ordinal)
    {
        [SizeReference] = 32,
        ["electrumx"] = 75,
        [Reference] = 102,
        ["esplora"] = 800,
        ["esplora-light"] = 400,
    };

    private static readonly ReportColumn[] TimeColumns =
    [
        new("test", IsText: true), new("engine", IsText: true), new("cold ms"), new("÷"),
        new("cold min – max") { PageOnly = true }, new("warm ms"), new("÷"), new("warm min – max") { PageOnly = true },
        new("2022 cold") { Dispensable = 1 }, new("2022 warm"), new("2022 text") { PageOnly = true },
        new("rest") { PageOnly = true }, new("verdict", IsText: true),
    ];

    private static readonly ReportColumn[] CostColumns =
    [
        new("a pass", IsText: true), new("engine", IsText: true), new("lookups/request"), new("blocks"),
        new("node tx"), new("node MB"), new("CPU µs"),
        new("server µs") { PageOnly = true }, new("node µs") { PageOnly = true },
    ];

    private static readonly ReportColumn[] IndexColumns =
    [
        new("index", IsText: true), new("MB"), new("÷"), new("+ txindex MB"), new("÷"), new("2022"), new("build s"),
        new("CPU s") { Dispensable = 1 }, new("bytes/tx") { PageOnly = true }, new("held MB") { PageOnly = true },
        new("written MB") { PageOnly = true },
    ];

    /// <summary>The comparison; null when there is only one engine.</summary>
    public static ReportSection? From(IReadOnlyList<MeasuredRun> runs)
    {
        var all = runs.Select(run => new EngineRun(run)).ToList();
        return all.Select(run => run.Engine).Distinct(StringComparer.Ordinal).Count() < 2 ? null
            : new ReportSection("Engines compared")
            {
                Tables =
                [
                    Table(TimeColumns, all.Select(run => Times(run, ReferenceOf(run, all)))) with
                    {
                        IsHeadline = true,
                        Tones = [.. all.Select(run => run.Tone)],
                    },
                    Table(IndexColumns, Indexes(all)) with { IsHeadline = true },
                    Table(CostColumns, all.Select(Costs)),
                ],
                Figures =
                [
                    new("compared", "designs rebuilt here in one language; 'electrum client' measures the servers "
                        + "themselves"),
                    new("times", $"all requests of a test once; ÷ {Reference}; 2022: published, each server on a "
                        + "Raspberry Pi"),
                    new("indexes", $"÷ {SizeReference}; 2022: published; + txindex: with {TxIndexBytes} bytes a "
                        + "transaction if needed"),
                ],
            };
    }

    private static IEnumerable<string[]> Indexes(List<EngineRun> all)
    {
        var engines = all.DistinctBy(run => run.Engine, StringComparer.Ordinal).ToList();
        var smallest = engines.Find(run => run.Engine is SizeReference)?.Number("indexBytes");
        return engines.Select(run => Index(run, smallest));
    }

    private static EngineRun? ReferenceOf(EngineRun run, List<EngineRun> all) => all.Find(
        other => other.Engine is Reference && string.Equals(other.Test, run.Test, StringComparison.Ordinal));

    private static ReportTable Table(ReportColumn[] columns, IEnumerable<string[]> rows) =>
        new(columns, [.. rows]) { Audience = ReportAudience.Everyone };

    private static string[] Times(EngineRun run, EngineRun? reference)
    {
        var cold = run.Number("coldMs") / reference?.Number("coldMs");
        var warm = run.PassMs / reference?.PassMs;
        var published = Published.GetValueOrDefault((run.Test, run.Engine));
        var best = Published.GetValueOrDefault((run.Test, Reference));
        var publishedWarm = published?.WarmMs / best?.WarmMs;
        return
        [
            run.Test, run.Engine, Number(run.Number("coldMs")), Number(cold),
            Spread(run.Number("coldMinMs"), run.Number("coldMaxMs")), Number(run.PassMs), Number(warm),
            Spread(run.PassesMs.Min(), run.PassesMs.Max()),
            Number(published?.ColdMs / best?.ColdMs), Number(publishedWarm), Number(published?.Said),
            Number(publishedWarm / warm), run.Measured.IsDisturbed ? "disturbed" : None,
        ];
    }

    private static string Spread(double? min, double? max) =>
        min is null || max is null ? None : $"{Number(min)} – {Number(max)}";

    private static string[] Costs(EngineRun run) =>
    [
        run.Test, run.Engine, Number(run.Number("lookupsPerRequest")), Whole(run.Number("blocksRead")),
        Whole(run.Number("nodeTransactions")),
        Number((run.Number("blockBytesRead") + run.Number("transactionBytesRead")) / Megabyte),
        Number(run.Measured.CpuMicroseconds), Number(run.Number("serverUsPerRequest")),
        Number(run.Number("nodeUsPerRequest")),
    ];

    private static string[] Index(EngineRun run, double? smallest)
    {
        var (bytes, transactions) = (run.Number("indexBytes"), run.Number("chainTransactions"));
        var needsIt = NeedTxIndex.Contains(run.Engine, StringComparer.Ordinal);
        var whole = bytes + (needsIt ? TxIndexBytes * transactions : 0);
        double? published = PublishedGigabytes.TryGetValue(run.Engine, out var gigabytes)
            ? gigabytes / PublishedGigabytes[SizeReference]
            : null;
        return
        [
            run.Engine, Number(bytes / Megabyte), Number(bytes / smallest), Number(whole / Megabyte),
            Number(whole / smallest), Number(published), Number(run.Number("indexBuildMs") / 1000),
            Number(run.Number("indexBuildCpuMs") / 1000), Whole(bytes / transactions),
            Number(run.Number("heldBytes") / Megabyte), Number(run.Number("indexBytesWritten") / Megabyte),
        ];
    }

    private sealed record PublishedTimes(double ColdMs, double[] AllWarmMs, double Said)
    {
        public double WarmMs => AllWarmMs.Order().ElementAt(AllWarmMs.Length / 2);
    }

    private sealed record EngineRun(MeasuredRun Measured)
    {
        public string Engine => Measured.Facts["engine"].Text!;

        public string Test => Measured.Facts["test"].Text!;

        public ReportTone Tone => Measured.IsDisturbed ? ReportTone.Warning : ReportTone.Plain;

        public IReadOnlyList<double> PassesMs { get; } =
            [.. Measured.Tps.Select(tps => 1000 * Measured.BlockWeight / tps)];

        public double PassMs => PassesMs.Order().ElementAt(PassesMs.Count / 2);

        public double? Number(string fact) => Measured.Facts.GetValueOrDefault(fact).Number;
    }
}
