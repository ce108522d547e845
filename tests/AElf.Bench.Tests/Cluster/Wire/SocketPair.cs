using System.IO.Pipelines;
using System.Net.WebSockets;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.TestKit.Processes;

namespace AElf.Bench.Tests.Cluster.Wire;

/// <summary>Two ends of a WebSocket over a pair of pipes, which hold 64 KiB each way before a writer waits.</summary>
internal sealed class SocketPair : IAsyncDisposable
{
    private readonly DuplexStream connectingStream;

    public SocketPair()
    {
        var there = new Pipe();
        var back = new Pipe();
        connectingStream = new DuplexStream(back.Reader.AsStream(), there.Writer.AsStream());
        Connecting = WebSocket.CreateFromStream(
            connectingStream, new WebSocketCreationOptions { KeepAliveInterval = TimeSpan.Zero });
        Accepting = WebSocket.CreateFromStream(
            new DuplexStream(there.Reader.AsStream(), back.Writer.AsStream()),
            new WebSocketCreationOptions { IsServer = true, KeepAliveInterval = TimeSpan.Zero });
    }

    public static ConnectionOptions Plain { get; } = With(secret: null);

    public WebSocket Connecting { get; }

    public WebSocket Accepting { get; }

    public static ConnectionOptions With(string? secret, int maximumFrameBytes = 128_000) =>
        new(maximumFrameBytes, secret is null ? null : new Secret(secret), Tls: false, AuthorityFile: null)
        {
            HandshakeDeadline = Wait.Deadline,
            StallDeadline = Wait.Deadline,
            ClosingDeadline = Wait.Deadline,
        };

    /// <summary>Both ends, after their handshake.</summary>
    public static async Task<OpenPair> OpenAsync(ConnectionOptions connecting, ConnectionOptions accepting)
    {
        var pair = new SocketPair();
        var accept = FrameConnection.AcceptAsync(pair.Accepting, accepting, CancellationToken.None);
        return new OpenPair(
            await FrameConnection.ConnectedAsync(pair.Connecting, connecting, CancellationToken.None), await accept);
    }

    /// <summary>An accepting end, and the bare socket of a peer that has passed the handshake.</summary>
    public static async Task<(
        WebSocket Peer, FrameConnection Connection, SocketPair Pair)> OpenToBarePeerAsync(ConnectionOptions options)
    {
        var pair = new SocketPair();
        var accept = FrameConnection.AcceptAsync(pair.Accepting, options, CancellationToken.None);
        await Handshake.ConnectAsync(pair.Connecting, options, CancellationToken.None);
        return (pair.Connecting, await accept, pair);
    }

    /// <summary>The connecting side is no more, and said nothing.</summary>
    public void Cut() => connectingStream.Dispose();

    public async ValueTask DisposeAsync()
    {
        Connecting.Dispose();
        Accepting.Dispose();
        await connectingStream.DisposeAsync();
    }

    /// <summary>Two connections, to each other; let go together, since each waits for the other's close.</summary>
    public sealed record OpenPair(FrameConnection Connecting, FrameConnection Accepting) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync() =>
            await Task.WhenAll(Connecting.DisposeAsync().AsTask(), Accepting.DisposeAsync().AsTask());
    }

    private sealed class DuplexStream(Stream input, Stream output) : Stream
    {
        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override void Flush() => output.Flush();

        public override Task FlushAsync(CancellationToken cancellationToken) => output.FlushAsync(cancellationToken);

        public override int Read(byte[] buffer, int offset, int count) => input.Read(buffer, offset, count);

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
            input.ReadAsync(buffer, cancellationToken);

        public override Task<int> ReadAsync(
            byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
            input.ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

        public override void Write(byte[] buffer, int offset, int count) => output.Write(buffer, offset, count);

        public override ValueTask WriteAsync(
            ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
            output.WriteAsync(buffer, cancellationToken);

        public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
            output.WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        protected override void Dispose(bool disposing)
        {
            if (disposing)
            {
                input.Dispose();
                output.Dispose();
            }

            base.Dispose(disposing);
        }
    }
}
