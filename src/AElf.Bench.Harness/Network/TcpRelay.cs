using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using AElf.Bench.Core.Generation;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Harness.Network;

/// <summary>
/// Stands between actors and a store on this machine and behaves like a longer wire: each byte leaves no earlier than its delay after it came, in
/// both directions, in order. One thread serves all connections; what is under way is bounded, and beyond the bound senders wait. The TCP
/// handshake itself is not delayed.
/// </summary>
public sealed class TcpRelay : IDisposable
{
    private const int Backlog = 1024;

    private readonly Endpoint target;
    private readonly RelayOptions options;
    private readonly LinkTiming upward;
    private readonly LinkTiming downward;
    private readonly Socket listener;
    private readonly Socket wakeEvent;
    private readonly SocketWatch watch;
    private readonly Thread thread;
    private readonly Lock gate = new();
    private readonly Queue<Action> orders = new();
    private readonly byte[] wakeSignalled = new byte[1];
    private readonly List<RelayedConnection> connections = [];
    private IPEndPoint? address;
    private bool isPaused;
    private bool isPartitioned;
    private bool isClosed;
    private long accepted;
    private long forwarded;

    private TcpRelay(Endpoint target, RelayOptions options, bool precise)
    {
        this.target = target;
        this.options = options;
        var random = new SeededRandom(options.Seed);
        upward = new LinkTiming(options, random.Split());
        downward = new LinkTiming(options, random.Split());
        listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(Backlog);
        listener.Blocking = false;

        // Connected to itself: nobody else can ring it.
        wakeEvent = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        wakeEvent.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        wakeEvent.Connect(wakeEvent.LocalEndPoint!);
        wakeEvent.Blocking = false;
        watch = new SocketWatch(precise);
        thread = new Thread(Forward) { IsBackground = true, Name = "relay" };
        Endpoint = new Endpoint(IPAddress.Loopback.ToString(), ((IPEndPoint)listener.LocalEndPoint!).Port);
    }

    /// <summary>Where it listens: a free loopback port.</summary>
    public Endpoint Endpoint { get; }

    /// <summary>What ended the relay before its time; null while it works.</summary>
    public string? Failure { get; private set; }

    /// <summary>Starts a relay to a target, which is first looked for when somebody connects.</summary>
    public static TcpRelay Start(Endpoint target, RelayOptions options) => Start(target, options, OperatingSystem.IsLinux());

    /// <summary>The same with the wait of Linux or that of other systems.</summary>
    internal static TcpRelay Start(Endpoint target, RelayOptions options, bool precise)
    {
        var relay = new TcpRelay(target, options, precise);
        relay.thread.Start();
        return relay;
    }

    /// <summary>What it holds now.</summary>
    public RelaySnapshot Snapshot()
    {
        var snapshot = new RelaySnapshot(0, accepted, 0, forwarded);
        Order(() => snapshot = new RelaySnapshot(connections.Count, accepted, connections.Sum(connection => connection.QueuedBytes), forwarded));
        return snapshot;
    }

    /// <summary>Forwards nothing from now on; connections stay open, new ones are taken, and what comes is kept.</summary>
    public void Pause() => Order(() => isPaused = true);

    /// <summary>Ends <see cref="Pause"/>: what is overdue leaves at once.</summary>
    public void Resume() => Order(() => isPaused = false);

    /// <summary>Forwards nothing from now on, as <see cref="Pause"/>, and resets whoever connects.</summary>
    public void Partition() => Order(() => isPartitioned = true);

    /// <summary>Ends <see cref="Partition"/>: what was under way arrives late.</summary>
    public void Heal() => Order(() => isPartitioned = false);

    /// <summary>Resets every connection, both sides; what was under way is lost.</summary>
    public void Cut() => Order(CutAll);

    /// <summary>Resets every connection and ends the thread.</summary>
    public void Dispose()
    {
        Order(() => isClosed = true);
        thread.Join();
    }

    // Runs on the relay's thread; when the call returns it is done.
    private void Order(Action action)
    {
        using var done = new ManualResetEventSlim();
        lock (gate)
        {
            if (isClosed)
            {
                return;
            }

            orders.Enqueue(() =>
            {
                action();
                done.Set();
            });
            wakeEvent.Send(wakeSignalled);
        }

        done.Wait();
    }

    private void Forward()
    {
        try
        {
            watch.SetTimerSlack();
            ForwardUntilClosed();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // It must not take the program with it: who is connected sees resets.
            Failure = exception.Message;
        }

        CutAll();
        listener.Dispose();
        lock (gate)
        {
            isClosed = true;
            wakeEvent.Dispose();
            while (orders.TryDequeue(out var order))
            {
                order();
            }
        }
    }

    private void ForwardUntilClosed()
    {
        while (!isClosed)
        {
            var stalled = isPaused || isPartitioned;
            var next = long.MaxValue;
            watch.Clear();
            watch.Add(wakeEvent, toRead: true, toWrite: false);
            watch.Add(listener, toRead: true, toWrite: false);
            foreach (var connection in connections)
            {
                connection.Watch(watch, stalled);
                next = stalled ? next : Math.Min(next, connection.NextDue);
            }

            watch.Wait(next);
            Serve();
            if (watch.CanRead(1))
            {
                Accept();
            }

            if (watch.CanRead(0))
            {
                TakeOrders();
            }
        }
    }

    private void Serve()
    {
        foreach (var connection in connections)
        {
            connection.Receive(watch);
        }

        if (isPaused || isPartitioned)
        {
            return;
        }

        var now = Stopwatch.GetTimestamp();
        var over = false;
        foreach (var connection in connections)
        {
            forwarded += connection.Send(now);
            over |= connection.IsOver;
        }

        if (over)
        {
            foreach (var connection in connections.FindAll(connection => connection.IsOver))
            {
                connections.Remove(connection);
                connection.Dispose();
            }
        }
    }

    private void Accept()
    {
        Socket? near = null;
        try
        {
            near = listener.Accept();
            if (!isPartitioned && Resolve() is { } found)
            {
                connections.Add(new RelayedConnection(near, found, upward, downward, options.MaxQueuedBytes));
                accepted++;
                return;
            }
        }
        catch (SocketException)
        {
            // Gone before it was taken, or the target has no address.
        }

        if (near is not null)
        {
            RelayedConnection.Refuse(near);
        }
    }

    private IPEndPoint? Resolve()
    {
        if (address is not null)
        {
            return address;
        }

        // A name that stands for several addresses is dialled at the first that takes a connection, as the store's client does.
        IPAddress[] candidates = IPAddress.TryParse(target.Host, out var given) ? [given] : Dns.GetHostAddresses(target.Host);
        var found = candidates.Length == 1 ? candidates[0] : Array.Find(candidates, TakesConnections);
        return address = found is null ? null : new IPEndPoint(found, target.Port);
    }

    private bool TakesConnections(IPAddress candidate)
    {
        using var probe = new Socket(candidate.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            probe.Connect(candidate, target.Port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private void TakeOrders()
    {
        lock (gate)
        {
            while (wakeEvent.Available > 0)
            {
                wakeEvent.Receive(wakeSignalled, SocketFlags.None, out _);
            }

            while (orders.TryDequeue(out var order))
            {
                order();
            }
        }
    }

    private void CutAll()
    {
        foreach (var connection in connections)
        {
            connection.Abort();
            connection.Dispose();
        }

        connections.Clear();
    }
}
