using System.Text.Json;
using AElf.Bench.Core.Reports;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Tests.Reports;

public sealed class FailedRunTests
{
    [Fact]
    public void Published_FieldsAreExactlyTheDocumentedOnes()
    {
        var everything = JsonRecordTests.Everything with { Verdict = Verdict.Failed };
        using var document = JsonDocument.Parse(JsonExporter.Format([everything]));

        Assert.Equal(
            JsonRecordTests.Described("Of a run that failed").Order(StringComparer.Ordinal),
            JsonRecordTests.Leaves("", document.RootElement, isKnown: true).Distinct(StringComparer.Ordinal)
                .Order(StringComparer.Ordinal),
            StringComparer.Ordinal);
    }

    [Fact]
    public void Published_FailedRunsThatDifferInTimings_AreEqual()
    {
        var slow = RefusedRun.Of(pace: 3);

        // The loaded libraries depend on tests that run at the same time.
        var fast = RefusedRun.Of(pace: 1) with { Environment = slow.Environment };

        Assert.All(
            (Func<RunReport, string>[])
            [
                run => JsonExporter.Format([run]),
                run => JsonExporter.Format([run, ExampleReports.PassingRedis]),
                run => HtmlExporter.Format([run]),
                run => HtmlExporter.Format([run, ExampleReports.PassingRedis]),
                run => MarkdownExporter.Format([run]),
                run => MarkdownExporter.Format([run, ExampleReports.PassingRedis]),
                run => CsvExporter.Format([run]),
                run => HistogramExporter.Format(run),
                run => ExporterTests.Printed([run]),
                run => ExporterTests.Printed([run], isVerbose: false),
                run => ExporterTests.Printed([run, ExampleReports.PassingRedis], isVerbose: false),
            ],
            format => Assert.Equal(format(slow), format(fast)));
    }

    [Fact]
    public void Published_Twice_IsTheSame()
    {
        var published = ExampleReports.FailedAudit.Published();

        Assert.Equal(JsonExporter.Format([published]), JsonExporter.Format([published.Published()]));
    }
}
