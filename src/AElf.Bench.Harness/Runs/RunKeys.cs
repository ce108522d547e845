using AElf.Bench.Core.Options;
using AElf.Bench.Core.Reports;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// All keys of a run, of any process: the keys of the workload, and the keys of the measurement of the store alone.
/// </summary>
public static class RunKeys
{
    /// <param name="run">The run's id.</param>
    /// <param name="workload">The workload, which knows all retries.</param>
    /// <param name="bareStores">Stores that were measured alone; may be empty.</param>
    /// <exception cref="StoreException">A store refused or is gone.</exception>
    public static void Remove(RunId run, IWorkload workload, IEnumerable<IStore> bareStores)
    {
        foreach (var (_, remove) in Steps(run, workload, bareStores))
        {
            remove();
        }
    }

    /// <summary>Describes the keys of a run, for removing them by hand.</summary>
    public static string Named(RunId run) => $"run {run}: its keys in the store start with {run.Prefix}";

    /// <summary>Removes as many keys as possible: a failed step does not stop the other steps.</summary>
    /// <param name="run">The run's id.</param>
    /// <param name="workload">The workload, which knows all retries.</param>
    /// <param name="bareStores">Stores that were measured alone; may be empty.</param>
    /// <param name="keepsLock">Whether the run's lock stays.</param>
    /// <param name="attempt">Tries a step; returns why it failed, or null.</param>
    /// <param name="known">Problems that are reported too. A cause that is among them is not repeated.</param>
    /// <returns>The keys that may remain; null for none.</returns>
    public static Problem? TryRemove(
        RunId run,
        IWorkload workload,
        IEnumerable<IStore> bareStores,
        bool keepsLock,
        Func<Action, StoreException?> attempt,
        IEnumerable<Problem> known)
    {
        var steps = Steps(run, workload, bareStores);
        if (!keepsLock)
        {
            steps = steps.Append(("the lock", workload.Store.ReleaseRunLock));
        }

        var failed = steps.Select(step => (step.What, Failure: attempt(step.Remove)))
            .Where(step => step.Failure is not null).ToList();
        if (failed is [])
        {
            return null;
        }

        var cause = failed[0].Failure!.Problem.Text;
        return Left(
            run,
            workload.Store.Description,
            string.Join(", ", failed.Select(step => step.What)),
            known.Any(problem => problem.Text.Contains(cause, StringComparison.Ordinal)) ? null : cause);
    }

    /// <summary>Reports keys that may remain, and how to remove them: the command is the last line.</summary>
    /// <param name="what">The keys in words; null if unknown.</param>
    /// <param name="cause">Why they remain; null if unknown.</param>
    public static Problem Left(RunId run, StoreDescription store, string? what = null, string? cause = null)
    {
        var left = $"{(cause is null ? "" : $"{cause}; ")}keys that start with {run.Prefix} may be left "
            + $"in the store{(what is null ? "" : $" ({what})")}";

        var password = store.WantsPassword ? $" and the password in {StoreSettings.RedisCliPassword}" : "";

        // SSDB has no SCAN.
        return new(ProblemKind.KeysLeft, store.Type is "ssdb" || store.Shards.Count == 0
            ? $"{left} and must be removed by hand"
            : $"{left}; remove them with the benchmark's verb cleanup{password}:\n"
                + Removal(run, [.. store.Shards, .. store.CleanupOptions]));
    }

    /// <summary>The call that removes the keys of a run, for a shell.</summary>
    /// <param name="servers">Addresses of the servers, and the options of their login.</param>
    public static string Removal(RunId run, params IEnumerable<string> servers) =>
        // Without --older-than, cleanup keeps the keys of a run that was active until now.
        OwnProgram.Call(["cleanup", .. servers, "--run", $"{run}", "--older-than", "0s", "--remove"]);

    private static IEnumerable<(string What, Action Remove)> Steps(
        RunId run, IWorkload workload, IEnumerable<IStore> bareStores) =>
    [
        .. bareStores.Select(store =>
            ("keys of the store alone", (Action)(() => ProbedStore.Remove(store, run, workload.Probe)))),
        ($"the {NumberFormat.Plural(workload.Description.ItemNoun)}", workload.RemoveKeys),
        ("keys of the trial", workload.Store.RemoveTrial),
    ];
}
