using Akka.Actor;
using Akka.Configuration;
using Akka.Serialization;
using AElf.Bench.Akka.Links.Proto;

namespace AElf.Bench.Akka.Links;

/// <summary>
/// The one serializer of messages that are not Akka's: what the fields' numbers in <c>links.proto</c> say is made, and
/// nothing is looked up by the name of a type. It also has the places of Akka's serializers that would.
/// </summary>
internal sealed class ParcelSerializer(ExtendedActorSystem system) : Serializer(system)
{
    /// <summary>In the place of a serializer that has settings, which are of no use here.</summary>
    public ParcelSerializer(ExtendedActorSystem system, Config unused)
        : this(system)
    {
        _ = unused;
    }

    /// <summary>What Akka knows it by, in every process.</summary>
    public const int Number = 4053;

    /// <inheritdoc/>
    public override int Identifier => Number;

    /// <inheritdoc/>
    public override bool IncludeManifest => false;

    /// <inheritdoc/>
    public override byte[] ToBinary(object obj) => obj is Parcel parcel
        ? Google.Protobuf.MessageExtensions.ToByteArray(parcel)
        : throw new NotSupportedException($"a {obj.GetType()} does not leave this process");

    /// <inheritdoc/>
    public override object FromBinary(byte[] bytes, Type type) => Parcel.Parser.ParseFrom(bytes);
}
