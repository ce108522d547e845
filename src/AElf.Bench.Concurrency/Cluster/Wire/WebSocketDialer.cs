using System.Net.WebSockets;
using System.Security.Authentication;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Wire;

/// <summary>Opens WebSockets to other processes of the cluster.</summary>
internal static class WebSocketDialer
{
    /// <summary>Connects within the handshake's deadline.</summary>
    /// <exception cref="WireException">Nobody there, no WebSocket there, or no trusted certificate.</exception>
    public static async Task<WebSocket> ConnectAsync(
        Endpoint endpoint, string path, ConnectionOptions options, CancellationToken cancellation)
    {
        using var handler = options.OpenHandler();
        using var invoker = new HttpMessageInvoker(handler);
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(options.HandshakeDeadline);
        var socket = new ClientWebSocket();
        try
        {
            socket.Options.CollectHttpResponseDetails = true;
            socket.Options.KeepAliveInterval = FrameConnection.KeepAliveInterval;
            socket.Options.KeepAliveTimeout = FrameConnection.KeepAliveTimeout;
            await socket.ConnectAsync(
                new Uri($"{(options.Tls ? "wss" : "ws")}://{endpoint}{path}"), invoker, deadline.Token);
            return socket;
        }
        catch (Exception failure)
            when (failure is WebSocketException or OperationCanceledException && !cancellation.IsCancellationRequested)
        {
            var refusal = ClientCertificates.Refusal(endpoint, socket.HttpStatusCode, options)
                ?? AllowedHosts.Refusal(endpoint, socket.HttpStatusCode);
            socket.Dispose();
            throw new WireException(
                refusal ?? failure switch
                {
                    OperationCanceledException =>
                        $"{endpoint} cannot be reached: no answer within "
                        + $"{options.HandshakeDeadline.TotalSeconds:0.###} s",
                    {
                        InnerException: HttpRequestException
                        {
                            InnerException: AuthenticationException or IOException
                        } inner
                    } when options.Tls =>
                        $"{endpoint} made no trusted TLS connection: {inner.GetBaseException().Message.TrimEnd('.')}. "
                        + "Does it speak TLS, and is its certificate signed by "
                        + $"{options.AuthorityFile ?? "an authority of this system"}?",
                    {
                        InnerException: HttpRequestException
                        {
                            HttpRequestError: HttpRequestError.ResponseEnded or HttpRequestError.InvalidResponse
                        }
                    } =>
                        $"{endpoint} does not answer in HTTP: it is no manager, has a certificate and wants TLS, or "
                            + "has as many connections as it may hold",

                    // An answer in HTTP/1.0 is taken for a WebSocket whatever it says, and then cannot be written to.
                    WebSocketException { WebSocketErrorCode: WebSocketError.NotAWebSocket }
                        or { InnerException: ArgumentException } =>
                        $"{endpoint} answers, but has no WebSocket {path}: it is no manager",
                    _ => $"{endpoint} cannot be reached: {failure.GetBaseException().Message}",
                },
                failure);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
