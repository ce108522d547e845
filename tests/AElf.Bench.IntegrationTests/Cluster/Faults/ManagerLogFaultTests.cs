using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Network;
using AElf.Bench.TestKit.Processes;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.IntegrationTests.Cluster.Faults;

/// <summary>
/// The log and the state folder of a killed manager: torn, damaged, locked, full, or of another run or version.
/// </summary>
public sealed class ManagerLogFaultTests(ITestOutputHelper log)
{
    // Offsets in a record, by the part that they cut.
    private static readonly (string Name, Func<int, int> Of)[] Places =
    [
        ("its length", _ => 2), ("its type", _ => 4), ("the header's checksum", _ => 7),
        ("the payload", _ => ManagerLog.HeaderLength + 3),
        ("the checksum", length => length - 2), ("the last byte", length => length - 1), ("before it", _ => 0),
    ];

    public static TheoryData<string> AllPlaces => [.. Places.Select(place => place.Name)];

    [SlowTheory]
    [MemberData(nameof(AllPlaces))]
    public Task Resume_LastRecordTorn_ContinuesTheRun(string place) => TearAsync(record: ^1, place);

    [SlowTheory]
    [InlineData("its length")]
    [InlineData("the payload")]
    [InlineData("before it")]
    public Task Resume_SyncedRecordsLost_HasNoWrongFigure(string place) => TearAsync(record: ^4, place);

    [SlowTheory]
    [InlineData("its type")]
    [InlineData("the payload")]
    [InlineData("before it")]
    public Task Resume_FirstRecordLost_HasNoWrongFigure(string place) =>
        TearAsync(record: 0, place);

    [Fact]
    public Task Resume_BitFlipped_IsReportedAndLosesNothing() => DamageAsync(
        bytes =>
        {
            bytes[ManagerLog.HeaderLength + 2] ^= 0x10;
            return bytes;
        },
        "is damaged");

    [SlowFact]
    public Task Resume_BitOfALengthFlipped_IsReportedAndLosesNothing() => DamageAsync(
        bytes =>
        {
            bytes[1] ^= 0x01;
            return bytes;
        },
        "is damaged");

    [SlowFact]
    public Task Resume_LogOfAnotherRun_IsReportedAndLosesNothing() => DamageAsync(
        bytes => Replace(bytes, opened => opened with { Run = "0badcafe" }), "the log is of run 0badcafe");

    [SlowFact]
    public Task Resume_LogOfAnotherConfiguration_IsReportedAndLosesNothing() => DamageAsync(
        bytes => Replace(bytes, opened => opened with { Configuration = "Workload.Transfers=1" }),
        "the log is of a run configured");

    [SlowFact]
    public Task Resume_LogOfAnotherVersion_IsReportedAndLosesNothing() => DamageAsync(
        bytes => Replace(bytes, opened => opened with { Version = 77 }), "the log is of version 77");

    [Fact]
    public async Task Manager_StateFolderInUse_EndsWithExitCode2()
    {
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.Manager]);
        using var second = trial.Cluster.StartOtherManager(trial.Cluster.StateFolder);

        Assert.True(await second.WaitForExitAsync(Wait.Deadline), second.Output);

        Assert.Equal(2, second.ExitCode);
        Assert.Contains(
            $"the state folder '{trial.Cluster.StateFolder}' cannot be locked",
            second.Output,
            StringComparison.Ordinal);
        Assert.DoesNotContain("\n   at ", second.Output, StringComparison.Ordinal);
        using var program = trial.Submit(ClusterTrial.Narrow);
        await trial.AssertEndsProvedAsync(program, ClusterTrial.Narrow);
    }

    [SmallDiskFact]
    public async Task Manager_StateFolderFull_FailsTheRunAndTheNextPasses()
    {
        var load = new ClusterLoad(10_000, 1000, 2, 16);
        using var disk = SmallDisk.Create(512);
        await using var redis = await RedisServer.StartAsync();
        var options = ClusterTrial.OptionsOver(redis, ClusterTrial.Manager) with
        {
            StateFolder = disk.Path,
        };
        await using var trial = await ClusterTrial.StartAsync(log, options, redis);
        using var program = await trial.SubmitHeldAsync(load);
        disk.Fill();
        trial.Cluster.Workers[0].Store.LetGo();

        var run = await trial.EndOfAsync(program);
        ClusterTrial.AssertFailed(run, "manager's log");
        Assert.DoesNotContain("\n   at ", trial.Cluster.Logs, StringComparison.Ordinal);
        Assert.False(trial.Cluster.Manager.HasExited);

        // The cleanup of the failed run has freed some space.
        disk.Fill();
        using var refused = trial.Submit(load);
        var none = await trial.EndOfAsync(refused);
        none.AssertExit(2);
        Assert.Equal(ProblemKind.StateFolder, Printed.KindIn(none.Result.Error));
        disk.Clear();
        using var next = trial.Submit(load);
        (await trial.EndOfAsync(next)).AssertPassed();
        await trial.AssertNothingLeftAsync();
    }

    [SmallDiskFact]
    public async Task Manager_KilledAfterAFullDisk_ResumesTheNextRun()
    {
        const string First = "0badd15c";
        using var disk = SmallDisk.Create(512);
        await using var redis = await RedisServer.StartAsync();
        var options = ClusterTrial.OptionsOver(redis, ClusterTrial.Manager) with
        {
            StateFolder = disk.Path,
        };
        await using var trial = await ClusterTrial.StartAsync(log, options, redis);
        var comparing = new StopPoint(command => command.Verb is "GET" && command.Version >= 0, 1, Held.Command);
        trial.Cluster.ManagerStore.Arm(comparing);
        using var first = trial.Submit(ClusterTrial.Narrow, "--run-id", First);
        await trial.ReachedAsync(comparing, first);
        disk.Fill();
        trial.Cluster.ManagerStore.LetGo();
        var ended = await trial.EndOfAsync(first);
        ended.AssertPassed();
        Prose.AssertNames(ended.At("notes").ToString(), "report-not-kept", "No space left");
        Assert.Contains("report cannot be kept", trial.Cluster.Logs, StringComparison.Ordinal);
        disk.Clear();
        var middle = new StopPoint(command => command.Verb is "GET" && command.Version >= 0, 700, Held.Command);
        Array.ForEach([.. trial.Cluster.Workers], worker => worker.Store.Arm(middle));
        using var second = trial.Submit(ClusterTrial.Narrow);
        var stopped = await trial.ReachedAsync(middle, second);

        await trial.Cluster.KillManagerAsync();
        stopped.LetGo();
        await trial.Cluster.StartManagerAsync();

        ClusterTrial.AssertDegraded(await trial.EndOfAsync(second), ClusterTrial.Narrow, "manager");
        using var again = trial.Submit(ClusterTrial.Narrow, "--run-id", First);
        var refused = await trial.EndOfAsync(again);
        refused.AssertExit(2);
        Prose.AssertNames(refused.Result.Error, $"run {First}", "could not be written");
        await trial.AssertNothingLeftAsync();
    }

    [SlowFact]
    public async Task Resume_ReportBesideItsLog_IsKeptAndTheRunIsNotRepeated()
    {
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.Manager]);
        byte[] kept;
        using (var struck = await KillInTheMiddleAsync(trial))
        {
            kept = await File.ReadAllBytesAsync(LogOf(trial));
            await trial.Cluster.StartManagerAsync();
            (await trial.EndOfAsync(struck)).AssertExit(5);
        }

        var id = Path.GetFileName(RunFolderOf(trial));
        var report = Path.Combine(RunFolderOf(trial), "report.json");
        var written = await File.ReadAllBytesAsync(report);
        await trial.Cluster.KillManagerAsync();
        await File.WriteAllBytesAsync(LogOf(trial, id), kept);
        await trial.Cluster.StartManagerAsync();
        await trial.Cluster.WaitForMembersAsync(2);
        var before = trial.Cluster.Workers.Sum(worker => worker.Store.Commands);
        using var program = trial.Submit(ClusterTrial.Narrow, "--run-id", id);

        var run = await trial.EndOfAsync(program);
        run.AssertExit(1);
        Assert.Contains($"run {id} exists already", run.Result.Error, StringComparison.Ordinal);
        Assert.Equal(before, trial.Cluster.Workers.Sum(worker => worker.Store.Commands));
        Assert.Equal(written, await File.ReadAllBytesAsync(report));
        await trial.AssertNothingLeftAsync();
    }

    private static byte[] Replace(byte[] bytes, Func<LogRecord.RunOpened, LogRecord.RunOpened> change)
    {
        var records = ManagerLog.Read(bytes).Records;
        var first = change((LogRecord.RunOpened)records[0]);
        return [.. ManagerLog.Encode(first), .. records.Skip(1).SelectMany(ManagerLog.Encode)];
    }

    private static string RunFolderOf(ClusterTrial trial) =>
        Directory.EnumerateDirectories(Path.Combine(trial.Cluster.StateFolder, "runs")).Single();

    private static string LogOf(ClusterTrial trial, string? run = null) =>
        Path.Combine(
            run is null ? RunFolderOf(trial) : Path.Combine(trial.Cluster.StateFolder, "runs", run), "grants.log");

    /// <summary>
    /// Submits a run and kills the manager during it, after one attempt was cut off and granted again.
    /// </summary>
    private static async Task<IProductRun> KillInTheMiddleAsync(ClusterTrial trial)
    {
        var cut = new StopPoint(command => command.Verb is "SET" && command.Version >= 0, 300, Held.Command);
        trial.Cluster.Workers[0].Store.Arm(cut);
        var program = trial.Submit(ClusterTrial.Narrow);
        (await trial.ReachedAsync(cut, program)).Cut();

        // The run cannot end before the kill.
        foreach (var worker in trial.Cluster.Workers)
        {
            worker.Store.Arm(new StopPoint(command => command.Version >= 0, 1, Held.Command));
        }

        await trial.Cluster.WaitForEventAsync("again");
        await trial.Cluster.KillManagerAsync();
        Array.ForEach([.. trial.Cluster.Workers], worker => worker.Store.LetGo());
        return program;
    }

    private async Task TearAsync(Index record, string place)
    {
        await using var redis = await RedisServer.StartAsync();

        // A worker can know grants that the log has lost. The manager repeats them after this time.
        var options = new ClusterProcessesOptions(ClusterTrial.Programs, "redis", redis.Endpoint)
        {
            StoreArguments = ["--reconnect", "1"],
        };
        await using var trial = await ClusterTrial.StartAsync(log, options, redis);
        using var program = await KillInTheMiddleAsync(trial);
        var path = LogOf(trial);
        var bytes = await File.ReadAllBytesAsync(path);
        var contents = ManagerLog.Read(bytes);
        var chosen = record.GetOffset(contents.Records.Count);
        var at = contents.Records.Take(chosen).Sum(each => ManagerLog.Encode(each).Length);
        var inside = Places.Single(each => string.Equals(each.Name, place, StringComparison.Ordinal));
        var length = at + inside.Of(ManagerLog.Encode(contents.Records[chosen]).Length);
        log.WriteLine(
            $"{contents.Records.Count} records, {contents.ValidLength} bytes, torn after byte {length}, in record "
                + $"{chosen}: {contents.Records[chosen]}");
        await File.WriteAllBytesAsync(path, bytes[..length]);

        await trial.Cluster.StartManagerAsync();

        // The torn bytes may have been synced. Then the run may fail, but it must not have a wrong figure.
        var run = await trial.EndOfAsync(program);
        if (run.Result.ExitCode == 5 && run.At("verdict").GetString() is "degraded")
        {
            ClusterTrial.AssertDegraded(run, ClusterTrial.Narrow, "manager");
        }
        else
        {
            run.AssertExit(3, 5);
            run.AssertNoNumber();
        }

        // The log lists the keys that repeated attempts may have written.
        var isForgotten = contents.Records.Skip(chosen)
            .OfType<LogRecord.Granted>().Any(granted => granted.Grant.Epoch > 0);
        await trial.AssertNothingLeftAsync(keys: !isForgotten);
    }

    private async Task DamageAsync(Func<byte[], byte[]> damage, string message)
    {
        await using var trial = await ClusterTrial.StartAsync(log, [ClusterTrial.Manager]);
        using var program = await KillInTheMiddleAsync(trial);
        var damaged = damage(await File.ReadAllBytesAsync(LogOf(trial)));
        await File.WriteAllBytesAsync(LogOf(trial), damaged);

        await trial.Cluster.StartManagerAsync();

        var run = await trial.EndOfAsync(program);
        run.AssertExit(2);
        run.AssertNoNumber();
        Assert.Contains(message, run.Result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("\n   at ", run.Result.Error, StringComparison.Ordinal);
        var kept = Directory.EnumerateFiles(trial.Cluster.StateFolder, "grants.log", SearchOption.AllDirectories)
            .ToList();
        Assert.Single(kept);
        Assert.Equal(damaged, await File.ReadAllBytesAsync(kept[0]));
        Assert.Contains("keys that start with ab", run.Result.Error, StringComparison.Ordinal);

        // The manager accepts other runs. The message names the keys of this run, so that an operator can remove them.
        await trial.Cluster.WaitForMembersAsync(2);
        using var next = trial.Submit(ClusterTrial.Narrow);
        (await trial.EndOfAsync(next)).AssertPassed();
        await trial.AssertNothingLeftAsync(keys: false);
    }
}
