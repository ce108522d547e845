using System.Net.WebSockets;
using System.Security.Cryptography;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using Google.Protobuf;
using Proto = AElf.Bench.Concurrency.Cluster.Wire.Proto;

namespace AElf.Bench.Tests.Cluster.Wire;

public sealed class HandshakeTests
{
    private const string Canary = "canary-4711";
    private static readonly TimeSpan Soon = TimeSpan.FromMilliseconds(50);

    [Theory]
    [InlineData(null)]
    [InlineData(Canary)]
    [InlineData("größer")]
    public async Task Equal_secrets_connect(string? secret)
    {
        await using var open = await SocketPair.OpenAsync(SocketPair.With(secret), SocketPair.With(secret));
        var (connecting, accepting) = open;

        var there = new Message.Sample(11, "run", 1);
        var back = new Message.CloseRun("run", Failure: null);
        connecting.Send(there);
        accepting.Send(back);

        Assert.Equal(back, await connecting.ReceiveAsync(ThisTest.Cancelled));
        Assert.Equal(there, await accepting.ReceiveAsync(ThisTest.Cancelled));
    }

    [Theory]
    [InlineData(Canary, "another", "the proof of the secret is wrong: the two sides have different secrets")]
    [InlineData(Canary, null, "a proof of a secret came, but this side has none: give both the same, or neither")]
    [InlineData(null, Canary, "no proof of a secret came; the cluster has one: give this process the same")]
    public async Task Unequal_secrets_are_told_on_both_sides(string? connecting, string? accepting, string message)
    {
        var (connected, accepted) = await RefusedAsync(SocketPair.With(connecting), SocketPair.With(accepting));

        Assert.Equal((message, $"ended by the peer: {message}"), (accepted.Message, connected.Message));
        Assert.DoesNotContain(Canary, $"{connected} {accepted}", StringComparison.Ordinal);
    }

    [Fact]
    public async Task Different_versions_are_told_on_both_sides()
    {
        var (connected, accepted) = await RefusedAsync(SocketPair.Plain with { Version = 7 }, SocketPair.Plain);

        var text =
            $"one side speaks protocol version {Message.ProtocolVersion}, the other 7: run the same build on both";
        Assert.Equal((text, $"ended by the peer: {text}"), (connected.Message, accepted.Message));
    }

    [Fact]
    public async Task An_answer_of_another_version_is_refused()
    {
        var refused = await AcceptingAsync(SocketPair.Plain, async peer =>
        {
            await ReceiveAsync(peer);
            await SendAsync(peer, new Proto.Handshake { Answer = new() { Version = 9, Nonce = Nonce() } });
        });
        Assert.Equal(
            $"one side speaks protocol version 9, the other {Message.ProtocolVersion}: run the same build on both",
            refused.Message);
    }

    [Fact]
    public async Task Who_accepts_without_the_secret_is_found_out()
    {
        var refused = await ConnectingAsync(SocketPair.With(Canary), async peer =>
        {
            await SendAsync(
                peer, new Proto.Handshake { Challenge = new() { Version = Message.ProtocolVersion, Nonce = Nonce() } });
            var answer = (await ReceiveAsync(peer)).Answer;

            // All it can do: hand back the proof it was given.
            await SendAsync(peer, new Proto.Handshake { Proof = new() { Proof_ = answer.Proof } });
        });
        Assert.Equal("the proof of the secret is wrong: the two sides have different secrets", refused.Message);
    }

    [Fact]
    public async Task A_proof_cannot_be_used_in_another_connection()
    {
        var first = Nonce();
        ByteString? overheard = null;
        _ = await ConnectingAsync(SocketPair.With(Canary), async peer =>
        {
            await SendAsync(
                peer, new Proto.Handshake { Challenge = new() { Version = Message.ProtocolVersion, Nonce = first } });
            overheard = (await ReceiveAsync(peer)).Answer.Proof;
            await peer.CloseAsync(WebSocketCloseStatus.NormalClosure, null, default);
        });
        var refused = await AcceptingAsync(SocketPair.With(Canary), async peer =>
        {
            await ReceiveAsync(peer);
            var answer = new Proto.Answer { Version = Message.ProtocolVersion, Nonce = first, Proof = overheard };
            await SendAsync(peer, new Proto.Handshake { Answer = answer });
        });
        Assert.Equal("the proof of the secret is wrong: the two sides have different secrets", refused.Message);
    }

    [Fact]
    public async Task A_peer_that_says_nothing_is_let_go()
    {
        var hasty = SocketPair.Plain with { HandshakeDeadline = Soon };

        Assert.Equal("no handshake within 0.05 s", (await AcceptingAsync(hasty, _ => Task.CompletedTask)).Message);
        Assert.Equal("no handshake within 0.05 s", (await ConnectingAsync(hasty, _ => Task.CompletedTask)).Message);
    }

    [Fact]
    public async Task A_peer_that_is_gone_is_told()
    {
        await using var pair = new SocketPair();
        pair.Cut();

        var lost = await Assert.ThrowsAsync<WireException>(
            () => FrameConnection.AcceptAsync(pair.Accepting, SocketPair.Plain, ThisTest.Cancelled));
        Assert.StartsWith("the connection was lost in the handshake: ", lost.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_is_no_handshake_is_refused()
    {
        const string NoHandshake = "what came is no part of a handshake; is the peer a process of this program?";
        Assert.Equal(
            NoHandshake,
            (await AcceptingAsync(SocketPair.Plain, peer => SendAsync(peer, "GET / HTTP/1.1"u8.ToArray()))).Message);
        Assert.Equal(
            NoHandshake,
            (await AcceptingAsync(SocketPair.Plain, peer => SendAsync(peer, new Proto.Handshake()))).Message);
        var onlyProof = new Proto.Handshake { Proof = new() };
        Assert.Equal(NoHandshake, (await AcceptingAsync(SocketPair.Plain, peer => SendAsync(peer, onlyProof))).Message);
        var withoutNonce = new Proto.Handshake { Answer = new() { Version = Message.ProtocolVersion } };
        Assert.Equal(
            NoHandshake, (await AcceptingAsync(SocketPair.Plain, peer => SendAsync(peer, withoutNonce))).Message);
        Assert.Equal(
            NoHandshake, (await ConnectingAsync(SocketPair.Plain, peer => SendAsync(peer, withoutNonce))).Message);
        Assert.Equal(
            "a message of more than 4096 bytes came in the handshake",
            (await AcceptingAsync(SocketPair.Plain, peer => SendAsync(peer, new byte[4097]))).Message);
        Assert.Equal(
            "a text message came in the handshake; its messages are binary",
            (await AcceptingAsync(
                SocketPair.Plain,
                peer => peer.SendAsync("hello"u8.ToArray(), WebSocketMessageType.Text, true, default))).Message);
    }

    [Fact]
    public async Task Giving_up_is_no_refusal()
    {
        await using var pair = new SocketPair();
        using var cancellation = new CancellationTokenSource();
        var accept = FrameConnection.AcceptAsync(pair.Accepting, SocketPair.Plain, cancellation.Token);
        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => accept);
    }

    private static async Task<(WireException Connecting, WireException Accepting)> RefusedAsync(
        ConnectionOptions connecting,
        ConnectionOptions accepting)
    {
        await using var pair = new SocketPair();
        var accept = FrameConnection.AcceptAsync(pair.Accepting, accepting, default);
        var connected = await Assert.ThrowsAsync<WireException>(
            () => FrameConnection.ConnectedAsync(pair.Connecting, connecting, default));
        return (connected, await Assert.ThrowsAsync<WireException>(() => accept));
    }

    private static async Task<WireException> AcceptingAsync(ConnectionOptions options, Func<WebSocket, Task> peer)
    {
        await using var pair = new SocketPair();
        var accept = FrameConnection.AcceptAsync(pair.Accepting, options with { ClosingDeadline = Soon }, default);
        await peer(pair.Connecting);
        return await Assert.ThrowsAsync<WireException>(() => accept);
    }

    private static async Task<WireException> ConnectingAsync(ConnectionOptions options, Func<WebSocket, Task> peer)
    {
        await using var pair = new SocketPair();
        var connect = FrameConnection.ConnectedAsync(pair.Connecting, options with { ClosingDeadline = Soon }, default);
        await peer(pair.Accepting);
        return await Assert.ThrowsAsync<WireException>(() => connect);
    }

    private static ByteString Nonce() => ByteString.CopyFrom(RandomNumberGenerator.GetBytes(32));

    private static Task SendAsync(WebSocket peer, Proto.Handshake step) => SendAsync(peer, step.ToByteArray());

    private static Task SendAsync(WebSocket peer, byte[] bytes) =>
        peer.SendAsync(bytes, WebSocketMessageType.Binary, endOfMessage: true, default);

    private static async Task<Proto.Handshake> ReceiveAsync(WebSocket peer)
    {
        var buffer = new byte[4096];
        return Proto.Handshake.Parser.ParseFrom(buffer, 0, (await peer.ReceiveAsync(buffer, default)).Count);
    }
}
