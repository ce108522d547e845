using System.Buffers;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Core.Options;
using AElf.Bench.Core.Scheduling;
using AElf.Bench.Transfers;
using AElf.Bench.Transfers.Execution;
using AElf.Bench.Transfers.Generation;
using AElf.Bench.Transfers.Grouping;
using BenchmarkDotNet.Attributes;

namespace AElf.Bench.Microbenchmarks;

/// <summary>Encoding and decoding of the two most frequent frames of a cluster.</summary>
public class FrameBenchmarks
{
    private readonly ArrayBufferWriter<byte> destination = new(1 << 20);
    private Message message = null!;
    private byte[] bytes = [];

    /// <summary>The message.</summary>
    [Params("grant of 1000 transfers", "done of 64")]
    public string Kind { get; set; } = string.Empty;

    [GlobalSetup]
    public void Fill()
    {
        message = string.Equals(Kind, "done of 64", StringComparison.Ordinal)
            ? new Message.Done(
                0x1234_5678_9ABC_DEF0,
                99,
                "0123456789abcdef",
                7,
                [.. Enumerable.Range(100, 64).Select(unit => new Attempt(unit, 0))])
            : Assign();
        Encode();
        bytes = destination.WrittenSpan.ToArray();
    }

    [Benchmark]
    public int Encode()
    {
        destination.ResetWrittenCount();
        FrameCodec.Encode(message, destination);
        return destination.WrittenCount;
    }

    [Benchmark]
    public Message Decode() => FrameCodec.Decode(bytes);

    private static Message.Assign Assign()
    {
        var block = EvenGroups.Generate(1000, 10, seed: 1);
        var groups = new Grouper().Group(block);
        var round = new TransferRound(
            block,
            groups,
            JobMerger.Merge(groups.Sizes(), 1),
            Offer.Once(7),
            new int[block.AccountCount],
            TransferMode.Strict);
        var work = new ArrayBufferWriter<byte>();
        round.Encode(Grant.Initial(0), work);
        return new Message.Assign(
            0x1234_5678_9ABC_DEF0,
            "0123456789abcdef",
            7,
            -1,
            Grant.Initial(0),
            round.Jobs[0].ToArray(),
            new WorkPart(0, work.WrittenCount, work.WrittenMemory));
    }
}
