namespace AElf.Bench.Electrum.Server.Serving;

/// <summary>Answers a request with an error; the message says what was given and what would be right.</summary>
internal sealed class RequestException : Exception
{
    /// <summary>The protocol's error for missing data or a refusal (ElectrumX, BAD_REQUEST).</summary>
    public const int BadRequest = 1;

    /// <summary>The node knows no such thing (ElectrumX, DAEMON_ERROR).</summary>
    public const int NodeError = 2;

    /// <summary>The history is too long to be sent (protocol 1.7).</summary>
    public const int HistoryTooLong = 10_001;

    /// <summary>The session has reached its limits (ElectrumX, EXCESSIVE_RESOURCE_USAGE).</summary>
    public const int ExcessiveUse = -101;

    /// <summary>The server is not ready yet (JSON-RPC 2.0, server error).</summary>
    public const int NotReady = -32000;

    /// <summary>No JSON (JSON-RPC 2.0).</summary>
    public const int ParseError = -32700;

    /// <summary>JSON, and no request (JSON-RPC 2.0).</summary>
    public const int InvalidRequest = -32600;

    /// <summary>The method is unknown (JSON-RPC 2.0).</summary>
    public const int MethodNotFound = -32601;

    /// <summary>The arguments are not the method's (JSON-RPC 2.0).</summary>
    public const int InvalidArguments = -32602;

    /// <summary>The server's own fault (JSON-RPC 2.0).</summary>
    public const int InternalError = -32603;

    public RequestException(int code, string message, bool endsSession = false)
        : base(message) => (Code, EndsSession) = (code, endsSession);

    /// <summary>The error of a request that only a node can answer.</summary>
    public static RequestException NodeIsAway(IOException reason) =>
        new(NodeError, $"the node cannot be asked now: {reason.Message}");

    public int Code { get; }

    /// <summary>Whether nothing follows the answer.</summary>
    public bool EndsSession { get; }
}
