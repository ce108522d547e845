using System.Buffers;
using AElf.Bench.Core.Scheduling;

namespace AElf.Bench.Concurrency.Cluster;

/// <summary>Makes the messages that bring a grant and its work to a worker: one, or parts of a large one.</summary>
/// <param name="maxBytes">The most bytes of work in one message.</param>
internal sealed class GrantSplitter(string run, int maxBytes)
{
    private readonly ArrayBufferWriter<byte> encoder = new();

    /// <summary>The messages of a grant, the first one with the units.</summary>
    public IEnumerable<Message.Assign> Split(IRound round, OpenGrant open)
    {
        encoder.ResetWrittenCount();
        round.Encode(open.Grant, encoder);
        ReadOnlyMemory<byte> work = encoder.WrittenSpan.ToArray();
        int[] units = open.Grant.Job >= 0 ? round.Jobs[open.Grant.Job].ToArray() : [open.Grant.Unit];
        var offset = 0;
        do
        {
            var part = work.Slice(offset, Math.Min(maxBytes, work.Length - offset));
            yield return new Message.Assign(
                open.Worker.Id,
                run,
                open.Round,
                open.Actor,
                open.Grant,
                offset == 0 ? units : [],
                new WorkPart(offset, work.Length, part));
            offset += part.Length;
        }
        while (offset < work.Length);
    }
}
