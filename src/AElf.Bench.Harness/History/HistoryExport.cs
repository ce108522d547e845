using System.Text.Json;
using System.Text.Json.Serialization;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Harness.History;

/// <summary>Writes a history in the forms that charting services read.</summary>
public static class HistoryExport
{
    private const double NanosecondsPerMicrosecond = 1000;

    /// <summary>
    /// For github-action-benchmark, tool <c>customBiggerIsBetter</c>: an array of name, unit and value. It contains
    /// only TPS, because lower is better for all other figures.
    /// </summary>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static void WriteGitHub(string path, IEnumerable<HistoryEntry> entries)
    {
        GitHubFigure[] shown =
        [
            .. entries.Select(entry => new GitHubFigure(
                entry.Series,
                $"{NumberFormat.Plural(entry.Noun)}/s",
                Math.Round(entry.Tps),
                entry is { Low: { } low, High: { } high } ? $"± {Math.Round((high - low) / 2):0}" : null,
                $"{entry.Version} on {entry.Machine}")),
        ];
        ReportFile.Replace(path, JsonSerializer.Serialize(shown, ExportJson.Default.GitHubFigureArray) + "\n");
    }

    /// <summary>
    /// For Bencher's JSON adapter (Bencher Metric Format): measures by benchmark. Bencher defines <c>throughput</c> and
    /// <c>latency</c> (99th percentile, in nanoseconds), and creates the other measures when they first arrive.
    /// </summary>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static void WriteBencher(string path, IEnumerable<HistoryEntry> entries)
    {
        var benchmarks = new SortedDictionary<string, SortedDictionary<string, BencherMetric>>(StringComparer.Ordinal);
        foreach (var entry in entries)
        {
            benchmarks[entry.Series] = Measures(entry);
        }

        ReportFile.Replace(path, JsonSerializer.Serialize(benchmarks, ExportJson.Default.BencherBenchmarks) + "\n");
    }

    private static SortedDictionary<string, BencherMetric> Measures(HistoryEntry entry)
    {
        (string Name, double? Value)[] measured =
        [
            ("latency", Figures.P99.In(entry.Values) * NanosecondsPerMicrosecond),
            .. Figures.Compared.Where(figure => figure != Figures.P99)
                .Select(figure => (figure.Name, figure.In(entry.Values))),
            ("store-operations", entry.Counts?.Operations),
            ("messages", entry.Counts?.Messages),
            ("allocated-bytes", entry.Counts?.AllocatedBytes),
        ];
        var measures = new SortedDictionary<string, BencherMetric>(StringComparer.Ordinal)
        {
            ["throughput"] = new(entry.Tps, entry.Low, entry.High),
        };
        foreach (var (name, value) in measured)
        {
            if (value is { } number && double.IsFinite(number))
            {
                measures[name] = new BencherMetric(number, null, null);
            }
        }

        return measures;
    }
}

/// <summary>A figure of github-action-benchmark.</summary>
internal sealed record GitHubFigure(string Name, string Unit, double Value, string? Range, string Extra);

/// <summary>A measure in Bencher's JSON, with the bounds of its interval.</summary>
internal sealed record BencherMetric(
    double Value,
    [property: JsonPropertyName("lower_value")] double? Low,
    [property: JsonPropertyName("upper_value")] double? High);

/// <summary>The JSON shapes of both, generated at build time.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    WriteIndented = true,
    NewLine = "\n")]
[JsonSerializable(typeof(GitHubFigure[]))]
[JsonSerializable(
    typeof(SortedDictionary<string, SortedDictionary<string, BencherMetric>>),
    TypeInfoPropertyName = "BencherBenchmarks")]
internal sealed partial class ExportJson : JsonSerializerContext;
