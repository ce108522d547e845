using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Processes;
using AElf.Benchmark.Processes;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>The end of the process of one run of a study.</summary>
public sealed class RunProcessTests : IDisposable
{
    private readonly TemporaryFolder folder = new();

    [Fact]
    public async Task RunAsync_LongerThanAllowed_IsCut()
    {
        var ended = await RunAsync("sleep 600", CancellationToken.None, longest: TimeSpan.FromMilliseconds(1));

        Assert.True(ended.IsCut);
        Assert.Equal((ExitCode.DegradedOrFailed, null, null), (ended.Code, ended.Report, ended.Problem));
    }

    [Fact]
    public async Task RunAsync_Interrupted_IsNotCut()
    {
        var ended = await RunAsync("sleep 600", new CancellationToken(canceled: true), longest: null);

        Assert.False(ended.IsCut);
        Assert.Equal((ExitCode.DegradedOrFailed, null, null), (ended.Code, ended.Report, ended.Problem));
    }

    [Fact]
    public async Task RunAsync_EndsWithoutReport_IsAProblemWithItsOutput()
    {
        var ended = await RunAsync("echo no store answers; exit 2", CancellationToken.None, longest: null);

        Assert.False(ended.IsCut);
        Assert.Equal(ExitCode.Environment, ended.Code);
        Assert.Contains("no store answers", ended.Problem, StringComparison.Ordinal);
    }

    public void Dispose() => folder.Dispose();

    private Task<RunProcessResult> RunAsync(string script, CancellationToken interruption, TimeSpan? longest) =>
        new RunProcess(folder.Path, word: null, interruption)
            .RunAsync("/bin/sh", ["-c", script], "a run", number: 1, longest);
}
