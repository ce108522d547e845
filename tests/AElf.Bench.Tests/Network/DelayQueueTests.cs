using AElf.Bench.Core.Generation;
using AElf.Bench.Harness.Network;

namespace AElf.Bench.Tests.Network;

public sealed class DelayQueueTests
{
    private static void Put(DelayQueue queue, long due, params ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > 0)
        {
            var free = queue.Free();
            var length = Math.Min(free.Length, bytes.Length);
            bytes[..length].CopyTo(free);
            queue.Append(length, due);
            bytes = bytes[length..];
        }
    }

    [Fact]
    public void Bytes_leave_when_they_are_due_and_not_before()
    {
        var queue = new DelayQueue(100);
        Put(queue, 10, 1, 2);
        Put(queue, 20, 3);

        Assert.Equal(10, queue.NextDue);
        Assert.Empty(queue.Due(9).ToArray());
        Assert.Equal<byte>([1, 2], queue.Due(19).ToArray());
        Assert.Equal<byte>([1, 2, 3], queue.Due(20).ToArray());
    }

    [Fact]
    public void A_part_that_left_leaves_the_rest_due()
    {
        var queue = new DelayQueue(100);
        Put(queue, 10, 1, 2, 3);
        Put(queue, 20, 4);

        queue.Remove(2);

        Assert.Equal<byte>([3], queue.Due(10).ToArray());
        queue.Remove(1);
        Assert.Equal((20, 1), (queue.NextDue, queue.Count));
        queue.Remove(1);
        Assert.Equal((long.MaxValue, 0), (queue.NextDue, queue.Count));
    }

    [Fact]
    public void Later_bytes_never_overtake()
    {
        var queue = new DelayQueue(100);
        Put(queue, 30, 1);
        Put(queue, 10, 2);

        Assert.Empty(queue.Due(29).ToArray());
        Assert.Equal<byte>([1, 2], queue.Due(30).ToArray());
        Assert.Equal(30, queue.NotBefore(5));
    }

    [Fact]
    public void A_full_queue_takes_nothing()
    {
        var queue = new DelayQueue(4);
        Put(queue, 0, 1, 2, 3, 4);

        Assert.True(queue.IsFull);
        Assert.Equal(0, queue.Free().Length);
        queue.Remove(3);
        Assert.False(queue.IsFull);
        Put(queue, 0, 5, 6, 7);
        Assert.Equal((4, true), (queue.Count, queue.IsFull));
    }

    [Fact]
    public void Marks_are_bounded_too()
    {
        var queue = new DelayQueue(8 << 20);
        var taken = 0;
        while (!queue.IsFull)
        {
            Put(queue, taken++, 0);
        }

        Assert.Equal(1 << 16, taken);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void What_goes_in_comes_out_in_order_whatever_the_sizes(ulong seed)
    {
        var random = new SeededRandom(seed);
        var queue = new DelayQueue(100_000);
        byte written = 0;
        byte read = 0;
        long held = 0;
        for (var now = 0L; now < 20_000; now++)
        {
            var free = queue.Free();
            var length = Math.Min(free.Length, random.Next(100));
            for (var i = 0; i < length; i++)
            {
                free[i] = written++;
            }

            if (length > 0)
            {
                queue.Append(length, now + random.Next(50));
                held += length;
            }

            var due = queue.Due(now);
            var leaving = Math.Min(due.Length, random.Next(120));
            for (var i = 0; i < leaving; i++)
            {
                Assert.Equal(read++, due[i]);
            }

            queue.Remove(leaving);
            held -= leaving;
            Assert.Equal(held, queue.Count);
        }

        Assert.NotEqual(0, read);
    }
}
