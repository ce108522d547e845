using System.Net;
using System.Net.Sockets;
using System.Text;
using AElf.Bench.Core.Options;
using AElf.Bench.Operations.Scenarios;

namespace AElf.Bench.TestKit.Servers;

/// <summary>
/// A server on a free loopback port that executes a <see cref="Script"/> on each connection and records the received
/// commands.
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

    public Endpoint Endpoint { get; }

    public int Port => Endpoint.Port;

    /// <summary>All connections in the order of their arrival.</summary>
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

    /// <summary>
    /// Starts a server. Each connection executes the next script; all connections after the last script execute the
    /// last one.
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
                // Another process took the port a moment ago.
                listener.Dispose();
            }
        }
    }

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
            // The server is disposed of.
        }
    }
}

/// <summary>One connection of a <see cref="ScriptedServer"/>.</summary>
public sealed class ScriptedConnection
{
    private readonly Socket socket;
    private readonly RespRequestReader requests = new();
    private readonly List<string[]> commands = [];
    private bool closed;

    internal ScriptedConnection(Socket socket)
    {
        this.socket = socket;
        socket.NoDelay = true;
    }

    /// <summary>Complete commands in order of arrival.</summary>
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
        catch (InvalidDataException)
        {
            // The bytes are not RESP.
            await DrainAsync(cancel);
        }
        catch (Exception e) when (
            e is SocketException or ObjectDisposedException or OperationCanceledException or EndOfStreamException)
        {
            // The connection has ended.
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
            // Shuts down only the sending side: the peer still receives the sent bytes while it writes.
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
            // The connection has ended.
        }
    }

    private async Task<int> ReceiveAsync(Memory<byte> space, CancellationToken cancel)
    {
        var received = await socket.ReceiveAsync(space, cancel);
        return received > 0 ? received : throw new EndOfStreamException("the peer ended the connection");
    }
}
