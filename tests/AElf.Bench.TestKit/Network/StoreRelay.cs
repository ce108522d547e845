using System.Collections.Concurrent;
using System.Net.Sockets;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Servers;

namespace AElf.Bench.TestKit.Network;

/// <summary>
/// A relay between clients and a store. It recognises single commands and can stop at one of them. The bytes that it
/// holds are not lost with the client: they reach the store when the relay releases them, like late packets.
/// </summary>
public sealed class StoreRelay : IAsyncDisposable
{
    private readonly Endpoint store;
    private readonly ConcurrentDictionary<Socket, Wire> wires = [];
    private readonly LoopbackListener listener;
    private volatile StopPoint? point;
    private long commands;

    private StoreRelay(Endpoint store)
    {
        this.store = store;
        listener = new LoopbackListener(client => wires.GetOrAdd(client, new Wire(this, client)).RunAsync());
    }

    public Endpoint Endpoint => listener.Endpoint;

    /// <summary>Commands received so far.</summary>
    public long Commands => Interlocked.Read(ref commands);

    /// <summary>
    /// Whether each version of an account has its own key. False removes the guard against late writes: all attempts
    /// then use the keys of the first attempt and cannot detect it.
    /// </summary>
    public bool KeepsVersionsApart { get; set; } = true;

    /// <summary>Starts a relay.</summary>
    public static StoreRelay Start(Endpoint store) => new(store);

    /// <summary>Sets the next point to stop at.</summary>
    public void Arm(StopPoint next) => point = next;

    /// <summary>Resets all clients; bytes held for the store stay held.</summary>
    public void Cut()
    {
        foreach (var client in listener.Connections)
        {
            LoopbackListener.Reset(client);
        }
    }

    /// <summary>Forwards the held bytes, even if the client has gone.</summary>
    public void LetGo()
    {
        point = null;
        foreach (var wire in wires.Values)
        {
            wire.LetGo();
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var wire in wires.Values)
        {
            wire.End();
        }

        await listener.DisposeAsync();
    }

    /// <summary>A client's connection and the matching connection to the store.</summary>
    private sealed class Wire(StoreRelay relay, Socket client)
    {
        private readonly Socket server = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
        {
            NoDelay = true,
        };
        private readonly ConcurrentQueue<(RelayedCommand? Command, StopPoint? Stop)> asked = new();
        private readonly TaskCompletionSource let = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly MemoryStream commands = new();
        private readonly MemoryStream replies = new();
        private volatile bool holdsCommands;
        private volatile bool holdsReplies;
        private (StopPoint Stop, int Missing)? held;

        public async Task RunAsync()
        {
            try
            {
                await server.ConnectAsync(relay.store.Host, relay.store.Port);
                await Task.WhenAll(ForwardAsync(), AnswerAsync());
            }
            finally
            {
                End();
            }
        }

        public void LetGo() => let.TrySetResult();

        public void End()
        {
            LetGo();
            client.Dispose();
            server.Dispose();
        }

        private async Task ForwardAsync()
        {
            var reader = new RespRequestReader();
            try
            {
                while (await client.ReceiveAsync(reader.Space()) is > 0 and var count)
                {
                    reader.Received(count);
                    while (reader.Next() is { } words)
                    {
                        await ForwardAsync(new RelayedCommand(words));
                    }

                    await SendCommandsAsync();
                }
            }
            catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
            {
                // The client is gone; its earlier commands are still on the way.
            }

            server.Shutdown(SocketShutdown.Send);
        }

        private async Task ForwardAsync(RelayedCommand command)
        {
            Interlocked.Increment(ref relay.commands);
            if (holdsCommands)
            {
                await SendCommandsAsync();
                await let.Task;
            }

            var stop = relay.point is { } point && point.Reach(command) ? point : null;
            if (stop is { Held: Held.Command })
            {
                await SendCommandsAsync();
                stop.Notify(relay);
                await let.Task;
                stop = null;
            }

            holdsCommands |= stop is { Held: Held.ReplyAndNextCommands } && !let.Task.IsCompleted;
            asked.Enqueue((command, stop));
            (relay.KeepsVersionsApart ? command : OneVersion.Ask(command)).AddTo(commands);
        }

        private async Task SendCommandsAsync()
        {
            if (commands.Length > 0)
            {
                await server.SendAsync(commands.GetBuffer().AsMemory(0, (int)commands.Length));
                commands.SetLength(0);
            }
        }

        private async Task AnswerAsync()
        {
            var reader = new RespReplyReader();
            var late = new List<byte[]>();
            while (await server.ReceiveAsync(reader.Space()) is > 0 and var count)
            {
                reader.Received(count);
                while (reader.Next() is { } reply)
                {
                    var (command, stop) = asked.TryDequeue(out var about) ? about : default;
                    if (stop is not null)
                    {
                        await SendRepliesAsync();
                        holdsReplies = true;
                        _ = SendLateAsync(late);
                        held = (stop, stop.Held == Held.RepliesOfTwo ? 2 : 1);
                    }

                    Pass(relay.KeepsVersionsApart || command is null ? reply : OneVersion.Answer(command, reply), late);
                }

                await SendRepliesAsync();
            }

            client.Shutdown(SocketShutdown.Send);
        }

        private void Pass(byte[] reply, List<byte[]> late)
        {
            lock (late)
            {
                if (holdsReplies)
                {
                    late.Add(reply);
                    if (held is var (stop, missing) && --missing >= 0)
                    {
                        held = (stop, missing);
                        if (missing == 0)
                        {
                            stop.Notify(relay);
                        }
                    }

                    return;
                }
            }

            replies.Write(reply);
        }

        private async Task SendRepliesAsync()
        {
            if (replies.Length > 0)
            {
                await SendAsync(replies.GetBuffer().AsMemory(0, (int)replies.Length));
                replies.SetLength(0);
            }
        }

        private async Task SendLateAsync(List<byte[]> late)
        {
            await let.Task;
            byte[] all;
            lock (late)
            {
                holdsReplies = false;
                all = [.. late.SelectMany(reply => reply)];
                late.Clear();
            }

            await SendAsync(all);
        }

        private async Task SendAsync(ReadOnlyMemory<byte> bytes)
        {
            try
            {
                await client.SendAsync(bytes);
            }
            catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
            {
                // The client is gone. The store's replies are still read, so that its connection is not reset.
            }
        }
    }
}
