namespace AElf.Bench.Electrum.Server.Protocol;

/// <summary>The methods of the Electrum protocol, by their names on the wire.</summary>
internal static class ElectrumMethods
{
    public const string BlockHeader = "blockchain.block.header";
    public const string BlockHeaders = "blockchain.block.headers";
    public const string EstimateFee = "blockchain.estimatefee";
    public const string HeadersSubscribe = "blockchain.headers.subscribe";
    public const string OutpointStatus = "blockchain.outpoint.get_status";
    public const string OutpointSubscribe = "blockchain.outpoint.subscribe";
    public const string OutpointUnsubscribe = "blockchain.outpoint.unsubscribe";
    public const string RelayFee = "blockchain.relayfee";
    public const string ScriptBalance = "blockchain.scripthash.get_balance";
    public const string ScriptHistory = "blockchain.scripthash.get_history";
    public const string ScriptMempool = "blockchain.scripthash.get_mempool";
    public const string ScriptUnspent = "blockchain.scripthash.listunspent";
    public const string ScriptSubscribe = "blockchain.scripthash.subscribe";
    public const string ScriptUnsubscribe = "blockchain.scripthash.unsubscribe";
    public const string Broadcast = "blockchain.transaction.broadcast";
    public const string BroadcastPackage = "blockchain.transaction.broadcast_package";
    public const string Transaction = "blockchain.transaction.get";
    public const string TransactionTest = "blockchain.transaction.testmempoolaccept";
    public const string TransactionMerkle = "blockchain.transaction.get_merkle";
    public const string TransactionFromPosition = "blockchain.transaction.id_from_pos";
    public const string FeeHistogram = "mempool.get_fee_histogram";
    public const string MempoolInfo = "mempool.get_info";
    public const string MempoolRecent = "mempool.recent";
    public const string AddPeer = "server.add_peer";
    public const string Banner = "server.banner";
    public const string DonationAddress = "server.donation_address";
    public const string Features = "server.features";
    public const string Peers = "server.peers.subscribe";
    public const string Ping = "server.ping";
    public const string Version = "server.version";

    /// <summary>
    /// The name of a method about a script. From 1.7 on, requests contain the script in place of its hash.
    /// </summary>
    public static string Of(string scriptMethod, Version version) => version < ProtocolVersion.V17
        ? scriptMethod
        : scriptMethod.Replace(".scripthash.", ".scriptpubkey.", StringComparison.Ordinal);
}
