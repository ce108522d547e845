using System.Buffers;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;
using AElf.Bench.Transfers.Accounts;
using BenchmarkDotNet.Attributes;

namespace AElf.Bench.Microbenchmarks;

/// <summary>The bytes of the frames that a cluster sends most: to write them behind others, and to read them.</summary>
public class FrameBenchmarks
{
    private readonly ArrayBufferWriter<byte> destination = new(1 << 20);
    private Frame frame = null!;
    private byte[] bytes = [];

    /// <summary>Which frame.</summary>
    [Params("grant", "done of 64", "chunk of 4096")]
    public string Kind { get; set; } = string.Empty;

    [GlobalSetup]
    public void Fill()
    {
        frame = new Frame.Protocol(Kind switch
        {
            "grant" => new Message.Assign(0x1234_5678_9ABC_DEF0, "0123456789abcdef", 7, -1, Core.Execution.Grant.Initial(123), []),
            "done of 64" => new Message.Done(
                0x1234_5678_9ABC_DEF0,
                99,
                "0123456789abcdef",
                7,
                [.. Enumerable.Range(100, 64).Select(group => new Attempt(group, 0))]),
            _ => new Message.BlockChunk(
                "0123456789abcdef",
                new BlockManifest(7, 7, 200_000, 100_000, 1_000, 256, 0xC0FFEE),
                4096,
                Enumerable.Range(0, 4096).Select(i => new Transfer(i, i + 1, i + 1)).ToArray()),
        });
        bytes = FrameCodec.Encode(frame);
    }

    [Benchmark]
    public int Encode()
    {
        destination.ResetWrittenCount();
        FrameCodec.Encode(frame, destination);
        return destination.WrittenCount;
    }

    [Benchmark]
    public Frame Decode() => FrameCodec.Decode(bytes);
}
