using System.Net;
using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Sources;

namespace AElf.Benchmark.Verbs.Electrum.Serve;

/// <summary>The checked words of <c>electrum serve</c>.</summary>
internal sealed record ServeOptions
{
    public required ChainChoice Chain { get; init; }
    public required string Engine { get; init; }
    public required IndexLocation Store { get; init; }

    /// <summary>Bytes of memory that changes may take before they are committed.</summary>
    public long CommitAfter { get; init; }

    public required IPEndPoint Listen { get; init; }

    /// <summary>Address to listen on with TLS; null without TLS.</summary>
    public IPEndPoint? TlsListen { get; init; }

    /// <summary>Certificate for TLS; null without TLS.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>Time between new blocks; null for none.</summary>
    public TimeSpan? BlocksEvery { get; init; }

    /// <summary>Time between two polls of a node.</summary>
    public required TimeSpan Poll { get; init; }

    /// <summary>The longest wait for a node's answer.</summary>
    public required TimeSpan NodeTimeout { get; init; }

    /// <summary>Transactions that wait in the mempool.</summary>
    public int Mempool { get; init; }

    public required ServerLimits Limits { get; init; }
}
