using System.Net;
using System.Net.Sockets;
using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.Operations.Scenarios;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.TestKit.Servers;

/// <summary>
/// A server on a free loopback port that plays a <see cref="Script"/> on each connection and counts what it received.
/// </summary>
public sealed class ScriptedServer : IAsyncDisposable
{
    private readonly CancellationTokenSource ending = new();
    private readonly List<ScriptedConnection> connections = [];
    private readonly List<Task> served = [];
    private readonly TcpListener listener;
    private readonly IReadOnlyList<Script> scripts;
    private readonly Task accepting;

    private ScriptedServer(TcpListener listener, IReadOnlyList<Script> scripts)
    {
        this.listener = listener;
        this.scripts = scripts;
        Endpoint = new Endpoint("127.0.0.1", ((IPEndPoint)listener.LocalEndpoint).Port);
        accepting = AcceptAsync();
    }

    /// <summary>Where it listens.</summary>
    public Endpoint Endpoint { get; }

    /// <summary>The port it listens on.</summary>
    public int Port => Endpoint.Port;

    /// <summary>The connections so far, in the order they were made.</summary>
    public IReadOnlyList<ScriptedConnection> Connections
    {
        get
        {
            lock (connections)
            {
                return [.. connections];
            }
        }
    }

    /// <summary>Bytes received on all connections.</summary>
    public long BytesReceived => Connections.Sum(connection => connection.BytesReceived);

    /// <summary>Whole commands received on all connections.</summary>
    public int CommandsReceived => Connections.Sum(connection => connection.Commands.Count);

    /// <summary>
    /// Starts a server. Each connection plays the next script; the last one is played by all that follow.
    /// </summary>
    public static ScriptedServer Start(params Script[] scripts)
    {
        if (scripts.Length == 0)
        {
            throw new ArgumentException("a scripted server needs a script", nameof(scripts));
        }

        return new ScriptedServer(Listen(), scripts);
    }

    private static TcpListener Listen()
    {
        while (true)
        {
            var listener = new TcpListener(IPAddress.Loopback, LoopbackPort.Reserve());
            try
            {
                listener.Start();
                return listener;
            }
            catch (SocketException taken) when (taken.SocketErrorCode is SocketError.AddressAlreadyInUse)
            {
                // By another process, a moment ago.
                listener.Dispose();
            }
        }
    }

    /// <summary>Waits until <paramref name="count"/> whole commands came in.</summary>
    public Task WaitForCommandsAsync(int count) =>
        Wait.UntilAsync(() => CommandsReceived >= count, $"{count} commands at the scripted server");

    public async ValueTask DisposeAsync()
    {
        await ending.CancelAsync();
        await accepting;
        listener.Stop();
        await Task.WhenAll(served);
        ending.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            for (var i = 0; ; i++)
            {
                var connection = new ScriptedConnection(await listener.AcceptSocketAsync(ending.Token));
                lock (connections)
                {
                    connections.Add(connection);
                }

                served.Add(connection.ServeAsync(scripts[Math.Min(i, scripts.Count - 1)], ending.Token));
            }
        }
        catch (OperationCanceledException)
        {
            // The server ends.
        }
    }
}

/// <summary>One connection of a <see cref="ScriptedServer"/>.</summary>
public sealed class ScriptedConnection
{
    private readonly Socket socket;
    private readonly RespRequestReader requests = new();
    private readonly List<string[]> commands = [];
    private long bytesReceived;
    private bool closed;

    internal ScriptedConnection(Socket socket)
    {
        this.socket = socket;
        socket.NoDelay = true;
    }

    /// <summary>Bytes received.</summary>
    public long BytesReceived => Interlocked.Read(ref bytesReceived);

    /// <summary>Whole commands received, in order; what is no RESP is counted in bytes only.</summary>
    public IReadOnlyList<string[]> Commands
    {
        get
        {
            lock (commands)
            {
                return [.. commands];
            }
        }
    }

    /// <summary>Why the connection ended or its script stopped early; null while all is well.</summary>
    public string? Ended { get; private set; }

    internal async Task ServeAsync(Script script, CancellationToken cancel)
    {
        try
        {
            await script.PlayAsync(this, cancel);
            while (!closed)
            {
                await NextCommandAsync(cancel);
            }
        }
        catch (InvalidDataException e)
        {
            Ended = $"no RESP came: {e.Message}";
            await DrainAsync(cancel);
        }
        catch (Exception e) when (
            e is SocketException or ObjectDisposedException or OperationCanceledException or EndOfStreamException)
        {
            Ended = e.Message;
        }
        finally
        {
            socket.Dispose();
        }
    }

    internal async Task<string[]> NextCommandAsync(CancellationToken cancel)
    {
        string[]? command;
        while ((command = requests.Next()) is null)
        {
            requests.Received(await ReceiveAsync(requests.Space(), cancel));
        }

        lock (commands)
        {
            commands.Add(command);
        }

        return command;
    }

    internal async Task SendAsync(string raw, CancellationToken cancel)
    {
        var rest = Encoding.Latin1.GetBytes(raw).AsMemory();
        while (!rest.IsEmpty)
        {
            rest = rest[await socket.SendAsync(rest, cancel)..];
        }
    }

    internal Task CloseAsync(bool reset)
    {
        if (reset)
        {
            socket.LingerState = new LingerOption(true, 0);
            closed = true;
        }
        else
        {
            // Only our half: bytes already sent reach the peer even while it is still writing to us.
            socket.Shutdown(SocketShutdown.Send);
        }

        return Task.CompletedTask;
    }

    private async Task DrainAsync(CancellationToken cancel)
    {
        var waste = new byte[4096];
        try
        {
            while (true)
            {
                await ReceiveAsync(waste, cancel);
            }
        }
        catch (Exception e) when (
            e is SocketException or ObjectDisposedException or OperationCanceledException or EndOfStreamException)
        {
            // The end of what there was to count.
        }
    }

    private async Task<int> ReceiveAsync(Memory<byte> space, CancellationToken cancel)
    {
        var received = await socket.ReceiveAsync(space, cancel);
        Interlocked.Add(ref bytesReceived, received);
        return received > 0 ? received : throw new EndOfStreamException("the peer ended the connection");
    }
}
