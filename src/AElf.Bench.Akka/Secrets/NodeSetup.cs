using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using Akka.Actor.Setup;

namespace AElf.Bench.Akka.Secrets;

/// <summary>A node's settings that are not in its configuration, because the configuration may be printed.</summary>
/// <param name="options">Secret, version, and time-out of the handshake.</param>
/// <param name="manager">The manager's address, the only address that is dialled; null dials none.</param>
internal sealed class NodeSetup(ConnectionOptions options, Endpoint? manager) : Setup
{
    private readonly TaskCompletionSource<Problem> refused = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public ConnectionOptions Options { get; } = options;
    public Endpoint? Manager { get; } = manager;

    /// <summary>Records the processes that this manager refuses; null for a node without joining processes.</summary>
    public Refusals? Refusals { get; init; }

    /// <summary>Why the first dial did not reach the manager; never completes without a reason.</summary>
    public Task<Problem> Refused => refused.Task;

    /// <summary>Ends the dial: the manager refused, or the peer is not a manager.</summary>
    public void Refuse(Problem reason) => refused.TrySetResult(reason);
}
