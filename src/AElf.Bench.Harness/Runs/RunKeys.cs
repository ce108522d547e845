using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// All keys of a run, whichever process wrote them: the workload's, and those of the bare store's measurement.
/// </summary>
public static class RunKeys
{
    /// <param name="run">The run's id.</param>
    /// <param name="workload">The workload, which knows of all retries.</param>
    /// <param name="bareStores">Stores that were measured bare; may be empty.</param>
    /// <exception cref="StoreException">A store refused or is gone.</exception>
    public static void Remove(string run, IWorkload workload, IEnumerable<IStore> bareStores)
    {
        foreach (var store in bareStores)
        {
            ProbedStore.Remove(store, run, workload.Probe);
        }

        workload.RemoveKeys();
    }

    /// <summary>Says that keys may be left, and how to remove them by hand.</summary>
    public static string Left(string run, StoreDescription store)
    {
        var left = $"keys that start with ab{run} may be left in the store";

        // SSDB has no SCAN.
        return store.Type is "ssdb" || store.Shards.Count == 0
            ? $"{left} and have to be removed by hand"
            : $"{left}; remove them with: " + string.Join("; ", store.Shards.Select(shard => Command(run, shard)));
    }

    private static string Command(string run, string shard)
    {
        var colon = shard.LastIndexOf(':');
        var client = $"redis-cli -h {shard[..colon].Trim('[', ']')} -p {shard[(colon + 1)..]}";
        return $"{client} --scan --pattern 'ab{run}[:#]*' | xargs -r {client} del";
    }
}
