using System.Net.Sockets;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.TestKit.Network;

/// <summary>
/// Stands between two programs, and can hold either direction for itself, or reset all connections. It knows bytes
/// only.
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

    /// <summary>Where it listens.</summary>
    public Endpoint Endpoint => listener.Endpoint;

    /// <summary>Connections taken so far.</summary>
    public int Accepted => Volatile.Read(ref accepted);

    /// <summary>Bytes that passed without being held, in both directions.</summary>
    public long Passed => toServer.Passed + toClient.Passed;

    /// <summary>Bytes of them that clients were told.</summary>
    public long PassedToClient => toClient.Passed;

    /// <summary>Bytes that are held or were, in both directions.</summary>
    public long Stopped => toServer.Stopped + toClient.Stopped;

    /// <summary>Starts a relay.</summary>
    /// <param name="server">Asked at each connection.</param>
    public static WireRelay Start(Func<Endpoint> server) => new(server);

    /// <summary>Keeps back what clients say.</summary>
    public void HoldToServer() => toServer.Close();

    /// <summary>Keeps back what clients are told, all but the next few pieces.</summary>
    public void HoldToClient(int butPieces = 0) => toClient.Close(butPieces);

    /// <summary>From now on clients are told so many bytes in a second.</summary>
    public void SlowToClient(int bytesPerSecond) => toClient.BytesPerSecond = bytesPerSecond;

    /// <summary>Refuses connections, and resets those that are.</summary>
    public void Part()
    {
        refuses = true;
        Cut();
    }

    /// <summary>Passes on what was kept back, and takes connections.</summary>
    public void Heal()
    {
        refuses = false;
        toServer.Open();
        toClient.Open();
    }

    /// <summary>Resets every connection; what was kept back on it is lost.</summary>
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
            // One of the two is gone: the other hears of it below.
        }

        LoopbackListener.Reset(from);
        LoopbackListener.Reset(to);
    }

    /// <summary>A slow wire lets little pass at a time.</summary>
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

    /// <summary>Lets bytes of a direction pass, or not.</summary>
    private sealed class Valve
    {
        private readonly Lock gate = new();
        private TaskCompletionSource? closed;
        private long passed;
        private long stopped;
        private int passing;

        public long Passed => Volatile.Read(ref passed);

        public long Stopped => Volatile.Read(ref stopped);

        /// <summary>How fast bytes pass; 0 for as fast as they come.</summary>
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
