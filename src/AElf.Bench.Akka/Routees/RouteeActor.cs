using Akka.Actor;

namespace AElf.Bench.Akka.Routees;

/// <summary>An actor of a run as Akka's router knows it; a dispatcher of ours executes its orders.</summary>
internal sealed class RouteeActor : UntypedActor
{
    /// <summary>A routee in the next free place of a router's mailboxes.</summary>
    public RouteeActor(RouteeMailboxes mailboxes) =>
        mailboxes.Attach((RouteeQueue)((ActorCell)Context).Mailbox!.MessageQueue);

    protected override void OnReceive(object message) => Unhandled(message);
}
