using System.Net;
using System.Net.Sockets;
using AElf.Bench.Electrum.Sources;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace AElf.Bench.Electrum.Server.Node;

/// <summary>
/// Replaces bitcoind: serves its JSON-RPC over HTTP/1.1, with the calls that Electrum servers need for indexing a
/// chain.
/// </summary>
public sealed class NodeServer : IAsyncDisposable
{
    private const int MaxConnections = 256;
    private const int MaxBody = 32 << 20;

    private readonly WebApplication application;

    private NodeServer(WebApplication application) => this.application = application;

    public required IPEndPoint Endpoint { get; init; }

    /// <summary>Starts a node over a chain.</summary>
    /// <param name="growing">The generated chain of the node; null for an existing chain.</param>
    /// <param name="listen">The socket for listening, see <see cref="BoundSocket"/>.</param>
    public static async Task<NodeServer> StartAsync(
        NodeChain node, GrowingChain? growing, Socket listen, NodeLogin login)
    {
        var requests = new NodeRequests(new NodeCalls(node, growing, TimeProvider.System));
        var endpoint = (IPEndPoint)listen.LocalEndPoint!;
        var builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseSockets(sockets => sockets.CreateBoundListenSocket = _ => listen);
        builder.WebHost.UseKestrelCore().ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxConcurrentConnections = MaxConnections;
            kestrel.Limits.MaxRequestBodySize = MaxBody;
            kestrel.Limits.KeepAliveTimeout = TimeSpan.FromSeconds(30);
            kestrel.Listen(endpoint, at => at.Protocols = HttpProtocols.Http1);
        });
        var host = builder.Build();
        host.Run(context => AnswerAsync(context, requests, login));
        await host.StartAsync(CancellationToken.None);
        return new NodeServer(host) { Endpoint = endpoint };
    }

    /// <summary>Ends the server and its current calls.</summary>
    public ValueTask DisposeAsync() => application.DisposeAsync();

    private static async Task AnswerAsync(HttpContext context, NodeRequests requests, NodeLogin login)
    {
        var (request, response) = (context.Request, context.Response);
        response.StatusCode = StatusOf(request, login);
        if (response.StatusCode == StatusCodes.Status401Unauthorized)
        {
            response.Headers.WWWAuthenticate = "Basic realm=\"jsonrpc\"";
        }

        if (response.StatusCode != StatusCodes.Status200OK)
        {
            return;
        }

        var answer = requests.Answer(await ReadAsync(request));
        response.StatusCode = answer.Status;
        response.ContentType = "application/json";
        response.ContentLength = answer.Body.Length;
        await response.BodyWriter.WriteAsync(answer.Body, context.RequestAborted);
    }

    private static int StatusOf(HttpRequest request, NodeLogin login) => request switch
    {
        _ when request.Path != "/" => StatusCodes.Status404NotFound,
        _ when !HttpMethods.IsPost(request.Method) => StatusCodes.Status405MethodNotAllowed,
        _ when login.Matches(request.Headers.Authorization) => StatusCodes.Status200OK,
        _ => StatusCodes.Status401Unauthorized,
    };

    private static async Task<ReadOnlyMemory<byte>> ReadAsync(HttpRequest request)
    {
        using var body = new MemoryStream();
        await request.Body.CopyToAsync(body, request.HttpContext.RequestAborted);
        return body.GetBuffer().AsMemory(0, (int)body.Length);
    }
}
