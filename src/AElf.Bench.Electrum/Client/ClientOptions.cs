using AElf.Bench.Core.Options;

namespace AElf.Bench.Electrum.Client;

/// <summary>How a server is measured.</summary>
public sealed record ClientOptions
{
    /// <summary>The server's address.</summary>
    public required Endpoint Server { get; init; }

    /// <summary>Whether the connection is TLS.</summary>
    public bool IsTls { get; init; }

    /// <summary>A PEM file with whom TLS trusts; null for the system's authorities.</summary>
    public string? AuthorityFile { get; init; }

    /// <summary>How long one test may take.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>Requests of a JSON-RPC batch; 1 sends them without batches.</summary>
    public int BatchSize { get; init; } = 50;

    /// <summary>Whether all batches are sent at once; else each when the one before is answered.</summary>
    public bool IsPipelined { get; init; }

    /// <summary>Runs after the first one.</summary>
    public int Runs { get; init; } = 3;
}
