using System.Reflection;
using AElf.Bench.Concurrency.Cluster.Hosting;
using AElf.Bench.Concurrency.Cluster.Wire;
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
/// Keeps a peer's bytes from Akka until both sides have proved the cluster's secret, because a peer that speaks to Akka
/// can end its node. Dials only the manager, at the address in the options, and ignores the addresses in messages.
/// </summary>
internal sealed class SecretTransport(Transport wire, NodeSetup setup) : AbstractTransportAdapter(wire)
{
    /// <summary>The prefix of the transport's addresses: <c>akka.secret.tcp</c>.</summary>
    public const string Scheme = "secret";

    public const string NotDialled = "only the manager may be dialled";

    // TLS needs some round trips before a peer can send a message.
    private static readonly TimeSpan MinSilence = TimeSpan.FromMilliseconds(100);

    // Each peer may have sent half a frame, which stays in memory.
    private const int UnauthenticatedPeerCap = 250;

    private readonly ConnectionPlaces places = new(
        Math.Min(ListenerLimits.OfProcess.MaxUnauthenticatedPeers, UnauthenticatedPeerCap),
        MinSilence,
        TimeProvider.System);
    private readonly Lock gate = new();
    private int waiting;

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
        catch (WireException refused)
        {
            setup.Refuse(refused.Problem);
            statusPromise.TrySetException(new InvalidAssociationException(refused.Message, refused));
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
            // TLS was refused, although the port accepted a connection before.
            throw new WireException(SecretHandshake.Lost, exception);
        }

        return await SecretHandshake.Connect(dialled, setup.Options, named).Proved;
    }

    // Akka closes a connection together with the peer, or two seconds later. Therefore a replaced connection is closed
    // at once, and its place is free after its file is closed.
    private async Task AcceptAsync(AssociationHandle handle, Task<IAssociationEventListener> listener)
    {
        var channel = ChannelOf(handle);
        var place = await TakeAsync(channel);
        try
        {
            var proved = await SecretHandshake.Accept(handle, setup.Options, onStep: () => Touch(place)).Proved;
            (await listener).Notify(new InboundAssociation(proved));
        }
        catch (WireException refused)
        {
            setup.Refusals?.Note(handle.RemoteAddress.Host, refused.Problem);
            await channel.CloseCompletion;
        }

        place.Leave();
    }

    private async Task<ConnectionPlace> TakeAsync(IChannel channel)
    {
        var taking = places.TakeAsync(() => _ = channel.CloseAsync(), CancellationToken.None);
        if (taking.IsCompleted)
        {
            return await taking;
        }

        CountWaiting(1);
        var place = await taking;
        CountWaiting(-1);
        return place;
    }

    private static void Touch(ConnectionPlace place)
    {
        place.BeginRequest();
        place.EndRequest();
    }

    private void CountWaiting(int more)
    {
        lock (gate)
        {
            waiting += more;
            Accept(waiting == 0);
        }
    }

    // Akka accepts connections until the process has no file left, and has no documented way to pause. Connections that
    // are not accepted stay in the kernel's queue.
    private void Accept(bool isOpen)
    {
        if (FieldOf(WrappedTransport.GetType().BaseType, WrappedTransport, "ServerChannel") is { } server)
        {
            server.Configuration.AutoRead = isOpen;
        }
    }

    private static IChannel ChannelOf(AssociationHandle handle) => FieldOf(handle.GetType(), handle, "_channel")
        ?? throw new MissingFieldException(handle.GetType().Name, "_channel");

    private static IChannel? FieldOf(Type? type, object of, string name) => type?
        .GetField(name, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public)?.GetValue(of) as IChannel;

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

/// <summary>
/// The name of the manager for the members of a cluster. Names are never resolved: each member dials its manager at the
/// address in its options. So the manager's name on its own machine does not matter behind a proxy or in another
/// network.
/// </summary>
internal static class ManagerName
{
    public const string Host = "manager";

    public const int Port = 1;

    /// <summary>Whether an address is that of a manager, of any cluster.</summary>
    public static bool Is(Address address) => address is { Host: Host, Port: Port };
}
