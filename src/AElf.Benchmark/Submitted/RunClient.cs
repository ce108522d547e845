using System.Net;
using System.Net.Http.Headers;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Stores;
using AElf.Bench.Harness.Submitted;
using AElf.Bench.Operations.Health;
using AElf.Bench.Settings;

namespace AElf.Benchmark.Submitted;

/// <summary>
/// Submits runs to a manager over HTTP, and reads its status. With a secret, each request about a run contains a proof
/// of the secret over a nonce of the manager. An answer without the manager's proof is ignored.
/// </summary>
/// <param name="manager">Address of the manager.</param>
/// <param name="connection">Secret, and files for TLS.</param>
/// <exception cref="WireException">A file for TLS is invalid.</exception>
internal sealed class RunClient(Uri manager, ConnectionOptions connection) : IDisposable
{
    private const string Runs = "/runs";
    private const string Status = "/status";

    // A manager reports a run at least every five seconds.
    private static readonly TimeSpan MaxSilence = TimeSpan.FromSeconds(20);
    private const int SlowestBytesPerSecond = 64 << 10;

    private readonly ActorSystemOptions hosts = connection.Hosts;
    private readonly HttpClient http = new((connection with { Tls = manager.Scheme is "https" }).OpenHandler())
    {
        Timeout = Timeout.InfiniteTimeSpan,
        MaxResponseContentBufferSize = RunState.MaxReportBytes,
    };

    /// <summary>Maximum time for an answer.</summary>
    public TimeSpan AnswerDeadline { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>Maximum time for a submission with a file of this size. With a secret, it has two answers.</summary>
    public TimeSpan MaxSubmission(int bytes) =>
        DeadlineOf(bytes) + (hosts.Secret is null ? TimeSpan.Zero : AnswerDeadline);

    /// <summary>The manager's address: scheme, host and port.</summary>
    public string Name => manager.GetLeftPart(UriPartial.Authority);

    /// <summary>The call that cancels a run at the manager, for a shell.</summary>
    /// <param name="given">Settings that reach the manager.</param>
    public string CallOfCancel(RunId run, ResolvedSettings given) => OwnProgram.Call(
        [
            "cancel", $"{run}", "--manager", Name,
            .. ProgramSettings.All
                .Where(row => row.Topic == Topic.Security && row.IsOptionOf(Programs.Cancel) && given.IsTyped(row))
                .SelectMany(row => new[] { row.Option!, given[row]! }),
        ]);

    /// <summary>Submits a run, or joins it.</summary>
    /// <param name="load">Contents of the file with its load; empty for none.</param>
    /// <param name="cancellation">Ends the wait for the answer.</param>
    /// <exception cref="WireException">No manager accepted the run.</exception>
    public async Task<RunState> SubmitAsync(
        SubmittedRun run, ReadOnlyMemory<byte> load, CancellationToken cancellation)
    {
        var json = new ByteArrayContent(run.ToJson());
        json.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        HttpContent content = load.IsEmpty ? json : new MultipartFormDataContent
        {
            { json, "run" }, { new ReadOnlyMemoryContent(load), "load", "load" },
        };
        using var answer = await SendAsync(HttpMethod.Post, Runs, content, cancellation);
        return await ReadAsync(answer, cancellation);
    }

    /// <exception cref="WireException">No manager answers.</exception>
    public async Task<RunState> CancelAsync(string run, CancellationToken cancellation)
    {
        using var answer = await SendAsync(HttpMethod.Delete, $"{Runs}/{run}", content: null, cancellation);
        return await ReadAsync(answer, cancellation);
    }

    /// <summary>States of a run until the run or the connection ends.</summary>
    /// <exception cref="WireException">
    /// The manager cannot be reached, or the address belongs to another program.
    /// </exception>
    public async IAsyncEnumerable<RunState> FollowAsync(
        string run, [EnumeratorCancellation] CancellationToken cancellation)
    {
        using var answer = await SendAsync(HttpMethod.Get, $"{Runs}/{run}/events", content: null, cancellation);
        if (answer.Content.Headers.ContentType?.MediaType is not "text/event-stream")
        {
            yield return await ReadAsync(answer, cancellation);
            yield break;
        }

        await using var stream = await answer.Content.ReadAsStreamAsync(cancellation);
        await using var events = new EventReader(stream, MaxSilence);
        await foreach (var state in events.ReadAllAsync(cancellation))
        {
            yield return state;
        }
    }

    /// <summary>The manager's status of its cluster.</summary>
    /// <exception cref="WireException">No manager answers.</exception>
    public async Task<ClusterStatus> AskStatusAsync(CancellationToken cancellation)
    {
        using var message = new HttpRequestMessage(HttpMethod.Get, new Uri(manager, Status));
        using var answer = await AskAsync(
            message, AnswerDeadline, HttpCompletionOption.ResponseContentRead, cancellation);
        try
        {
            return answer.IsSuccessStatusCode
                ? HealthJson.ReadStatus(await answer.Content.ReadAsByteArrayAsync(cancellation))
                : throw new WireException(Refusal(answer, Status));
        }
        catch (FormatException exception)
        {
            throw new WireException(
                $"its {Status} is not that of a manager: it is another program or another version", exception);
        }
    }

    public void Dispose() => http.Dispose();

    private TimeSpan DeadlineOf(int bytes) => AnswerDeadline + TimeSpan.FromSeconds(bytes / SlowestBytesPerSecond);

    private static async Task<RunState> ReadAsync(HttpResponseMessage answer, CancellationToken cancellation)
    {
        try
        {
            await answer.Content.LoadIntoBufferAsync(RunState.MaxReportBytes, cancellation);
            var body = await answer.Content.ReadAsByteArrayAsync(cancellation);
            return answer.StatusCode switch
            {
                HttpStatusCode.OK => new RunState.Ended(body),
                HttpStatusCode.Accepted => new RunState.UnderWay(default),
                _ => RunState.Read("refused", body),
            };
        }
        catch (Exception exception) when (exception is HttpRequestException or IOException or FormatException)
        {
            throw new WireException($"the answer was lost: {exception.GetBaseException().Message}", exception);
        }
    }

    private async Task<HttpResponseMessage> SendAsync(
        HttpMethod method, string path, HttpContent? content, CancellationToken cancellation)
    {
        var body = content is null ? [] : await content.ReadAsByteArrayAsync(cancellation);
        using var message = new HttpRequestMessage(method, new Uri(manager, path)) { Content = content };
        var request = $"{method} {path}";
        var proof = hosts.Secret is { } secret
            ? RunProof.Create(secret, await AskForNonceAsync(cancellation), request, body)
            : null;
        message.Headers.Authorization = proof is null
            ? null
            : new AuthenticationHeaderValue(RunProof.Scheme, proof.ToString());
        var answer = await AskAsync(
            message,
            DeadlineOf(body.Length),
            HttpCompletionOption.ResponseHeadersRead,
            cancellation);
        try
        {
            if (await RefusalOfAsync(answer, cancellation) is { } refusal)
            {
                throw new WireException(refusal);
            }

            var answered = ParameterOf(answer, "Authentication-Info", "proof");
            return proof?.IsAnswered(hosts.Secret!, request, answered)
                != false
                ? answer
                : throw new WireException("it did not prove the cluster's secret, so its answers are ignored");
        }
        catch
        {
            answer.Dispose();
            throw;
        }
    }

    private async Task<string> AskForNonceAsync(CancellationToken cancellation)
    {
        using var message = new HttpRequestMessage(HttpMethod.Get, new Uri(manager, Runs));
        using var answer = await AskAsync(
            message, AnswerDeadline, HttpCompletionOption.ResponseHeadersRead, cancellation);
        return answer.StatusCode == HttpStatusCode.Unauthorized
            && ParameterOf(answer, "WWW-Authenticate", "nonce") is { } nonce
            ? nonce
            : throw new WireException(
                answer.StatusCode == HttpStatusCode.MethodNotAllowed
                    ? "it has no secret, and this process has one: give both the same, or neither"
                    : await RefusalOfAsync(answer, cancellation) ?? "it does not request a proof of the secret");
    }

    private static string? ParameterOf(HttpResponseMessage answer, string header, string name) =>
        answer.Headers.TryGetValues(header, out var values)
        && AuthenticationHeaderValue.TryParse(values.First(), out var given)
        && given is { Scheme: RunProof.Scheme, Parameter: { } parameter }
        && parameter.StartsWith($"{name}=", StringComparison.Ordinal)
            ? parameter[(name.Length + 1)..].Trim('"')
            : null;

    private async Task<HttpResponseMessage> AskAsync(
        HttpRequestMessage message,
        TimeSpan atMost,
        HttpCompletionOption until,
        CancellationToken cancellation)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(atMost);
        try
        {
            return await http.SendAsync(message, until, deadline.Token);
        }
        catch (HttpRequestException exception)
        {
            throw new WireException(Describe(exception), exception);
        }
        catch (Exception exception) when (exception is SocketException or IOException)
        {
            // HttpClient throws these if a connection is reset right after connecting.
            throw new WireException($"the connection was lost: {exception.Message}", exception);
        }
        catch (OperationCanceledException exception) when (!cancellation.IsCancellationRequested)
        {
            throw new WireException($"no answer came within {atMost.TotalSeconds:0} s", exception);
        }
    }

    /// <summary>The refusal in an answer that is not about a run; null for an answer about a run.</summary>
    private async Task<string?> RefusalOfAsync(HttpResponseMessage answer, CancellationToken cancellation)
    {
        if (answer.IsSuccessStatusCode)
        {
            return null;
        }

        var isOurs = answer.Content.Headers.ContentType?.MediaType is "application/json";
        if (isOurs && answer.StatusCode is HttpStatusCode.BadRequest or HttpStatusCode.NotFound
            or HttpStatusCode.Conflict or HttpStatusCode.RequestEntityTooLarge)
        {
            return null;
        }

        return isOurs && await ReadAsync(answer, cancellation) is RunState.Refused { Problems: var problems }
            ? string.Join("; ", problems)
            : Refusal(answer, Runs);
    }

    private string Refusal(HttpResponseMessage answer, string path) =>
        AllowedHosts.Refusal(new Endpoint(manager.Host, manager.Port), answer.StatusCode)
            ?? $"something answers, but has no {path} (HTTP {(int)answer.StatusCode}): it is not a manager; is it a "
                + "worker?";

    private string Describe(HttpRequestException exception) => exception.HttpRequestError switch
    {
        HttpRequestError.NameResolutionError =>
            $"the name {Quoted.Text(manager.Host)} cannot be resolved; is it spelled correctly?",
        HttpRequestError.ConnectionError =>
            $"nothing answers at {manager.Authority} ({exception.GetBaseException().Message}): is a manager running "
                + "there? --manager HOST:PORT is the address that workers join; HTTP is "
                + $"{ActorSystemOptions.HttpPortDistance} above it, and --manager http://HOST:PORT is used unchanged",
        HttpRequestError.SecureConnectionError =>
            $"no trusted TLS connection: {exception.GetBaseException().Message.TrimEnd('.')}. Does it speak TLS, and "
                + $"is its certificate signed by {hosts.AuthorityFile ?? "an authority of this system"} (--ca)?",
        HttpRequestError.ResponseEnded or HttpRequestError.InvalidResponse =>
            "it does not answer in HTTP: it is not a manager, requires TLS (--ca FILE), or "
                + "has too many connections",
        _ => exception.GetBaseException().Message,
    };
}
