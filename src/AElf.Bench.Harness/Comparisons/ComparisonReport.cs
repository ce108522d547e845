using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Statistics;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>The JSON record of a comparison.</summary>
/// <param name="sides">Names of the baseline and the candidate.</param>
/// <param name="runs">The runs of both sides in order; stored runs of the baseline come first.</param>
/// <param name="machine">Null unless a build is compared with itself.</param>
public sealed class ComparisonReport(
    IReadOnlyList<string> sides, IReadOnlyList<ComparedRun> runs, ComparisonResult result, MachineNoise? machine)
{
    [JsonPropertyOrder(-1)]
    public string Schema { get; } = "aelf-bench/comparison/1";

    public string Conclusion => ComparisonSections.Headline(result);

    /// <summary>
    /// <c>regression</c>, <c>noRegression</c>, <c>unconfirmed</c> or <c>open</c>, from times and counts.
    /// </summary>
    public GateOutcome Outcome => result switch
    {
        { IsRegression: true } => GateOutcome.Regression,
        { IsInconclusive: true } => GateOutcome.Open,
        _ => result.Times,
    };

    /// <summary>The differences of the loads in words; empty if both sides executed the same load.</summary>
    public IReadOnlyList<string> LoadDifferences => result.LoadDifferences;

    /// <summary>The criteria, speed first; each says whether it decided.</summary>
    public IReadOnlyList<Criterion> Criteria => result.Criteria;

    /// <summary>The slow-down to detect, as a share.</summary>
    public double Threshold => result.Limits.Threshold;

    /// <summary>The candidate's TPS ÷ the baseline's.</summary>
    public RatioReport Tps => RatioReport.From(result.Tps);

    /// <summary>The candidate's CPU per committed item ÷ the baseline's; null if unknown.</summary>
    public RatioReport? Cpu => result.RatioOf(run => Figures.CpuUs.In(run.Values)) is { Count: > 0 } cpu
        ? RatioReport.From(cpu)
        : null;

    /// <summary>Standard deviation of the logarithm of a pair's ratio; null below four pairs.</summary>
    public double? Noise => RatioReport.Rounded(result.Tps.Noise);

    /// <summary>Pairs until the first series showed a slow-down; null if it has not.</summary>
    public int? FirstSeriesPairs => result.FirstSeries;

    /// <summary>Pairs until the decision; null without a decision.</summary>
    public int? DecisionPairs => result.Decision;

    /// <summary>
    /// Estimated number of pairs for a conclusion, if further pairs resemble the measured ones. Null after a
    /// conclusion, and above 400 pairs.
    /// </summary>
    public int? NeededPairs => result.PairsNeeded;

    /// <summary>Whether an inconclusive comparison fails; null if a build is compared with itself.</summary>
    public bool? InconclusiveFails => machine is null ? result.Limits.InconclusiveFails : null;

    /// <summary>
    /// The smallest slow-down that 9 of 10 such comparisons detect; null unless a build is compared with itself.
    /// </summary>
    public double? Detectable => machine?.Detectable;

    /// <summary>
    /// p of the Mann–Whitney test over all runs, unpaired, that the candidate is slower; null for too few runs.
    /// </summary>
    public double? MannWhitneyP => RatioReport.Rounded(result.MannWhitney);

    /// <summary>Duration of all runs together.</summary>
    public double Seconds => result.Seconds;

    /// <summary>The counts of both sides per committed item.</summary>
    public IReadOnlyList<CountChange> Counts => result.Counts;

    public string Baseline => sides[0];

    public string Candidate => sides[1];

    public IReadOnlyList<ComparedRun> Runs => runs;

    /// <exception cref="IOException">The file cannot be written.</exception>
    public void Write(string path) => ReportFile.Replace(
        path, JsonSerializer.Serialize(this, ComparisonJson.Default.ComparisonReport) + "\n");
}

/// <summary>A ratio with its 95 % interval.</summary>
/// <param name="Estimate">Hodges–Lehmann estimate; null without a pair.</param>
/// <param name="Low">0 if unbounded.</param>
/// <param name="High">Null if unbounded.</param>
/// <param name="Pairs">Number of pairs of the estimate.</param>
public sealed record RatioReport(double? Estimate, double Low, double? High, int Pairs)
{
    public static RatioReport From(PairedRatio ratio) =>
        new RatioReport(
            Rounded(ratio.Estimate),
            Rounded(ratio.Low)!.Value,
            double.IsFinite(ratio.High) ? Rounded(ratio.High) : null,
            ratio.Count);

    // More digits would differ between processors.
    internal static double? Rounded(double? value) => value is { } number ? Math.Round(number, 6) : null;
}

/// <summary>The JSON shape of a comparison, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    WriteIndented = true,
    NewLine = "\n",
    Converters = [typeof(FiniteDoubleConverter), typeof(EnumNameConverter)])]
[JsonSerializable(typeof(ComparisonReport))]
[JsonSerializable(typeof(BaselineRuns))]
internal sealed partial class ComparisonJson : JsonSerializerContext;
