using Akka.Actor.Setup;
using AElf.Bench.Concurrency.Cluster.Wire;

namespace AElf.Bench.Akka.Secrets;

/// <summary>What a node is told beside its configuration, which may be printed.</summary>
/// <param name="options">Secret and version, and how long a handshake may take.</param>
internal sealed class NodeSetup(ConnectionOptions options) : Setup
{
    private readonly TaskCompletionSource<string> refused = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Secret and version, and how long a handshake may take.</summary>
    public ConnectionOptions Options { get; } = options;

    /// <summary>Why the first node that was dialled and refused did so; never completes without.</summary>
    public Task<string> Refused => refused.Task;

    /// <summary>A node that was dialled refuses.</summary>
    public void Refuse(string reason) => refused.TrySetResult(reason);
}
