using AElf.Bench.Core.Grouping;

namespace AElf.Bench.Core.Scheduling;

/// <summary>Groups merged into jobs. A job is what is routed to an actor and runs in one lane, group after group.</summary>
public sealed class Jobs
{
    private readonly int[] groups;
    private readonly int[] starts;
    private readonly long[] transfers;

    internal Jobs(int[] groups, int[] starts, long[] transfers)
    {
        this.groups = groups;
        this.starts = starts;
        this.transfers = transfers;
    }

    /// <summary>How many jobs.</summary>
    public int Count => starts.Length - 1;

    /// <summary>Units over all jobs.</summary>
    public int UnitCount => groups.Length;

    /// <summary>The groups of a job, in block order.</summary>
    public ReadOnlySpan<int> this[int job] => groups.AsSpan(starts[job], starts[job + 1] - starts[job]);

    /// <summary>Transfers in a job.</summary>
    public long TransfersOf(int job) => transfers[job];

    /// <summary>Transfers of the largest job ÷ the mean; 1 is perfect, also for no jobs.</summary>
    public double Imbalance
    {
        get
        {
            long largest = 0;
            long total = 0;
            foreach (var size in transfers)
            {
                largest = Math.Max(largest, size);
                total += size;
            }

            return total == 0 ? 1 : largest * (double)Count / total;
        }
    }
}

/// <summary>Merges groups into at most so many jobs by longest processing time first (Graham 1969): at most 4/3 of the best balance.</summary>
public static class JobMerger
{
    /// <summary>Jobs are numbered longest first; ties keep block order, so that equal input gives equal jobs.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxJobs"/> is below 1.</exception>
    public static Jobs Merge(TransferGroups groups, int maxJobs)
    {
        ArgumentNullException.ThrowIfNull(groups);
        ArgumentOutOfRangeException.ThrowIfLessThan(maxJobs, 1);
        var longestFirst = LongestFirst(groups.Count, groups.SizeOf);
        var jobOfGroup = new int[groups.Count];
        var load = new long[Math.Min(maxJobs, groups.Count)];
        AssignToShortest(groups, longestFirst, jobOfGroup, load);
        return Gather(jobOfGroup, load);
    }

    private static void AssignToShortest(TransferGroups groups, int[] longestFirst, int[] jobOfGroup, long[] load)
    {
        var shortest = new PriorityQueue<int, (long Load, int Job)>(load.Length);
        for (var job = 0; job < load.Length; job++)
        {
            shortest.Enqueue(job, (0, job));
        }

        foreach (var group in longestFirst)
        {
            var job = shortest.Peek();
            jobOfGroup[group] = job;
            load[job] += groups.SizeOf(group);
            shortest.DequeueEnqueue(job, (load[job], job));
        }
    }

    private static Jobs Gather(int[] jobOfGroup, long[] load)
    {
        var rank = new int[load.Length];
        var ranked = LongestFirst(load.Length, job => load[job]);
        for (var i = 0; i < ranked.Length; i++)
        {
            rank[ranked[i]] = i;
        }

        var starts = new int[load.Length + 1];
        foreach (var job in jobOfGroup)
        {
            starts[rank[job] + 1]++;
        }

        for (var job = 0; job < load.Length; job++)
        {
            starts[job + 1] += starts[job];
        }

        var next = starts.AsSpan(0, load.Length).ToArray();
        var groups = new int[jobOfGroup.Length];
        for (var group = 0; group < jobOfGroup.Length; group++)
        {
            groups[next[rank[jobOfGroup[group]]]++] = group;
        }

        return new Jobs(groups, starts, [.. ranked.Select(job => load[job])]);
    }

    private static int[] LongestFirst(int count, Func<int, long> sizeOf)
    {
        var items = new int[count];
        var keys = new (long NegativeSize, int Index)[count];
        for (var i = 0; i < count; i++)
        {
            items[i] = i;
            keys[i] = (-sizeOf(i), i);
        }

        Array.Sort(keys, items);
        return items;
    }

    private static int[] LongestFirst(int count, Func<int, int> sizeOf) => LongestFirst(count, item => (long)sizeOf(item));
}
