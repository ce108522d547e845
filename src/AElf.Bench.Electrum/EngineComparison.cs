using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;
using static AElf.Bench.Core.Reports.NumberFormat;

namespace AElf.Bench.Electrum;

/// <summary>
/// Compares engines in the form of the published evaluation, with its ratios beside the measured ratios. All engines
/// have one language and one harness, so the measured ratio is the effect of the design. The rest is the effect of
/// language, implementation and settings.
/// </summary>
/// <remarks>
/// Published: Sparrow Wallet, "Server Performance", 1 February 2022; the median of its three warm runs.
/// </remarks>
internal static class EngineComparison
{
    private const string SizeReference = "electrs-0.9";
    private const double Megabyte = 1_000_000;

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

    private static readonly ReportColumn[] ModelColumns =
    [
        new("modelled", IsText: true), new("engine", IsText: true), new("reads") { Dispensable = 3 },
        new("calls") { Dispensable = 3 }, new("node MB") { Dispensable = 2 }, new("disk s"), new("node s"),
        new("+ pass s"), new("= s"), new("÷"), new("2022 cold") { Dispensable = 1 }, new("2022 warm"),
        new("2022 text") { PageOnly = true }, new("unexplained"), new("build s") { Dispensable = 4 },
    ];

    private static readonly ReportColumn[] IndexColumns =
    [
        new("index", IsText: true), new("MB"), new("÷"), new("+ txindex MB"), new("÷"), new("2022"), new("build s"),
        new("CPU s") { Dispensable = 1 }, new("bytes/tx") { PageOnly = true }, new("held MB") { PageOnly = true },
        new("written MB") { PageOnly = true },
    ];

    /// <summary>The comparison; null for a single engine.</summary>
    /// <param name="isWhole">Whether all engines of the call were measured; advice needs all.</param>
    public static ReportSection? From(IReadOnlyList<MeasuredRun> runs, bool isWhole = true)
    {
        var all = runs.Select(run => new EngineRun(run)).ToList();
        return all.Select(run => run.Engine).Distinct(StringComparer.Ordinal).Count() < 2 ? null
            : new ReportSection("Engines compared")
            {
                Tables =
                [
                    Table(TimeColumns, all.Select(run => Times(run, run.ReferenceAmong(all)))) with
                    {
                        IsHeadline = true,
                        Tones = [.. all.Select(run => run.Tone)],
                    },
                    Table(IndexColumns, Indexes(all)) with { IsHeadline = true },
                    .. all.Exists(run => run.ModelMs is null) ? [] : (ReportTable[])
                    [
                        Table(ModelColumns, all.Select(run => Modelled(run, run.ReferenceAmong(all)))) with
                        {
                            IsHeadline = true,
                        },
                    ],
                    Table(CostColumns, all.Select(Costs)),
                ],
                Figures =
                [
                    new("compared", "designs rebuilt here in one language; 'electrum client' measures the servers "
                        + "themselves"),
                    new("times", $"all requests of a test once; ÷ {EngineRun.Reference}; 2022: published, each server "
                        + "on a Raspberry Pi"),
                    new("cold", all.Max(run => run.Number("coldDiskBytes")) is { } read
                        ? [$"posix_fadvise dropped the files from the page cache; up to {Number(read / Megabyte)} MB "
                            + "came from a disk"]
                        : []),
                    new("modelled", all.Exists(run => run.ModelMs is not null)
                        ? ["counted reads and calls at the cost of --disk and the node, + a pass measured in memory; "
                            + "unexplained: published warm ÷ modelled ÷"]
                        : []),
                    new("indexes", $"÷ {SizeReference}; 2022: published; + txindex: with {EngineRun.TxIndexBytes} "
                        + "bytes a transaction if needed"),
                    new("advice", isWhole
                        ? EngineAdvice.From(all)
                        : ["The call ended before all its runs. Measure all engines for advice."]),
                ],
            };
    }

    private static IEnumerable<string[]> Indexes(List<EngineRun> all)
    {
        var engines = all.DistinctBy(run => run.Engine, StringComparer.Ordinal).ToList();
        var smallest = engines.Find(run => run.Engine is SizeReference)?.Number("indexBytes");
        return engines.Select(run => Index(run, smallest));
    }

    private static ReportTable Table(ReportColumn[] columns, IEnumerable<string[]> rows) =>
        new(columns, [.. rows]) { Audience = ReportAudience.Everyone };

    private static string[] Times(EngineRun run, EngineRun? reference)
    {
        var cold = run.Number("coldMs") / reference?.Number("coldMs");
        var warm = run.PassMs / reference?.PassMs;
        return
        [
            run.Test, run.Engine, Number(run.Number("coldMs")), Number(cold),
            Spread(run.Number("coldMinMs"), run.Number("coldMaxMs")), Number(run.PassMs), Number(warm),
            Spread(run.PassesMs.Min(), run.PassesMs.Max()),
            Number(run.PublishedCold), Number(run.PublishedWarm), Number(run.Published?.TextRatio),
            Number(run.PublishedWarm / warm), run.Measured.IsDisturbed ? "disturbed" : None,
        ];
    }

    private static string[] Modelled(EngineRun run, EngineRun? reference)
    {
        var ratio = run.ModelMs / reference?.ModelMs;
        return
        [
            run.Test, run.Engine, Whole(run.Number("modelReads")), Whole(run.Number("modelNodeCalls")),
            Number(run.Number("modelNodeBytes") / Megabyte), Seconds("modelDiskMs"), Seconds("modelNodeMs"),
            Seconds("passMs"), Number(run.ModelMs / 1000), Number(ratio), Number(run.PublishedCold),
            Number(run.PublishedWarm), Number(run.Published?.TextRatio), Number(run.PublishedWarm / ratio),
            Seconds("modelBuildMs"),
        ];

        string Seconds(string fact) => Number(run.Number(fact) / 1000);
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
        double? published = ChainGrowth.PublishedGigabytes.TryGetValue(run.Engine, out var gigabytes)
            ? gigabytes / ChainGrowth.PublishedGigabytes[SizeReference]
            : null;
        return
        [
            run.Engine, Number(bytes / Megabyte), Number(bytes / smallest), Number(run.WholeBytes / Megabyte),
            Number(run.WholeBytes / smallest), Number(published), Number(run.Number("indexBuildMs") / 1000),
            Number(run.Number("indexBuildCpuMs") / 1000), Whole(bytes / transactions),
            Number(run.Number("heldBytes") / Megabyte), Number(run.Number("indexBytesWritten") / Megabyte),
        ];
    }
}
