using AElf.Bench.Concurrency.Cluster.Wire;
using Akka.Actor;

namespace AElf.Bench.Akka.Links;

/// <summary>The manager's end of a link.</summary>
internal sealed class AcceptedLink : LinkActor
{
    private readonly IActorRef client;
    private readonly Func<IMessageChannel, Task> serve;

    public AcceptedLink(IActorRef client, ConnectionOptions options, Func<IMessageChannel, Task> serve)
        : base(new AkkaChannel(options), options)
    {
        this.client = client;
        this.serve = serve;
    }

    protected override void OnBeat() => client.Tell(new LinkMessage.Alive());

    protected override void PreStart()
    {
        if (Options.Limits.AdmissionDeadline > TimeSpan.Zero)
        {
            Timers.StartSingleTimer(LinkSignal.Late, LinkSignal.Late, Options.Limits.AdmissionDeadline);
        }

        client.Tell(new LinkMessage.Opened(Options.Silence));
        Timers.StartPeriodicTimer(LinkSignal.Beat, LinkSignal.Beat, Options.Silence / BeatsInASilence);
        Begin(client);
        _ = serve(Channel);
    }
}
