namespace AElf.Bench.TestKit.Network;

/// <summary>The bytes that a relay holds from its stop point on.</summary>
public enum Held
{
    /// <summary>The command and all commands behind it: sent and not applied.</summary>
    Command,

    /// <summary>The command's reply and all later bytes in both directions: applied and not acknowledged.</summary>
    ReplyAndNextCommands,

    /// <summary>
    /// The replies of this command and of the next one, which is still applied: both applied, neither acknowledged.
    /// </summary>
    RepliesOfTwo,
}

/// <summary>
/// A stop point between a client and its store. Several relays may share a point: the first relay that reaches it
/// stops.
/// </summary>
/// <param name="which">The commands to count.</param>
/// <param name="number">The number of the command to stop at, from 1.</param>
/// <param name="held">The bytes to hold there.</param>
public sealed class StopPoint(Predicate<RelayedCommand> which, int number, Held held)
{
    private readonly TaskCompletionSource<StoreRelay> reached = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly Lock gate = new();
    private int seen;

    /// <summary>
    /// Completes with the relay that stopped, when the point is reached and the relay has all replies that it holds.
    /// </summary>
    public Task<StoreRelay> Reached => reached.Task;

    /// <summary>The command that it stopped at; null before.</summary>
    public RelayedCommand? Command { get; private set; }

    internal Held Held => held;

    /// <summary>Counts a command; true if the relay must stop at it.</summary>
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

    internal void Notify(StoreRelay relay) => reached.TrySetResult(relay);
}
