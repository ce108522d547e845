namespace AElf.Concurrency.Manager;

/// <summary>
/// Runs that have ended and may be written to: when their keys are to be removed once more, and why. It is told the
/// time, from any moment on, and knows no store.
/// </summary>
/// <param name="timeOuts">After which nothing is under way to the store that was before.</param>
internal sealed class WatchedRuns(TimeSpan timeOuts)
{
    private readonly Dictionary<string, Watched> runs = new(StringComparer.Ordinal);

    /// <summary>A run has ended, and its keys were removed.</summary>
    /// <param name="run">The run.</param>
    /// <param name="workers">The incarnations that were granted something.</param>
    /// <param name="now">The time.</param>
    public void Add(string run, IReadOnlySet<long> workers, TimeSpan now)
    {
        runs[run] = new Watched(workers);
        runs[run].Remove("a fault may have left a write under way", now + timeOuts);
    }

    /// <summary>A worker has joined: if it had a part in a run, it may have written until now.</summary>
    public void OnJoined(long incarnation, string name, TimeSpan now)
    {
        foreach (var watched in runs.Values.Where(watched => watched.Workers.Contains(incarnation)))
        {
            watched.Remove($"worker {name} came back", now + timeOuts);
        }
    }

    /// <summary>A run whose keys are due, and all reasons since the last time; null for none.</summary>
    public (string Run, string Reasons)? TakeDue(TimeSpan now)
    {
        var (run, watched) = runs.FirstOrDefault(run => run.Value.Due <= now);
        return watched is null ? null : (run, watched.Take());
    }

    /// <summary>The keys of a run that was taken could not be removed: the store is away.</summary>
    public void Defer(string run, string reasons, TimeSpan due) => runs[run].Remove(reasons, due);

    /// <summary>
    /// The keys of a run that was taken were removed. The watch ends when all of its workers are back: one that is a
    /// member does nothing of a run that has ended, and one that is away may.
    /// </summary>
    /// <param name="run">The run.</param>
    /// <param name="members">The incarnations of all members.</param>
    /// <returns>Whether the watch ends.</returns>
    public bool TryEnd(string run, IEnumerable<long> members) =>
        !IsPending(run) && runs[run].Workers.IsSubsetOf(members) && runs.Remove(run);

    /// <summary>Whether keys of a run are to be removed once more.</summary>
    public bool IsPending(string run) => runs.TryGetValue(run, out var watched) && watched.Due < TimeSpan.MaxValue;

    /// <summary>A run is not watched any more.</summary>
    public void Forget(string run) => runs.Remove(run);

    /// <summary>No run is watched any more.</summary>
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
