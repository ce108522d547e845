namespace AElf.Bench.Electrum.Sources;

/// <summary>
/// The error of a request of JSON-RPC, of an Electrum server or a node: the numbers from −32700 to −32600 are those of
/// JSON-RPC 2.0, those from −28 to −5 bitcoind's (<c>rpc/protocol.h</c>), the others ElectrumX'.
/// </summary>
/// <param name="code">One of the numbers.</param>
/// <param name="message">What was given, and what would be right.</param>
/// <param name="endsSession">Whether nothing follows the answer.</param>
public sealed class RpcException(int code, string message, bool endsSession = false) : Exception(message)
{
    /// <summary>No JSON.</summary>
    public const int ParseError = -32700;

    /// <summary>JSON that is not a request.</summary>
    public const int InvalidRequest = -32600;

    /// <summary>A method that is not served.</summary>
    public const int MethodNotFound = -32601;

    /// <summary>Arguments that are not the method's.</summary>
    public const int InvalidArguments = -32602;

    /// <summary>The server's own fault.</summary>
    public const int InternalError = -32603;

    /// <summary>The server is not ready yet.</summary>
    public const int NotReady = -32000;

    /// <summary>The session has reached its limits (EXCESSIVE_RESOURCE_USAGE).</summary>
    public const int ExcessiveUse = -101;

    /// <summary>Missing data or a refusal (BAD_REQUEST).</summary>
    public const int BadRequest = 1;

    /// <summary>The node knows no such thing (DAEMON_ERROR).</summary>
    public const int NodeError = 2;

    /// <summary>The history is too long to be sent (protocol 1.7).</summary>
    public const int HistoryTooLong = 10_001;

    /// <summary>Arguments of the wrong number or kind, at a node.</summary>
    public const int Misused = -1;

    /// <summary>An argument whose kind a method of a node names.</summary>
    public const int WrongKind = -3;

    /// <summary>A block or transaction that is not there.</summary>
    public const int NotFound = -5;

    /// <summary>An argument outside its range.</summary>
    public const int OutOfRange = -8;

    /// <summary>Bytes that are not a transaction or block.</summary>
    public const int Undecodable = -22;

    /// <summary>A transaction whose inputs are not there, or spent.</summary>
    public const int Unverified = -25;

    /// <summary>A transaction that the rules refuse.</summary>
    public const int Rejected = -26;

    /// <summary>The node is still starting.</summary>
    public const int WarmingUp = -28;

    public int Code => code;

    public bool EndsSession => endsSession;

    /// <summary>The error of a request that only a node can answer.</summary>
    public static RpcException NodeIsAway(IOException reason) =>
        new(NodeError, $"the node cannot be asked now: {reason.Message}");
}
