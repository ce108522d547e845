using AElf.Bench.Transfers;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Configuration;
using AElf.Bench.Configuration.CommandLine;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Reports.Exporters;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Tests.CommandLine;
using AElf.Bench.Tests.Reports;
using AElf.Concurrency.Manager;
using AElf.Concurrency.Manager.CommandLine;

namespace AElf.Bench.Tests.Sessions;

/// <summary>A manager without workers, whose store is away: nothing listens at its address.</summary>
public sealed class RunExecutorTests : IDisposable
{
    private const string Run = "1a2b3c4d";

    private readonly ProgramUnderTest program = new(TransferPrograms.Manager.Parse);
    private readonly RunArchive archive;
    private readonly ManagerHost host;
    private readonly RunExecutor executor;
    private readonly CancellationTokenSource cancellation = new();
    private readonly List<string> waits = [];

    public RunExecutorTests()
    {
        var options = (ManagerProgramOptions)program.Options(
            "--database redis --dbport 1 --state DIR/state --workers 2");
        archive = RunArchive.Open(options.StateFolder);
        host = new ManagerHost(
            new ManagerHostOptions(options.Hosts, ManagerSession.StoreAddressesOf(options.Store)), new Deaf());
        executor = new RunExecutor(options, host, archive);
    }

    public void Dispose()
    {
        host.Dispose();
        archive.Dispose();
        program.Dispose();
        cancellation.Dispose();
    }

    [Fact]
    public void A_run_of_this_managers_store_is_valid() => Assert.Empty(executor.Validate(Submission()));

    [Fact]
    public void More_groups_than_transfers_are_refused() => Assert.Contains(
        "'9 9' is too many groups for 5 transfers",
        Assert.Single(executor.Validate(Submission(
            (TransferSettings.Transfers, "5"), (TransferSettings.Groups, "9 9")))),
        StringComparison.Ordinal);

    [Fact]
    public void A_benchmark_with_another_store_is_refused() => Assert.Contains(
        "the benchmark is configured for the store ssdb at 127.0.0.1:8888, the manager for redis at 127.0.0.1:1",
        Assert.Single(executor.Validate(Submission((Settings.Type, "ssdb"), (Settings.Port, "8888")))),
        StringComparison.Ordinal);

    [Fact]
    public void A_run_that_is_cancelled_while_workers_are_waited_for_ends_unmeasured()
    {
        var stopped = Assert.Throws<RunStoppedException>(() => Execute(resumed: false));

        Assert.Equal(ExitCode.DegradedOrFailed, stopped.Code);
        Assert.Equal("interrupted while 0 of 2 workers had joined: nothing was measured", stopped.Message);
        Assert.Equal(["waiting for workers: 0 of 2 have joined"], waits);
    }

    [Fact]
    public void A_resumed_run_waits_for_its_store()
    {
        var stopped = Assert.Throws<RunStoppedException>(() => Execute(resumed: true));

        Assert.Equal(ExitCode.DegradedOrFailed, stopped.Code);
        Assert.StartsWith("interrupted while the store was away: ", stopped.Message, StringComparison.Ordinal);
        Assert.StartsWith("waiting for the store: ", Assert.Single(waits), StringComparison.Ordinal);
    }

    [Fact]
    public void Of_a_resumed_run_that_is_proved_only_the_keys_are_waited_for()
    {
        archive.Save(Submission());
        archive.SaveAudited(Run, JsonExporter.BytesOf(ExampleReports.PassingRedis));

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
            archive.Save(run);
        }

        var stopped = Assert.Throws<RunStoppedException>(() => Execute(resumed: false, run));

        Assert.Equal(isThere ? ExitCode.Usage : ExitCode.Environment, stopped.Code);
        Assert.Empty(waits);
    }

    private static RunSubmission Submission(params (Setting Setting, string Text)[] settings) => new(
        Run, 1, settings.ToDictionary(
            setting => setting.Setting.Name, setting => setting.Text, StringComparer.Ordinal), default);

    private void Execute(bool resumed, RunSubmission? run = null) => executor.Execute(
        run ?? Submission(),
        resumed,
        _ => { },
        waiting =>
        {
            waits.Add(waiting);
            cancellation.Cancel();
        },
        cancellation.Token);

    /// <summary>Listens to nothing.</summary>
    private sealed class Deaf : IClusterListener
    {
        void IClusterListener.OnEffect(ManagerEffect effect)
        {
        }

        void IClusterListener.Synced(int records, TimeSpan time)
        {
        }
    }
}
