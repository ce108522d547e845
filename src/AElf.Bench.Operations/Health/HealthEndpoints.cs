using System.Security.Cryptography;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace AElf.Bench.Operations.Health;

/// <summary>
/// The read-only state of a program over HTTP: GET and HEAD only, not readable by pages of other sites, not cached.
/// </summary>
public static class HealthEndpoints
{
    private const string Json = "application/json; charset=utf-8";
    private const string NothingMayLoad = "default-src 'none'; frame-ancestors 'none'";

    private static readonly Answer NotRead = new(
        "text/plain; charset=utf-8",
        "only GET and HEAD are answered here\n"u8.ToArray(),
        StatusCodes.Status405MethodNotAllowed);

    /// <summary>
    /// Maps a worker's <c>/health</c> and <c>/metrics</c>. The functions are called on request threads.
    /// </summary>
    public static void Map(IEndpointRouteBuilder endpoints, Func<HealthReport> health, PrometheusText metrics)
    {
        Map(endpoints, "/health", () => HealthAnswer(health()));
        Map(
            endpoints,
            "/metrics",
            () => new Answer(PrometheusText.ContentType, Encoding.UTF8.GetBytes(metrics.Write())));
    }

    /// <summary>
    /// Maps a manager's <c>/health</c>, <c>/metrics</c>, <c>/status</c> and the live page at <c>/</c>. The functions
    /// are called on request threads.
    /// </summary>
    public static void Map(
        IEndpointRouteBuilder endpoints, Func<HealthReport> health, PrometheusText metrics, Func<ClusterStatus> status)
    {
        Map(endpoints, health, metrics);
        var page = LivePage.Read();
        Map(endpoints, "/status", () => new Answer(Json, HealthJson.Write(status())));
        Map(endpoints, "/", () => new Answer("text/html; charset=utf-8", page.Html, Policy: page.Policy));
    }

    private static Answer HealthAnswer(HealthReport report) =>
        new(
            Json,
            HealthJson.Write(report),
            report.IsAvailable ? StatusCodes.Status200OK : StatusCodes.Status503ServiceUnavailable);

    // Maps all methods, so that a refusal has the same headers as other answers.
    private static void Map(IEndpointRouteBuilder endpoints, string path, Func<Answer> answer) =>
        endpoints.Map(path, context => AnswerAsync(context, answer));

    private static Task AnswerAsync(HttpContext context, Func<Answer> read)
    {
        var (request, response) = (context.Request, context.Response);
        var isRead = HttpMethods.IsGet(request.Method) || HttpMethods.IsHead(request.Method);
        if (!isRead)
        {
            response.Headers.Allow = "GET, HEAD";
        }

        var answer = isRead ? read() : NotRead;
        response.StatusCode = answer.Code;
        response.ContentType = answer.ContentType;
        response.ContentLength = answer.Body.Length;
        response.Headers.XContentTypeOptions = "nosniff";
        response.Headers.ContentSecurityPolicy = answer.Policy;
        response.Headers.CacheControl = "no-store";
        response.Headers["Referrer-Policy"] = "no-referrer";
        response.Headers["Cross-Origin-Resource-Policy"] = "same-origin";
        return HttpMethods.IsHead(request.Method)
            ? Task.CompletedTask
            : response.Body.WriteAsync(answer.Body, context.RequestAborted).AsTask();
    }

    private sealed record Answer(
        string ContentType, byte[] Body, int Code = StatusCodes.Status200OK, string Policy = NothingMayLoad);
}

/// <summary>
/// The manager's page: one file with its style and script, and a policy that allows only these two.
/// </summary>
internal sealed class LivePage
{
    private LivePage(string html)
    {
        Html = Encoding.UTF8.GetBytes(html);
        Policy = $"default-src 'none'; script-src '{HashOf(html, "script")}'; style-src '{HashOf(html, "style")}'; "
            + "connect-src 'self'; img-src data:; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    /// <summary>The page, UTF-8.</summary>
    public byte[] Html { get; }

    /// <summary>The page's Content-Security-Policy.</summary>
    public string Policy { get; }

    public static LivePage Read()
    {
        using var file = typeof(LivePage).Assembly.GetManifestResourceStream("LivePage.html")
            ?? throw new InvalidOperationException("the page is not in the assembly");
        using var reader = new StreamReader(file, Encoding.UTF8);
        return new LivePage(reader.ReadToEnd().ReplaceLineEndings("\n"));
    }

    private static string HashOf(string html, string element)
    {
        var start = html.IndexOf($"<{element}>", StringComparison.Ordinal) + element.Length + 2;
        var end = html.IndexOf($"</{element}>", StringComparison.Ordinal);
        return "sha256-" + Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(html[start..end])));
    }
}
