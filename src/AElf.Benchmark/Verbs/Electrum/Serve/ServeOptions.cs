using System.Net;
using System.Security.Cryptography.X509Certificates;
using AElf.Bench.Electrum.Chain.Synthetic;
using AElf.Bench.Electrum.Indexing;
using AElf.Bench.Electrum.Server.Serving;
using AElf.Bench.Electrum.Sources;

namespace AElf.Benchmark.Verbs.Electrum.Serve;

/// <summary>The checked words of <c>electrum serve</c>.</summary>
internal sealed record ServeOptions
{
    public ChainChoice Chain { get; init; } = new(new SyntheticChainOptions(), null, null, "regtest");
    public string Engine { get; init; } = "fulcrum";
    public IndexLocation Store { get; init; } = IndexLocation.Memory;

    /// <summary>Bytes of memory that changes may take before they are committed.</summary>
    public long CommitAfter { get; init; }

    public IPEndPoint Listen { get; init; } = new(IPAddress.Loopback, 50001);

    /// <summary>Address to listen on with TLS; null without TLS.</summary>
    public IPEndPoint? TlsListen { get; init; }

    /// <summary>Certificate for TLS; null without TLS.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>Time between new blocks; null for none.</summary>
    public TimeSpan? BlocksEvery { get; init; }

    /// <summary>Time between two polls of a node.</summary>
    public TimeSpan Poll { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>The longest wait for a node's answer.</summary>
    public TimeSpan NodeTimeout { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>Transactions that wait in the mempool.</summary>
    public int Mempool { get; init; }

    public ServerLimits Limits { get; init; } = new();
}
