using AElf.Bench.Concurrency.Cluster.Wire;
using Akka.Actor;

namespace AElf.Bench.Akka.Links;

/// <summary>The worker's end of a link, which asks the manager for it.</summary>
/// <param name="opened">Gets the channel, or a <see cref="WireException"/> if the dial failed.</param>
internal sealed class DialledLink(
    ActorSelection manager,
    LinkMessage.Open open,
    ConnectionOptions options,
    TaskCompletionSource<AkkaChannel> opened) : LinkActor(options)
{
    // A manager does not answer before it knows the node as a member.
    private static readonly TimeSpan AskInterval = TimeSpan.FromMilliseconds(200);

    private TimeSpan silence;
    private TimeSpan lastBeat;

    private TimeSpan Beat => silence / BeatsInASilence;

    protected override void PreStart() =>
        Timers.StartPeriodicTimer(LinkSignal.Ask, LinkSignal.Ask, TimeSpan.Zero, AskInterval);

    protected override void OnAsk() => manager.Tell(open);

    protected override void OnOpened(LinkMessage.Opened answer)
    {
        Timers.Cancel(LinkSignal.Ask);
        silence = answer.Silence;
        if (silence > TimeSpan.Zero)
        {
            lastBeat = Clock;
            Timers.StartPeriodicTimer(LinkSignal.Beat, LinkSignal.Beat, Beat);
        }

        Begin(Sender);
        opened.TrySetResult(Channel);
    }

    protected override void OnBeat()
    {
        // After a stall of this actor, messages may still wait in its mailbox.
        var isLate = Clock - lastBeat > 2 * Beat;
        lastBeat = Clock;
        if (isLate)
        {
            LastReceived = Clock;
        }
        else if (Clock - LastReceived > silence)
        {
            Break($"no message from the manager for {silence.TotalSeconds:0.###} s");
        }
    }

    protected override void Finish(string reason)
    {
        opened.TrySetException(new WireException(reason));
        base.Finish(reason);
    }
}

/// <summary>The manager's end of a link.</summary>
internal sealed class AcceptedLink(IActorRef client, ConnectionOptions options, Func<IMessageChannel, Task> serve)
    : LinkActor(options)
{
    protected override void OnBeat() => client.Tell(new LinkMessage.Alive());

    protected override void PreStart()
    {
        if (Options.Limits.AdmissionDeadline > TimeSpan.Zero)
        {
            Timers.StartSingleTimer(LinkSignal.Late, LinkSignal.Late, Options.Limits.AdmissionDeadline);
        }

        var silence = Options.Hosts.AcceptableHeartbeatPause;
        client.Tell(new LinkMessage.Opened(silence));
        Timers.StartPeriodicTimer(LinkSignal.Beat, LinkSignal.Beat, silence / BeatsInASilence);
        Begin(client);
        _ = serve(Channel);
    }
}
