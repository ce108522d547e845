using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Storage.Resp;
using AElf.Bench.Storage.Sockets;

namespace AElf.Bench.Tests.Storage;

public sealed class DelayedTransportTests : IDisposable
{
    private readonly Socket server;
    private readonly SocketTransport plain;

    public DelayedTransportTests()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        var client = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        client.Connect(IPAddress.Loopback, port);
        server = listener.AcceptSocket();
        server.ReceiveTimeout = client.ReceiveTimeout = (int)Wait.Deadline.TotalMilliseconds;
        plain = new SocketTransport(client, new Endpoint("127.0.0.1", port), Wait.Deadline);
    }

    public void Dispose()
    {
        plain.Dispose();
        server.Dispose();
    }

    [Theory]
    [InlineData(200)]
    [InlineData(30_000)]
    public void Exchange_Duration_IsAtLeastTheAddedRoundTrip(int microseconds)
    {
        var added = TimeSpan.FromMicroseconds(microseconds);
        using var longer = new DelayedTransport(plain, added);
        for (byte i = 0; i < 5; i++)
        {
            var start = Stopwatch.GetTimestamp();
            longer.Send([i], isAlone: false);
            Assert.Equal([i], ReceiveAtServer(1));
            server.Send([i]);
            var reply = new byte[2];
            Assert.Equal((1, i), (longer.Receive(reply), reply[0]));

            Assert.True(Stopwatch.GetElapsedTime(start) >= added, $"took {Stopwatch.GetElapsedTime(start)}");
        }
    }

    [Fact]
    public void Exchange_SeveralInFlight_KeepTheirOrder()
    {
        const int Pieces = 250;
        var added = TimeSpan.FromMilliseconds(500);
        using var longer = new DelayedTransport(plain, added);

        var start = Stopwatch.GetTimestamp();
        byte[] piece = [0];
        for (; piece[0] < Pieces; piece[0]++)
        {
            longer.Send(piece, isAlone: false);
        }

        Assert.Equal(Enumerable.Range(0, Pieces).Select(i => (byte)i), ReceiveAtServer(Pieces));
        Assert.InRange(Stopwatch.GetElapsedTime(start), added, (Pieces - 1) * added);
    }

    [Fact]
    public void Close_BytesInFlight_AreDropped()
    {
        var longer = new DelayedTransport(plain, Wait.Deadline);
        longer.Send([1, 2, 3], isAlone: false);

        longer.Dispose();

        Assert.Empty(ReceiveAtServer(3));
    }

    [Fact]
    public void Peer_Gone_IsReportedToBothDirections()
    {
        using var longer = new DelayedTransport(plain, TimeSpan.FromMilliseconds(1));
        server.LingerState = new LingerOption(enable: true, seconds: 0);
        server.Dispose();

        Assert.Equal(StoreFault.Closed, Assert.Throws<StoreException>(() => longer.Receive(new byte[1])).Fault);
        var sent = Assert.Throws<StoreException>(() =>
        {
            for (var clock = Stopwatch.StartNew(); clock.Elapsed < Wait.Deadline;)
            {
                longer.Send([1], isAlone: false);
            }
        });
        Assert.Equal(StoreFault.Closed, sent.Fault);
    }

    private byte[] ReceiveAtServer(int length)
    {
        var bytes = new byte[length];
        var got = 0;
        for (int read; got < length && (read = server.Receive(bytes.AsSpan(got))) > 0;)
        {
            got += read;
        }

        return bytes[..got];
    }
}
