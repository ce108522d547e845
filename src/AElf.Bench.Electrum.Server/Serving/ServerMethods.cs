using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>The methods about the server.</summary>
internal static class ServerMethods
{
    private const string Software = "AElf.Bench 1.0";

    public static IEnumerable<ServedMethod> All =>
    [
        new(ElectrumMethods.Version, Negotiate, 0, "client_name", "protocol_version") { IgnoresMore = true },
        new(ElectrumMethods.Ping, (_, in _, output) => output.Raw("null"u8), 0) { Before = ProtocolVersion.V17 },
        new(ElectrumMethods.Ping, WritePong, 0, "pong_len", "data") { Since = ProtocolVersion.V17 },
        new(ElectrumMethods.Ping, (_, in arguments, _) => arguments.EnsureDigits(0), 0, "data")
        {
            Since = ProtocolVersion.V17,
            IsNotification = true,
        },
        new("server.features", WriteFeatures, 0),
        new("server.banner", WriteBanner, 0),
        new("server.donation_address", (_, in _, output) => output.Raw("\"\""u8), 0),
        new("server.peers.subscribe", (_, in _, output) => output.Raw("[]"u8), 0),
        new("server.add_peer", (_, in _, output) => output.Flag(false), 1, "features"),
    ];

    // Clients show this text, so it has the differences from the real server.
    private static string SoftwareOf(SessionState session) =>
        session.Index.Deviation is { } deviation
            ? $"{Software} ({session.Index.EngineName}; {deviation})"
            : $"{Software} ({session.Index.EngineName})";

    // Chooses the highest common version. From 1.6 on, this request must be the first.
    private static void Negotiate(SessionState session, in Arguments arguments, JsonOutput output)
    {
        if (session.HasNegotiated)
        {
            throw new RpcException(RpcException.BadRequest, "server.version was already sent");
        }

        var (min, max) = VersionsOf(arguments);
        var highest = session.Answered == 0 ? ProtocolVersion.V17 : ProtocolVersion.V143;
        var version = max < highest ? max : highest;
        if (version < min || version < ProtocolVersion.V14)
        {
            throw new RpcException(
                RpcException.BadRequest,
                $"unsupported protocol version {min} to {max}; expected one from {ProtocolVersion.V14} to {highest}"
                    + (session.Answered == 0 ? "" : ", as server.version is not the first message"),
                endsSession: true);
        }

        (session.Version, session.HasNegotiated) = (version, true);
        output.Json($"[{SoftwareOf(session)},{version.ToString()}]");
    }

    private static (Version Min, Version Max) VersionsOf(in Arguments arguments)
    {
        var texts = arguments.Texts(1);
        if (texts.Count == 0 && !arguments.Has(1))
        {
            return (ProtocolVersion.V14, ProtocolVersion.V14);
        }

        return texts.Count is 1 or 2
            && ProtocolVersion.TryParse(texts[0], out var min)
            && ProtocolVersion.TryParse(texts[^1], out var max)
                ? (min, max)
                : throw arguments.Wrong(1, "a version such as \"1.4\", or the lowest and the highest in an array");
    }

    // Writes the number of digits that the client requests, so that the length of answers does not reveal the requests.
    private static void WritePong(SessionState session, in Arguments arguments, JsonOutput output)
    {
        var length = arguments.Number(0);
        if (length > session.Limits.MaxLine)
        {
            throw arguments.Wrong(0, $"at most {session.Limits.MaxLine}");
        }

        arguments.EnsureDigits(1);
        output.Raw("{\"data\":\""u8);
        output.Zeros(length);
        output.Raw("\"}"u8);
    }

    private static void WriteFeatures(SessionState session, in Arguments arguments, JsonOutput output)
    {
        output.Json($$"""{"hosts":{},"genesis_hash":{{session.Index.GenesisHash}}""");
        output.Raw(session.Version < ProtocolVersion.V17 ? ",\"hash_function\":\"sha256\""u8 : []);
        var (min, max) = (ProtocolVersion.V14.ToString(), ProtocolVersion.V17.ToString());
        output.Json($$""","server_version":{{SoftwareOf(session)}},"protocol_min":{{min}},"protocol_max":{{max}}""");
        output.Raw(",\"pruning\":null}"u8);
    }

    private static void WriteBanner(SessionState session, in Arguments arguments, JsonOutput output) =>
        output.Text($"{SoftwareOf(session)}: an index in the layout of {session.Index.EngineName}, for measurements");
}
