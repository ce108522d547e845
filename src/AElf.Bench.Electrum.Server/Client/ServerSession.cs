using System.Diagnostics;
using System.Text.Json;
using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>The last block of a server's chain.</summary>
internal readonly record struct ServerTip(int Height, Hash256 Hash);

/// <summary>A session with a server over one connection. It stores the scripts and blocks of notifications.</summary>
/// <param name="answers">The buffer for answers; reused by successive sessions.</param>
/// <param name="scripts">The scripts of the wallet by their hashes; null if some are unknown.</param>
internal sealed class ServerSession(
    ClientOptions options,
    AnswerLines answers,
    IReadOnlyDictionary<Hash256, byte[]>? scripts,
    CancellationToken cancellation) : IDisposable
{
    private const int Pings = 21;

    private readonly ElectrumConnection connection = ElectrumConnection.Open(options, cancellation);
    private readonly HashSet<Hash256> changed = [];
    private readonly List<(int Height, long At)> blocks = [];
    private Version version = ProtocolVersion.V14;

    /// <summary>The scripts of received notifications.</summary>
    public IReadOnlySet<Hash256> Changed => changed;

    /// <summary>The blocks of received notifications, each with its timestamp.</summary>
    public IReadOnlyList<(int Height, long At)> Blocks => blocks;

    public void Dispose() => connection.Dispose();

    /// <summary>Receives notifications for a time, without sending requests.</summary>
    public void Listen(TimeSpan time)
    {
        connection.Listen(time, answers);
        TakeNotifications();
    }

    /// <summary>Greets the server; returns its name and the protocol version that it chose.</summary>
    public (string Software, string Protocol) Greet()
    {
        // From 1.7 on, requests contain the script, so the client must know all scripts.
        var newest = scripts is null ? ProtocolVersion.V16 : ProtocolVersion.V17;
        var result = Ask(ElectrumMethods.Version, $"\"AElf.Bench\",[\"{ProtocolVersion.V14}\",\"{newest}\"]");
        var isPair = result.ValueKind == JsonValueKind.Array && result.GetArrayLength() == 2;
        return isPair && result[0].AsText() is { } software && result[1].AsText() is { } protocol
            && ProtocolVersion.TryParse(protocol, out version) && version <= newest
            ? (RpcAnswers.Shown(software), protocol)
            : throw AnswerReader.NoAnswer(
                $"the server's version is {RpcAnswers.Shown(result.GetRawText())}; expected its name and the "
                    + "protocol's version");
    }

    /// <summary>Its last block, from a new request; subscribes to further blocks.</summary>
    public ServerTip Tip()
    {
        var result = Ask(ElectrumMethods.HeadersSubscribe, "");
        return result.Find("height"u8)?.AsNumber() is { } height
            && HashOf(result.Find("hex"u8)?.AsText()) is { } hash
                ? new ServerTip(height, hash)
                : throw AnswerReader.NoAnswer($"the server's tip is {RpcAnswers.Shown(result.GetRawText())}");
    }

    public Hash256 BlockAt(int height)
    {
        var result = Ask(ElectrumMethods.BlockHeader, FormattableString.Invariant($"{height}"));
        return HashOf(result.AsText()) ?? throw AnswerReader.NoAnswer(
            $"the server's header {height} is {RpcAnswers.Shown(result.GetRawText())}");
    }

    /// <summary>The median round trip.</summary>
    public TimeSpan Ping()
    {
        TimeSpan[] pings = [.. Enumerable.Range(0, Pings).Select(_ => PingOnce()).Order()];
        return pings[Pings / 2];
    }

    public TimeSpan PingOnce() =>
        Exchange(RequestLines.Single(ElectrumMethods.Ping, []), (_, _) => { }).Elapsed;

    /// <summary>Sends the same request for many hashes, and reads each result with its hash's number.</summary>
    /// <exception cref="ServerFaultException">The server failed; the problem describes it.</exception>
    public ClientPhase Exchange(string method, IReadOnlyList<Hash256> hashes, Action<int, JsonElement> read)
    {
        var name = ElectrumMethods.Of(method, version);
        var isOfScripts = !string.Equals(name, method, StringComparison.Ordinal);
        return Exchange(RequestLines.Of(name, hashes, options.BatchSize, isOfScripts ? scripts : null), read);
    }

    /// <summary>Requests the headers of blocks, and reads each result with its index among the heights.</summary>
    /// <exception cref="ServerFaultException">The server failed; the problem describes it.</exception>
    public ClientPhase Headers(IReadOnlyList<int> heights, Action<int, JsonElement> read) =>
        Exchange(RequestLines.Of(ElectrumMethods.BlockHeader, heights, options.BatchSize), read);

    private JsonElement Ask(string method, string arguments)
    {
        var answer = default(JsonElement);
        Exchange(
            RequestLines.Single(method, System.Text.Encoding.ASCII.GetBytes(arguments)),
            (_, result) => answer = result.Clone());
        return answer;
    }

    private ClientPhase Exchange(RequestLines requests, Action<int, JsonElement> read)
    {
        var isPipelined = options.IsPipelined && requests.Lines.Count > 1;
        var elapsed = connection.Exchange(requests, isPipelined, answers);
        var started = Stopwatch.GetTimestamp();
        AnswerReader.Read(answers, requests, read);
        TakeNotifications();
        return new ClientPhase(
            requests.Count, elapsed, requests.Size, answers.Received, Stopwatch.GetElapsedTime(started));
    }

    private void TakeNotifications()
    {
        foreach (var (line, at) in answers.Notifications)
        {
            var (script, height) = Notification.Read(line);
            changed.UnionWith(script is { } one ? [one] : []);
            blocks.AddRange(height is { } top ? [(top, at)] : []);
        }
    }

    private static Hash256? HashOf(string? header) => HeaderOf(header)?.Hash();

    /// <summary>Reads a header in hexadecimal digits; null for other texts.</summary>
    internal static BlockHeader? HeaderOf(string? text)
    {
        try
        {
            return text?.Length == 2 * BlockHeader.Size ? BlockHeader.Read(Convert.FromHexString(text)) : null;
        }
        catch (FormatException)
        {
            return null;
        }
    }
}
