using System.Diagnostics;
using System.Runtime.ExceptionServices;
using AElf.Bench.Core.Accounts;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Stores;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// The ceiling: reads alone, then writes alone, of keys and values of the same size, over as many connections with as many operations in
/// flight as the actors have, and no transfer logic. Sampled between the rounds, so that both see the same minute.
/// </summary>
internal sealed class BaselineStore : IDisposable
{
    // No attempt is ever granted this version, so the run's accounts are never touched.
    private const int Version = -1;
    private const int MaxKeys = 1_000_000;
    private static readonly TimeSpan SampleLength = TimeSpan.FromMilliseconds(100);

    private readonly IStoreConnection[] connections;
    private readonly int depth;
    private readonly int[] keys;
    private readonly List<double> gets = [];
    private readonly List<double> sets = [];

    public BaselineStore(IStore store, int connections, int depth, int accounts, ulong seed)
    {
        this.depth = depth;
        keys = [.. Enumerable.Range(0, Math.Min(accounts, MaxKeys))];
        new SeededRandom(seed).Shuffle(keys);
        this.connections = [.. Enumerable.Range(0, connections).Select(_ => store.Connect())];
    }

    /// <summary>Operations in flight over all connections.</summary>
    public int Depth => depth * connections.Length;

    /// <summary>Writes every key once, so that reads find values, then lets the code get hot.</summary>
    public void Fill()
    {
        InParallel((connection, part) => Drive(connection, part, part.Count, TimeSpan.MaxValue, Write));
        Rate(Read);
        Rate(Write);
    }

    /// <summary>Samples once.</summary>
    public void Sample()
    {
        gets.Add(Rate(Read));
        sets.Add(Rate(Write));
    }

    /// <summary>The medians of the samples; null before the first.</summary>
    public BaselineRates? Rates() => gets.Count == 0
        ? null
        : new BaselineRates(Statistics.SummaryStatistics.Describe(gets).Median, Statistics.SummaryStatistics.Describe(sets).Median, "bare");

    /// <summary>Removes its keys over a connection that works.</summary>
    public void Remove(IStoreConnection connection) => AccountTable.Remove(connection, [.. keys.Select(key => new AccountKey(key, Version))]);

    public void Dispose() => Array.ForEach(connections, connection => connection.Dispose());

    private double Rate(Action<IStoreConnection, int> ask)
    {
        long answered = 0;
        var start = Stopwatch.GetTimestamp();
        InParallel((connection, part) => Interlocked.Add(ref answered, Drive(connection, part, long.MaxValue, SampleLength, ask)));
        return answered / Stopwatch.GetElapsedTime(start).TotalSeconds;
    }

    // Whole batches, as redis-benchmark sends them: a batch topped up as replies trickle in falls apart into small packets.
    private long Drive(IStoreConnection connection, ArraySegment<int> part, long count, TimeSpan length, Action<IStoreConnection, int> ask)
    {
        var start = Stopwatch.GetTimestamp();
        long answered = 0;
        var next = 0;
        while (part.Count > 0 && answered < count && Stopwatch.GetElapsedTime(start) < length)
        {
            var batch = Math.Min(depth, count - answered);
            for (var i = 0; i < batch; i++)
            {
                ask(connection, part[next]);
                next = next + 1 == part.Count ? 0 : next + 1;
            }

            while (connection.Outstanding > 0)
            {
                foreach (var reply in connection.Exchange())
                {
                    ExpectGood(connection, reply);
                    answered++;
                }
            }
        }

        return answered;
    }

    private static void ExpectGood(IStoreConnection connection, StoreReply reply)
    {
        if (reply.Kind is not (ReplyKind.Value or ReplyKind.Stored))
        {
            throw new StoreException(StoreFault.Refused, $"the ceiling cannot be measured: the store answered {reply.Kind} {connection.LastError}");
        }
    }

    private static void Read(IStoreConnection connection, int key) => connection.Get(new AccountKey(key, Version));

    private static void Write(IStoreConnection connection, int key) => connection.Set(new AccountKey(key, Version), new AccountState(key, key));

    private void InParallel(Action<IStoreConnection, ArraySegment<int>> drive)
    {
        var size = (keys.Length + connections.Length - 1) / connections.Length;
        var failures = new ExceptionDispatchInfo?[connections.Length];
        var threads = connections.Select((connection, index) => new Thread(() =>
        {
            try
            {
                var from = Math.Min(index * size, keys.Length);
                drive(connection, new ArraySegment<int>(keys, from, Math.Min(size, keys.Length - from)));
            }
            catch (Exception exception) when (exception is not OutOfMemoryException)
            {
                failures[index] = ExceptionDispatchInfo.Capture(exception);
            }
        })).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());
        Array.Find(failures, failure => failure is not null)?.Throw();
    }
}
