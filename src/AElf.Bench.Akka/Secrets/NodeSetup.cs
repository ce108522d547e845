using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using Akka.Actor.Setup;

namespace AElf.Bench.Akka.Secrets;

/// <summary>A node's settings beside its configuration, which may be printed.</summary>
/// <param name="options">Secret and version, and how long a handshake may take.</param>
/// <param name="manager">The manager's address, the only one that is dialled; null dials none.</param>
internal sealed class NodeSetup(ConnectionOptions options, Endpoint? manager) : Setup
{
    private readonly TaskCompletionSource<Problem> refused = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public ConnectionOptions Options { get; } = options;
    public Endpoint? Manager { get; } = manager;

    /// <summary>Notes the processes that this manager refuses; null for a node that none joins.</summary>
    public Refusals? Refusals { get; init; }

    /// <summary>
    /// The reason why the manager was not reached when it was first dialled; never completes without one.
    /// </summary>
    public Task<Problem> Refused => refused.Task;

    /// <summary>Ends the dial: the manager refused, or the peer is not a manager.</summary>
    public void Refuse(Problem reason) => refused.TrySetResult(reason);
}
