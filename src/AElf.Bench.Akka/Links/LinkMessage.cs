using System.Buffers;
using AElf.Bench.Concurrency.Cluster.Wire;
using Akka.Actor;
using Akka.Configuration;
using Akka.Serialization;
using static AElf.Bench.Concurrency.Cluster.Wire.WireTable<AElf.Bench.Akka.Links.LinkMessage>;

namespace AElf.Bench.Akka.Links;

/// <summary>A message between processes on Akka, besides Akka's own messages, from a closed set.</summary>
internal abstract record LinkMessage
{
    private LinkMessage()
    {
    }

    public static WireTable<LinkMessage> Table { get; } = new(
        Of<Open>(1, (wire, open) => new(wire.Text(open.Cluster), wire.Int(open.FrameBytes))),
        Of<Frames>(3, (wire, part) => new(wire.Long(part.Number), wire.Bytes(part.Bytes))),
        Of<Close>(4, (wire, close) => new(wire.Text(close.Reason))),
        Of<Opened>(6, (wire, opened) => new(wire.Time(opened.Silence, "of silence"))),
        Of<Confirmed>(7, (wire, confirmed) => new(wire.Long(confirmed.Bytes))),
        Of<Alive>(8, (_, alive) => alive));

    /// <summary>Requests a link to the sending actor from a manager.</summary>
    /// <param name="Cluster">The name of the requested cluster.</param>
    /// <param name="FrameBytes">The sender's maximum bytes of a message of Akka.</param>
    internal sealed record Open(string Cluster, int FrameBytes) : LinkMessage;

    /// <summary>The answer, from the manager's end of the link.</summary>
    /// <param name="Silence">Silence after which the manager is considered dead.</param>
    internal sealed record Opened(TimeSpan Silence) : LinkMessage;

    /// <summary>Heartbeat of the manager.</summary>
    internal sealed record Alive : LinkMessage;

    /// <summary>A part of the data of a link: frames, each with its length before it.</summary>
    /// <param name="Number">Rises by one; a gap ends the link.</param>
    internal sealed record Frames(long Number, ReadOnlyMemory<byte> Bytes) : LinkMessage;

    /// <summary>Acknowledges received bytes.</summary>
    /// <param name="Bytes">Number of bytes of all parts since the link began.</param>
    internal sealed record Confirmed(long Bytes) : LinkMessage;

    /// <summary>Ends the link, or confirms its end.</summary>
    internal sealed record Close(string Reason) : LinkMessage;
}

/// <summary>
/// The only serializer of messages that are not Akka's. It selects the message by its number, never by the name of a
/// type. It also replaces Akka's serializers that use type names.
/// </summary>
internal sealed class LinkSerializer(ExtendedActorSystem system) : Serializer(system)
{
    /// <summary>Called by Akka for serializers with settings; this one ignores them.</summary>
    public LinkSerializer(ExtendedActorSystem system, Config unused)
        : this(system)
    {
        _ = unused;
    }

    /// <summary>The serializer's identifier at Akka, the same in every process.</summary>
    public const int Number = 4053;

    public override int Identifier => Number;

    public override bool IncludeManifest => false;

    public override byte[] ToBinary(object obj)
    {
        var bytes = new ArrayBufferWriter<byte>();
        LinkMessage.Table.Write(
            obj as LinkMessage
                ?? throw new NotSupportedException($"a {obj.GetType()} is never sent to another process"),
            bytes);
        return bytes.WrittenSpan.ToArray();
    }

    public override object FromBinary(byte[] bytes, Type type) => LinkMessage.Table.Read(bytes);
}
