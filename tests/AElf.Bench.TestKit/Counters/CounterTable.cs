using AElf.Bench.Core.Scheduling;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.TestKit.Counters;

/// <summary>
/// Seeded counters in a store, the rounds that increment each of them so many times, and what they must be afterwards.
/// </summary>
public sealed class CounterTable
{
    /// <summary>The run whose keys are used.</summary>
    public const string Run = "0badcafe";

    private readonly int[] versions;
    private readonly int increments;
    private readonly int maxJobs;

    /// <summary>Seeds the counters.</summary>
    public CounterTable(IStore store, int counters, int increments, int maxJobs)
    {
        ArgumentNullException.ThrowIfNull(store);
        versions = new int[counters];
        this.increments = increments;
        this.maxJobs = maxJobs;
        using var connection = store.Connect();
        for (var counter = 0; counter < counters; counter++)
        {
            connection.Set(CounterCodec.Key(Run, counter, 0), CounterCodec.Value(counter, 0, default), counter);
        }

        while (connection.Outstanding > 0)
        {
            connection.Exchange();
        }
    }

    /// <summary>Increments in a round, over all counters.</summary>
    public int Weight => versions.Length * increments;

    /// <summary>A round; the first has number 0.</summary>
    public CounterRound Round(long number)
    {
        var weights = new int[versions.Length];
        Array.Fill(weights, increments);
        return new CounterRound(number, JobMerger.Merge(weights, maxJobs), increments, versions);
    }

    /// <summary>Counters that are not what so many rounds make of them.</summary>
    public IReadOnlyList<int> WrongAfter(IStore store, int rounds)
    {
        ArgumentNullException.ThrowIfNull(store);
        var right = new CounterState(rounds * increments, rounds * increments);
        var wrong = new List<int>();
        using var connection = store.Connect();
        for (var counter = 0; counter < versions.Length; counter++)
        {
            connection.Get(CounterCodec.Key(Run, counter, versions[counter]), counter);
            var replies = connection.Exchange();
            if (CounterCodec.Read(replies.ValueOf(replies.Replies[0]), counter, versions[counter]) != right)
            {
                wrong.Add(counter);
            }
        }

        return wrong;
    }
}
