using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Concurrency.Cluster.Hosting;

/// <summary>
/// What carries messages between processes, and gives actors their mailboxes and threads: what is built in, or an
/// engine of its own. A process has one.
/// </summary>
public interface IActorEngine : IAsyncDisposable
{
    /// <summary>How the host of one process works on this engine.</summary>
    LocalOptions On(LocalOptions options);

    /// <summary>How a worker works on this engine.</summary>
    WorkerHostOptions On(WorkerHostOptions options);

    /// <summary>Connects to a manager as a worker.</summary>
    /// <exception cref="WireException">There is none, or it is none of ours; the message says which.</exception>
    Task<IMessageChannel> JoinAsync(Endpoint manager, CancellationToken cancellation);

    /// <summary>
    /// Begins to listen for workers, where the engine does that itself; what is built in does it beside the manager's
    /// pages.
    /// </summary>
    /// <param name="connection">How, and where frames are counted.</param>
    /// <param name="strangerDeadline">How long a peer may take to say who it is.</param>
    /// <param name="workers">Serves a worker until its channel ends.</param>
    /// <returns>Ends when it listens no more.</returns>
    /// <exception cref="IOException">It cannot listen there.</exception>
    Task Listen(ConnectionOptions connection, TimeSpan strangerDeadline, Func<IMessageChannel, Task> workers);
}

/// <summary>What is built in: WebSockets, and a thread for each actor.</summary>
public sealed class BuiltInEngine(ActorSystemOptions hosts) : IActorEngine
{
    /// <inheritdoc/>
    public LocalOptions On(LocalOptions options) => options;

    /// <inheritdoc/>
    public WorkerHostOptions On(WorkerHostOptions options) => options;

    /// <inheritdoc/>
    public async Task<IMessageChannel> JoinAsync(Endpoint manager, CancellationToken cancellation) =>
        await FrameConnection.ConnectAsync(manager, "/worker", ConnectionOptions.Of(hosts), cancellation);

    /// <inheritdoc/>
    public Task Listen(
        ConnectionOptions connection, TimeSpan strangerDeadline, Func<IMessageChannel, Task> workers) =>
        // Its WebSockets are paths of the manager's HTTP listener.
        Task.Delay(Timeout.Infinite);

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
