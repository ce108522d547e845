using System.Diagnostics;
using System.Threading.Channels;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>What a host wants of an actor: to start a grant, or to end one early.</summary>
/// <param name="Starts">Whether the grant is to be started.</param>
/// <param name="Grant">The grant.</param>
/// <param name="Work">Its work; of a grant to be ended the round's number only.</param>
/// <param name="PostedAt">When it was posted, in <see cref="Stopwatch"/> ticks.</param>
internal readonly record struct Order(bool Starts, Grant Grant, GrantWork Work, long PostedAt)
{
    /// <summary>Starts a grant in a free lane.</summary>
    public static Order Start(Grant grant, in GrantWork work) =>
        new(Starts: true, grant, work, Stopwatch.GetTimestamp());

    /// <summary>Ends a grant early.</summary>
    public static Order Abort(long round, Grant grant) =>
        new(Starts: false, grant, new GrantWork(round, Round: null, default), Stopwatch.GetTimestamp());
}

/// <summary>A bounded queue of orders, with one reader, or all actors as readers when they pull.</summary>
internal sealed class Mailbox(int capacity, bool singleReader)
{
    private readonly Channel<Order> channel = Channel.CreateBounded<Order>(new BoundedChannelOptions(capacity)
    {
        SingleReader = singleReader,
        SingleWriter = true,
    });

    /// <summary>Orders waiting.</summary>
    public int Depth => channel.Reader.Count;

    /// <summary>How long the oldest order has been waiting; zero when none is.</summary>
    public TimeSpan OldestAge =>
        channel.Reader.TryPeek(out var oldest) ? Stopwatch.GetElapsedTime(oldest.PostedAt) : TimeSpan.Zero;

    /// <summary>Posts an order; false when the mailbox is full.</summary>
    public bool TryPost(Order order) => channel.Writer.TryWrite(order);

    /// <summary>Takes the oldest order; false when there is none.</summary>
    public bool TryTake(out Order order) => channel.Reader.TryRead(out order);

    /// <summary>Waits for an order; false when there will be no more.</summary>
    public bool Take(out Order order)
    {
        while (!channel.Reader.TryRead(out order))
        {
            if (!channel.Reader.WaitToReadAsync().AsTask().GetAwaiter().GetResult())
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Lets readers know that there will be no more orders.</summary>
    public void Close() => channel.Writer.TryComplete();
}
