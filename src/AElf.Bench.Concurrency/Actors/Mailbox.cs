using System.Collections.Concurrent;
using System.Diagnostics;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>A host's order to an actor: start a grant, or end a grant early.</summary>
/// <param name="Work">The grant's work; an order to end has only the number of the round.</param>
/// <param name="PostedAt">Time of posting, in <see cref="Stopwatch"/> ticks.</param>
internal readonly record struct Order(bool Starts, Grant Grant, GrantWork Work, long PostedAt)
{
    public static Order Start(Grant grant, in GrantWork work) =>
        new(Starts: true, grant, work, Stopwatch.GetTimestamp());

    public static Order Abort(long round, Grant grant) =>
        new(Starts: false, grant, new GrantWork(round, Round: null, default), Stopwatch.GetTimestamp());
}

/// <summary>
/// A bounded queue of orders, for one actor or for all actors that pull. Orders to start wait for a lane; orders to end
/// do not.
/// </summary>
/// <param name="capacity">Maximum of waiting orders of each kind.</param>
internal sealed class Mailbox(int capacity)
{
    private readonly ConcurrentQueue<Order> starts = new();
    private readonly ConcurrentQueue<Order> aborts = new();

    /// <summary>Called after an order was posted, on the posting thread.</summary>
    public Action? Posted { private get; set; }

    public int Depth => starts.Count;

    /// <summary>Waiting time of the oldest job; zero without one.</summary>
    public TimeSpan OldestAge =>
        starts.TryPeek(out var oldest) ? Stopwatch.GetElapsedTime(oldest.PostedAt) : TimeSpan.Zero;

    /// <summary>Posts an order; false if the mailbox is full. One thread posts at a time.</summary>
    public bool TryPost(in Order order)
    {
        var queue = order.Starts ? starts : aborts;
        if (queue.Count >= capacity)
        {
            return false;
        }

        queue.Enqueue(order);

        // Either this thread sees the waiting reader, or the reader reads after this barrier.
        Interlocked.MemoryBarrier();
        Posted?.Invoke();
        return true;
    }

    public bool TryTakeStart(out Order order) => starts.TryDequeue(out order);

    public bool TryTakeAbort(out Order order) => aborts.TryDequeue(out order);
}

/// <summary>The mailboxes of a host's actors, with a way to post to them.</summary>
internal interface IMailboxes : IDisposable
{
    /// <summary>The mailbox of each actor, by its number.</summary>
    IReadOnlyList<Mailbox> All { get; }

    /// <summary>
    /// Posts an order to an actor's mailbox, or to the mailbox that a router chooses; false if it is full.
    /// </summary>
    bool TryPost(int actor, in Order order);
}

/// <summary>A mailbox for each actor, or one shared mailbox.</summary>
internal sealed class Mailboxes : IMailboxes
{
    private Mailboxes(IReadOnlyList<Mailbox> all) => All = all;

    public IReadOnlyList<Mailbox> All { get; }

    /// <summary>A mailbox for each actor, with room for <paramref name="capacity"/> orders of either kind.</summary>
    public static Mailboxes ForEach(int actors, int capacity) =>
        new([.. Enumerable.Range(0, actors).Select(_ => new Mailbox(capacity))]);

    /// <summary>One mailbox from which all actors pull.</summary>
    public static Mailboxes Shared(int actors, int capacity) =>
        new([.. Enumerable.Repeat(new Mailbox(capacity), actors)]);

    public bool TryPost(int actor, in Order order) => All[Math.Max(actor, 0)].TryPost(order);

    public void Dispose()
    {
        // Mailboxes need no disposal.
    }
}
