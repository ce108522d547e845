using System.Net;
using System.Net.Http.Headers;
using System.Text.Json;

namespace AElf.Bench.Electrum.Sources;

/// <summary>The address of a node, with time-outs.</summary>
/// <param name="Url">For example http://127.0.0.1:8332/.</param>
public sealed record NodeAddress(Uri Url, NodeLogin Login)
{
    public static TimeSpan UsualTimeout { get; } = TimeSpan.FromSeconds(60);
    public static TimeSpan UsualRetryTimeout { get; } = TimeSpan.FromSeconds(30);

    /// <summary>Time-out of one call.</summary>
    public TimeSpan Timeout { get; init; } = UsualTimeout;

    /// <summary>Time-out of retries while the node is unreachable, warms up or is too busy.</summary>
    public TimeSpan RetryTimeout { get; init; } = UsualRetryTimeout;
}

/// <summary>One call of a batch.</summary>
/// <param name="Arguments">Texts and numbers.</param>
internal readonly record struct NodeCall(string Method, params object[] Arguments);

/// <summary>Calls a bitcoind, or a server with the same interface. It checks all answers.</summary>
/// <param name="handler">Sends the requests; null for a persistent connection.</param>
/// <param name="time">Measures the retry time-out.</param>
internal sealed class NodeClient(NodeAddress address, HttpMessageHandler? handler = null, TimeProvider? time = null)
    : IDisposable
{
    private const int MaxAnswer = 512 << 20;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    private readonly TimeProvider time = time ?? TimeProvider.System;

    private readonly HttpClient http = new(handler ?? NewHandler())
    {
        Timeout = address.Timeout,
        MaxResponseContentBufferSize = MaxAnswer,
        DefaultRequestHeaders = { Authorization = AuthenticationHeaderValue.Parse(address.Login.Header) },
    };

    /// <summary>Calls a method without arguments, and reads its result.</summary>
    /// <exception cref="RpcException">The node answered with an error.</exception>
    /// <exception cref="IOException">
    /// The node cannot be reached, refuses the login, or sends another answer.
    /// </exception>
    public T Call<T>(string method, Func<JsonElement, T> read) =>
        Call([new NodeCall(method)], (_, result) => read(result))[0];

    /// <summary>Calls several methods at once, and reads each result with its index among the calls.</summary>
    /// <param name="refused">Makes the result of a call with an error; null throws the first error.</param>
    /// <inheritdoc cref="Call{T}(string, Func{JsonElement, T})"/>
    public T[] Call<T>(
        IReadOnlyList<NodeCall> calls, Func<int, JsonElement, T> read, Func<RpcException, T>? refused = null)
    {
        var body = JsonSerializer.SerializeToUtf8Bytes(
            calls.Select((call, id) => new { id, method = call.Method, @params = call.Arguments }));
        var started = time.GetTimestamp();
        while (true)
        {
            try
            {
                using var answer = Send(body);
                return Read(answer.RootElement, calls, read, refused);
            }
            catch (Exception exception) when (IsTransient(exception))
            {
                if (time.GetElapsedTime(started) >= address.RetryTimeout)
                {
                    throw new IOException($"{address.Url}: {exception.Message}", exception);
                }
            }

            Thread.Sleep(Pause);
        }
    }

    public void Dispose() => http.Dispose();

    // The idle time-out is shorter than bitcoind's.
    private static SocketsHttpHandler NewHandler() => new()
    {
        PooledConnectionIdleTimeout = TimeSpan.FromSeconds(10),
        AllowAutoRedirect = false,
        UseCookies = false,
        UseProxy = false,
    };

    // bitcoind answers with status 503 if its work queue is full.
    private static bool IsTransient(Exception exception) => exception
        is HttpRequestException
        {
            StatusCode: null or HttpStatusCode.ServiceUnavailable,
            HttpRequestError: not HttpRequestError.ConfigurationLimitExceeded,
        }
        or RpcException { Code: RpcException.WarmingUp };

    private JsonDocument Send(byte[] body)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, address.Url)
        {
            Content = new ByteArrayContent(body)
            {
                Headers = { ContentType = new MediaTypeHeaderValue("application/json") },
            },
        };
        try
        {
            // Reads the whole answer here, so that the time-out covers it.
            using var response = http.Send(request, HttpCompletionOption.ResponseContentRead);
            EnsureAdmitted(response.StatusCode);
            using var content = response.Content.ReadAsStream();
            return JsonDocument.Parse(content, new JsonDocumentOptions { MaxDepth = RpcAnswers.MaxDepth });
        }
        catch (OperationCanceledException exception)
        {
            throw new IOException(
                $"{address.Url} gave no answer within {address.Timeout.TotalSeconds:0.###} s", exception);
        }
        catch (HttpRequestException exception) when (
            exception.HttpRequestError == HttpRequestError.ConfigurationLimitExceeded)
        {
            throw Strange($"answers with more than {MaxAnswer} bytes", exception);
        }
        catch (JsonException exception)
        {
            throw Strange("answers with something other than JSON", exception);
        }
    }

    private void EnsureAdmitted(HttpStatusCode status)
    {
        switch (status)
        {
            case HttpStatusCode.Unauthorized:
                throw new IOException(
                    $"{address.Url} refuses user and password; expected its rpcuser and rpcpassword, or its .cookie");
            case HttpStatusCode.Forbidden:
                throw new IOException($"{address.Url} refuses this address; allow it with the node's rpcallowip");
            case HttpStatusCode.ServiceUnavailable:
                throw new HttpRequestException("the node is too busy", inner: null, status);
            case >= (HttpStatusCode)300 and not HttpStatusCode.InternalServerError:
                throw Strange($"answers with status {(int)status}");
        }
    }

    private T[] Read<T>(
        JsonElement answer,
        IReadOnlyList<NodeCall> calls,
        Func<int, JsonElement, T> read,
        Func<RpcException, T>? refused)
    {
        // A server that does not support batches, or fails before it reads the batch, answers with a single error.
        if (RpcAnswers.ErrorOf(answer) is { } single)
        {
            throw Refusal(single);
        }

        if (answer.ValueKind != JsonValueKind.Array || answer.GetArrayLength() != calls.Count)
        {
            throw Strange($"does not send one answer to each of {calls.Count} calls");
        }

        var (results, answers) = (new T[calls.Count], new RpcAnswers(calls.Count, text => Strange(text)));
        foreach (var each in answer.EnumerateArray())
        {
            var number = answers.NumberOf(each);
            results[number] = RpcAnswers.ErrorOf(each) is { } error
                ? (refused ?? throw Refusal(error))(Refusal(error))
                : read(number, answers.ResultOf(each, number));
        }

        return results;
    }

    private static RpcException Refusal(JsonElement error) => new(
        error.Find("code"u8)?.AsNumber() ?? RpcException.InternalError,
        error.Find("message"u8)?.AsText() ?? "an error without a message");

    private IOException Strange(string what, Exception? inner = null) =>
        new($"{address.Url} {what}; expected a bitcoind's JSON-RPC", inner);
}
