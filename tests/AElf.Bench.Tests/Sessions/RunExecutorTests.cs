using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Tests.Reports;
using AElf.Bench.Transfers;
using AElf.Concurrency.Manager;

namespace AElf.Bench.Tests.Sessions;

/// <summary>A manager without workers, whose store is away: nothing listens at its address.</summary>
public sealed class RunExecutorTests : IDisposable
{
    private const string Run = "1a2b3c4d";

    private readonly ManagerRig manager = new();
    private readonly CancellationTokenSource cancellation = new();
    private readonly List<string> waits = [];

    public void Dispose()
    {
        manager.Dispose();
        cancellation.Dispose();
    }

    [Fact]
    public void A_run_of_this_managers_store_is_valid() => Assert.Empty(manager.Executor.Validate(Submission()));

    [Fact]
    public void More_groups_than_transfers_are_refused() => Prose.AssertNames(
        Assert.Single(manager.Executor.Validate(Submission((TransferSettings.Transfers, "5"),
        (TransferSettings.Groups, "9 9")))),
        "'9 9'", "5 transfers");

    [Fact]
    public void A_benchmark_with_another_store_is_refused() => Prose.AssertNames(
        Assert.Single(manager.Executor.Validate(Submission((StoreSettings.Type, "ssdb"),
        (StoreSettings.Port, "8888")))),
        "ssdb at 127.0.0.1:8888", "redis at 127.0.0.1:1");

    [Fact]
    public void A_run_that_is_cancelled_while_workers_are_waited_for_ends_unmeasured()
    {
        var stopped = Assert.Throws<RunStoppedException>(() => Execute(resumed: false));

        Assert.Equal(ExitCode.DegradedOrFailed, stopped.Code);
        Assert.Equal(ProblemKind.Cancelled, stopped.Problem.Kind);
        Assert.Contains("0 of 2", Assert.Single(waits), StringComparison.Ordinal);
    }

    [Fact]
    public void A_resumed_run_waits_for_its_store()
    {
        var stopped = Assert.Throws<RunStoppedException>(() => Execute(resumed: true));

        Assert.Equal(ExitCode.DegradedOrFailed, stopped.Code);
        Assert.Equal(ProblemKind.Cancelled, stopped.Problem.Kind);
        Assert.StartsWith("waiting for the store: ", Assert.Single(waits), StringComparison.Ordinal);
    }

    [Fact]
    public void Resume_RunIsOver_WaitsForItsKeysOnly()
    {
        manager.Archive.Save(Submission());
        manager.Archive.SaveConcluded(Run, JsonExporter.BytesOf(ExampleReports.PassingRedis));

        Assert.Throws<RunStoppedException>(() => Execute(resumed: true));

        Assert.StartsWith("waiting for the store: ", Assert.Single(waits), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_block_that_cannot_be_read_stops_the_run(bool isThere)
    {
        var run = Submission() with { Load = new byte[] { 1, 2, 3 } };
        if (isThere)
        {
            manager.Archive.Save(run);
        }

        var stopped = Assert.Throws<RunStoppedException>(() => Execute(resumed: false, run));

        Assert.Equal(isThere ? ExitCode.Usage : ExitCode.Environment, stopped.Code);
        Assert.Empty(waits);
    }

    private static RunSubmission Submission(params (Setting Setting, string Text)[] settings) =>
        ManagerRig.Submission(Run, settings);

    private void Execute(bool resumed, RunSubmission? run = null) => manager.Executor.Execute(new RunOrder(
        run ?? Submission(),
        resumed,
        _ => { },
        waiting =>
        {
            waits.Add(waiting);
            cancellation.Cancel();
        },
        cancellation.Token));
}
