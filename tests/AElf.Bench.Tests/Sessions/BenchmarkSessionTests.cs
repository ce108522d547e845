using System.Text.Json;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Progress;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Tests.CommandLine;
using AElf.Benchmark.Verbs;
using AElf.Benchmark.Verbs.Measure;

namespace AElf.Bench.Tests.Sessions;

/// <summary>Whole calls without a server, from the options to the file of the report.</summary>
public sealed class BenchmarkSessionTests : IDisposable
{
    private const string Small =
        "-n 60 --rounds 1 --starts 1 --warmup 0 --blocks 1 --ceiling off --actors 2 --lanes 2 --quiet "
            + "--allow-disturbed --quiet-budget 0%";

    private readonly ProgramUnderTest program = new(TransferPrograms.Benchmark.Parse);
    private readonly Termination interruption = new();

    public void Dispose()
    {
        interruption.Dispose();
        program.Dispose();
    }

    [Fact]
    public void Session_EachGroupCount_IsARun()
    {
        Assert.Equal(ExitCode.Ok, Run($"{Small} --groups 2 4 --run-id 1a2b3c4d --json DIR/runs.json"));

        using var report = Read("runs.json");
        Assert.Equal(
            [("1a2b3c4d", 2, true), ("1a2b3c4e", 3, true), ("1a2b3c4f", 4, true)],
            report.RootElement.GetProperty("runs").EnumerateArray().Select(run => (
                run.GetProperty("runId").GetString()!,
                run.GetProperty("groups").GetInt32(),
                run.GetProperty("verdict").GetString() is "pass" or "disturbed")));
    }

    [Fact]
    public void BlockFile_WrittenByARun_CanBeOfferedAgain()
    {
        Assert.Equal(ExitCode.Ok, Run($"{Small} --groups 3 3 --skew 1 --block-out DIR/block.bin"));
        Assert.Equal(
            ExitCode.Ok,
            Run("--block-in DIR/block.bin --rounds 1 --starts 1 --warmup 0 --ceiling off --quiet --allow-disturbed "
                + "--json DIR/run.json"));

        using var report = Read("run.json");
        Assert.Equal((60, 3), (report.RootElement.GetProperty(
            "transfers").GetInt32(), report.RootElement.GetProperty("groups").GetInt32()));
        Assert.Equal("file", report.RootElement.GetProperty("workload").GetProperty("variant").GetString());
        Assert.Equal(JsonValueKind.Null, report.RootElement.GetProperty("facts").GetProperty("skew").ValueKind);
    }

    [Fact]
    public void BlockFile_Invalid_IsUsage()
    {
        program.Folder.Write("block.bin", "no block");

        Assert.Equal(ExitCode.Usage, Run("--block-in DIR/block.bin --quiet"));
    }

    [Fact]
    public void Threshold_SeveralRuns_AppliesToEach()
    {
        Assert.Equal(ExitCode.Ok, Run($"{Small} --groups 2 3 --fail-if tps<1 --fail-if max>10s"));
        Assert.Equal(
            ExitCode.Regression,
            Run($"{Small} --groups 2 3 --fail-if tps<1 --fail-if=tps>=1 --json DIR/runs.json"));

        using var report = Read("runs.json");
        Assert.All(report.RootElement.GetProperty("runs").EnumerateArray(), run => Assert.Equal(
            [("tps < 1", false), ("tps >= 1", true)],
            run.GetProperty("thresholds").EnumerateArray().Select(threshold => (
                threshold.GetProperty("failIf").GetString()!, threshold.GetProperty("broken").GetBoolean()))));
    }

    private ExitCode Run(string line)
    {
        using var call = new CallProgress(quiet: true, piped: true, TextWriter.Null, TimeProvider.System);
        var session = new BenchmarkSession(
            (BenchmarkOptions)program.Options(line), TimeProvider.System.GetTimestamp(), interruption, call,
            new CallFiles(OutputFiles.None));
        return session.Run();
    }

    private JsonDocument Read(string name) =>
        JsonDocument.Parse(File.ReadAllText(Path.Combine(program.Folder.Path, name)));
}
