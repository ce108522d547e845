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

/// <summary>
/// A queue of orders with one reader, or all actors as readers when they pull; a thread for each actor.
/// </summary>
internal sealed class Mailbox(int capacity, bool singleReader) : IMailbox
{
    private readonly Channel<Order> channel = Channel.CreateBounded<Order>(new BoundedChannelOptions(capacity)
    {
        SingleReader = singleReader,
        SingleWriter = true,
    });

    /// <inheritdoc/>
    public int Depth => channel.Reader.Count;

    /// <inheritdoc/>
    public TimeSpan OldestAge =>
        channel.Reader.TryPeek(out var oldest) ? Stopwatch.GetElapsedTime(oldest.PostedAt) : TimeSpan.Zero;

    /// <inheritdoc/>
    public bool TryPost(Order order) => channel.Writer.TryWrite(order);

    /// <summary>Takes the oldest order; false when there is none.</summary>
    public bool TryTake(out Order order) => channel.Reader.TryRead(out order);

    /// <summary>Waits for an order; false when there will be no more.</summary>
    public bool Wait() => channel.Reader.WaitToReadAsync().AsTask().GetAwaiter().GetResult();

    /// <inheritdoc/>
    public Action Drive(Actor actor)
    {
        var thread = new Thread(() => Run(actor)) { Name = $"actor {actor.Number}", IsBackground = true };
        thread.Start();
        return thread.Join;
    }

    /// <inheritdoc/>
    public void Close() => channel.Writer.TryComplete();

    private void Run(Actor actor)
    {
        var more = true;
        while (more && !actor.IsEnding)
        {
            while (actor.HasRoom && TryTake(out var order))
            {
                actor.Handle(order);
            }

            if (actor.IsTurnDue)
            {
                actor.Turn();
            }
            else
            {
                actor.Rest();
                more = Wait();
            }
        }

        actor.End();
    }
}

/// <summary>Mailboxes whose actors have a thread each.</summary>
internal sealed class ThreadMailboxes : IMailboxFactory
{
    /// <inheritdoc/>
    public IReadOnlyList<IMailbox> Create(int count, int capacity) =>
        [.. Enumerable.Range(0, count).Select(_ => new Mailbox(capacity, singleReader: true))];
}
