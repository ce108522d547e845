using AElf.Bench.Core.Options;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>How a server is measured.</summary>
public sealed record ClientOptions
{
    public required Endpoint Server { get; init; }
    public bool IsTls { get; init; }

    /// <summary>A PEM file with the authorities that TLS trusts; null for the system's.</summary>
    public string? AuthorityFile { get; init; }

    /// <summary>How long it may take to connect, and how long one test may take.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>Requests of a JSON-RPC batch; 1 sends them without batches.</summary>
    public int BatchSize { get; init; } = 50;

    /// <summary>Whether all batches are sent at once; else each follows the answer to the one before.</summary>
    public bool IsPipelined { get; init; }

    /// <summary>Holds requests back, on all connections together; null for no limit.</summary>
    public RequestLimit? Limit { get; init; }

    /// <summary>Runs after the first one.</summary>
    public int Runs { get; init; } = 3;
}
