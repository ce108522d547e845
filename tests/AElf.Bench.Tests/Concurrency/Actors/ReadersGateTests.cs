using AElf.Bench.Core.Actors;

namespace AElf.Bench.Tests.Concurrency.Actors;

public sealed class ReadersGateTests
{
    private readonly ReadersGate gate = new();

    [Fact]
    public async Task Read_ManyThreadsBesideChanges_SeesWholeChanges()
    {
        const int Changes = 50;
        var (first, second, torn, reads) = (0, 0, 0, 0);
        using var ended = new CancellationTokenSource();
        var readers = Enumerable.Range(0, 3).Select(_ => OnThread(() =>
        {
            while (!ended.IsCancellationRequested)
            {
                using var reading = gate.Read();
                var seen = Volatile.Read(ref first);
                Thread.SpinWait(20);
                Interlocked.Increment(ref seen == Volatile.Read(ref second) ? ref reads : ref torn);
            }
        })).ToList();

        SpinWait.SpinUntil(() => Volatile.Read(ref reads) > 0);
        await Task.WhenAll(Enumerable.Range(0, 2).Select(_ => OnThread(() =>
        {
            for (var change = 0; change < Changes; change++)
            {
                using var changing = gate.Change();
                Volatile.Write(ref first, first + 1);
                Thread.SpinWait(20);
                Volatile.Write(ref second, second + 1);
            }
        })));
        await ended.CancelAsync();
        await Task.WhenAll(readers);

        Assert.Equal(0, torn);
        Assert.Equal(2 * Changes, first);
        Assert.Equal(0, gate.WaitingReaders);
    }

    [Fact]
    public async Task Change_ReadersWait_LetsThemReadFirst()
    {
        var (changes, seen) = (0, new int[4]);
        var first = gate.Change();
        var readers = seen.Select((_, reader) => OnThread(() =>
        {
            using var reading = gate.Read();
            seen[reader] = Volatile.Read(ref changes);
        })).ToList();
        SpinWait.SpinUntil(() => gate.WaitingReaders == seen.Length);
        first.Dispose();

        for (var change = 0; change < 100; change++)
        {
            using var changing = gate.Change();
            changes++;
        }

        await Task.WhenAll(readers);
        Assert.All(seen, count => Assert.Equal(0, count));
    }

    [Fact]
    public async Task Change_AReaderReads_WaitsForItsEnd()
    {
        var isEnded = false;
        var (wasEnded, began) = (false, new TaskCompletionSource());
        var reader = OnThread(() =>
        {
            using var reading = gate.Read();
            began.SetResult();
            SpinWait.SpinUntil(() => gate.WaitingReaders > 0);
            Volatile.Write(ref isEnded, true);
        });
        await began.Task;
        var writer = OnThread(() =>
        {
            using var changing = gate.Change();
            wasEnded = Volatile.Read(ref isEnded);
        });

        // A later reader waits for the change; this shows that the change has begun.
        await OnThread(() =>
        {
            while (!Volatile.Read(ref isEnded))
            {
                using var reading = gate.Read();
            }
        });
        await Task.WhenAll(reader, writer);

        Assert.True(wasEnded);
    }

    private static Task OnThread(Action act) => Task.Factory.StartNew(
        act, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
}
