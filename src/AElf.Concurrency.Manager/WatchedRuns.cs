namespace AElf.Concurrency.Manager;

/// <summary>
/// Ended runs with possible late writes: when their keys must be removed again, and why. Uses the given times, with any
/// origin, and no store.
/// </summary>
/// <param name="timeOuts">The time after which all earlier operations have ended.</param>
internal sealed class WatchedRuns(TimeSpan timeOuts)
{
    private readonly Dictionary<string, Watched> runs = new(StringComparer.Ordinal);

    /// <summary>Adds a run that has ended and whose keys were removed.</summary>
    /// <param name="workers">The incarnations of the workers that were granted something.</param>
    public void Add(string run, IReadOnlySet<long> workers, TimeSpan now)
    {
        runs[run] = new Watched(workers);
        runs[run].Remove("a late write is possible after a fault", now + timeOuts);
    }

    /// <summary>A worker has joined: if it had a part in a run, it may have written until now.</summary>
    public void OnJoined(long incarnation, string name, TimeSpan now)
    {
        foreach (var watched in runs.Values.Where(watched => watched.Workers.Contains(incarnation)))
        {
            watched.Remove($"worker {name} came back", now + timeOuts);
        }
    }

    /// <summary>Takes a run whose keys are due, with all reasons since the last time; null for none.</summary>
    public (string Run, string Reasons)? TakeDue(TimeSpan now)
    {
        var (run, watched) = runs.FirstOrDefault(run => run.Value.Due <= now);
        return watched is null ? null : (run, watched.Take());
    }

    /// <summary>Puts a run that was taken back: its keys could not be removed, since the store is away.</summary>
    public void Defer(string run, string reasons, TimeSpan due) => runs[run].Remove(reasons, due);

    /// <summary>
    /// Ends the watch over a run that was taken and whose keys were removed, if all of its workers are back: a member
    /// does nothing for a run that has ended, and a worker that is away may.
    /// </summary>
    /// <param name="members">The incarnations of all members.</param>
    /// <returns>Whether the watch has ended.</returns>
    public bool TryEnd(string run, IEnumerable<long> members) =>
        !IsPending(run) && runs[run].Workers.IsSubsetOf(members) && runs.Remove(run);

    /// <summary>Whether keys of a run must be removed again.</summary>
    public bool IsPending(string run) => runs.TryGetValue(run, out var watched) && watched.Due < TimeSpan.MaxValue;

    public void Forget(string run) => runs.Remove(run);

    public void Clear() => runs.Clear();

    private sealed class Watched(IReadOnlySet<long> workers)
    {
        private readonly List<string> reasons = [];

        public IReadOnlySet<long> Workers { get; } = workers;

        public TimeSpan Due { get; private set; }

        public void Remove(string reason, TimeSpan due)
        {
            Due = due;
            reasons.Add(reason);
        }

        public string Take()
        {
            Due = TimeSpan.MaxValue;
            var all = string.Join("; ", reasons);
            reasons.Clear();
            return all;
        }
    }
}
