using System.Threading.Channels;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;

namespace AElf.Bench.Tests.Cluster.Hosting;

/// <summary>One end of a channel in this process. Messages sent before the end still arrive.</summary>
internal sealed class MemoryChannel : IMessageChannel
{
    private readonly Channel<Message> incoming = Channel.CreateUnbounded<Message>();
    private readonly Ending ending;
    private MemoryChannel? peer;

    private MemoryChannel(Ending ending)
    {
        this.ending = ending;
    }

    public string? EndReason => ending.Reason;

    public static (MemoryChannel One, MemoryChannel Other) Pair()
    {
        var both = new Ending();
        var one = new MemoryChannel(both);
        var other = new MemoryChannel(both) { peer = one };
        one.peer = other;
        return (one, other);
    }

    public void Send(Message message) => peer!.incoming.Writer.TryWrite(message);

    public async Task<Message?> ReceiveAsync(CancellationToken cancellation) =>
        await incoming.Reader.WaitToReadAsync(cancellation) && incoming.Reader.TryRead(out var message)
            ? message
            : null;

    public void End(string reason)
    {
        Interlocked.CompareExchange(ref ending.Reason, reason, null);
        incoming.Writer.TryComplete();
        peer!.incoming.Writer.TryComplete();
    }

    public ValueTask DisposeAsync()
    {
        End("disposed");
        return ValueTask.CompletedTask;
    }

    private sealed class Ending
    {
        public string? Reason;
    }
}
