using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>
/// Stored runs of a baseline, with the class of their machine. A candidate is compared with them if the baseline cannot
/// run beside it.
/// </summary>
public sealed record BaselineRuns
{
    private const string Shape = "aelf-bench/baseline/1";

    private static readonly JsonTypeInfo<BaselineRuns> SavedShape =
        StrictJson.Of<BaselineRuns>(ComparisonJson.Default);

    [JsonPropertyOrder(-1)]
    public string Schema { get; init; } = Shape;

    /// <summary>Time of saving, ISO 8601 in UTC.</summary>
    public required string SavedUtc { get; init; }

    public required string Version { get; init; }
    public required MachineClass Machine { get; init; }
    public required IReadOnlyList<string> Words { get; init; }
    public required IReadOnlyList<ComparedRun> Runs { get; init; }

    /// <summary>Drops options that change only what a run prints.</summary>
    public static IEnumerable<string> WordsThatMatter(IEnumerable<string> words) =>
        words.Where(word => !new[] { CommonSettings.Quiet.Option, ReportSettings.Verbose.Option }.Contains(
            word, StringComparer.Ordinal));

    /// <summary>Makes a baseline of a candidate's runs; at least one has a figure.</summary>
    /// <param name="savedUtc">ISO 8601 in UTC.</param>
    /// <param name="machine">The machine of the runs.</param>
    /// <param name="words">Their command line.</param>
    /// <param name="runs">The runs; runs without a figure are omitted.</param>
    public static BaselineRuns From(
        string savedUtc, MachineClass machine, IReadOnlyList<string> words, IReadOnlyList<ComparedRun> runs)
    {
        ComparedRun[] kept = [.. runs.Where(run => run.HasFigure).Select(run => run with { Side = Side.Baseline })];
        return new BaselineRuns
        {
            SavedUtc = savedUtc,
            Version = kept[0].Version,
            Machine = machine,
            Words = [.. WordsThatMatter(words)],
            Runs = kept,
        };
    }

    /// <exception cref="FormatException">The file is not a baseline of this format; the message says why.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static BaselineRuns Read(string path)
    {
        const string Advice = "compare --save-baseline writes one";
        var stored = StrictJson.Read(
            () => JsonSerializer.Deserialize(File.ReadAllBytes(path), SavedShape),
            fault => $"{path} is not a baseline: {fault}; {Advice}");
        return stored is { Schema: Shape } && stored.Runs.Any(run => run.HasFigure)
            ? stored
            : throw new FormatException($"{path} is not a baseline with runs of the form {Shape}; {Advice}");
    }

    /// <exception cref="IOException">The file cannot be written.</exception>
    public void Write(string path) => ReportFile.Replace(
        path, JsonSerializer.Serialize(this, ComparisonJson.Default.BaselineRuns) + "\n");
}
