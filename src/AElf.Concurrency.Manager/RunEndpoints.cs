using System.Buffers;
using System.Net.ServerSentEvents;
using AElf.Bench.Core.Options;
using AElf.Bench.Harness.Submitted;
using AElf.Concurrency.Manager.Submitted;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace AElf.Concurrency.Manager;

/// <summary>
/// Runs over HTTP: <c>POST /runs</c> submits or joins a run, <c>GET /runs/ID</c> returns its report or its state,
/// <c>GET /runs/ID/events</c> sends its states as server-sent events until its end, and <c>DELETE /runs/ID</c> cancels
/// it.
/// </summary>
/// <param name="authorisation">Checks the sender of a request.</param>
/// <param name="ending">Cancelled when the manager ends.</param>
internal sealed class RunEndpoints(RunQueue queue, Authorisation authorisation, RunBody body, CancellationToken ending)
{
    private const string Json = "application/json; charset=utf-8";
    private const int WrittenBytes = 64 << 10;
    private const int Tcp = 6;
    private const int UserTimeout = 18;

    // Time-out for a client to read the sent data.
    private static readonly TimeSpan StallDeadline = TimeSpan.FromSeconds(30);

    public void Map(IEndpointRouteBuilder endpoints)
    {
        Map("/runs", (HttpMethods.Post, SubmitAsync));
        Map("/runs/{run}", (HttpMethods.Get, FindAsync), (HttpMethods.Delete, CancelAsync));
        Map("/runs/{run}/events", (HttpMethods.Get, FollowAsync));

        void Map(string path, params (string Name, Func<HttpContext, CancellationToken, Task> Serve)[] methods) =>
            endpoints.Map(path, context => ServeAsync(context, methods));
    }

    private static string RunOf(HttpContext context) => (string)context.Request.RouteValues["run"]!;

    private async Task ServeAsync(
        HttpContext context, (string Name, Func<HttpContext, CancellationToken, Task> Serve)[] methods)
    {
        var response = context.Response;
        response.Headers.CacheControl = "no-store";
        response.Headers.XContentTypeOptions = "nosniff";
        var method = Array.Find(methods, each => HttpMethods.Equals(each.Name, context.Request.Method));
        using var either = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, ending);
        try
        {
            if (authorisation.RefusalOf(context) is { } reason)
            {
                await RefuseAsync(context, response.StatusCode, reason, either.Token);
            }
            else if (method.Serve is not null)
            {
                await method.Serve(context, either.Token);
            }
            else
            {
                var allowed = string.Join(", ", methods.Select(each => each.Name));
                response.Headers.Allow = allowed;
                await RefuseAsync(
                    context, StatusCodes.Status405MethodNotAllowed, $"only {allowed} is allowed here", either.Token);
            }
        }
        catch (OperationCanceledException)
        {
            // Aborts the answer if the client is gone. If the manager ends, a started answer ends with it.
            if (!ending.IsCancellationRequested)
            {
                context.Abort();
            }
        }
        catch (BadHttpRequestException exception) when (!response.HasStarted)
        {
            await RefuseAsync(context, exception.StatusCode, exception.Message, either.Token);
        }
    }

    private async Task SubmitAsync(HttpContext context, CancellationToken cancellation)
    {
        await body.ReadAsync(
            context,
            async bytes =>
            {
                if (!authorisation.IsRight(context, bytes.Span))
                {
                    await RefuseAsync(
                        context,
                        StatusCodes.Status400BadRequest,
                        "the body does not match its proof",
                        cancellation);
                    return;
                }

                try
                {
                    var (run, load) = await RunBody.ParseAsync(context.Request.ContentType, bytes);
                    context.Response.Headers.Location = $"/runs/{Uri.EscapeDataString(run.Id)}";
                    await AnswerAsync(context, queue.Submit(run, load), cancellation);
                }
                catch (FormatException exception)
                {
                    await RefuseAsync(context, StatusCodes.Status400BadRequest, exception.Message, cancellation);
                }
            },
            cancellation);
    }

    private Task FindAsync(HttpContext context, CancellationToken cancellation) => AnswerAsync(
        context, queue.Find(RunOf(context)) ?? MissingFor(context), cancellation);

    private Task CancelAsync(HttpContext context, CancellationToken cancellation) =>
        AnswerAsync(context, queue.Cancel(RunOf(context)) ?? MissingFor(context), cancellation);

    private RunState.Refused MissingFor(HttpContext context)
    {
        context.Response.StatusCode = StatusCodes.Status404NotFound;
        return queue.Missing(RunOf(context));
    }

    private async Task FollowAsync(HttpContext context, CancellationToken cancellation)
    {
        SetUserTimeout(context);
        context.Response.ContentType = "text/event-stream";
        await foreach (var state in queue.FollowAsync(RunOf(context), cancellation))
        {
            await WriteEventAsync(context, state, cancellation);
        }

        if (!context.Response.HasStarted)
        {
            await AnswerAsync(context, MissingFor(context), cancellation);
        }
    }

    /// <summary>
    /// Ends the connection of a client that is gone without closing it, for example without a network: the client must
    /// acknowledge the sent data in time.
    /// </summary>
    private static void SetUserTimeout(HttpContext context)
    {
        if (context.Features.Get<IConnectionSocketFeature>() is { Socket: var socket })
        {
            socket.SetRawSocketOption(
                Tcp, UserTimeout, BitConverter.GetBytes((int)StallDeadline.TotalMilliseconds));
        }
    }

    private static Task RefuseAsync(HttpContext context, int code, string reason, CancellationToken cancellation)
    {
        context.Response.StatusCode = code;
        return AnswerAsync(
            context,
            new RunState.Refused(
                code == StatusCodes.Status400BadRequest ? ExitCode.Usage : ExitCode.Environment, reason),
            cancellation);
    }

    private static Task AnswerAsync(HttpContext context, RunState state, CancellationToken cancellation)
    {
        var response = context.Response;
        if (response.StatusCode == StatusCodes.Status200OK)
        {
            response.StatusCode = state switch
            {
                RunState.Ended => StatusCodes.Status200OK,
                RunState.Refused { ExitCode: ExitCode.Usage } => StatusCodes.Status400BadRequest,
                RunState.Refused => StatusCodes.Status409Conflict,
                _ => StatusCodes.Status202Accepted,
            };
        }

        response.ContentType = Json;
        var json = state.ToJson();
        response.ContentLength = json.Length;
        return WriteAsync(context, json, cancellation);
    }

    private static async Task WriteEventAsync(HttpContext context, RunState state, CancellationToken cancellation)
    {
        using var bytes = new MemoryStream();
        await SseFormatter.WriteAsync(
            new[] { new SseItem<RunState>(state, state.Name) }.ToAsyncEnumerable(),
            bytes,
            (item, line) => line.Write(item.Data.ToJson().Span.TrimEnd((byte)'\n')),
            cancellation);
        await WriteAsync(context, bytes.GetBuffer().AsMemory(0, (int)bytes.Length), cancellation);
    }

    /// <summary>Writes as fast as the client reads. Disconnects a client that does not read.</summary>
    private static async Task WriteAsync(
        HttpContext context, ReadOnlyMemory<byte> bytes, CancellationToken cancellation)
    {
        using var stalled = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        for (var at = 0; at < bytes.Length; at += WrittenBytes)
        {
            stalled.CancelAfter(StallDeadline);
            await context.Response.Body.WriteAsync(
                bytes.Slice(at, Math.Min(WrittenBytes, bytes.Length - at)), stalled.Token);
        }

        await context.Response.Body.FlushAsync(stalled.Token);
    }
}
