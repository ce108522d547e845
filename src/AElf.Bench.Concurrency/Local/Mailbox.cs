using System.Diagnostics;
using System.Threading.Channels;
using AElf.Bench.Core.Execution;

namespace AElf.Bench.Concurrency.Local;

/// <summary>One job on its way to an actor.</summary>
/// <param name="Round">The round the grant belongs to.</param>
/// <param name="Grant">What to do.</param>
/// <param name="PostedAt">When it was posted, in <see cref="Stopwatch"/> ticks.</param>
internal readonly record struct Message(LocalRound Round, Grant Grant, long PostedAt);

/// <summary>A round as the actors of this process see it.</summary>
/// <param name="Plan">The round.</param>
/// <param name="LaneShare">Jobs an actor may have in flight: an equal share, so that the first to wake does not take them all.</param>
internal sealed record LocalRound(RoundPlan Plan, int LaneShare);

/// <summary>A bounded queue of jobs, with one reader, or all actors as readers when they pull.</summary>
internal sealed class Mailbox(int capacity, bool singleReader)
{
    private readonly Channel<Message> channel = Channel.CreateBounded<Message>(new BoundedChannelOptions(capacity)
    {
        SingleReader = singleReader,
        SingleWriter = true,
    });

    /// <summary>Jobs waiting.</summary>
    public int Depth => channel.Reader.Count;

    /// <summary>How long the oldest job has been waiting; zero when none is.</summary>
    public TimeSpan OldestAge => channel.Reader.TryPeek(out var oldest) ? Stopwatch.GetElapsedTime(oldest.PostedAt) : TimeSpan.Zero;

    /// <summary>Posts a job; false when the mailbox is full.</summary>
    public bool TryPost(Message message) => channel.Writer.TryWrite(message);

    /// <summary>Takes the oldest job; false when there is none.</summary>
    public bool TryTake(out Message message) => channel.Reader.TryRead(out message);

    /// <summary>Waits for a job; false when there will be no more.</summary>
    public bool Take(out Message message)
    {
        while (!channel.Reader.TryRead(out message))
        {
            if (!channel.Reader.WaitToReadAsync().AsTask().GetAwaiter().GetResult())
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Lets readers know that there will be no more jobs.</summary>
    public void Close() => channel.Writer.TryComplete();
}
