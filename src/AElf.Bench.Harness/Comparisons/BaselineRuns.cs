using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Harness.Comparisons;

/// <summary>
/// Runs of a baseline that were made before, with the class of the machine they are of: what a candidate is compared
/// with where the baseline itself cannot be run beside it.
/// </summary>
public sealed record BaselineRuns
{
    private const string Shape = "aelf-bench/baseline/1";

    private static readonly JsonTypeInfo<BaselineRuns> SavedShape =
        StrictJson.Of<BaselineRuns>(ComparisonJson.Default);

    /// <summary>Name and version of this record's shape.</summary>
    [JsonPropertyOrder(-1)]
    public string Schema { get; init; } = Shape;

    /// <summary>When it was saved, ISO 8601 in UTC.</summary>
    public required string SavedUtc { get; init; }

    /// <summary>The build.</summary>
    public required string Version { get; init; }

    /// <summary>The machine.</summary>
    public required MachineClass Machine { get; init; }

    /// <summary>The command line of each run.</summary>
    public required IReadOnlyList<string> Words { get; init; }

    /// <summary>The runs, in their order.</summary>
    public required IReadOnlyList<ComparedRun> Runs { get; init; }

    /// <summary>The words of a command line that make a run what it is.</summary>
    public static IEnumerable<string> WordsThatMatter(IEnumerable<string> words) =>
        words.Where(word => !new[] { Settings.Quiet.Option, ReportSettings.Verbose.Option }.Contains(
            word, StringComparer.Ordinal));

    /// <summary>Keeps runs of a candidate.</summary>
    /// <param name="savedUtc">When, ISO 8601 in UTC.</param>
    /// <param name="machine">Where.</param>
    /// <param name="words">Their command line.</param>
    /// <param name="runs">The runs; those without a figure are left out.</param>
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

    /// <summary>Reads the file.</summary>
    /// <exception cref="FormatException">It is none; the message says why.</exception>
    /// <exception cref="IOException">It cannot be read.</exception>
    public static BaselineRuns Read(string path)
    {
        try
        {
            var stored = JsonSerializer.Deserialize(File.ReadAllBytes(path), SavedShape);
            return stored is { Schema: Shape } && stored.Runs.Any(run => run.HasFigure)
                ? stored
                : throw new FormatException(
                    $"{path} is no baseline with runs of the form {Shape}; compare --save-baseline writes one");
        }
        catch (JsonException exception)
        {
            throw new FormatException(
                $"{path} is no baseline: {StrictJson.Fault(exception)}; compare --save-baseline writes one", exception);
        }
    }

    /// <summary>Writes the file.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    public void Write(string path) => ReportFile.Replace(
        path, JsonSerializer.Serialize(this, ComparisonJson.Default.BaselineRuns) + "\n");
}
