using Akka.Actor.Setup;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Akka.Secrets;

/// <summary>What a node is told beside its configuration, which may be printed.</summary>
/// <param name="options">Secret and version, and how long a handshake may take.</param>
/// <param name="manager">Where the manager is, the only node that is dialled; null dials none.</param>
internal sealed class NodeSetup(ConnectionOptions options, Endpoint? manager) : Setup
{
    private readonly TaskCompletionSource<string> refused = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Secret and version, and how long a handshake may take.</summary>
    public ConnectionOptions Options { get; } = options;

    /// <summary>Where the manager is, the only node that is dialled; null dials none.</summary>
    public Endpoint? Manager { get; } = manager;

    /// <summary>Why the manager was not to be had when it was first dialled; never completes without.</summary>
    public Task<string> Refused => refused.Task;

    /// <summary>The manager refuses, or is none to talk to.</summary>
    public void Refuse(string reason) => refused.TrySetResult(reason);
}
