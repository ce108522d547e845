using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Tests.Reports;
using AElf.Bench.Transfers;
using AElf.Concurrency.Manager;

namespace AElf.Bench.Tests.Sessions;

/// <summary>A manager without workers; its store is unreachable, since no server listens at its address.</summary>
public sealed class RunExecutorTests : IDisposable
{
    private const string Run = "1a2b3c4d";

    private readonly ManagerRig manager = new();

    public void Dispose() => manager.Dispose();

    [Fact]
    public void Validate_RunOfThisManagersStore_Passes() => Assert.Empty(Validate());

    [Fact]
    public void Validate_MoreGroupsThanTransfers_IsRefused() => Prose.AssertNames(
        Assert.Single(Validate((TransferSettings.Transfers, "5"), (TransferSettings.Groups, "9 9"))),
        "9 groups", "5 transfers");

    [Fact]
    public void Validate_OtherStore_IsRefused() => Prose.AssertNames(
        Assert.Single(Validate((StoreSettings.Type, "ssdb"), (StoreSettings.Port, "8888"))),
        "ssdb at 127.0.0.1:8888", "redis at 127.0.0.1:1");

    [Fact]
    public async Task Cancel_DuringTheWaitForWorkers_EndsUnmeasured()
    {
        var stopped = await ExecuteAsync(manager.Save(Run), "0 of 2");

        Assert.Equal(ExitCode.DegradedOrFailed, stopped.Code);
        Assert.Equal(ProblemKind.Cancelled, stopped.Problem.Kind);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Resume_StoreUnreachable_WaitsForItEvenAfterTheEnd(bool isOver)
    {
        var run = manager.Save(Run);
        run.IsResumed = true;
        if (isOver)
        {
            run.Conclude(JsonExporter.BytesOf(ExampleReports.PassingRedis));
        }

        var stopped = await ExecuteAsync(run, "waiting for the store: ");

        Assert.Equal(ExitCode.DegradedOrFailed, stopped.Code);
        Assert.Equal(ProblemKind.Cancelled, stopped.Problem.Kind);
    }

    [Fact]
    public void Block_Unreadable_StopsTheRun()
    {
        var run = manager.Save(Run, load: [1, 2, 3]);

        var stopped = Assert.Throws<RunStoppedException>(() => manager.Executor.Execute(run));

        Assert.Equal(ExitCode.Usage, stopped.Code);
        Assert.IsType<RunState.UnderWay>(run.State);
    }

    private IReadOnlyList<string> Validate(params (Setting Setting, string Text)[] settings) =>
        manager.Executor.Validate(ManagerRig.Submitted(Run, settings), hasLoad: false);

    /// <summary>Executes a run and cancels it when it waits for this reason.</summary>
    private async Task<RunStoppedException> ExecuteAsync(ClusterRun run, string reason)
    {
        var (_, changed) = run.Moment;
        var making = Task.Run(() => manager.Executor.Execute(run));
        await changed.WaitAsync(Wait.Deadline, ThisTest.Cancelled);
        var waiting = Assert.IsType<RunState.Waiting>(run.State);
        Assert.Contains(reason, waiting.Reason, StringComparison.Ordinal);
        await run.Cancellation.CancelAsync();
        var stopped = await Assert.ThrowsAsync<RunStoppedException>(() => making);
        Assert.Equal(waiting, run.State);
        return stopped;
    }
}
