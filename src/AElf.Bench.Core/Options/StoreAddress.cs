namespace AElf.Bench.Core.Options;

/// <summary>Reads a store's address in the form of other programs, and gives advice on invalid ones.</summary>
internal static class StoreAddress
{
    private const int UsualPort = 6379;
    private const string UnixScheme = "unix:";
    private const string Expected =
        "expected redis://USER@HOST:PORT/DB (port 1 to 65535), rediss:// for TLS, or unix:/PATH";

    private static readonly string[] Schemes = ["redis", "rediss", "valkey", "valkeys"];

    private static readonly string[] OtherServers = ["keydb", "garnet", "dragonfly"];

    /// <summary>The settings of a URI; null for another text, and for a URI with a password.</summary>
    /// <returns>The key of each, and its text.</returns>
    public static IReadOnlyList<(string Key, string Text)>? Read(string text)
    {
        if (UnixPath(text.Split("?db=")[0]) is { } path)
        {
            return [("Type", "redis"), ("Host", path), .. Database(text.Split("?db=")[1..])];
        }

        return UriOf(text) is not { } uri || uri.UserInfo.Contains(':', StringComparison.Ordinal)
            || uri.Query.Length + uri.Fragment.Length > 0 || uri.Port == 0
            ? null
            :
            [
                ("Type", "redis"),
                ("Host", uri.Host.Trim('[', ']')),
                ("Port", $"{(uri.Port > 0 ? uri.Port : UsualPort)}"),
                .. Database([.. uri.AbsolutePath.Split('/', StringSplitOptions.RemoveEmptyEntries)]),
                .. uri.UserInfo.Length > 0 ? [("User", Uri.UnescapeDataString(uri.UserInfo))] : None,
                .. uri.Scheme is "rediss" or "valkeys" ? [("Tls", "true")] : None,
            ];
    }

    /// <summary>The path of a Unix socket, with or without the scheme; null for another text.</summary>
    public static string? UnixPath(string text)
    {
        var path = text.StartsWith(UnixScheme, StringComparison.Ordinal) ? text[UnixScheme.Length..] : text;
        path = path.StartsWith("///", StringComparison.Ordinal) ? path[2..] : path;
        return path is ['/', not '/', ..] && System.Text.Encoding.UTF8.GetByteCount(path) <= HostRule.MaxSocketPath
            && !path.Any(char.IsControl)
            && !(text.StartsWith(UnixScheme, StringComparison.Ordinal) && path.Contains('?', StringComparison.Ordinal))
            ? path
            : null;
    }

    /// <summary>
    /// Advice for an invalid text; null if its meaning is unknown. The advice never repeats a user or a password.
    /// </summary>
    public static string? Hint(string text) => text switch
    {
        _ when OtherServers.Contains(text, StringComparer.OrdinalIgnoreCase) =>
            "use --database redis: the server speaks its protocol",
        _ when UnixPath(text) is not null => $"use {StoreSettings.Type.Option} for a Unix socket",
        _ when text.StartsWith(UnixScheme, StringComparison.Ordinal) || text is ['/', ..] =>
            $"expected unix:/PATH, an absolute path of at most {HostRule.MaxSocketPath} bytes",
        _ when text.Contains("://", StringComparison.Ordinal) => OfUri(text),
        _ => OfHost(text),
    };

    private static (string Key, string Text)[] None => [];

    private static Uri? UriOf(string text) =>
        Uri.TryCreate(text, UriKind.Absolute, out var uri) && Schemes.Contains(uri.Scheme, StringComparer.Ordinal)
            && uri.Host.Length > 0
            ? uri
            : null;

    private static string OfUri(string text) => UriOf(text) switch
    {
        { UserInfo: var login, Query: var query } when login.Contains(':', StringComparison.Ordinal)
            || query.Contains("pass", StringComparison.OrdinalIgnoreCase) =>
            "other users can see a password on the command line: leave it out of the URI, and use "
                + $"{StoreSettings.PasswordFile.Option} FILE, {StoreSettings.Password.EnvironmentName} or "
                + StoreSettings.RedisCliPassword,
        not null when Read(text) is not null => $"use {StoreSettings.Type.Option} for a URI",
        _ => Expected,
    };

    private static (string Key, string Text)[] Database(string[] parts) =>
        parts.Length == 0 ? [] : [("Db", string.Join('/', parts))];

    // A host with a port, or an IPv6 address in brackets.
    private static string? OfHost(string text)
    {
        var colon = text is [.., ']'] ? -1 : text.LastIndexOf(':');
        var port = colon > 0 && text[(colon + 1)..] is { Length: > 0 } end && end.All(char.IsAsciiDigit) ? end : null;
        var host = SettingRules.Host.Parse((port is null ? text : text[..colon]).Trim('[', ']'));
        return port switch
        {
            _ when host is null || (port is null && text is not ['[', .., ']']) => null,
            null => $"use --dbhost {host}",
            _ when SettingRules.Port.Parse(port) is null => $"expected a port from 1 to 65535, not {Quoted.Text(port)}",
            _ => $"use --dbhost {host} --dbport {port}",
        };
    }
}
