using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Studies;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>Identifies a comparison: only a comparison with the same header resumes in its folder.</summary>
/// <param name="Baseline">Words of the baseline's command line.</param>
/// <param name="Candidate">Words of the candidate's command line.</param>
public sealed record ComparisonHeader(IReadOnlyList<string> Baseline, IReadOnlyList<string> Candidate)
{
    /// <summary>Creates or resumes the journal at <paramref name="path"/>.</summary>
    /// <exception cref="FormatException">
    /// The journal belongs to another comparison, or is not a journal; the message says which.
    /// </exception>
    /// <exception cref="IOException">The journal cannot be read or written, or another process holds it.</exception>
    public RunJournal<ComparedRun> Open(string path) => new(
        path,
        "comparison",
        JsonSerializer.Serialize(this, ComparisonLineJson.Default.ComparisonHeader),
        ComparisonLineJson.Default.ComparedRun);
}

/// <summary>The JSON shape of a journal's lines, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    RespectNullableAnnotations = true,
    Converters = [typeof(EnumNameConverter)])]
[JsonSerializable(typeof(ComparisonHeader))]
[JsonSerializable(typeof(ComparedRun))]
internal sealed partial class ComparisonLineJson : JsonSerializerContext;

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
