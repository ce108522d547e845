namespace AElf.Bench.Core.Scheduling;

/// <summary>
/// Units of work merged into jobs. A job is routed to an actor and runs in one lane, unit after unit.
/// </summary>
public sealed class Jobs
{
    private readonly int[] units;
    private readonly int[] starts;
    private readonly long[] weights;

    internal Jobs(int[] units, int[] starts, long[] weights)
    {
        this.units = units;
        this.starts = starts;
        this.weights = weights;
        Weight = weights.Sum();
    }

    /// <summary>The number of jobs.</summary>
    public int Count => starts.Length - 1;

    /// <summary>Units over all jobs.</summary>
    public int UnitCount => units.Length;

    /// <summary>The units of a job, in the order of their numbers.</summary>
    public ReadOnlySpan<int> this[int job] => units.AsSpan(starts[job], starts[job + 1] - starts[job]);

    /// <summary>The number of units in a grant.</summary>
    public int CountOf(in Grant grant) => grant.Job < 0 ? 1 : this[grant.Job].Length;

    /// <summary>One of a grant's units, by its place in the grant, from 0.</summary>
    public int UnitOf(in Grant grant, int cursor) => grant.Job < 0 ? grant.Unit : this[grant.Job][cursor];

    /// <summary>The sum of the weights of a job's units.</summary>
    public long WeightOf(int job) => weights[job];

    /// <summary>The weight of all units.</summary>
    public long Weight { get; }

    /// <summary>The weight of the heaviest job ÷ the mean; 1 is perfect, and the value without jobs.</summary>
    public double Imbalance => Weight > 0 ? weights.Max() * (double)Count / Weight : 1;
}

/// <summary>
/// Merges units into a maximum number of jobs, by longest processing time first (Graham 1969): the largest job is at
/// most 4/3 of the optimum.
/// </summary>
public static class JobMerger
{
    /// <summary>
    /// Jobs are numbered heaviest first; ties keep the order of the units, so that equal input gives equal jobs.
    /// </summary>
    /// <param name="weights">The weight of each unit.</param>
    /// <param name="maxJobs">Most jobs, at least 1.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxJobs"/> is below 1.</exception>
    public static Jobs Merge(int[] weights, int maxJobs)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(maxJobs, 1);
        var jobOfUnit = new int[weights.Length];
        var load = new long[Math.Min(maxJobs, weights.Length)];
        AssignToLightest(weights, HeaviestFirst(weights), jobOfUnit, load);
        return Gather(jobOfUnit, load);
    }

    private static void AssignToLightest(int[] weights, int[] heaviestFirst, int[] jobOfUnit, long[] load)
    {
        var lightest = new PriorityQueue<int, (long Load, int Job)>(load.Length);
        for (var job = 0; job < load.Length; job++)
        {
            lightest.Enqueue(job, (0, job));
        }

        foreach (var unit in heaviestFirst)
        {
            var job = lightest.Peek();
            jobOfUnit[unit] = job;
            load[job] += weights[unit];
            lightest.DequeueEnqueue(job, (load[job], job));
        }
    }

    private static Jobs Gather(int[] jobOfUnit, long[] load)
    {
        var rank = new int[load.Length];
        var ranked = HeaviestFirst(load);
        for (var i = 0; i < ranked.Length; i++)
        {
            rank[ranked[i]] = i;
        }

        var starts = new int[load.Length + 1];
        foreach (var job in jobOfUnit)
        {
            starts[rank[job] + 1]++;
        }

        for (var job = 0; job < load.Length; job++)
        {
            starts[job + 1] += starts[job];
        }

        var next = starts.AsSpan(0, load.Length).ToArray();
        var units = new int[jobOfUnit.Length];
        for (var unit = 0; unit < jobOfUnit.Length; unit++)
        {
            units[next[rank[jobOfUnit[unit]]]++] = unit;
        }

        return new Jobs(units, starts, [.. ranked.Select(job => load[job])]);
    }

    // The sort is stable: equal weights keep their order.
    private static int[] HeaviestFirst<T>(T[] weights) =>
        [.. Enumerable.Range(0, weights.Length).OrderByDescending(index => weights[index])];
}
