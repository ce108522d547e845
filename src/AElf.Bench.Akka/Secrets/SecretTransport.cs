using System.Reflection;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Core.Options;
using Akka.Actor;
using Akka.Remote.Transport;
using DotNetty.Transport.Channels;

namespace AElf.Bench.Akka.Secrets;

/// <summary>Puts a <see cref="SecretTransport"/> over a transport of Akka.Remote.</summary>
internal sealed class SecretTransportProvider : ITransportAdapterProvider
{
    public Transport Create(Transport wrappedTransport, ExtendedActorSystem system) =>
        new SecretTransport(wrappedTransport, system.Settings.Setup.Get<NodeSetup>().Value);
}

/// <summary>
/// Lets no bytes of a peer reach Akka before both sides have proved that they have the cluster's secret: a peer that
/// speaks to Akka may end its node. Dials the manager and nobody else, whatever address a message names, and at the
/// address the process was given, whatever the manager calls itself.
/// </summary>
internal sealed class SecretTransport(Transport wire, NodeSetup setup) : AbstractTransportAdapter(wire)
{
    /// <summary>The prefix of addresses behind it: <c>akka.secret.tcp</c>.</summary>
    public const string Scheme = "secret";

    public const string NotDialled = "only the manager is dialled";

    // A connection that was closed keeps its file for a while.
    private static readonly TimeSpan ClosingTime = TimeSpan.FromSeconds(2.5);

    // Each peer may have sent half a frame, which is kept.
    private const int UnauthenticatedPeerCap = 250;

    private readonly int maxUnauthenticatedPeers =
        Math.Min(ListenerLimits.ForProcess().MaxUnauthenticatedPeers, UnauthenticatedPeerCap);
    private readonly Lock gate = new();
    private int unauthenticatedPeers;

    protected override SchemeAugmenter SchemeAugmenter { get; } = new(Scheme);

    protected override Task<IAssociationEventListener> InterceptListen(
        Address listenAddress, Task<IAssociationEventListener> listenerTask) =>
        Task.FromResult<IAssociationEventListener>(new Listener(this, listenerTask));

    protected override async void InterceptAssociate(
        Address remoteAddress, TaskCompletionSource<AssociationHandle> statusPromise)
    {
        if (setup.Manager is not { } manager || !ManagerName.Is(remoteAddress))
        {
            statusPromise.TrySetException(new InvalidAssociationException(NotDialled));
            return;
        }

        try
        {
            statusPromise.TrySetResult(await ConnectAsync(remoteAddress, manager));
        }
        catch (Exception exception)
        {
            setup.Refuse(exception.Message);
            statusPromise.TrySetException(exception);
        }
    }

    private async Task<AssociationHandle> ConnectAsync(Address named, Endpoint manager)
    {
        AssociationHandle dialled;
        try
        {
            dialled = await WrappedTransport.Associate(named.WithHost(manager.Host).WithPort(manager.Port));
        }
        catch (Exception exception) when (setup.Options.Tls)
        {
            // TLS was refused; somebody listened there a moment ago.
            throw new InvalidAssociationException(SecretHandshake.Lost, exception);
        }

        return await SecretHandshake.Connect(dialled, setup.Options, named).Proved;
    }

    private async Task AcceptAsync(AssociationHandle handle, Task<IAssociationEventListener> listener)
    {
        Enter();
        AssociationHandle proved;
        try
        {
            proved = await SecretHandshake.Accept(handle, setup.Options).Proved;
        }
        catch (InvalidAssociationException)
        {
            // Strangers may try as often as they like: it is not worth a line.
            await Task.Delay(ClosingTime);
            Leave();
            return;
        }

        Leave();
        (await listener).Notify(new InboundAssociation(proved));
    }

    private void Enter()
    {
        lock (gate)
        {
            if (++unauthenticatedPeers == maxUnauthenticatedPeers)
            {
                Accept(false);
            }
        }
    }

    private void Leave()
    {
        lock (gate)
        {
            if (unauthenticatedPeers-- == maxUnauthenticatedPeers)
            {
                Accept(true);
            }
        }
    }

    // Akka takes connections until the process has no file left, and documents no way to have it wait: connections that
    // are not taken stay in the kernel's queue.
    private void Accept(bool isOpen)
    {
        var field = WrappedTransport.GetType().BaseType?.GetField(
            "ServerChannel", BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public);
        if (field?.GetValue(WrappedTransport) is IChannel server)
        {
            server.Configuration.AutoRead = isOpen;
        }
    }

    private sealed class Listener(SecretTransport transport, Task<IAssociationEventListener> above)
        : IAssociationEventListener
    {
        public void Notify(IAssociationEvent ev)
        {
            if (ev is InboundAssociation { Association: var handle })
            {
                _ = transport.AcceptAsync(handle, above);
            }
        }
    }
}
