using System.Buffers;
using AElf.Bench.Concurrency.Cluster;
using AElf.Bench.Concurrency.Cluster.Wire;

namespace AElf.Bench.TestKit.Network;

/// <summary>The bytes of a message's frame.</summary>
public static class FrameBytes
{
    public static byte[] Of(Message message)
    {
        var bytes = new ArrayBufferWriter<byte>();
        FrameCodec.Encode(message, bytes);
        return bytes.WrittenSpan.ToArray();
    }
}
