using System.Diagnostics;
using System.Globalization;
using System.Runtime.ExceptionServices;
using System.Text;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Stores;
using AElf.Bench.Core.Workloads;
using AElf.Bench.Harness.Reports;

namespace AElf.Bench.Harness.Runs;

/// <summary>
/// Measures the ceiling: only reads, then only writes, with keys and values of the run's sizes. It uses the same number
/// of connections and of operations in flight as the actors, without transfer logic. Samples are taken between the
/// rounds, so that both are measured in the same minute.
/// </summary>
internal sealed class ProbedStore : IDisposable
{
    private const int MaxKeys = 1_000_000;
    private const int RemovalDepth = 512;
    private static readonly TimeSpan SampleLength = TimeSpan.FromMilliseconds(100);

    private readonly IStoreConnection[] connections;
    private readonly int depth;
    private readonly int keyCount;
    private readonly int keyLength;
    private readonly byte[] keys;
    private readonly byte[] value;
    private readonly List<RawSample> samples = [];

    /// <param name="run">
    /// The run's id. The keys of the probe begin with it, and differ from the keys of the run.
    /// </param>
    /// <param name="shape">
    /// Sizes of the run's keys and values. A key has at least 18 bytes: prefix and seven digits.
    /// </param>
    /// <param name="connections">Number of connections.</param>
    /// <param name="depth">Operations in flight on each connection.</param>
    public ProbedStore(IStore store, RunId run, ProbeShape shape, int connections, int depth)
    {
        this.depth = depth;
        keyLength = shape.KeyLength;
        keyCount = Math.Min(shape.Keys, MaxKeys);
        keys = KeysOf(run, keyCount, keyLength);
        value = new byte[shape.ValueLength];
        new Random(1).NextBytes(value);
        this.connections = Open(store, connections);
    }

    public IReadOnlyList<RawSample> Samples => samples;

    /// <summary>Operations in flight over all connections.</summary>
    public int Depth => depth * connections.Length;

    /// <summary>A key of the probe. It is removed with the other keys.</summary>
    public string FirstKey => Encoding.ASCII.GetString(KeyAt(0));

    /// <summary>Writes every key once, so that reads find values, then warms up the code.</summary>
    public void Fill()
    {
        InParallel(
            (connection, part) => Drive(connection, part, part.End.Value - part.Start.Value, TimeSpan.MaxValue, Write));
        Rate(Read);
        Rate(Write);
    }

    public void Sample()
    {
        var (gets, getNs) = Rate(Read);
        var (sets, setNs) = Rate(Write);
        samples.Add(new RawSample(gets, getNs, sets, setNs));
    }

    /// <summary>Median time in microseconds from a read to its answer, with one operation in flight.</summary>
    public double RoundTripUs()
    {
        var times = new List<double>();
        for (var since = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(since) < SampleLength;)
        {
            var sent = Stopwatch.GetTimestamp();
            Drive(connections[0], new Range(0, keyCount), 1, TimeSpan.MaxValue, Read, inFlight: 1);
            times.Add(Stopwatch.GetElapsedTime(sent).TotalMicroseconds);
        }

        return Statistics.SummaryStatistics.Describe(times).Median;
    }

    /// <summary>Removes the probe's keys of a run, including the keys of other processes.</summary>
    public static void Remove(IStore store, RunId run, ProbeShape shape)
    {
        using var none = new ProbedStore(store, run, shape, connections: 0, RemovalDepth);
        using var connection = store.Connect();
        none.Remove(connection);
    }

    /// <summary>Removes this probe's keys over a working connection.</summary>
    public void Remove(IStoreConnection connection) =>
        Drive(connection, new Range(0, keyCount), keyCount, TimeSpan.MaxValue, Delete, RemovalDepth);

    public void Dispose() => Array.ForEach(connections, connection => connection.Dispose());

    private static IStoreConnection[] Open(IStore store, int count)
    {
        var opened = new List<IStoreConnection>();
        try
        {
            while (opened.Count < count)
            {
                opened.Add(store.Connect());
            }

            return [.. opened];
        }
        catch
        {
            opened.ForEach(connection => connection.Dispose());
            throw;
        }
    }

    private (long Answered, long Nanoseconds) Rate(Action<IStoreConnection, int> ask)
    {
        long answered = 0;
        var start = Stopwatch.GetTimestamp();
        InParallel((connection, part) =>
            Interlocked.Add(ref answered, Drive(connection, part, long.MaxValue, SampleLength, ask)));
        return (answered, RunDerivation.Nanoseconds(Stopwatch.GetElapsedTime(start)));
    }

    // Sends whole batches, as redis-benchmark does. A batch that is refilled after each reply breaks into small
    // packets.
    private long Drive(
        IStoreConnection connection,
        Range part,
        long count,
        TimeSpan length,
        Action<IStoreConnection, int> ask,
        int inFlight = 0)
    {
        var (first, end) = (part.Start.Value, part.End.Value);
        var start = Stopwatch.GetTimestamp();
        long answered = 0;
        var next = first;
        while (first < end && answered < count && Stopwatch.GetElapsedTime(start) < length)
        {
            var batch = Math.Min(inFlight > 0 ? inFlight : depth, count - answered);
            for (var i = 0; i < batch; i++)
            {
                ask(connection, next);
                next = next + 1 == end ? first : next + 1;
            }

            while (connection.Outstanding > 0)
            {
                foreach (ref readonly var reply in connection.Exchange().Replies)
                {
                    ExpectGood(connection, reply);
                    answered++;
                }
            }
        }

        return answered;
    }

    private static void ExpectGood(IStoreConnection connection, in StoreReply reply)
    {
        if (reply.Kind is not (ReplyKind.Value or ReplyKind.Stored))
        {
            throw new StoreException(
                StoreProblems.MeaningOf(connection.LastError).Fault,
                $"the store alone cannot be measured: it answered {reply.Kind} {connection.LastError}");
        }
    }

    // Numbers in random order after the run's prefix. The sign after the prefix differs from that of the run's keys.
    private static byte[] KeysOf(RunId run, int count, int length)
    {
        var numbers = Enumerable.Range(0, count).ToArray();
        new SeededRandom(1).Shuffle(numbers);
        var prefix = $"{run.Prefix}#";
        return Encoding.ASCII.GetBytes(string.Concat(
            numbers.Select(number => prefix + Digits(number, length - prefix.Length))));
    }

    private static string Digits(int number, int count) =>
        number.ToString(CultureInfo.InvariantCulture).PadLeft(count, '0');

    private ReadOnlySpan<byte> KeyAt(int key) => keys.AsSpan(key * keyLength, keyLength);

    private void Read(IStoreConnection connection, int key) => connection.Get(KeyAt(key), key);

    private void Delete(IStoreConnection connection, int key) => connection.Delete(KeyAt(key), key);

    private void Write(IStoreConnection connection, int key) => connection.Set(KeyAt(key), value, key);

    private void InParallel(Action<IStoreConnection, Range> drive)
    {
        var size = (keyCount + connections.Length - 1) / connections.Length;
        var failures = new ExceptionDispatchInfo?[connections.Length];
        var threads = connections.Select((connection, index) => new Thread(() =>
        {
            try
            {
                drive(connection, new Range(Math.Min(index * size, keyCount), Math.Min((index + 1) * size, keyCount)));
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
