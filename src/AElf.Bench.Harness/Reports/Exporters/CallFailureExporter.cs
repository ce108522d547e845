using System.Text.Json;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;

namespace AElf.Bench.Harness.Reports.Exporters;

/// <summary>Writes the failure of a call in the format of each of its outputs.</summary>
public static class CallFailureExporter
{
    private const string Title = "No report: the call failed";

    // The form of https://www.speedscope.app/file-format-schema.json.
    private const string EmptyProfile = $$"""
        {
          "$schema": "https://www.speedscope.app/file-format-schema.json",
          "name": "{{Title}}",
          "profiles": [],
          "shared": { "frames": [] }
        }

        """;

    /// <summary>Replaces an output file; leaves a file whose format cannot express a failure.</summary>
    /// <param name="output">The option that names the file.</param>
    /// <exception cref="IOException">The file cannot be written.</exception>
    public static void Write(CallFailure failure, Setting output, string path)
    {
        if (TextFor(failure, output) is { } text)
        {
            ReportFile.Replace(path, text);
        }
    }

    // Verbs have separate rows for the same option, with the same key.
    private static string? TextFor(CallFailure failure, Setting output) => output.Key.ToLowerInvariant() switch
    {
        "json" or "blockoutput" => JsonSerializer.Serialize(failure, ReportJson.Default.CallFailure) + "\n",
        "markdown" => MarkdownExporter.Format(Sections(failure)),
        "html" => HtmlExporter.Format(Title, [], Sections(failure)),
        "csv" => CsvExporter.Format([]),
        "histogram" => PercentileText.Format(new LatencyHistogram()),
        "profile" => EmptyProfile,
        "junit" => JUnitExporter.Format([failure.Suite]),
        "github" => "[]\n",
        "bencher" => "{}\n",
        _ => null,
    };

    private static IReadOnlyList<ReportSection> Sections(CallFailure failure) =>
    [
        new(Title)
        {
            Figures =
            [
                new("exit code", $"{failure.ExitCode:D}"),
                new(failure.Problems.Count == 1 ? "problem" : "problems", [.. failure.Problems])
                {
                    Tone = ReportTone.Alarm,
                },
            ],
        },
    ];
}
