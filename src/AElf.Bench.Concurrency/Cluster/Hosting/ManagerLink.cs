using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>A connection to one of the managers.</summary>
internal sealed class ManagerLink(Endpoint manager, IMessageChannel channel)
{
    private volatile bool wasMember;

    /// <summary>The manager.</summary>
    public Endpoint Manager => manager;

    /// <summary>
    /// Whether the worker was a member over this connection: then it was worth having, and the next one is tried at
    /// once.
    /// </summary>
    public bool WasMember
    {
        get => wasMember;
        set => wasMember = value;
    }

    /// <summary>Sends a message; nothing happens when the connection has ended.</summary>
    public void Send(Message message) => channel.Send(message);

    /// <summary>Ends the connection.</summary>
    public void End(string reason) => channel.End(reason);
}

/// <summary>Gets a connection to one of the managers, reads it to its end, and gets another.</summary>
internal sealed class ManagerDialer(
    IReadOnlyList<Endpoint> managers,
    Func<Endpoint, CancellationToken, Task<IMessageChannel>> connect,
    Inbox<WorkerHostEvent> inbox)
{
    private static readonly TimeSpan MinPause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan MaxPause = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan MaxParting = TimeSpan.FromSeconds(5);

    private readonly Dictionary<Endpoint, string> reported = [];

    /// <summary>
    /// Dials until it is cancelled: managers in turn, with pauses that double from one connection as a member to the
    /// next.
    /// </summary>
    public async Task RunAsync(CancellationToken cancellation)
    {
        var pause = MinPause;
        for (var turn = 0; !cancellation.IsCancellationRequested; turn++)
        {
            if (await TryAsync(managers[turn % managers.Count], cancellation))
            {
                // The manager it was a member of is the one it is wanted back by.
                turn--;
                pause = MinPause;
            }

            await Task.Delay(pause, cancellation).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            pause = 2 * pause < MaxPause ? 2 * pause : MaxPause;
        }
    }

    /// <summary>Returns when the connection has ended; true when the worker was a member over it.</summary>
    private async Task<bool> TryAsync(Endpoint manager, CancellationToken cancellation)
    {
        IMessageChannel channel;
        try
        {
            channel = await connect(manager, cancellation);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            Report(manager, exception.Message, cancellation);
            return false;
        }

        reported.Remove(manager);
        await using (channel)
        {
            return await ReadAsync(new ManagerLink(manager, channel), channel, cancellation);
        }
    }

    private async Task<bool> ReadAsync(ManagerLink link, IMessageChannel channel, CancellationToken cancellation)
    {
        var reason = "the connection ended";
        inbox.Add(new WorkerHostEvent.Connected(link));

        // For a connection that came too late for the event loop to end it, and for a manager that does not answer the
        // end.
        using var reading = new CancellationTokenSource();
        await using var ending = cancellation.Register(() =>
        {
            channel.End("the worker leaves");
            reading.CancelAfter(MaxParting);
        });
        try
        {
            while (await channel.ReceiveAsync(reading.Token) is { } message)
            {
                inbox.Add(new WorkerHostEvent.Received(message));
            }

            reason = channel.EndReason ?? reason;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            reason = exception.Message;
            channel.End(reason);
        }

        inbox.Add(new WorkerHostEvent.Disconnected(link, reason));
        return link.WasMember;
    }

    private void Report(Endpoint manager, string reason, CancellationToken cancellation)
    {
        if (!cancellation.IsCancellationRequested && !string.Equals(
            reported.GetValueOrDefault(manager), reason, StringComparison.Ordinal))
        {
            reported[manager] = reason;
            inbox.Add(new WorkerHostEvent.NotConnected(manager, reason));
        }
    }
}
