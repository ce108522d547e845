namespace AElf.Bench.Core.Stores;

/// <summary>How a store failed.</summary>
public enum StoreFault
{
    /// <summary>No connection could be made, or the store still loads its data.</summary>
    Unreachable,

    /// <summary>The store refused the login, or wants one.</summary>
    Login,

    Closed,
    Timeout,

    /// <summary>The peer does not speak the protocol, or broke it.</summary>
    Protocol,

    /// <summary>The store answered a command of ours with an error.</summary>
    Refused,
}

/// <summary>The store failed: it is away, slow, or not what it should be.</summary>
public sealed class StoreException : Exception
{
    // What the system says of a connection. nutcracker answers so for a server that is away.
    private static readonly string[] ProxyErrors =
    [
        "ERR Connection", "ERR Host is down", "ERR No route to host", "ERR Network is", "ERR Broken pipe",
    ];

    // nutcracker's whole words for a server that went away in mid-command: EINVAL, or no error at all.
    private static readonly string[] WholeProxyErrors = ["ERR Invalid argument", "ERR unknown"];

    /// <summary>
    /// Names the fault; <paramref name="message"/> says what was asked, of whom, what came and what would be right.
    /// </summary>
    public StoreException(StoreFault fault, string message, Exception? innerException = null)
        : base(message, innerException)
    {
        Fault = fault;
    }

    public StoreFault Fault { get; }

    /// <summary>Whether what was asked may have been done all the same, or may still be done.</summary>
    public bool IsIndeterminate { get; init; }

    /// <summary>
    /// What an error reply means: <see cref="StoreFault.Unreachable"/> when it is a proxy's word that the server behind
    /// it is away, else <see cref="StoreFault.Refused"/>.
    /// </summary>
    public static StoreFault FaultOf(string reply) =>
        Array.Exists(ProxyErrors, error => reply.StartsWith(error, StringComparison.Ordinal))
        || WholeProxyErrors.Contains(reply.TrimEnd(), StringComparer.Ordinal)
            ? StoreFault.Unreachable
            : StoreFault.Refused;

    /// <summary>Whether a later attempt may succeed with nothing changed.</summary>
    public bool IsTransient => Fault is StoreFault.Unreachable or StoreFault.Closed or StoreFault.Timeout;
}
