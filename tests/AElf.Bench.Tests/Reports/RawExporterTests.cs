using AElf.Bench.Core.Metrics;
using AElf.Bench.Harness.Processes;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;

namespace AElf.Bench.Tests.Reports;

public sealed class RawExporterTests
{
    [Fact]
    public void Csv_Run_HasALinePerRoundAndSlice()
    {
        var text = Approved.InCommaCulture(() => CsvExporter.Format([ExampleReports.PassingRedis]));
        var lines = text.Split("\r\n");

        Assert.Equal(1 + 5 + 2 + 1, lines.Length);
        Assert.StartsWith("run,point,round,startMs,lengthMs,committed,tps,", lines[0], StringComparison.Ordinal);
        Assert.Matches(@"^1a2b3c4d,round,1,,1130\.22,240000,21\d+\.\d+,41\.125,3\.5,0,,,0,1$", lines[1]);
        Assert.Equal("1a2b3c4d,slice,1,0,100,20100,201000,,,,61,0.75,,1", lines[6]);
    }

    [Fact]
    public void Csv_FailedRun_HasNoLineOfARound() =>
        Assert.Single(CsvExporter.Format([ExampleReports.FailedAudit]).Split("\r\n")[..^1]);

    [Fact]
    public void Latencies_SeveralRuns_HaveAFileEach()
    {
        using var folder = new TemporaryFolder();
        var histogram = new LatencyHistogram();
        histogram.Record(1000, 7);
        var run = ExampleReports.PassingRedis with { LatencyUs = LatencyReport.From(histogram) };
        var path = folder.File("latency.hgrm");

        HistogramExporter.Write(path, [run]);
        HistogramExporter.Write(path, [run, ExampleReports.FailedAudit]);

        Assert.Equal(
            ["latency-1.hgrm", "latency-2.hgrm", "latency.hgrm"],
            Directory.GetFiles(folder.Path).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        Assert.Equal(PercentileText.Format(histogram), File.ReadAllText(path));
        Assert.Matches(@"Total\scount\s+=\s+0\]", HistogramExporter.Format(ExampleReports.FailedAudit));
    }
}
