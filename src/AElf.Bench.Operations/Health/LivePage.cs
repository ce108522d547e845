using System.Security.Cryptography;
using System.Text;

namespace AElf.Bench.Operations.Health;

/// <summary>
/// The manager's page: one file with its style and script, and a policy that lets a browser run only these two.
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
