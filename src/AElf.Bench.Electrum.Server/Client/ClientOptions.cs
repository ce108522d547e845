using AElf.Bench.Core.Options;

namespace AElf.Bench.Electrum.Server.Client;

/// <summary>The options for measuring a server.</summary>
public sealed record ClientOptions
{
    public required Endpoint Server { get; init; }
    public bool IsTls { get; init; }
    public string Transport => IsTls ? "TLS" : "TCP";

    /// <summary>A PEM file with the trusted authorities for TLS; null trusts the authorities of the system.</summary>
    public string? AuthorityFile { get; init; }

    /// <summary>Maximum time for connecting, and for one test.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>Requests of a JSON-RPC batch; 1 for single requests.</summary>
    public int BatchSize { get; init; } = 50;

    /// <summary>Whether all batches are sent at once; otherwise each follows the answer to the previous one.</summary>
    public bool IsPipelined { get; init; }

    /// <summary>The common request limit of all connections; null for no limit.</summary>
    public RequestLimit? Limit { get; init; }

    /// <summary>Number of runs after the first run.</summary>
    public int Runs { get; init; } = 3;
}
