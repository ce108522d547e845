namespace AElf.Bench.Core.Options;

/// <summary>
/// Reads a store's address as other programs write it, to say which options name the same store here.
/// </summary>
internal static class StoreAddress
{
    private const int UsualPort = 6379;

    private static readonly string[] Schemes = ["redis", "rediss", "valkey", "valkeys"];

    private static readonly string[] OtherServers = ["keydb", "garnet", "dragonfly"];

    /// <summary>
    /// The options for a text; null when its meaning is unknown. No user and no password is repeated.
    /// </summary>
    public static string? Hint(string text) => text switch
    {
        _ when OtherServers.Contains(text, StringComparer.OrdinalIgnoreCase) =>
            "use --database redis: the server speaks its protocol",
        ['/', ..] or ['u', 'n', 'i', 'x', ':', ..] =>
            "Unix sockets are not supported: use --dbhost HOST --dbport PORT",
        _ when text.Contains("://", StringComparison.Ordinal) => OfUri(text),
        _ => OfHost(text),
    };

    private static string? OfUri(string text)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out var uri) || !Schemes.Contains(uri.Scheme, StringComparer.Ordinal)
            || Options(uri.Host, uri.Port > 0 ? uri.Port : UsualPort) is not { } address)
        {
            return null;
        }

        var login = uri.UserInfo.Length == 0 ? ""
            : uri.UserInfo.StartsWith(':') ? " --password-file FILE"
            : " --user NAME --password-file FILE";
        var tls = uri.Scheme is "rediss" or "valkeys" ? " --tls" : "";
        var database = StoreSettings.Database.Rule.Parse(uri.AbsolutePath.Trim('/')) is int number and > 0
            ? FormattableString.Invariant($" {StoreSettings.Database.Option} {number}")
            : "";
        return $"URIs are not supported: use --database redis {address}{database}{login}{tls}";
    }

    private static string? OfHost(string text) =>
        Endpoint(text) is var (host, port) && Options(host, port) is { } address ? $"use {address}" : null;

    private static (string Host, int? Port)? Endpoint(string text)
    {
        if (text is ['[', .. var inner, ']'])
        {
            return (inner, null);
        }

        var colon = text.LastIndexOf(':');
        return colon > 0 && SettingRules.Port.Parse(text[(colon + 1)..]) is int port ? (text[..colon], port) : null;
    }

    private static string? Options(string host, int? port) =>
        SettingRules.Host.Parse(host.Trim('[', ']')) is string named
            ? $"--dbhost {named}{(port is { } number ? FormattableString.Invariant($" --dbport {number}") : "")}"
            : null;
}
