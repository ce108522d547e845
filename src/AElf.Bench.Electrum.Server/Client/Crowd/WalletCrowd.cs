using System.Collections.Concurrent;
using System.Diagnostics;
using System.Runtime.ExceptionServices;
using AElf.Bench.Core.Metrics;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Electrum.Wallets;

namespace AElf.Bench.Electrum.Server.Client.Crowd;

/// <summary>The number of concurrent wallets, and the rate of their tests.</summary>
/// <param name="Rate">
/// Tests that all wallets start per second; null starts each test when the previous one has ended.
/// </param>
/// <param name="Time">Period in which tests are started.</param>
/// <param name="Seed">Seed of random starts.</param>
public sealed record CrowdOptions(ArrivalRate? Rate, TimeSpan Time, ulong Seed);

/// <summary>
/// Measures a server with many concurrent wallets, each over its own connection. Each wallet makes the initial load
/// (over a new connection) and the refresh in turns; half of them begin with the load, the others with the refresh.
/// Every answer is checked. One more connection only sends pings. With a rate, latency counts from the scheduled start.
/// </summary>
/// <param name="wallets">The wallets; each has a thread, which mostly waits.</param>
/// <param name="expected">The right answers; null for an unknown chain.</param>
/// <param name="clock">Ends the period in which tests are started.</param>
/// <param name="mine">Makes a block at the server's node; null if not possible.</param>
public sealed class WalletCrowd(
    ClientOptions options,
    CrowdOptions crowd,
    IReadOnlyList<WalletScripts> wallets,
    ExpectedAnswers? expected,
    TimeProvider clock,
    Action? mine = null)
{
    private const int WalletStack = 256 << 10;
    private const int WalletBuffer = 128 << 10;

    // Maximum share of pings in the request limit.
    private const double PingShare = 0.25;

    private static readonly TimeSpan PingPause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan TickPause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan ProgressInterval = TimeSpan.FromSeconds(5);

    private readonly ConcurrentBag<(long Sent, long At)> answers = [];
    private readonly ConcurrentBag<(int Height, long At)> notified = [];
    private readonly LatencyHistogram loads = new();
    private readonly LatencyHistogram refreshes = new();
    private readonly LatencyHistogram pings = new();
    private readonly TaskCompletionSource<long> start = new();
    private ExceptionDispatchInfo? failure;
    private long began;
    private long? madeAt;
    private long notStarted;

    private long Tests => loads.Count + refreshes.Count;

    // The part of the period that has passed.
    private TimeSpan Elapsed => clock.GetElapsedTime(began);

    private bool IsOver => Elapsed >= crowd.Time;

    /// <summary>
    /// Measures after the server is ready; <paramref name="progress"/> receives a line from time to time.
    /// </summary>
    /// <exception cref="ServerFaultException">The server failed, refused a wallet, or gave a wrong answer.</exception>
    /// <exception cref="WalletException">A wallet has no transaction.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled before a test ended.</exception>
    public CrowdPoint Measure(Action<string> progress, CancellationToken cancellation)
    {
        using (var first = new WalletVisit(options, wallets[0], expected, new AnswerLines(), progress, cancellation))
        {
            first.Connect();
        }

        using var ended = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        using var ready = new CountdownEvent(wallets.Count + 1);
        var threads = wallets.Select((wallet, number) => Start(ended, () => Ask(wallet, number, ready, ended.Token)))
            .Append(Start(ended, () => Ping(ready, ended.Token))).ToList();
        try
        {
            while (!ready.Wait(ProgressInterval, ended.Token))
            {
                progress($"{wallets.Count + 1 - ready.CurrentCount} of {wallets.Count + 1} connections are ready");
            }
        }
        catch (OperationCanceledException)
        {
            // This also ends the threads.
        }

        var (cpu, since) = (Environment.CpuUsage.TotalTime, Stopwatch.GetTimestamp());
        began = clock.GetTimestamp();
        start.SetResult(since);
        var ticks = Watch(threads, progress);

        // A signal ends all threads. The earlier answers are a result.
        var isCut = cancellation.IsCancellationRequested && Tests > 0
            && failure?.SourceException is null or OperationCanceledException;
        if (!isCut)
        {
            failure?.Throw();
            cancellation.ThrowIfCancellationRequested();
        }

        var elapsed = Stopwatch.GetElapsedTime(since);
        var used = (Environment.CpuUsage.TotalTime - cpu) / elapsed / Environment.ProcessorCount;
        return new CrowdPoint(
            wallets.Count,
            wallets.Sum(wallet => wallet.Scripts.Count),
            elapsed,
            loads,
            refreshes,
            pings,
            Notifications())
        {
            Stalls = StallFinder.Find(since, answers, ticks),
            ClientCpu = used,
            NotStarted = notStarted,
            IsCut = isCut,
        };
    }

    private Thread Start(CancellationTokenSource ended, Action work)
    {
        var thread = new Thread(
            () =>
            {
                try
                {
                    work();
                }
                catch (Exception exception)
                {
                    // The first exception is the cause of the others. The server had answered before.
                    var cause = exception is ServerFaultException fault ? fault.After(options, Tests) : exception;
                    Interlocked.CompareExchange(ref failure, ExceptionDispatchInfo.Capture(cause), null);
                    ended.Cancel();
                }
            },
            WalletStack)
        {
            IsBackground = true,
        };
        thread.Start();
        return thread;
    }

    // This thread records how often it runs, reports progress, and makes a block in the middle.
    private List<long> Watch(List<Thread> threads, Action<string> progress)
    {
        var ticks = new List<long>();
        var nextLine = ProgressInterval;
        while (threads.Exists(thread => thread.IsAlive))
        {
            ticks.Add(Stopwatch.GetTimestamp());
            if (mine is not null && madeAt is null && Elapsed >= crowd.Time / 2)
            {
                madeAt = Stopwatch.GetTimestamp();
                mine();
            }

            if (Elapsed is var elapsed && elapsed >= nextLine)
            {
                nextLine += ProgressInterval;
                progress(FormattableString.Invariant(
                    $"{elapsed.TotalSeconds:0} s of {crowd.Time.TotalSeconds:0.###} s: {Tests:N0} tests ended"));
            }

            threads.Find(thread => thread.IsAlive)?.Join(TickPause);
        }

        return ticks;
    }

    private void Ask(WalletScripts wallet, int number, CountdownEvent ready, CancellationToken ended)
    {
        using var visit = new WalletVisit(
            options, wallet, expected, new AnswerLines(firstCapacity: WalletBuffer), _ => { }, ended);
        Load();
        ready.Signal();
        var since = start.Task.Result;
        var turn = number;
        foreach (var due in Starts(number, since))
        {
            visit.ListenUntil(due);
            var (isLoad, from) = (turn++ % 2 == 0, due ?? Stopwatch.GetTimestamp());
            var reading = isLoad ? Load() : visit.Refresh().Reading;
            var took = Stopwatch.GetElapsedTime(from) - reading;
            // The end of a test only shows that the server answers. The times of its requests are unknown.
            answers.Add((Stopwatch.GetTimestamp(), Stopwatch.GetTimestamp()));
            Record(isLoad ? loads : refreshes, took);
        }

        foreach (var block in visit.Blocks)
        {
            notified.Add(block);
        }

        TimeSpan Load()
        {
            visit.Connect();
            return visit.Subscribe().Reading;
        }
    }

    /// <summary>
    /// The times at which a wallet starts its tests; null for a start at once. Ends with the period.
    /// </summary>
    private IEnumerable<long?> Starts(int wallet, long since)
    {
        if (crowd.Rate is not { } rate)
        {
            while (!IsOver)
            {
                yield return null;
            }

            yield break;
        }

        var schedule = new ArrivalSchedule(
            rate, crowd.Seed, Math.Max(1, (long)(rate.Mean * crowd.Time.TotalSeconds)));
        for (long next = wallet; next < schedule.Count; next += wallets.Count)
        {
            if (!IsOver)
            {
                yield return since + (long)(schedule.NanosecondsOf(next) * (Stopwatch.Frequency / 1e9));
            }
            else
            {
                Interlocked.Increment(ref notStarted);
            }
        }
    }

    // Pings count as requests, but the limit does not delay them: a delayed ping would not measure the server.
    private void Ping(CountdownEvent ready, CancellationToken ended)
    {
        options.Limit?.Take(2, ended);
        using var session = new ServerSession(
            options with { Limit = null }, new AnswerLines(firstCapacity: WalletBuffer), scripts: null, ended);
        var ofLimit = TimeSpan.FromSeconds(1 / (PingShare * (options.Limit?.PerSecond ?? double.PositiveInfinity)));
        var pause = ofLimit > PingPause ? ofLimit : PingPause;
        session.Greet();
        session.Tip();
        ready.Signal();
        start.Task.Wait(ended);
        while (!IsOver)
        {
            options.Limit?.Count(1);
            var sent = Stopwatch.GetTimestamp();
            Record(pings, session.PingOnce());
            answers.Add((sent, Stopwatch.GetTimestamp()));
            session.Listen(pause);
        }

        foreach (var block in session.Blocks)
        {
            notified.Add(block);
        }
    }

    private static void Record(LatencyHistogram histogram, TimeSpan latency)
    {
        lock (histogram)
        {
            histogram.Record((long)latency.TotalNanoseconds);
        }
    }

    // Times from the block, or from the first notification.
    private LatencyHistogram Notifications()
    {
        var histogram = new LatencyHistogram();
        foreach (var block in notified.GroupBy(each => each.Height))
        {
            var from = madeAt ?? block.Min(each => each.At);
            foreach (var (_, at) in block.Where(each => each.At >= from))
            {
                Record(histogram, Stopwatch.GetElapsedTime(from, at));
            }
        }

        return histogram;
    }
}
