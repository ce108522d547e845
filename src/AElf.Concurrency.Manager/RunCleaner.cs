using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;
using AElf.Bench.Storage;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Reads from the log of a run which keys it may have left, and removes them. Refuses a run whose lock another process
/// holds. Next: <see cref="LateWriteWatch"/>.
/// </summary>
internal sealed class RunCleaner(ProgramOptions options)
{
    private readonly IWorkloadType workload = options.Workload;

    /// <summary>Notes the keys of all repeated attempts in a log.</summary>
    public static void NoteRetries(IWorkload opened, IReadOnlyList<LogRecord> records)
    {
        Grant[] retries =
        [
            .. records.OfType<LogRecord.Granted>()
                .Select(granted => granted.Grant)
                .Where(grant => grant.Job < 0),
        ];
        if (retries.Length > 0)
        {
            opened.NoteRetries(opened.OpenRound(Offer.Once(0)), retries);
        }
    }

    /// <summary>The load of a run, from its file or its settings.</summary>
    /// <exception cref="FormatException">The file of its load is malformed.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public ILoad LoadOf(ClusterRun run, ResolvedSettings settings) =>
        workload.Load(!run.HasLoad || workload.LoadFile is not { } file
            ? settings
            : settings.With(new Dictionary<Setting, object> { [file] = run.LoadFile }));

    /// <summary>Removes the keys of a run that an earlier manager began, and takes over its lock.</summary>
    /// <exception cref="RunStoppedException">Another process holds the lock: nothing was removed.</exception>
    /// <exception cref="StoreException">The store refused an operation or does not answer.</exception>
    /// <exception cref="LogException">The log is damaged.</exception>
    public void TakeOver(ClusterRun run) => Remove(run, (opened, removal) =>
    {
        TakeLock(opened.Store, run);
        removal();
    });

    /// <summary>Takes the lock of a run that an earlier manager began.</summary>
    /// <exception cref="RunStoppedException">Another process holds it.</exception>
    /// <exception cref="StoreException">The store does not answer.</exception>
    public static void TakeLock(IStoreControl store, ClusterRun run)
    {
        if (!store.TryTakeRunLock())
        {
            throw new RunStoppedException(
                ExitCode.Environment,
                $"its lock in the store, {run.RunId.Lock}, belongs to another process, which may make a run with "
                    + "the same id: this run is not resumed; if no process makes that run, remove the lock and start "
                    + "the manager again")
            {
                IsLeftAsItIs = true,
            };
        }
    }

    /// <summary>
    /// Removes the keys of a run again, and its lock if it remains. Does not read, because servers would count the
    /// reads for another run.
    /// </summary>
    /// <inheritdoc cref="TakeOver"/>
    public void RemoveAgain(ClusterRun run) => Remove(run, (_, removal) => removal());

    /// <summary>A text that says which keys of a run may be left, and how to remove them.</summary>
    public string Left(ClusterRun run)
    {
        using var store = SocketStore.Open(options.Store, run.RunId);
        return RunKeys.Left(run.RunId, store.Description).ToString();
    }

    private void Remove(ClusterRun run, Action<IWorkload, Action> around)
    {
        using var log = LogFile.Open(run.LogFile);
        var settings = RunSettings.Read(options.Reading.Table, run.Settings);
        var store = SocketStore.Open(options.Store, run.RunId, run.Holder);
        using var opened = LoadOf(run, settings).Open(run.RunId, new ActorOptions(), store);

        // Prepared keys belong to the run only from its first round on.
        opened.Adopt(
        [
            .. run.Settings.ContainsKey(CommonSettings.Prepared.Name)
                ? log.Records.OfType<LogRecord.RoundOpened>().Select(_ => 0).Distinct()
                : log.Records.OfType<LogRecord.SeedingBegun>().Select(seeding => seeding.Version),
        ]);
        NoteRetries(opened, log.Records);
        var measure = SettingsBinder.Measure(settings);
        using var shard = measure.Controls ? SocketStore.OpenShard(options.Store, run.RunId) : null;
        around(opened, () => RunKeys.Remove(
            run.RunId, opened, measure.BareStore ? new[] { store, shard }.OfType<IStore>() : []));
        opened.Store.ReleaseRunLock();
    }
}
