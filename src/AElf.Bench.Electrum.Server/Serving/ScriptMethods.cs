using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Server.Protocol;
using AElf.Bench.Electrum.Sources;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>
/// The methods about scripts. Requests contain the hash of a script, and from protocol 1.7 on the script.
/// </summary>
internal static class ScriptMethods
{
    private const string Script = "scripthash";

    public static IEnumerable<ServedMethod> All =>
    [
        .. ByHash.Select(method => method with { Before = ProtocolVersion.V17 }),
        .. ByHash.Select(method => method with
        {
            Name = ElectrumMethods.Of(method.Name, ProtocolVersion.V17),
            Arguments = ["scriptpubkey"],
            Since = ProtocolVersion.V17,
        }),
    ];

    private static ServedMethod[] ByHash =>
    [
        new(ElectrumMethods.ScriptSubscribe, Subscribe, 1, Script),
        new("blockchain.scripthash.unsubscribe", Unsubscribe, 1, Script) { Since = ProtocolVersion.V142 },
        new(ElectrumMethods.ScriptHistory, WriteHistory, 1, Script),
        new("blockchain.scripthash.get_mempool", WriteMempool, 1, Script),
        new("blockchain.scripthash.get_balance", WriteBalance, 1, Script),
        new("blockchain.scripthash.listunspent", WriteUnspent, 1, Script),
    ];

    /// <summary>Writes a status; null for a script without transactions.</summary>
    /// <param name="status">The status, in byte order, not reversed.</param>
    public static void WriteStatus(Hash256? status, JsonOutput output)
    {
        if (status is not { } known)
        {
            output.Raw("null"u8);
            return;
        }

        output.Hex(known.Bytes);
    }

    /// <summary>The history of a script.</summary>
    /// <exception cref="RpcException">The history is too long.</exception>
    public static IReadOnlyList<HistoryEntry> HistoryOf(SessionState session, Hash256 script)
    {
        var history = session.Histories.Find(script, session.Costs);
        return history.Count <= session.Limits.MaxHistory
            ? history
            : throw new RpcException(
                session.Version < ProtocolVersion.V17 ? RpcException.BadRequest : RpcException.HistoryTooLong,
                $"the history has {history.Count} transactions; at most {session.Limits.MaxHistory} are sent");
    }

    private static Hash256 ScriptOf(SessionState session, in Arguments arguments) =>
        session.Version < ProtocolVersion.V17 ? arguments.Hash(0) : Hash256.Of(arguments.Bytes(0));

    private static void Subscribe(SessionState session, in Arguments arguments, JsonOutput output) =>
        WriteStatus(session.Subscribe(ScriptOf(session, arguments)), output);

    private static void Unsubscribe(SessionState session, in Arguments arguments, JsonOutput output) =>
        output.Flag(session.Unsubscribe(ScriptOf(session, arguments)));

    private static void WriteHistory(SessionState session, in Arguments arguments, JsonOutput output)
    {
        var script = ScriptOf(session, arguments);
        var history = HistoryOf(session, script);
        output.Raw("["u8);
        output.Values(
            history,
            static (output, entry) => output.Json($$"""{"tx_hash":{{entry.Id}},"height":{{entry.Height}}}"""));
        output.Values(session.Index.Waiting(script), WriteWaiting, isFirst: history.Count == 0);
        output.Raw("]"u8);
    }

    private static void WriteMempool(SessionState session, in Arguments arguments, JsonOutput output) =>
        output.List(session.Index.Waiting(ScriptOf(session, arguments)), WriteWaiting);

    private static void WriteBalance(SessionState session, in Arguments arguments, JsonOutput output)
    {
        var coins = CoinsOf(session, arguments);
        output.Json($$"""{"confirmed":{{coins.Confirmed}},"unconfirmed":{{coins.Total - coins.Confirmed}}}""");
    }

    private static void WriteUnspent(SessionState session, in Arguments arguments, JsonOutput output) => output.List(
        [.. CoinsOf(session, arguments).Unspent],
        static (output, coin) => output.Json(
            $$"""{"tx_hash":{{coin.Id}},"tx_pos":{{coin.Index}},"height":{{coin.Height}},"value":{{coin.Value}}}"""));

    private static ScriptCoins CoinsOf(SessionState session, in Arguments arguments)
    {
        var script = ScriptOf(session, arguments);
        return session.Index.CoinsOf(script, HistoryOf(session, script), session.Costs);
    }

    private static void WriteWaiting(JsonOutput output, MempoolEntry entry) =>
        output.Json($$"""{"tx_hash":{{entry.Id}},"height":{{entry.Height}},"fee":{{entry.Fee}}}""");
}
