using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;
using AElf.Bench.Harness.Runs;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.Settings;
using AElf.Bench.Settings.CommandLine;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Validates a submitted run, and executes it on the workers from its load to the report. Refuses runs of another
/// store. Next: <see cref="RunOnWorkers"/>.
/// </summary>
internal sealed class RunExecutor(ProgramOptions options, ManagerHost host, RunCleaner cleaner)
{
    private const string Direct = "redis at ";

    private readonly IWorkloadType workload = options.Workload;

    /// <summary>The store of the runs, in words that distinguish it from others.</summary>
    public string Store { get; } = string.Join(
        ", shard ", options.Store.Shards.Select(shard => shard.ToString()).Prepend(Describe(options.Store)));

    /// <summary>The reason why an earlier run is not resumed; null if it is resumed.</summary>
    public string? RefusalOf(ClusterRun run) => string.Equals(run.Store, Store, StringComparison.Ordinal)
        ? null
        : $"began over the store {(run.Store.Length > 0 ? run.Store : "of a manager that did not record it")}, but "
            + $"this manager has {Store}: the run waits for a manager with its store over this state folder, or "
            + $"'{OwnProgram.Call("cancel", run.Id, "--manager", $"{options.Hosts.Address}")}' cancels it";

    /// <summary>A text that says where keys of a run over another store may be left, and how to remove them.</summary>
    public static string KeysLeftElsewhere(ClusterRun run) =>
        $"keys that start with {run.RunId.Prefix} may be left in {run.Store}; remove them on each of its servers "
            + "with:\n" + RunKeys.Removal(
                run.RunId,
                run.Store.StartsWith(Direct, StringComparison.Ordinal) ? run.Store[Direct.Length..] : "HOST:PORT");

    /// <summary>
    /// Upper bound of the time until no operation is in flight. Operations end after the store's time-out, cancelled
    /// attempts to reach an absent store after its reconnect deadline.
    /// </summary>
    public static TimeSpan TimeOuts(StoreOptions store) =>
        store.Timeout + store.ReconnectDeadline + TimeSpan.FromSeconds(2);

    /// <summary>A text that says which keys of a run may be left, and how to remove them.</summary>
    public string KeysLeft(ClusterRun run) => cleaner.Left(run);

    /// <summary>The problems of a submission; empty for a valid one.</summary>
    public IReadOnlyList<string> Validate(SubmittedRun run, bool hasLoad)
    {
        var settings = RunSettings.Read(options.Reading.Table, run.Settings);
        List<string> problems =
            [.. settings.Problems.Where(problem => problem.Critical).Select(problem => problem.ToString())];
        if (problems.Count == 0 && !hasLoad)
        {
            problems.AddRange(workload.CheckRun(settings).Select(problem => problem.ToString()));
        }
        else if (hasLoad && workload.LoadFile is null)
        {
            problems.Add($"unexpected file: the workload {workload.Name} is generated from its settings");
        }

        if (problems.Count == 0
            && settings.Get(ClusterSettings.Workers) is { OrMore: false } workers
            && workers.Count < settings.Get(ClusterSettings.ServersOfRun))
        {
            problems.Add($"--workers: {workers} cannot be on {settings.Get(ClusterSettings.ServersOfRun)} servers");
        }

        if (problems.Count == 0
            && run.Settings.ContainsKey(StoreSettings.Type.Name)
            && SettingsBinder.Store(settings, password: null) is var theirs
            && (theirs.Type != options.Store.Type
                || !ManagerSession.StoreAddressesOf(options.Store).Contains(theirs.Place, StringComparer.Ordinal)))
        {
            problems.Add(
                $"the benchmark is configured for the store {Describe(theirs)}, "
                    + $"the manager for {Describe(options.Store)}: correct one of the two "
                    + "configurations");
        }

        return problems;
    }

    /// <summary>Executes the run. A resumed run waits without a limit while the store does not answer.</summary>
    /// <exception cref="RunStoppedException">The run cannot be executed.</exception>
    public RunReport Execute(ClusterRun run)
    {
        try
        {
            var settings = RunSettings.Read(options.Reading.Table, run.Settings);
            var attempts = new RunOnWorkers(options, host, cleaner, run, settings);
            return !run.IsResumed
                ? attempts.Make()
                : WhenStoreIsThere(run.Stage is RunStage.Over ? () => CleanUp(run) : attempts.Make, run);
        }
        catch (LogException exception)
        {
            throw new RunStoppedException(ExitCode.Environment, exception.Message, exception);
        }
        catch (Exception exception)
            when (exception is not RunStoppedException && RunStoppedException.From(exception) is not null)
        {
            throw RunStoppedException.From(exception)!;
        }
    }

    private static string Describe(StoreOptions store) =>
        $"{StoreSettings.NameOf(store.Type)} at {store.Place}";

    /// <summary>Retries until the store answers. Throws errors that are not transient.</summary>
    private static RunReport WhenStoreIsThere(Func<RunReport> attempt, ClusterRun run)
    {
        for (var attempts = 1; ; attempts++)
        {
            try
            {
                return attempt();
            }
            catch (StoreException exception) when (exception.IsTransient)
            {
                run.SetWaiting($"waiting for the store: {exception.Message}");
                if (run.Cancellation.Token.WaitHandle.WaitOne(RetryPause.After(attempts)))
                {
                    throw new RunStoppedException(
                        ExitCode.DegradedOrFailed,
                        new Problem(
                            ProblemKind.Cancelled,
                            $"the run was cancelled while the store was away: {exception.Problem.Text}"));
                }
            }
        }
    }

    /// <summary>Cleans up a run that was over when the earlier manager ended.</summary>
    private RunReport CleanUp(ClusterRun run)
    {
        cleaner.TakeOver(run);
        return run.Concluded is { } report
            ? ReportReader.Read(report)
            : throw new RunStoppedException(
                ExitCode.Environment, "it had ended, but the disk was too full for its report")
            {
                KeysRemoved = true,
            };
    }
}
