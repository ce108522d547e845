namespace AElf.Bench.Electrum.Sources;

/// <summary>The error of a call of a node's JSON-RPC; the codes are bitcoind's (<c>rpc/protocol.h</c>).</summary>
/// <param name="code">Below 0.</param>
/// <param name="message">What was given, and what would be right.</param>
public sealed class RpcException(int code, string message) : Exception(message)
{
    /// <summary>No JSON.</summary>
    public const int Parse = -32700;

    /// <summary>JSON that is not a request.</summary>
    public const int InvalidRequest = -32600;

    /// <summary>A method that is not served.</summary>
    public const int UnknownMethod = -32601;

    /// <summary>Something is wrong in the node.</summary>
    public const int Internal = -32603;

    /// <summary>Arguments of the wrong number or kind.</summary>
    public const int Misused = -1;

    /// <summary>An argument whose kind a method names.</summary>
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

    /// <summary>One of the codes, below 0.</summary>
    public int Code => code;
}
