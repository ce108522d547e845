using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Electrum;

/// <summary>A run of an engine, for comparisons.</summary>
internal sealed record EngineRun(MeasuredRun Measured)
{
    /// <summary>The reference engine for times.</summary>
    public const string Reference = "fulcrum";

    // Bitcoin Core's txindex: a key of 33 bytes, and three numbers of variable length for the position.
    public const int TxIndexBytes = 43;

    private static readonly string[] NeedTxIndex = ["electrumx", "fulcrum", "fulcrum-fast"];

    // Milliseconds of the cold run and of the three warm runs, then × Fulcrum in the text of the evaluation.
    private static readonly Dictionary<(string Test, string Engine), PublishedTimes> AllPublished = new()
    {
        [("initial", "electrumx")] = new(52_655, [40_721, 54_143, 49_011], 22),
        [("initial", "electrs-0.9")] = new(322_386, [393_303, 384_036, 427_722], 300),
        [("initial", Reference)] = new(2_333, [1_413, 1_472, 1_413], 1),
        [("refresh", "electrumx")] = new(114_466, [66_175, 80_133, 75_489], 8),
        [("refresh", "electrs-0.9")] = new(17_562, [11_621, 11_219, 11_521], 1.5),
        [("refresh", Reference)] = new(14_152, [7_854, 7_382, 7_442], 1),
    };

    public string Engine => Measured.Facts["engine"].Text!;

    public string Test => Measured.Facts["test"].Text!;

    public ReportTone Tone => Measured.IsDisturbed ? ReportTone.Warning : ReportTone.Plain;

    /// <summary>The published times of the server in 2022; null if not published.</summary>
    public PublishedTimes? Published => AllPublished.GetValueOrDefault((Test, Engine));

    public double? PublishedCold => Published?.ColdMs / Best?.ColdMs;

    public double? PublishedWarm => Published?.WarmMs / Best?.WarmMs;

    public IReadOnlyList<double> PassesMs { get; } =
        [.. Measured.Tps.Select(tps => 1000 * Measured.BlockWeight / tps)];

    public double PassMs => PassesMs.Order().ElementAt(PassesMs.Count / 2);

    /// <summary>Milliseconds of a pass plus the modelled time of its reads and calls; null without a model.</summary>
    public double? ModelMs => Number("modelDiskMs") + Number("modelNodeMs") + Number("passMs");

    /// <summary>Bytes of the index, and of the node's txindex if the index needs it.</summary>
    public double? WholeBytes => Number("indexBytes")
        + (NeedTxIndex.Contains(Engine, StringComparer.Ordinal) ? TxIndexBytes * Number("chainTransactions") : 0);

    private PublishedTimes? Best => AllPublished.GetValueOrDefault((Test, Reference));

    /// <summary>The run of the reference engine in the same test; null without one.</summary>
    public EngineRun? ReferenceAmong(IReadOnlyList<EngineRun> all) => all.FirstOrDefault(
        other => other.Engine is Reference && string.Equals(other.Test, Test, StringComparison.Ordinal));

    /// <summary>A number among the facts; null if it is missing.</summary>
    public double? Number(string fact) => Measured.Facts.GetValueOrDefault(fact).Number;
}

/// <summary>Published times of a server in a test.</summary>
/// <param name="TextRatio">× Fulcrum, from the text of the evaluation.</param>
internal sealed record PublishedTimes(double ColdMs, double[] AllWarmMs, double TextRatio)
{
    public double WarmMs => AllWarmMs.Order().ElementAt(AllWarmMs.Length / 2);
}
