using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Core.Scheduling;
using BenchmarkDotNet.Attributes;

namespace AElf.Bench.Microbenchmarks;

/// <summary>The transfer of a job to its actor through a bounded mailbox with one reader.</summary>
public class MailboxBenchmarks
{
    private const int Jobs = 100_000;
    private const int Capacity = 1024;

    private Mailbox own = null!;
    private Mailbox shared = null!;
    private Order order;
    private Thread actor = null!;
    private readonly AutoResetEvent posted = new(false);
    private volatile bool isClosed;
    private long taken;

    [GlobalSetup]
    public void Start()
    {
        order = Order.Start(Grant.Initial(0), default);
        own = new Mailbox(Capacity);
        shared = new Mailbox(Capacity) { Posted = () => posted.Set() };
        actor = new Thread(TakeUntilClosed) { IsBackground = true, Name = "reader" };
        actor.Start();
    }

    [GlobalCleanup]
    public void Stop()
    {
        isClosed = true;
        posted.Set();
        actor.Join();
        posted.Dispose();
    }

    /// <summary>Post and take on one thread: the cost without contention or wake-ups.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Jobs)]
    public bool OneThread()
    {
        var found = true;
        for (var i = 0; i < Jobs; i++)
        {
            found &= own.TryPost(order) && own.TryTakeStart(out _);
        }

        return found;
    }

    /// <summary>
    /// One thread posts, another takes. The time is from the first post to the last take. A full mailbox yields to the
    /// reader.
    /// </summary>
    [Benchmark(OperationsPerInvoke = Jobs)]
    public long TwoThreads()
    {
        var end = Volatile.Read(ref taken) + Jobs;
        var pause = default(SpinWait);
        for (var i = 0; i < Jobs; i++)
        {
            while (!shared.TryPost(order))
            {
                pause.SpinOnce(sleep1Threshold: -1);
            }
        }

        while (Volatile.Read(ref taken) < end)
        {
            pause.SpinOnce(sleep1Threshold: -1);
        }

        return end;
    }

    private void TakeUntilClosed()
    {
        while (!isClosed)
        {
            posted.WaitOne();
            while (shared.TryTakeStart(out _))
            {
                Volatile.Write(ref taken, taken + 1);
            }
        }
    }
}
