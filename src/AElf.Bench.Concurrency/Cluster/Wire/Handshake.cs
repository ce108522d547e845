using System.Net.WebSockets;
using System.Security.Cryptography;
using System.Text;
using AElf.Bench.Core.Options;
using Google.Protobuf;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>
/// What two processes say before anything else: version, and proof that both have the same secret, or none. Each side
/// proves it over the random bytes of both, so that no proof can be used again, and in its own role, so that none can
/// be handed back.
/// </summary>
internal sealed class Handshake(WebSocket socket, ConnectionOptions options, CancellationToken cancellation)
{
    private const int ProofBytes = HMACSHA256.HashSizeInBytes;
    private const int MaxMessageBytes = 4096;

    private static readonly MessageParser<Proto.Handshake> Parser =
        Proto.Handshake.Parser.WithDiscardUnknownFields(true);

    /// <summary>The accepting side's part.</summary>
    /// <exception cref="WireException">The peer is none of ours; the socket is closed.</exception>
    public static Task AcceptAsync(WebSocket socket, ConnectionOptions options, CancellationToken cancellation)
    {
        var handshake = new Handshake(socket, options, cancellation);
        return handshake.RunAsync(handshake.AcceptAsync);
    }

    /// <summary>The connecting side's part.</summary>
    /// <exception cref="WireException">The peer is none of ours; the socket is closed.</exception>
    public static Task ConnectAsync(WebSocket socket, ConnectionOptions options, CancellationToken cancellation)
    {
        var handshake = new Handshake(socket, options, cancellation);
        return handshake.RunAsync(handshake.ConnectAsync);
    }

    /// <summary>The proof that who plays a role has the secret; nothing without one.</summary>
    internal static byte[] ProofOf(
        Secret? secret, string role, ReadOnlySpan<byte> challenge, ReadOnlySpan<byte> answer) =>
        secret is null
            ? []
            : HMACSHA256.HashData(
                Encoding.UTF8.GetBytes(secret.Reveal()),
                (byte[])[.. Encoding.UTF8.GetBytes($"aelf.bench.cluster {role}\n"), .. challenge, .. answer]);

    private async Task RunAsync(Func<Task> part)
    {
        var work = part();
        try
        {
            await work.WaitAsync(options.HandshakeDeadline, cancellation);
        }
        catch (TimeoutException)
        {
            // It fails with the socket, and nobody is left to hear it.
            _ = work.ContinueWith(
                static late => late.Exception,
                CancellationToken.None,
                TaskContinuationOptions.ExecuteSynchronously,
                TaskScheduler.Default);
            throw await RefuseAsync(Refused(
                WebSocketCloseStatus.PolicyViolation,
                $"no handshake within {options.HandshakeDeadline.TotalSeconds:0.###} s"));
        }
        catch (RefusedException refused)
        {
            throw await RefuseAsync(refused);
        }
        catch (WireException wrong)
        {
            throw await RefuseAsync(Refused(WebSocketCloseStatus.PolicyViolation, wrong.Message));
        }
        catch (Exception failure)
            when (failure is WebSocketException or IOException or ObjectDisposedException or InvalidOperationException)
        {
            socket.Dispose();
            throw new WireException(
                $"the connection was lost in the handshake: {failure.GetBaseException().Message}", failure);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private async Task AcceptAsync()
    {
        var nonce = HandshakeRules.DrawNonce();
        await SendAsync(new() { Challenge = new() { Version = options.Version, Nonce = ByteString.CopyFrom(nonce) } });
        var answer = (await ReceiveAsync()).Answer ?? throw NoHandshake();
        HandshakeRules.Check(answer.Version, options.Version);
        var other = HandshakeRules.NonceOf(answer.Nonce);
        HandshakeRules.Check(answer.Proof, ProofOf(options.Secret, "connects", nonce, other));
        await SendAsync(
            new() { Proof = new() { Proof_ = ByteString.CopyFrom(ProofOf(options.Secret, "accepts", nonce, other)) } });
    }

    private async Task ConnectAsync()
    {
        var challenge =
            (await ReceiveAsync()).Challenge ?? throw NoHandshake();
        HandshakeRules.Check(challenge.Version, options.Version);
        var other = HandshakeRules.NonceOf(challenge.Nonce);
        var nonce = HandshakeRules.DrawNonce();
        await SendAsync(new()
        {
            Answer = new()
            {
                Version = options.Version,
                Nonce = ByteString.CopyFrom(nonce),
                Proof = ByteString.CopyFrom(ProofOf(options.Secret, "connects", other, nonce)),
            },
        });
        var proof = (await ReceiveAsync()).Proof ?? throw NoHandshake();
        HandshakeRules.Check(proof.Proof_, ProofOf(options.Secret, "accepts", other, nonce));
    }

    private Task SendAsync(Proto.Handshake step) =>
        socket.SendAsync(
            new ReadOnlyMemory<byte>(step.ToByteArray()),
            WebSocketMessageType.Binary,
            endOfMessage: true,
            cancellation).AsTask();

    private async Task<Proto.Handshake> ReceiveAsync()
    {
        var buffer = new byte[MaxMessageBytes + 1];
        var length = 0;
        while (true)
        {
            var part = await socket.ReceiveAsync(buffer.AsMemory(length), cancellation);
            length += part.Count;
            if (part.MessageType == WebSocketMessageType.Close)
            {
                throw Refused(WebSocketCloseStatus.NormalClosure, CloseText.Describe(socket));
            }

            if (part.MessageType != WebSocketMessageType.Binary)
            {
                throw Refused(
                    WebSocketCloseStatus.InvalidMessageType,
                    "a text message came in the handshake; its messages are binary");
            }

            if (length > MaxMessageBytes)
            {
                throw Refused(
                    WebSocketCloseStatus.MessageTooBig,
                    $"a message of more than {MaxMessageBytes} bytes came in the handshake");
            }

            if (part.EndOfMessage)
            {
                break;
            }
        }

        try
        {
            return Parser.ParseFrom(buffer.AsSpan(0, length));
        }
        catch (InvalidProtocolBufferException)
        {
            throw NoHandshake();
        }
    }

    private static RefusedException NoHandshake() =>
        Refused(WebSocketCloseStatus.ProtocolError, HandshakeRules.NoHandshake);

    private static RefusedException Refused(WebSocketCloseStatus status, string text) => new(status, text);

    // Says why, if the peer still listens, and lets the socket go. What is still under way is heard out, within reason:
    // bytes left unread make the operating system reset the connection, and the peer would not see why.
    private async Task<WireException> RefuseAsync(RefusedException refused)
    {
        using var deadline = new CancellationTokenSource(options.ClosingDeadline);
        try
        {
            var text = refused.Status == WebSocketCloseStatus.NormalClosure ? null : CloseText.Cut(refused.Message);
            await socket.CloseAsync(refused.Status, text, deadline.Token);
        }
        catch (Exception failure) when (failure
            is WebSocketException or OperationCanceledException or IOException or ObjectDisposedException
                or InvalidOperationException)
        {
            // It has gone already, or never answers; what is thrown says why.
        }

        socket.Dispose();
        return new WireException(refused.Message);
    }

    private sealed class RefusedException(WebSocketCloseStatus status, string text) : Exception(text)
    {
        public WebSocketCloseStatus Status { get; } = status;
    }
}
