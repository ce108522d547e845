using System.Diagnostics.Metrics;
using System.Net.Sockets;
using AElf.Bench.Akka.Links;
using AElf.Bench.Akka.Nodes;
using AElf.Bench.Akka.Routees;
using AElf.Bench.Akka.Secrets;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Concurrency.Hosts;
using AElf.Bench.Core.Options;
using Akka.Actor;

namespace AElf.Bench.Akka;

/// <summary>
/// Decides how a process becomes a node of a cluster on Akka.NET: workers dial the manager, and the manager never
/// dials. Refuses a peer without the secret. It decides no grants and no log. Next: <see cref="LinkActor"/>.
/// </summary>
/// <param name="hosts">The cluster's settings.</param>
/// <param name="refused">Called with a line about a refused process, on any thread.</param>
public sealed class AkkaCluster(ActorSystemOptions hosts, Action<string>? refused = null) : IAsyncDisposable
{
    private readonly Refusals refusals = new(refused ?? (_ => { }), TimeProvider.System);
    private readonly NodeConfiguration configuration = new(hosts);
    private readonly NodeEvents events = new();

    // Akka's own actors need no address. They stay when a worker's node ends and the worker joins with another node.
    private ActorSystem? actors;
    private ActorSystem? listening;

    /// <summary>
    /// Maximum wait of a worker for its link at a manager that accepts connections, and of a manager for a member's
    /// request.
    /// </summary>
    internal TimeSpan MaxJoining { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>Adds the events of the process' nodes, and its refusals, to a meter.</summary>
    public void AddTo(Meter meter)
    {
        events.AddTo(meter);
        refusals.AddTo(meter);
    }

    /// <summary>The options, with Akka's router for a worker's actors if it is requested.</summary>
    public WorkerHostOptions On(WorkerHostOptions options)
    {
        if (hosts.Router is not RouterOwner.Akka)
        {
            return options;
        }

        var system = actors ??= Open(NodeKind.Local, new NodeSetup(new ConnectionOptions(hosts), manager: null));
        return options with
        {
            OpenMailboxes = (count, capacity) => new RouteeMailboxes(system, options.Routing, count, capacity),
        };
    }

    /// <summary>Joins a manager as a worker.</summary>
    /// <exception cref="WireException">
    /// The manager cannot be reached or is another program; the message says which.
    /// </exception>
    public async Task<IMessageChannel> JoinAsync(Endpoint manager, CancellationToken cancellation)
    {
        var setup = new NodeSetup(new ConnectionOptions(hosts), manager);
        await ThrowIfNobodyListensAsync(manager, setup.Options.HandshakeTimeout, cancellation);
        var node = Open(NodeKind.Worker, setup);
        try
        {
            var channel = await LinkAsync(node, setup, cancellation);
            channel.OnDispose = node.Terminate;
            return channel;
        }
        catch (Exception exception)
        {
            await node.Terminate();
            throw exception switch
            {
                WireException refused => new WireException(refused.Problem.After($"{manager}: "), exception),
                TimeoutException => new WireException(
                    $"{manager} cannot be reached: it did not admit this node to cluster {node.Name} within "
                        + $"{MaxJoining.TotalSeconds:0} s",
                    exception),
                _ => exception,
            };
        }
    }

    /// <summary>Begins to listen for workers, as their manager.</summary>
    /// <param name="connection">The connections' settings, with the counter of their frames.</param>
    /// <param name="admissionDeadline">Time-out for a peer to identify itself.</param>
    /// <param name="workers">Serves a worker until its channel ends.</param>
    /// <returns>Completes when it stops listening.</returns>
    /// <exception cref="IOException">It cannot listen at the address.</exception>
    public Task Listen(
        ConnectionOptions connection, TimeSpan admissionDeadline, Func<IMessageChannel, Task> workers)
    {
        listening = Open(NodeKind.Manager, new NodeSetup(connection, manager: null) { Refusals = refusals });
        var options = connection with { Limits = PeerLimits.OfWorkers(admissionDeadline) };
        listening.ActorOf(Props.Create(() => new ManagerActor(options, MaxJoining, workers)), ManagerActor.Name);
        return listening.WhenTerminated;
    }

    public async ValueTask DisposeAsync()
    {
        await (listening?.Terminate() ?? Task.CompletedTask);
        await (actors?.Terminate() ?? Task.CompletedTask);
    }

    private ActorSystem Open(NodeKind kind, NodeSetup setup)
    {
        var node = configuration.Open(kind, setup);
        events.Watch(node);
        return node;
    }

    // A node takes a while to start, so a manager that is not ready yet is asked repeatedly.
    private static async Task ThrowIfNobodyListensAsync(
        Endpoint manager, TimeSpan atMost, CancellationToken cancellation)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        deadline.CancelAfter(atMost);
        try
        {
            using var probe = new TcpClient();
            await probe.ConnectAsync(manager.Host, manager.Port, deadline.Token);
        }
        catch (SocketException exception)
        {
            throw new WireException($"{manager} cannot be reached: {exception.Message}", exception);
        }
        catch (OperationCanceledException exception) when (!cancellation.IsCancellationRequested)
        {
            throw new WireException(
                $"{manager} cannot be reached: no answer within {atMost.TotalSeconds:0.###} s", exception);
        }
    }

    private async Task<AkkaChannel> LinkAsync(
        ActorSystem node, NodeSetup setup, CancellationToken cancellation)
    {
        var opened = new TaskCompletionSource<AkkaChannel>(TaskCreationOptions.RunContinuationsAsynchronously);
        var manager = node.ActorSelection($"{configuration.Manager}/user/{ManagerActor.Name}");
        var open = new LinkMessage.Open(node.Name, hosts.MaximumFrameBytes);
        node.ActorOf(Props.Create(() => new DialledLink(manager, open, setup.Options, opened)), "link");
        var first = await Task.WhenAny(opened.Task, setup.Refused).WaitAsync(MaxJoining, cancellation);
        return first == setup.Refused
            ? throw new WireException(Explained(await setup.Refused))
            : await opened.Task;
    }

    /// <summary>A reason, with advice if the peer closed the connection without one.</summary>
    private Problem Explained(Problem reason) => (hosts.AuthorityFile, hosts.ClientCertificateFile) switch
    {
        _ when reason != SecretHandshake.Lost => reason,
        (null, _) => $"{reason}: it is not a manager, or it requires TLS (--ca FILE)",
        (_, { } shown) => $"{reason}: it has no TLS, or does not trust {shown}: expected a certificate of its "
            + "--client-ca authority, valid now, for client authentication",
        _ => $"{reason}: it has no TLS, or requires a certificate (--client-cert FILE and --client-key FILE)",
    };
}
