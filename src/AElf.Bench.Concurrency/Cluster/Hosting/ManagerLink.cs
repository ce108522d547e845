using AElf.Bench.Concurrency.Actors;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>A connection to one of the managers.</summary>
internal sealed record ManagerLink(Endpoint Manager, IMessageChannel Channel)
{
    private volatile bool wasMember;

    /// <summary>
    /// Whether the worker was a member over this connection. Then the next connection is tried at once.
    /// </summary>
    public bool WasMember
    {
        get => wasMember;
        set => wasMember = value;
    }
}

/// <summary>Connects to one of the managers, reads the connection to its end, and connects again.</summary>
internal sealed class ManagerDialer(
    IReadOnlyList<Endpoint> managers,
    Func<Endpoint, CancellationToken, Task<IMessageChannel>> connect,
    Inbox<WorkerHostEvent> inbox)
{
    private const int MaxTogether = 256;
    private static readonly TimeSpan MaxParting = TimeSpan.FromSeconds(5);

    private readonly Dictionary<Endpoint, Problem> reported = [];

    /// <summary>
    /// Dials the managers in turn until it is cancelled. Pauses double. They are reset after a connection over which
    /// the worker was a member.
    /// </summary>
    public async Task RunAsync(CancellationToken cancellation)
    {
        var attempts = 0;
        for (var turn = 0; !cancellation.IsCancellationRequested; turn++)
        {
            if (await TryAsync(managers[turn % managers.Count], cancellation))
            {
                // The worker returns to the manager of its last membership.
                turn--;
                attempts = 0;
            }

            await Task.Delay(RetryPause.AfterConnecting(++attempts), cancellation)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    /// <summary>Returns when the connection has ended; true if the worker was a member over it.</summary>
    private async Task<bool> TryAsync(Endpoint manager, CancellationToken cancellation)
    {
        IMessageChannel channel;
        try
        {
            channel = await connect(manager, cancellation);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            Report(manager, exception is WireException refused ? refused.Problem : exception.Message, cancellation);
            return false;
        }

        reported.Remove(manager);
        await using (channel)
        {
            return await ReadAsync(new ManagerLink(manager, channel), cancellation);
        }
    }

    private async Task<bool> ReadAsync(ManagerLink link, CancellationToken cancellation)
    {
        var channel = link.Channel;
        var reason = "the connection ended";

        // Messages that arrive together are passed on together: the event loop wakes once, and the two threads rarely
        // contend for the inbox.
        var together = new List<WorkerHostEvent>();
        inbox.Add(new WorkerHostEvent(host => host.OnConnected(link)));

        // For a connection that the event loop can no longer end, and for a manager that does not answer the end.
        using var reading = new CancellationTokenSource();
        await using var ending = cancellation.Register(() =>
        {
            channel.End("the worker leaves");
            reading.CancelAfter(MaxParting);
        });
        try
        {
            for (var next = channel.ReceiveAsync(reading.Token); ; next = channel.ReceiveAsync(reading.Token))
            {
                if (!next.IsCompleted || together.Count == MaxTogether)
                {
                    inbox.Add(together, isUrgent: false);
                    together.Clear();
                }

                if (await next is not { } message)
                {
                    break;
                }

                together.Add(new WorkerHostEvent(host => host.OnMessage(message)));
            }

            reason = channel.EndReason ?? reason;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            reason = exception.Message;
            channel.End(reason);
        }

        together.Add(new WorkerHostEvent(host => host.LoseLink(link, reason)));
        inbox.Add(together, isUrgent: false);
        return link.WasMember;
    }

    private void Report(Endpoint manager, Problem reason, CancellationToken cancellation)
    {
        if (!cancellation.IsCancellationRequested && reported.GetValueOrDefault(manager) != reason)
        {
            reported[manager] = reason;
            inbox.Add(new WorkerHostEvent(host => host.OnNotConnected(manager, reason)));
        }
    }
}
