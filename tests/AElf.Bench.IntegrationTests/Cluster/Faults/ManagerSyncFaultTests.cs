using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>The record that the manager is about to sync when it is killed.</summary>
public enum Written
{
    /// <summary>The run, its first block and the first grants.</summary>
    FirstGrants,

    /// <summary>The second block and its grants.</summary>
    NextGrants,

    /// <summary>A grant of a later attempt.</summary>
    Reassigned,

    /// <summary>A Done that was accepted but not acknowledged.</summary>
    Done,
}

/// <summary>
/// The manager killed between writing a record, syncing it and acting on it, and restarted over the same state folder.
/// </summary>
public sealed class ManagerSyncFaultTests(ITestOutputHelper log)
{
    private const string Run = "0c0ffee5";
    private const string Sync = "fsync";

    private static readonly string[] Struck = [ClusterTrial.Manager, ClusterTrial.FirstWorker];

    // Each worker has one free lane, so that a repeated grant is given at once.
    private static readonly ClusterLoad Load = ClusterTrial.Narrow with { Lanes = 2 };

    [SystemCallTheory]
    [InlineData(Written.Done, 1, false)]
    public Task Manager_KilledBeforeSync_ResumesTheRun(
        Written record, int number, bool powerLost) =>
        KillBeforeSyncAsync(record, number, powerLost);

    [SystemCallTheory(isSlow: true)]
    [InlineData(Written.FirstGrants, 1, false)]
    [InlineData(Written.FirstGrants, 1, true)]
    [InlineData(Written.NextGrants, 1, false)]
    [InlineData(Written.NextGrants, 1, true)]
    [InlineData(Written.Reassigned, 1, false)]
    [InlineData(Written.Reassigned, 1, true)]
    [InlineData(Written.Done, 1, true)]
    [InlineData(Written.Done, 3, false)]
    [InlineData(Written.Done, 6, false)]
    public Task Manager_KilledBeforeAnySync_ResumesTheRun(
        Written record, int number, bool powerLost) =>
        KillBeforeSyncAsync(record, number, powerLost);

    [SystemCallTheory]
    [InlineData(Written.Reassigned, 1)]
    public Task Manager_KilledBeforeSend_ResumesTheRun(Written record, int number) =>
        KillAfterSyncAsync(record, number);

    [SystemCallTheory(isSlow: true)]
    [InlineData(Written.FirstGrants, 1)]
    [InlineData(Written.NextGrants, 1)]
    [InlineData(Written.Done, 1)]
    [InlineData(Written.Done, 3)]
    [InlineData(Written.Done, 6)]
    public Task Manager_KilledBeforeAnySend_ResumesTheRun(
        Written record, int number) =>
        KillAfterSyncAsync(record, number);

    private static string LogOf(ClusterTrial trial) =>
        Path.Combine(trial.Cluster.StateFolder, "runs", Run, "grants.log");

    // The running manager locks its log: only the length is readable.
    private static int SyncedIn(ClusterTrial trial) =>
        new FileInfo(LogOf(trial)) is { Exists: true } file ? (int)file.Length : 0;

    private static IProductRun Submit(ClusterTrial trial) => trial.Submit(Load, "--conlevel", "2", "--run-id", Run);

    private static StopPoint AtWorker() =>
        new(command => command.Verb is "SET" && command.Version >= 0, 240, Held.Command);

    private static Written? KindOf(LogRecord record) => record switch
    {
        LogRecord.Granted { Grant.Epoch: > 0 } => Written.Reassigned,
        LogRecord.Granted { Round: 0 } => Written.FirstGrants,
        LogRecord.Granted { Round: 1 } => Written.NextGrants,
        LogRecord.Done => Written.Done,
        _ => null,
    };

    private async Task KillBeforeSyncAsync(Written record, int number, bool powerLost)
    {
        await using var trial = await ClusterTrial.StartAsync(log, Struck);
        using var quiet = await QuietAsync(trial, record);
        var synced = SyncedIn(trial);
        using var trap = await SystemCallTrap.KillAtAsync(trial.Cluster.Manager, Sync, LogOf(trial), number);
        quiet.Resume();
        await trap.KilledAsync();
        AssertWritten(trial, record, synced);
        if (powerLost)
        {
            // After a kill, the kernel keeps the written bytes. A power cut loses the unsynced ones.
            await using var file = new FileStream(LogOf(trial), FileMode.Open, FileAccess.Write);
            file.SetLength(synced);
        }

        await ContinueAsync(trial, quiet.Program);
    }

    private async Task KillAfterSyncAsync(Written record, int number)
    {
        await using var trial = await ClusterTrial.StartAsync(log, Struck);
        using var quiet = await QuietAsync(trial, record);
        var synced = SyncedIn(trial);
        using var trap = await SystemCallTrap.KeepAfterAsync(trial.Cluster.Manager, Sync, LogOf(trial), number);
        quiet.Resume();
        await trap.KillKeptAsync();
        AssertWritten(trial, record, synced);

        await ContinueAsync(trial, quiet.Program);
    }

    private void AssertWritten(ClusterTrial trial, Written record, int synced)
    {
        var bytes = File.ReadAllBytes(LogOf(trial));
        var written = ManagerLog.Read(bytes).Records.Skip(ManagerLog.Read(bytes.AsSpan(0, synced)).Records.Count)
            .ToList();
        log.WriteLine($"Written after the first {synced} bytes: {string.Join(", ", written)}");
        Assert.Contains(written, each => KindOf(each) == record);
    }

    private static async Task ContinueAsync(ClusterTrial trial, IProductRun program)
    {
        foreach (var store in trial.Cluster.Workers.Select(worker => worker.Store).Append(trial.Cluster.ManagerStore))
        {
            store.LetGo();
        }

        await trial.Cluster.StartManagerAsync();
        await trial.AssertEndsDegradedAsync(program, Load, "manager");
    }

    /// <summary>Brings a run to a point where the manager is idle and next writes a record of this kind.</summary>
    private static async Task<QuietMoment> QuietAsync(ClusterTrial trial, Written next)
    {
        if (next == Written.FirstGrants)
        {
            var seeding = new StopPoint(command => command.Verb is "SET" && command.Version >= 0, 1, Held.Command);
            return await AtManagerAsync(trial, seeding);
        }

        if (next == Written.NextGrants)
        {
            return await AtManagerAsync(trial, trial.BetweenRounds());
        }

        StopPoint[] points = [AtWorker(), AtWorker()];
        trial.Cluster.Workers[0].Store.Arm(points[0]);
        trial.Cluster.Workers[1].Store.Arm(points[1]);
        var program = Submit(trial);
        foreach (var point in points)
        {
            await trial.ReachedAsync(point, program);
        }

        var first = trial.Cluster.Workers[0];
        return new QuietMoment(
            program, next == Written.Done ? first.Store.LetGo : () => first.Process.Signal(ProcessSignal.Kill));
    }

    private static async Task<QuietMoment> AtManagerAsync(ClusterTrial trial, StopPoint point)
    {
        trial.Cluster.ManagerStore.Arm(point);
        var program = Submit(trial);
        await trial.ReachedAsync(point, program);
        return new QuietMoment(program, trial.Cluster.ManagerStore.LetGo);
    }

    /// <summary>A run that is held by the test.</summary>
    private sealed record QuietMoment(IProductRun Program, Action Resume) : IDisposable
    {
        public void Dispose() => Program.Dispose();
    }
}
