namespace AElf.Bench.Concurrency.Actors;

/// <summary>
/// A bounded queue of orders, and what has the actors behind it take their turns: threads of ours, or Akka's.
/// </summary>
internal interface IMailbox
{
    /// <summary>Orders waiting.</summary>
    int Depth { get; }

    /// <summary>How long the oldest order has been waiting; zero when none is.</summary>
    TimeSpan OldestAge { get; }

    /// <summary>Posts an order; false when the mailbox is full.</summary>
    bool TryPost(Order order);

    /// <summary>Has an actor handle the orders and take its turns until <see cref="Close"/>.</summary>
    /// <returns>Waits until the actor has ended.</returns>
    Action Drive(Actor actor);

    /// <summary>There will be no more orders, and what waits is not handled.</summary>
    void Close();
}

/// <summary>Makes the mailboxes of a worker.</summary>
internal interface IMailboxFactory
{
    /// <summary>A mailbox for each of so many actors, with room for so many orders each.</summary>
    IReadOnlyList<IMailbox> Create(int count, int capacity);
}
