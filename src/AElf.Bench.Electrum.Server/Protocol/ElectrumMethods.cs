namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>The methods of the Electrum protocol that several types name. The tables of the server have all.</summary>
internal static class ElectrumMethods
{
    public const string BlockHeader = "blockchain.block.header";
    public const string HeadersSubscribe = "blockchain.headers.subscribe";
    public const string OutpointSubscribe = "blockchain.outpoint.subscribe";
    public const string ScriptHistory = "blockchain.scripthash.get_history";
    public const string ScriptSubscribe = "blockchain.scripthash.subscribe";
    public const string Transaction = "blockchain.transaction.get";
    public const string Ping = "server.ping";
    public const string Version = "server.version";

    /// <summary>
    /// The name of a method about a script. From 1.7 on, requests contain the script in place of its hash.
    /// </summary>
    public static string Of(string scriptMethod, Version version) => version < ProtocolVersion.V17
        ? scriptMethod
        : scriptMethod.Replace(".scripthash.", ".scriptpubkey.", StringComparison.Ordinal);
}
