using AElf.Bench.Electrum.Chain;
using AElf.Bench.Electrum.Indexing.Engines;
using AElf.Bench.Electrum.Server.Protocol;

namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>An output, by its transaction and its index in the transaction.</summary>
internal readonly record struct Outpoint(Hash256 Id, uint Index)
{
    /// <summary>Has a random seed, so that clients cannot choose ids that collide.</summary>
    public override int GetHashCode() => HashCode.Combine(RandomizedHashes.Comparer.GetHashCode(Id), Index);
}

/// <summary>The creation and the spending of an output. A height is 0 or −1 while the transaction waits.</summary>
/// <param name="FunderHeight">Null while no transaction creates the output.</param>
/// <param name="Spender">Null while no transaction spends it.</param>
internal readonly record struct OutpointStatus(int? FunderHeight, Hash256? Spender, int? SpenderHeight);

/// <summary>The last sent status of an output.</summary>
/// <param name="Script">The hash of its script. A change of the output is also a change of the script.</param>
internal readonly record struct WatchedOutpoint(Hash256 Script, OutpointStatus Sent);

/// <summary>The methods about outputs, of protocol 1.7.</summary>
internal static class OutpointMethods
{
    private const string Hash = "tx_hash";
    private const string Index = "txout_idx";
    private const string Script = "spk_hint";

    public static IEnumerable<ServedMethod> All =>
    [
        new(ElectrumMethods.OutpointSubscribe, Subscribe, 3, Hash, Index, Script) { Since = ProtocolVersion.V17 },
        new("blockchain.outpoint.get_status", WriteStatus, 3, Hash, Index, Script) { Since = ProtocolVersion.V17 },
        new("blockchain.outpoint.unsubscribe", Unsubscribe, 2, Hash, Index) { Since = ProtocolVersion.V17 },
    ];

    /// <summary>Writes the known parts of a status.</summary>
    public static void Write(OutpointStatus status, JsonOutput output)
    {
        output.Raw(status.FunderHeight is null ? "{"u8 : "{\"funder_height\":"u8);
        if (status.FunderHeight is { } height)
        {
            output.Number(height);
        }

        if (status.Spender is { } spender)
        {
            output.Json($$""","spender_txhash":{{spender}},"spender_height":{{status.SpenderHeight!.Value}}""");
        }

        output.Raw("}"u8);
    }

    private static void Subscribe(SessionState session, in Arguments arguments, JsonOutput output)
    {
        var outpoint = OutpointOf(arguments);
        var watched = Watch(session, outpoint, arguments);
        session.Subscribe(outpoint, watched);
        Write(watched.Sent, output);
    }

    private static void WriteStatus(SessionState session, in Arguments arguments, JsonOutput output) =>
        Write(Watch(session, OutpointOf(arguments), arguments).Sent, output);

    private static void Unsubscribe(SessionState session, in Arguments arguments, JsonOutput output) =>
        output.Flag(session.Unsubscribe(OutpointOf(arguments)));

    private static WatchedOutpoint Watch(SessionState session, Outpoint outpoint, in Arguments arguments) => new(
        Hash256.Of(arguments.Bytes(2)),
        session.Index.Status(outpoint, script => ScriptMethods.HistoryOf(session, script), session.Costs));

    private static Outpoint OutpointOf(in Arguments arguments) =>
        new(arguments.Hash(0), (uint)arguments.Number(1));
}
