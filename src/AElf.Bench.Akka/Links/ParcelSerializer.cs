using AElf.Bench.Akka.Links.Proto;
using Akka.Actor;
using Akka.Configuration;
using Akka.Serialization;

namespace AElf.Bench.Akka.Links;

/// <summary>
/// The only serializer of messages that are not Akka's. It selects the message by the field numbers of
/// <c>links.proto</c>, never by the name of a type. It also replaces Akka's serializers that use type names.
/// </summary>
internal sealed class ParcelSerializer(ExtendedActorSystem system) : Serializer(system)
{
    /// <summary>Called by Akka for serializers with settings; this one ignores them.</summary>
    public ParcelSerializer(ExtendedActorSystem system, Config unused)
        : this(system)
    {
        _ = unused;
    }

    /// <summary>The serializer's identifier at Akka, the same in every process.</summary>
    public const int Number = 4053;

    public override int Identifier => Number;

    public override bool IncludeManifest => false;

    public override byte[] ToBinary(object obj) => obj is Parcel parcel
        ? Google.Protobuf.MessageExtensions.ToByteArray(parcel)
        : throw new NotSupportedException($"a {obj.GetType()} is never sent to another process");

    public override object FromBinary(byte[] bytes, Type type) => Parcel.Parser.ParseFrom(bytes);
}
