using System.Net;
using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Serving;
using AElf.Bench.Electrum.Sources;

namespace AElf.Benchmark.Verbs.Electrum.Serve;

/// <summary>What <c>electrum serve</c> was asked for.</summary>
internal sealed record ServeOptions
{
    /// <summary>The chain.</summary>
    public required ChainChoice Chain { get; init; }

    /// <summary>The engine's name.</summary>
    public required string Engine { get; init; }

    /// <summary>Where the index is kept.</summary>
    public required IndexLocation Store { get; init; }

    /// <summary>Bytes of memory that changes may take before they are committed.</summary>
    public long CommitAfter { get; init; }

    /// <summary>Where it listens.</summary>
    public required IPEndPoint Listen { get; init; }

    /// <summary>Where it listens with TLS; null for nowhere.</summary>
    public IPEndPoint? TlsListen { get; init; }

    /// <summary>The certificate for TLS.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>Time between new blocks; null for none.</summary>
    public TimeSpan? BlocksEvery { get; init; }

    /// <summary>Time between two looks at a node.</summary>
    public required TimeSpan Poll { get; init; }

    /// <summary>How long a node may take for an answer.</summary>
    public required TimeSpan NodeTimeout { get; init; }

    /// <summary>Transactions that wait.</summary>
    public int Mempool { get; init; }

    /// <summary>What clients may take.</summary>
    public required ServerLimits Limits { get; init; }
}
