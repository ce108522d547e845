using System.Collections.Concurrent;
using System.Diagnostics;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Actors;

/// <summary>A host's order to an actor: to start a grant, or to end one early.</summary>
/// <param name="Work">The grant's work; of a grant to be ended, the round's number only.</param>
/// <param name="PostedAt">When it was posted, in <see cref="Stopwatch"/> ticks.</param>
internal readonly record struct Order(bool Starts, Grant Grant, GrantWork Work, long PostedAt)
{
    public static Order Start(Grant grant, in GrantWork work) =>
        new(Starts: true, grant, work, Stopwatch.GetTimestamp());

    public static Order Abort(long round, Grant grant) =>
        new(Starts: false, grant, new GrantWork(round, Round: null, default), Stopwatch.GetTimestamp());
}

/// <summary>
/// A bounded queue of orders for one actor, or for all of them when they pull. Orders that start a grant wait for a
/// lane; those that end one do not.
/// </summary>
/// <param name="capacity">The most orders of either kind that wait.</param>
internal sealed class Mailbox(int capacity)
{
    private readonly ConcurrentQueue<Order> starts = new();
    private readonly ConcurrentQueue<Order> aborts = new();

    /// <summary>Called when an order was posted, on the thread that posted it.</summary>
    public Action? Posted { private get; set; }

    public int Depth => starts.Count;

    /// <summary>How long the oldest job has waited; zero when none waits.</summary>
    public TimeSpan OldestAge =>
        starts.TryPeek(out var oldest) ? Stopwatch.GetElapsedTime(oldest.PostedAt) : TimeSpan.Zero;

    /// <summary>Posts an order, on one thread at a time; false when the mailbox is full.</summary>
    public bool TryPost(in Order order)
    {
        var queue = order.Starts ? starts : aborts;
        if (queue.Count >= capacity)
        {
            return false;
        }

        queue.Enqueue(order);

        // Either the reader is seen here, or it begins to read behind this barrier.
        Interlocked.MemoryBarrier();
        Posted?.Invoke();
        return true;
    }

    public bool TryTakeStart(out Order order) => starts.TryDequeue(out order);

    public bool TryTakeAbort(out Order order) => aborts.TryDequeue(out order);
}

/// <summary>The mailboxes of a host's actors, and the way into them.</summary>
internal interface IMailboxes : IDisposable
{
    /// <summary>The mailbox of each actor, by its number.</summary>
    IReadOnlyList<Mailbox> All { get; }

    /// <summary>Posts an order to an actor's mailbox, or to the one a router chooses; false if it is full.</summary>
    bool TryPost(int actor, in Order order);
}

/// <summary>A mailbox for each actor, or one for all, that the host posts to.</summary>
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
        // Mailboxes end with their readers.
    }
}
