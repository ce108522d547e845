using System.Net.Sockets;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.TestKit.Network;

/// <summary>
/// A relay between two programs. It can hold either direction or reset all connections. It does not parse the bytes.
/// </summary>
public sealed class WireRelay : IAsyncDisposable
{
    private readonly Valve toServer = new();
    private readonly Valve toClient = new();
    private readonly Func<Endpoint> server;
    private readonly LoopbackListener listener;
    private volatile bool refuses;
    private int accepted;

    private WireRelay(Func<Endpoint> server)
    {
        this.server = server;
        listener = new LoopbackListener(ServeAsync);
    }

    public Endpoint Endpoint => listener.Endpoint;

    /// <summary>Connections accepted so far.</summary>
    public int Accepted => Volatile.Read(ref accepted);

    /// <summary>Bytes forwarded without a hold, in both directions.</summary>
    public long Passed => toServer.Passed + toClient.Passed;

    /// <summary>Bytes forwarded to clients without a hold.</summary>
    public long PassedToClient => toClient.Passed;

    /// <summary>Bytes that were held, in both directions, including those forwarded since.</summary>
    public long Stopped => toServer.Stopped + toClient.Stopped;

    /// <summary>Starts a relay.</summary>
    /// <param name="server">Called for the server's address at each connection.</param>
    public static WireRelay Start(Func<Endpoint> server) => new(server);

    /// <summary>Holds the bytes that clients send.</summary>
    public void HoldToServer() => toServer.Close();

    /// <summary>Holds the bytes for clients after the next few pieces.</summary>
    public void HoldToClient(int butPieces = 0) => toClient.Close(butPieces);

    /// <summary>Limits the rate to clients, in bytes per second.</summary>
    public void SlowToClient(int bytesPerSecond) => toClient.BytesPerSecond = bytesPerSecond;

    /// <summary>Refuses new connections and resets the existing ones.</summary>
    public void Part()
    {
        refuses = true;
        Cut();
    }

    /// <summary>Forwards the held bytes and accepts connections.</summary>
    public void Heal()
    {
        refuses = false;
        toServer.Open();
        toClient.Open();
    }

    /// <summary>Resets all connections; the bytes held on them are lost.</summary>
    public void Cut()
    {
        foreach (var client in listener.Connections)
        {
            LoopbackListener.Reset(client);
        }
    }

    public async ValueTask DisposeAsync()
    {
        Cut();
        Heal();
        await listener.DisposeAsync();
    }

    private static async Task PumpAsync(Socket from, Socket to, Valve valve)
    {
        var buffer = new byte[64 * 1024];
        try
        {
            while (await from.ReceiveAsync(buffer) is > 0 and var count)
            {
                await valve.PassAsync(count);
                await PassOnAsync(buffer.AsMemory(0, count), to, valve.BytesPerSecond);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // One of the two is gone; the code below closes the other.
        }

        LoopbackListener.Reset(from);
        LoopbackListener.Reset(to);
    }

    /// <summary>A slow link forwards few bytes at a time.</summary>
    private static async Task PassOnAsync(Memory<byte> bytes, Socket to, int bytesPerSecond)
    {
        var pause = TimeSpan.FromMilliseconds(20);
        var most = bytesPerSecond > 0 ? (int)(bytesPerSecond * pause.TotalSeconds) : bytes.Length;
        while (!bytes.IsEmpty)
        {
            if (bytesPerSecond > 0)
            {
                await Task.Delay(pause);
            }

            var piece = bytes[..Math.Min(most, bytes.Length)];
            await to.SendAsync(piece);
            bytes = bytes[piece.Length..];
        }
    }

    private async Task ServeAsync(Socket client)
    {
        if (refuses)
        {
            LoopbackListener.Reset(client);
            return;
        }

        Interlocked.Increment(ref accepted);
        using var far = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            var address = server();
            await far.ConnectAsync(address.Host, address.Port);
            await Task.WhenAll(PumpAsync(client, far, toServer), PumpAsync(far, client, toClient));
        }
        finally
        {
            LoopbackListener.Reset(client);
        }
    }

    /// <summary>Forwards or holds the bytes of one direction.</summary>
    private sealed class Valve
    {
        private readonly Lock gate = new();
        private TaskCompletionSource? closed;
        private long passed;
        private long stopped;
        private int passing;

        public long Passed => Volatile.Read(ref passed);

        public long Stopped => Volatile.Read(ref stopped);

        /// <summary>The rate in bytes per second; 0 for no limit.</summary>
        public int BytesPerSecond { get; set; }

        public void Close(int butPieces = 0)
        {
            lock (gate)
            {
                passing = butPieces;
                closed ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            }
        }

        public void Open()
        {
            lock (gate)
            {
                closed?.SetResult();
                closed = null;
            }
        }

        public Task PassAsync(int bytes)
        {
            lock (gate)
            {
                if (closed is null || --passing >= 0)
                {
                    passed += bytes;
                    return Task.CompletedTask;
                }

                stopped += bytes;
                return closed.Task;
            }
        }
    }
}
