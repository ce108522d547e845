using System.Net;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.Operations.Health;

namespace AElf.Benchmark.Verbs.Top;

/// <summary>Thrown when no manager answers, or nothing at all; the message says which, and what to do.</summary>
internal sealed class ManagerMissingException(string message, Exception? inner) : Exception(message, inner);

/// <summary>Asks a manager for its status.</summary>
internal sealed class ManagerClient : IDisposable
{
    private const int MaxBytes = 16 << 20;
    private static readonly TimeSpan MaxWait = TimeSpan.FromSeconds(5);

    private readonly Endpoint manager;
    private readonly Uri status;
    private readonly HttpClient http;

    /// <summary>Connects to the manager at an address; over TLS, the authority must vouch for it.</summary>
    /// <exception cref="FormatException">The authority's file cannot be read, or holds no certificate.</exception>
    public ManagerClient(Uri address, string? authorityFile)
    {
        manager = new Endpoint(address.Host, address.Port);
        status = new Uri(address, "/status");
        var handler = new SocketsHttpHandler { UseProxy = false, AllowAutoRedirect = false, UseCookies = false };
        handler.SslOptions.CertificateChainPolicy = TrustPolicy.From(
            authorityFile, (text, cause) => new FormatException($"--ca: {text}", cause));
        http = new HttpClient(handler) { Timeout = MaxWait, MaxResponseContentBufferSize = MaxBytes };
    }

    /// <exception cref="ManagerMissingException">No manager answers.</exception>
    /// <exception cref="OperationCanceledException">The call was cancelled.</exception>
    public ClusterStatus Ask(CancellationToken cancel)
    {
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, status);
            using var answer = http.Send(request, cancel);
            return answer.StatusCode == HttpStatusCode.OK
                ? Read(answer, cancel)
                : throw Missing(Refusal(answer.StatusCode));
        }
        catch (HttpRequestException exception)
        {
            throw Missing(Describe(exception), exception);
        }
        catch (OperationCanceledException exception) when (!cancel.IsCancellationRequested)
        {
            throw Missing(
                $"{manager} accepted the connection but did not answer within {MaxWait.TotalSeconds:0} s", exception);
        }
    }

    public void Dispose() => http.Dispose();

    private static ManagerMissingException Missing(string message, Exception? inner = null) => new(message, inner);

    private ClusterStatus Read(HttpResponseMessage answer, CancellationToken cancel)
    {
        try
        {
            using var body = new MemoryStream();
            answer.Content.CopyTo(body, context: null, cancel);
            return HealthJson.ReadStatus(body.GetBuffer().AsSpan(0, (int)body.Length));
        }
        catch (FormatException exception)
        {
            throw Missing(
                $"an HTTP server answers at {manager}, but its /status is not that of a manager: "
                    + "it is another program or another version",
                exception);
        }
    }

    private string Refusal(HttpStatusCode code) => code switch
    {
        HttpStatusCode.NotFound => $"an HTTP server answers at {manager}, but it has no /status: "
            + "it is not a manager; is it the address of a worker?",
        _ => AllowedHosts.Refusal(manager, code)
            ?? $"an HTTP server answers at {manager}, but /status ends with HTTP {(int)code}",
    };

    private string Describe(HttpRequestException exception) => exception.HttpRequestError switch
    {
        HttpRequestError.NameResolutionError =>
            $"the name {Quoted.Text(manager.Host)} cannot be resolved; is it spelled correctly?",
        HttpRequestError.ConnectionError =>
            $"nothing answers at {manager}, the HTTP port of a manager at "
                + $"{manager with { Port = manager.Port - ActorSystemOptions.HttpPortDistance }}: is it running there? "
                + "--manager HOST:PORT is the port that workers join; http://HOST:PORT is taken as it is",
        HttpRequestError.SecureConnectionError =>
            $"{manager} has no TLS certificate of the --ca authority; omit --ca for a manager without TLS",
        HttpRequestError.ConfigurationLimitExceeded =>
            $"an HTTP server answers at {manager}, but its answer is too large for a status: it is not a manager",
        _ => $"something answers at {manager}, but not in HTTP: it is not a manager; "
            + "is it a store's address, or has the manager a certificate (--ca FILE)?",
    };
}
