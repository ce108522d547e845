namespace AElf.Bench.Electrum.Sources;

/// <summary>
/// The error of a JSON-RPC request, to an Electrum server or a node. The numbers from −32700 to −32000 are defined by
/// JSON-RPC 2.0, −28 to −1 by bitcoind (<c>rpc/protocol.h</c>), the others by ElectrumX or protocol 1.7.
/// </summary>
/// <param name="code">One of the constants.</param>
/// <param name="message">The given and the expected value.</param>
/// <param name="endsSession">Whether the session ends after the answer.</param>
public sealed class RpcException(int code, string message, bool endsSession = false) : Exception(message)
{
    /// <summary>Invalid JSON.</summary>
    public const int ParseError = -32700;

    /// <summary>JSON that is not a request.</summary>
    public const int InvalidRequest = -32600;

    /// <summary>An unknown method.</summary>
    public const int MethodNotFound = -32601;

    /// <summary>Arguments that do not fit the method.</summary>
    public const int InvalidArguments = -32602;

    /// <summary>A fault of the server itself.</summary>
    public const int InternalError = -32603;

    /// <summary>The server is not ready yet.</summary>
    public const int NotReady = -32000;

    /// <summary>The session has reached its limits (EXCESSIVE_RESOURCE_USAGE).</summary>
    public const int ExcessiveUse = -101;

    /// <summary>Missing data or a refusal (BAD_REQUEST).</summary>
    public const int BadRequest = 1;

    /// <summary>The node does not know the item (DAEMON_ERROR).</summary>
    public const int NodeError = 2;

    /// <summary>The history is too long to be sent (protocol 1.7).</summary>
    public const int HistoryTooLong = 10_001;

    /// <summary>Wrong number or kind of arguments (node).</summary>
    public const int Misused = -1;

    /// <summary>An argument of the wrong kind (node).</summary>
    public const int WrongKind = -3;

    /// <summary>A missing block or transaction.</summary>
    public const int NotFound = -5;

    /// <summary>An argument outside its range.</summary>
    public const int OutOfRange = -8;

    /// <summary>Bytes that are not a transaction or block.</summary>
    public const int Undecodable = -22;

    /// <summary>A transaction with missing or spent inputs.</summary>
    public const int Unverified = -25;

    /// <summary>A transaction that violates the rules.</summary>
    public const int Rejected = -26;

    /// <summary>The node is still starting.</summary>
    public const int WarmingUp = -28;

    public int Code => code;

    public bool EndsSession => endsSession;

    /// <summary>The error of a request that only a node can answer.</summary>
    public static RpcException NodeIsAway(IOException reason) =>
        new(NodeError, $"the node did not answer: {reason.Message}");
}
