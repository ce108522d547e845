using Akka.Actor;
using Akka.Cluster;
using AElf.Bench.Akka.Links;
using AElf.Bench.Akka.Links.Proto;
using AElf.Bench.Akka.Nodes;
using AElf.Bench.Akka.Routees;
using AElf.Bench.Akka.Secrets;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Local;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Akka;

/// <summary>
/// The engine on Akka.NET: Akka.Remote carries the messages, Akka.Cluster knows who is there, and each actor is an Akka
/// actor. What is granted to whom, and what is in the log, is decided as everywhere.
/// </summary>
internal sealed class AkkaEngine(ActorSystemOptions hosts) : IActorEngine
{
    /// <summary>How long a worker waits to become a member, at a manager that may still start.</summary>
    private static readonly TimeSpan MaxJoining = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan MaxLeaving = TimeSpan.FromSeconds(5);

    // Actors have a system of their own, that needs no address: a node that was held for dead joins as another one, and
    // the actors of its runs stay.
    private readonly Lazy<ActorSystem> actors = new(() => AkkaNode.Open(hosts, "local"));
    private ActorSystem? listening;

    /// <inheritdoc/>
    public LocalOptions On(LocalOptions options) =>
        options with { Mailboxes = new RouteeMailboxes(actors.Value, hosts.Router, options.Actors.Routing) };

    /// <inheritdoc/>
    public WorkerHostOptions On(WorkerHostOptions options) =>
        options with { Mailboxes = new RouteeMailboxes(actors.Value, hosts.Router, options.Routing) };

    /// <inheritdoc/>
    public async Task<IMessageChannel> JoinAsync(Endpoint manager, CancellationToken cancellation)
    {
        var setup = new NodeSetup(ConnectionOptions.Of(hosts));
        var node = AkkaNode.Open(hosts, "cluster", "worker", manager, setup);
        try
        {
            var up = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            Cluster.Get(node).RegisterOnMemberUp(() => up.TrySetResult());
            try
            {
                await ThrowIfRefusedAsync(setup, up.Task).WaitAsync(MaxJoining, cancellation);
            }
            catch (WireException exception)
            {
                throw new WireException($"{manager}: {exception.Message}", exception);
            }
            catch (TimeoutException exception)
            {
                throw new WireException(
                    $"{manager} cannot be reached: no cluster {node.Name} took this node in within "
                        + $"{MaxJoining.TotalSeconds:0} s",
                    exception);
            }

            return await LinkAsync(node, setup, manager, "worker", isMember: true, cancellation);
        }
        catch
        {
            await LeaveAsync(node);
            throw;
        }
    }

    /// <inheritdoc/>
    public async Task<IMessageChannel> SubmitAsync(Endpoint manager, CancellationToken cancellation)
    {
        var setup = new NodeSetup(ConnectionOptions.Of(hosts));
        var node = AkkaNode.Open(hosts, "remote", role: "", seed: null, setup);
        try
        {
            return await LinkAsync(node, setup, manager, "run", isMember: false, cancellation);
        }
        catch
        {
            await LeaveAsync(node);
            throw;
        }
    }

    /// <inheritdoc/>
    public void Listen(
        ConnectionOptions connection,
        TimeSpan strangerDeadline,
        Func<IMessageChannel, Task> workers,
        Func<IMessageChannel, Task> benchmarks)
    {
        listening = AkkaNode.Open(hosts, "cluster", "manager", hosts.Address);
        var paths = new Dictionary<string, ServedPath>(StringComparer.Ordinal)
        {
            ["worker"] = new ServedPath(
                connection with { Limits = PeerLimits.OfWorkers(strangerDeadline) }, IsForMembers: true, workers),
            ["run"] = new ServedPath(
                connection with { Limits = PeerLimits.OfBenchmarks(strangerDeadline) },
                IsForMembers: false,
                benchmarks),
        };
        var hash = NodeConfiguration.HashOf(listening.Settings.Config);
        listening.ActorOf(Props.Create(() => new ManagerActor(hash, paths)), ManagerActor.Name);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (listening is not null)
        {
            await LeaveAsync(listening);
        }

        if (actors.IsValueCreated)
        {
            await actors.Value.Terminate();
        }
    }

    private async Task<IMessageChannel> LinkAsync(
        ActorSystem node,
        NodeSetup setup,
        Endpoint manager,
        string path,
        bool isMember,
        CancellationToken cancellation)
    {
        var opened = new TaskCompletionSource<AkkaChannel>(TaskCreationOptions.RunContinuationsAsynchronously);
        var receptionist = node.ActorSelection(
            $"{NodeConfiguration.AddressOf(hosts, manager)}/system/receptionist");
        var open = new Open
        {
            Path = path,
            Cluster = node.Name,
            Configuration = isMember ? NodeConfiguration.HashOf(node.Settings.Config) : "",
        };
        node.ActorOf(Props.Create(() => new DialledLink(receptionist, open, setup.Options, isMember, opened)), path);
        try
        {
            await ThrowIfRefusedAsync(setup, opened.Task).WaitAsync(cancellation);
            var channel = await opened.Task;
            channel.OnDispose = () => LeaveAsync(node);
            return channel;
        }
        catch (WireException exception)
        {
            throw new WireException($"{manager}: {exception.Message}", exception);
        }
    }

    private static async Task ThrowIfRefusedAsync(NodeSetup setup, Task opened)
    {
        if (await Task.WhenAny(opened, setup.Refused) == setup.Refused)
        {
            throw new WireException(await setup.Refused);
        }

        await opened;
    }

    /// <summary>Leaves the cluster as a member should, if it is one, and ends the node.</summary>
    private static Task LeaveAsync(ActorSystem node) => CoordinatedShutdown.Get(node)
        .Run(CoordinatedShutdown.ClrExitReason.Instance)
        .WaitAsync(MaxLeaving)
        .ContinueWith(_ => node.Terminate(), TaskScheduler.Default)
        .Unwrap();
}
