using System.Text.Json;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Benchmark.Profiles;

namespace AElf.Bench.Tests.Reports;

/// <summary>The profile made from sampled stacks.</summary>
public sealed class ProfileTests : IDisposable
{
    private static readonly DateTime Start = new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);

    private readonly string file = Path.GetTempFileName();

    public void Dispose() => File.Delete(file);

    [Fact]
    public void Profile_SamplesOutsideRoundsOrWaiting_AreLeftOut()
    {
        var recorded = new RecordedProcess(
            "benchmark",
            [
                Sample(5, thread: 1, stack: 0),
                Sample(12, thread: 1, stack: 0), Sample(13, thread: 1, stack: 1, isOutside: true),
                Sample(12, thread: 2, stack: 3, isOutside: true), Sample(13, thread: 2, stack: 3, isOutside: true),
                Sample(14, thread: 3, stack: 2),
                Sample(25, thread: 2, stack: 0),
            ],
            [
                ["A.Main", "A.Work"], ["A.Main", "B.Read"], ["AElf.Benchmark.Profiles.ProfileRecorder.Copy"],
                ["A.Main", "System.Threading.Monitor.Wait"],
            ],
            [(At(10), At(20)), (At(30), At(40))]);

        var report = SampledRun.From([recorded])!.WriteTo(file);

        Assert.Equal(2, report.Samples);
        Assert.Equal(
            ["0 benchmark 2", "1 A.Main 2", "2 A.Work 1", "2 B.Read 1", "3 (native code) 1"],
            report.Frames.Select(frame => $"{frame.Depth} {frame.Method} {frame.Samples}"));
        Assert.Equal(
            [("A.Work", 0.5, 0, 0.5), ("B.Read", 0, 0.5, 0.5), ("A.Main", 0, 0, 1)],
            report.Methods.Select(each => (each.Method, each.OwnShare, each.OutsideShare, each.TotalShare)));
    }

    [Fact]
    public void Profile_RoundsOfTheLeadingProcess_ApplyToAllProcesses()
    {
        var manager = new RecordedProcess("manager", [], [], [(At(10), At(20))]);
        var worker = new RecordedProcess(
            "server1-worker1", [Sample(5, 1, 0), Sample(15, 1, 0)], [["A.Main"]], []);

        var report = SampledRun.From([manager, worker])!.WriteTo(file);

        Assert.Equal(1, report.Samples);
        Assert.Equal(["manager", "server1-worker1"], report.Processes);
        Assert.Equal("server1-worker1", report.Frames[0].Method);
    }

    [Fact]
    public void Profile_WithoutAMeasuredRound_IsAbsent() =>
        Assert.Null(SampledRun.From([new RecordedProcess("benchmark", [Sample(5, 1, 0)], [["A.Main"]], [])]));

    [Fact]
    public void Speedscope_HasAProfileForEachThreadWithSharedFrames()
    {
        var recorded = new RecordedProcess(
            "benchmark",
            [Sample(1, 7, 0), Sample(2, 7, 1, isOutside: true), Sample(1, 8, 0)],
            [["A.Main", "A.Work"], ["A.Main"]],
            [(At(0), At(10))]);

        SampledRun.From([recorded])!.WriteTo(file);

        using var written = JsonDocument.Parse(File.ReadAllText(file));
        var frames = written.RootElement.GetProperty("shared").GetProperty("frames").EnumerateArray()
            .Select(frame => frame.GetProperty("name").GetString()).ToList();
        var profiles = written.RootElement.GetProperty("profiles").EnumerateArray().ToList();
        Assert.Equal(
            "https://www.speedscope.app/file-format-schema.json",
            written.RootElement.GetProperty("$schema").GetString());
        Assert.Equal(
            ["benchmark, thread 7", "benchmark, thread 8"],
            profiles.ConvertAll(profile => profile.GetProperty("name").GetString()));
        Assert.Equal(
            ["A.Main>A.Work", $"A.Main>{ProfileTree.Outside}"],
            profiles[0].GetProperty("samples").EnumerateArray().Select(sample =>
                string.Join('>', sample.EnumerateArray().Select(frame => frames[frame.GetInt32()]))));
        Assert.All(profiles, profile => Assert.Equal(
            profile.GetProperty("samples").GetArrayLength(), profile.GetProperty("weights").GetArrayLength()));
    }

    [Theory]
    [InlineData("AElf.Bench.Pump.Apply(int32,class System.String)", "AElf.Bench.Pump.Apply")]
    [InlineData("AElf.Bench.Queue`1[System.__Canon].Take(!0&)", "AElf.Bench.Queue`1.Take")]
    [InlineData("AElf.Bench.Map`2[System.Int32,Pair`1[System.Int64]].Add()", "AElf.Bench.Map`2.Add")]
    [InlineData("Main", "Main")]
    [InlineData("", "")]
    public void Method_Name_HasItsType(string given, string name) =>
        Assert.Equal(name, ProfileReader.NameOf(given));

    [Fact]
    public void FlameGraph_FramesAreAboveTheirCallers_AsWideAsTheirSamples()
    {
        var svg = FlameGraph.Draw(new ProfileReport(
            ["benchmark"],
            100,
            [
                new(0, "benchmark", 100), new(1, "A.B.Main", 100), new(2, "A.B.First<T>", 75),
                new(2, "A.B.Second", 25), new(3, "A.B.Third", 25),
            ],
            []));

        Prose.AssertNames(svg, "A.B.First&lt;T&gt;: 75.0 %", "75 samples");
        Assert.Contains("x=\"0\" y=\"17\" width=\"900\"", svg, StringComparison.Ordinal);
        Assert.Matches(@"x=.900.\sy=.17.\swidth=.300", svg);
        Assert.Matches(@"x=.900.\sy=.0.\swidth=.300", svg);
    }

    [Fact]
    public void Report_ProfiledRun_SaysSoEverywhere()
    {
        var run = ExampleReports.PassingRedis with
        {
            Profile = new ProfileReport(
                ["benchmark"], 10, [new(0, "benchmark", 10)], [new("A.B.Work", 0.25, 0.5, 0.8)]),
        };

        Assert.Contains("PROFILED", run.Claim, StringComparison.Ordinal);
        Assert.StartsWith("PROFILED: ", ExporterTests.Printed([run], isVerbose: false), StringComparison.Ordinal);
        Assert.Contains("do not compare", ExporterTests.Printed([run], isVerbose: false), StringComparison.Ordinal);
        Assert.Contains("B.Work 75.0 %", ExporterTests.Printed([run], isVerbose: false), StringComparison.Ordinal);
        Assert.Contains("| 25.0 % | 50.0 %", MarkdownExporter.Format([run]), StringComparison.Ordinal);
        Assert.Contains("<svg class=\"flame\"", HtmlExporter.Format([run]), StringComparison.Ordinal);
        Assert.DoesNotContain(
            "<svg class=\"flame\"", HtmlExporter.Format([ExampleReports.PassingRedis]), StringComparison.Ordinal);
    }

    private static DateTime At(double ms) => Start.AddMilliseconds(ms);

    private static StackSample Sample(double ms, int thread, int stack, bool isOutside = false) =>
        new(At(ms), thread, stack, isOutside);
}
