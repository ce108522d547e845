namespace AElf.Bench.TestKit.Network;

/// <summary>What a relay keeps back from its point on.</summary>
public enum Held
{
    /// <summary>The command, and all behind it: sent and not applied.</summary>
    Command,

    /// <summary>
    /// The command's reply and whatever comes behind it in both directions: applied and not acknowledged.
    /// </summary>
    ReplyAndNextCommands,

    /// <summary>
    /// The reply of this command and of the next, which is still applied: both applied, neither acknowledged.
    /// </summary>
    RepliesOfTwo,
}

/// <summary>
/// A precise point between a client and its store. Several relays may share one: the first to come there stops.
/// </summary>
/// <param name="which">The commands that are counted.</param>
/// <param name="number">Which of them, from 1.</param>
/// <param name="held">What is kept back there.</param>
public sealed class StopPoint(Predicate<RelayedCommand> which, int number, Held held)
{
    private readonly TaskCompletionSource<StoreRelay> reached = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Lock gate = new();
    private int seen;

    /// <summary>
    /// Ends when the point is reached and the store has answered what it was to answer; which relay stopped there.
    /// </summary>
    public Task<StoreRelay> Reached => reached.Task;

    /// <summary>The command it stopped at; null before.</summary>
    public RelayedCommand? Command { get; private set; }

    /// <summary>What is kept back.</summary>
    internal Held Held => held;

    /// <summary>Takes a command into account; true for the one to stop at.</summary>
    internal bool Reach(RelayedCommand command)
    {
        if (!which(command))
        {
            return false;
        }

        lock (gate)
        {
            Command = ++seen == number ? command : Command;
            return seen == number;
        }
    }

    /// <summary>It was reached.</summary>
    internal void Notify(StoreRelay relay) => reached.TrySetResult(relay);
}
